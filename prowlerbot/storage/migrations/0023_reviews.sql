-- What the machine makes of a finished match or an imported record, and the pieces of it that a
-- review under way has so far. A player is named only while their request waits; `busy` is the time
-- until which a process has it.

CREATE TABLE reviews (
    match TEXT PRIMARY KEY,
    machine TEXT NOT NULL,
    player BIGINT NOT NULL DEFAULT 0,
    asked_at BIGINT NOT NULL,
    under_way INTEGER NOT NULL DEFAULT 0,
    busy BIGINT NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    pieces INTEGER NOT NULL DEFAULT 0,
    review TEXT NOT NULL DEFAULT ''
);

CREATE INDEX reviews_under_way ON reviews (busy, asked_at) WHERE under_way = 1;

CREATE INDEX reviews_player ON reviews (player) WHERE player <> 0;

CREATE TABLE review_pieces (
    match TEXT NOT NULL,
    number INTEGER NOT NULL,
    found TEXT NOT NULL,
    PRIMARY KEY (match, number)
);
