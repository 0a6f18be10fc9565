-- Matches that cannot be read or replayed, and why: each was told in the log when it was noticed. One
-- that is set aside is left out of whatever the bot does by itself; nothing of it is deleted.

CREATE TABLE broken (
    match TEXT PRIMARY KEY,
    problem TEXT NOT NULL,
    noticed_at BIGINT NOT NULL,
    aside INTEGER NOT NULL
);
