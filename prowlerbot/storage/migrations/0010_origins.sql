-- Where a match branched off, as JSON text; null for one that began with a set-up of its own.

ALTER TABLE matches ADD COLUMN origin TEXT;
