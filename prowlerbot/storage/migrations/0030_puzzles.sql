-- Positions with one best move (prowlerbot/puzzles/), and who has tried to find it. A puzzle and a
-- player have a rating each, in whole millionths; a player's first try at a puzzle moves both. A
-- puzzle from a match names it; those of the machine name none. The content is JSON text.

CREATE TABLE puzzles (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    theme TEXT NOT NULL,
    match TEXT NOT NULL,
    content TEXT NOT NULL,
    mu BIGINT NOT NULL,
    sigma BIGINT NOT NULL
);

CREATE INDEX puzzles_rating ON puzzles (game, mu, id);

CREATE INDEX puzzles_theme ON puzzles (game, theme, mu, id);

CREATE INDEX puzzles_match ON puzzles (match) WHERE match <> '';

CREATE TABLE puzzle_tries (
    player BIGINT NOT NULL,
    puzzle TEXT NOT NULL REFERENCES puzzles (id),
    move TEXT NOT NULL,
    solved INTEGER NOT NULL,
    tried_at BIGINT NOT NULL,
    PRIMARY KEY (player, puzzle)
);

CREATE TABLE puzzle_ratings (
    player BIGINT NOT NULL,
    game TEXT NOT NULL,
    mu BIGINT NOT NULL,
    sigma BIGINT NOT NULL,
    tries INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    PRIMARY KEY (player, game)
);
