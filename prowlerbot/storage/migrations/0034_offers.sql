-- Seats that their players have left and that are offered to people; the time is in epoch seconds.

ALTER TABLE seats ADD COLUMN offered BIGINT NOT NULL DEFAULT 0;
CREATE INDEX seats_by_offer ON seats (offered) WHERE offered > 0;

-- Who had a seat before its player took it, and how many of the seat's plays are theirs.

CREATE TABLE former_players (
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    player BIGINT NOT NULL,
    name TEXT NOT NULL,
    plays INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
);
CREATE INDEX former_players_by_player ON former_players (player);
