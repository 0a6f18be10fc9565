-- What the players agreed on beside the game's options, as JSON text; since when the present player
-- is to move; and when that move is due if nobody is away, 0 for no limit.

ALTER TABLE matches ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';

ALTER TABLE matches ADD COLUMN turn_at BIGINT NOT NULL DEFAULT 0;

ALTER TABLE matches ADD COLUMN due BIGINT NOT NULL DEFAULT 0;

CREATE INDEX matches_due ON matches (phase, due);
