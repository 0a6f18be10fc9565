-- The standing orders that a player has given in a match, joined by commas.

ALTER TABLE seats ADD COLUMN orders TEXT NOT NULL DEFAULT '';
