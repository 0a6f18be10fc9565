-- Which seat asked for the match; what one player has asked the others, as JSON text; the plays that
-- were taken back, in that order; and the challenge that was made as the rematch of a match.

ALTER TABLE matches ADD COLUMN challenger INTEGER NOT NULL DEFAULT 1;

ALTER TABLE matches ADD COLUMN question TEXT;

CREATE TABLE takebacks (
    match TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    move TEXT NOT NULL,
    taken_at BIGINT NOT NULL,
    PRIMARY KEY (match, number)
);

-- The key lets one rematch follow upon a match, whoever asks for it and however often.
CREATE TABLE rematches (
    match TEXT PRIMARY KEY REFERENCES matches (id),
    rematch TEXT NOT NULL REFERENCES matches (id)
);
