-- The matches of a player are found in the index alone: each press counts finished ones for its players.

DROP INDEX seats_player;

CREATE INDEX seats_player ON seats (player, since, match);
