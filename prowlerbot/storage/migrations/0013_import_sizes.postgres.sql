-- What lists and quotas need to know of an imported record stands beside it, and in indexes, so that
-- no record has to be read for them.

ALTER TABLE imports ADD COLUMN plies INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;

DROP INDEX imports_owner;
CREATE INDEX imports_owner ON imports (owner, game, imported_at, id, plies, finished);
CREATE INDEX imports_bytes ON imports (owner, imported_at, id, bytes);
