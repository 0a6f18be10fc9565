-- By how many seconds a play has changed the bank of its seat, in matches with a clock for the whole match.

ALTER TABLE plays ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;
