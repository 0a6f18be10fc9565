-- The place of a player's medal, 0 for none.

ALTER TABLE competition_players ADD COLUMN medal INTEGER NOT NULL DEFAULT 0;
