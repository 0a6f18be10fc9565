-- How matches ended, in the order in which they did, and what that did to ratings. All of it but
-- the number can be worked out again from the records: python -m prowlerbot rate.
-- mu and sigma are millionths, so that they come out the same to the digit.

CREATE TABLE results (
    number BIGINT PRIMARY KEY,
    match TEXT NOT NULL UNIQUE REFERENCES matches (id),
    game TEXT NOT NULL,
    ended_at BIGINT NOT NULL,
    verdict TEXT NOT NULL
);

-- total is NULL where a match was not played out, the ratings are where it did not count for them.
CREATE TABLE places (
    match TEXT NOT NULL REFERENCES results (match),
    seat INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    total INTEGER,
    mu_before BIGINT,
    sigma_before BIGINT,
    mu BIGINT,
    sigma BIGINT,
    PRIMARY KEY (match, seat)
);

CREATE TABLE ratings (
    game TEXT NOT NULL,
    player BIGINT NOT NULL,
    mu BIGINT NOT NULL,
    sigma BIGINT NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (game, player)
);
