-- When the channel of a board was deleted, 0 while it is there: until the match is shown elsewhere,
-- nobody can see it.

ALTER TABLE boards ADD COLUMN lost_at BIGINT NOT NULL DEFAULT 0;
