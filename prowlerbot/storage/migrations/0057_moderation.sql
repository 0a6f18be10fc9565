-- Why a moderator ended a match or withdrew a challenge, in their words; empty for all others.

ALTER TABLE matches ADD COLUMN reason TEXT NOT NULL DEFAULT '';

-- Who is barred from the bot in a server, until a time or, with 0, for good. A player who has deleted
-- their data has a keyed hash there, a negative number.

CREATE TABLE bars (
    guild BIGINT NOT NULL,
    player BIGINT NOT NULL,
    name TEXT NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (guild, player)
);

CREATE INDEX bars_player ON bars (player);

-- What admins, moderators and hosts have done in a server (prowlerbot/core/acts.py): who, what, whom,
-- when and why; kept for 90 days. Ids are 0 for nobody, and for those who have deleted their data.

CREATE TABLE acts (
    guild BIGINT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    actor BIGINT NOT NULL,
    actor_name TEXT NOT NULL,
    what TEXT NOT NULL,
    target BIGINT NOT NULL,
    target_name TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (guild, number)
);

CREATE INDEX acts_at ON acts (at);

CREATE INDEX acts_actor ON acts (actor) WHERE actor > 0;

CREATE INDEX acts_target ON acts (target) WHERE target > 0;
