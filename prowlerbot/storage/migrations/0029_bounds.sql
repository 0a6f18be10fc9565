-- How many ratings of a game have a bound on each step of 500000, so that a place is counted without
-- reading all ratings before it. Division rounds towards zero, so it is done far above it.

CREATE TABLE bounds (
    game TEXT NOT NULL,
    step BIGINT NOT NULL,
    players BIGINT NOT NULL,
    PRIMARY KEY (game, step)
);

INSERT INTO bounds
SELECT game, (bound + 2000000000) / 500000 - 4000, COUNT(*) FROM ratings WHERE bound IS NOT NULL
GROUP BY 1, 2;
