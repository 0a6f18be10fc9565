-- Whose seat the machine has taken over; its name stays in the seat.

ALTER TABLE seats ADD COLUMN leaver BIGINT NOT NULL DEFAULT 0;
CREATE INDEX seats_by_leaver ON seats (leaver);
