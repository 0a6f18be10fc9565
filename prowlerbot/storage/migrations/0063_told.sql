-- Who is told when the next competition opens: of a series, of a kind in a server, or the day's challenge.
-- opened has the ids of those that the next message tells of, told_at the time of the latest one.
-- A subject "role" with its id says that the bot has given a role of the server to the player.

CREATE TABLE told (
    player BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    subject TEXT NOT NULL,
    opened TEXT NOT NULL DEFAULT '',
    told_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (player, guild, subject)
);

CREATE INDEX told_subject ON told (subject, guild);
