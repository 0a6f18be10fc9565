-- What lists and quotas need to know of an imported record stands beside it, and in indexes, so that
-- no record has to be read for them. More takebacks than a record may have now are let go.

ALTER TABLE imports ADD COLUMN plies INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;

UPDATE imports SET record = json_remove(record, '$.takebacks')
 WHERE json_array_length(record, '$.takebacks') > 200;
UPDATE imports SET plies = json_array_length(record, '$.moves'),
 finished = json_type(record, '$.result') IS NOT NULL, bytes = length(record);

DROP INDEX imports_owner;
CREATE INDEX imports_owner ON imports (owner, game, imported_at, id, plies, finished);
CREATE INDEX imports_bytes ON imports (owner, imported_at, id, bytes);
