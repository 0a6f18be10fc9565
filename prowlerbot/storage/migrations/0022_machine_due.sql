-- Whether a move of the machine may be due: 1 after each change of a match with a seat of the machine,
-- until the bot has looked and found none, so that it need not replay all open matches for that.

ALTER TABLE matches ADD COLUMN machine_due INTEGER NOT NULL DEFAULT 0;

UPDATE matches SET machine_due = 1 WHERE phase = 'playing'
 AND EXISTS (SELECT 1 FROM seats s WHERE s.match = matches.id AND s.level IS NOT NULL);

CREATE INDEX matches_machine_due ON matches (id) WHERE machine_due = 1;
