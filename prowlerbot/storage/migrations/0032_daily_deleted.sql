-- The tries of a day that counted and whose players have deleted their data: keys that only the host's
-- secret and the player's id give again, bound to no match. They go once a later day is drawn.

CREATE TABLE daily_deleted (
    day INTEGER NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (day, key)
);
