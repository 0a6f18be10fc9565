-- Matches are moved to another database in the order in which they were stored.

CREATE UNIQUE INDEX matches_stored ON matches (rowid);
