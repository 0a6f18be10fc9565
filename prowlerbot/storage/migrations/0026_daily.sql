-- The day's challenge. Days are counted since 1970, in UTC. A host has one secret, from which the luck
-- of every day follows; a day keeps what was drawn for it, so that no update changes a day that has
-- begun.

CREATE TABLE daily_secrets (
    name TEXT PRIMARY KEY,
    secret TEXT NOT NULL
);

CREATE TABLE daily_days (
    game TEXT NOT NULL,
    day INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    players INTEGER NOT NULL,
    options TEXT NOT NULL,
    setup TEXT NOT NULL,
    PRIMARY KEY (game, day)
);

-- Each try is a match. counts is 1 for the one try of a player that counts; rank, margin and total
-- stay empty where a try was not played out in time. home is where it was begun: a server or, outside
-- of one, a channel.

CREATE TABLE daily_tries (
    match TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    day INTEGER NOT NULL,
    player BIGINT NOT NULL,
    home BIGINT NOT NULL,
    counts INTEGER NOT NULL,
    ended_at BIGINT,
    rank INTEGER,
    margin INTEGER,
    total INTEGER
);

CREATE UNIQUE INDEX daily_tries_counted ON daily_tries (game, day, player) WHERE counts = 1;

CREATE INDEX daily_tries_player ON daily_tries (player, day);

CREATE INDEX daily_tries_day ON daily_tries (game, day, counts);

-- The machine's replies of a day, by all moves before, so that everybody meets the same.

CREATE TABLE daily_replies (
    game TEXT NOT NULL,
    day INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    line TEXT NOT NULL,
    move TEXT NOT NULL,
    PRIMARY KEY (game, day, seat, line)
);
