-- The times in which nobody could see the board of a match, in its competition: nobody has used them.
-- Of those before this column nobody knows.

ALTER TABLE matches ADD COLUMN unseen TEXT NOT NULL DEFAULT '[]';
