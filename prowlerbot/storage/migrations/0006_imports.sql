-- Records that somebody imported, as JSON text: for their owner alone unless shared is 1. No table
-- of matches, players or results refers to them, nor they to any.

CREATE TABLE imports (
    id TEXT PRIMARY KEY,
    owner BIGINT NOT NULL,
    game TEXT NOT NULL,
    record TEXT NOT NULL,
    imported_at BIGINT NOT NULL,
    shared INTEGER NOT NULL
);

CREATE INDEX imports_owner ON imports (owner, imported_at);
