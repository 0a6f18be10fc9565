-- What the bot looks for by itself, or for a list, is found by an index however much is over by then.
-- wanted is the revision that a board should show, which is that of its match.

ALTER TABLE boards ADD COLUMN wanted INTEGER NOT NULL DEFAULT 0;

UPDATE boards SET wanted = (SELECT revision FROM matches m WHERE m.id = boards.match);

CREATE INDEX boards_behind ON boards (match)
 WHERE shown < wanted AND message <> 0 AND reach = 'member';

CREATE INDEX boards_guild ON boards (guild);

CREATE INDEX boards_channel ON boards (channel);

-- When a reminder of a match may be due next; 0 for none.

ALTER TABLE matches ADD COLUMN remind_at BIGINT NOT NULL DEFAULT 0;

UPDATE matches SET remind_at = (turn_at + due) / 2 WHERE phase = 'playing' AND due > 0;

CREATE INDEX matches_remind ON matches (remind_at) WHERE remind_at > 0;

CREATE INDEX matches_changed ON matches (phase, changed_at);

CREATE INDEX matches_stopwatch ON matches (phase, changed_at)
 WHERE terms LIKE '%"stopwatch": %' AND terms NOT LIKE '%"stopwatch": 0%';

CREATE INDEX calls_stale ON calls (match) WHERE stale = 1;

CREATE INDEX showings_home ON showings (COALESCE(NULLIF(guild, 0), channel), standing);

CREATE INDEX ratings_player ON ratings (player);

CREATE INDEX preferences_everywhere ON preferences (id) WHERE chosen LIKE '%"seen": "everywhere"%';

-- A player's latest seat has the name under which they were last seen.

DROP INDEX seats_player;

CREATE INDEX seats_player ON seats (player, since);

-- Nearly no seat has a leaver and nearly no showing a player, so the indices have only those that do.

DROP INDEX seats_by_leaver;

CREATE INDEX seats_by_leaver ON seats (leaver) WHERE leaver <> 0;

DROP INDEX showings_player;

CREATE INDEX showings_player ON showings (player) WHERE player <> 0;
