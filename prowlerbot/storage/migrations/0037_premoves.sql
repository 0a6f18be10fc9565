-- The plan of a player for moves to come, as its game writes it.

ALTER TABLE seats ADD COLUMN premoves TEXT NOT NULL DEFAULT '';
