-- A match is its record; everything else in these tables says who, when and where it is shown.
-- Times are epoch seconds, ids of the chat service are integers, options are JSON text.

CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    setup TEXT NOT NULL,
    phase TEXT NOT NULL,
    ending TEXT,
    ended_by INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);

CREATE INDEX matches_phase ON matches (phase, created_at);

CREATE TABLE seats (
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    player BIGINT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (match, seat)
);

CREATE INDEX seats_player ON seats (player);

-- The key makes a move happen exactly once, whoever tries and however often.
CREATE TABLE plays (
    match TEXT NOT NULL REFERENCES matches (id),
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    move TEXT NOT NULL,
    played_at BIGINT NOT NULL,
    PRIMARY KEY (match, ply)
);

-- Where a match is shown. shown is the revision that the message shows, ping the message that
-- calls the player to move; 0 stands for none.
CREATE TABLE boards (
    match TEXT PRIMARY KEY REFERENCES matches (id),
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    message BIGINT NOT NULL,
    ping BIGINT NOT NULL,
    shown INTEGER NOT NULL
);
