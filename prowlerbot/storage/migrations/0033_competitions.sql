-- Competitions: terms, and the events of their record in the order in which they came, as JSON text.
-- due is when the next step falls due, null for never; revision counts all stored changes. The first
-- season of a league or ladder names the series.

CREATE TABLE competitions (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    about TEXT NOT NULL,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    host BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    options TEXT NOT NULL,
    pace BIGINT NOT NULL,
    terms TEXT NOT NULL,
    series TEXT NOT NULL,
    season INTEGER NOT NULL,
    pause BIGINT NOT NULL,
    revision INTEGER NOT NULL,
    format TEXT NOT NULL,
    ended INTEGER NOT NULL,
    due BIGINT,
    message BIGINT NOT NULL,
    shown INTEGER NOT NULL
);

CREATE INDEX competitions_due ON competitions (due) WHERE due IS NOT NULL;

CREATE UNIQUE INDEX competitions_series ON competitions (series, season);

CREATE INDEX competitions_guild ON competitions (guild, ended, created_at);

CREATE INDEX competitions_host ON competitions (host, ended);

CREATE TABLE competition_events (
    competition TEXT NOT NULL REFERENCES competitions (id),
    number INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (competition, number)
);

-- Who has ever entered, with the name last seen; present is 0 for those who have left.

CREATE TABLE competition_players (
    competition TEXT NOT NULL REFERENCES competitions (id),
    player BIGINT NOT NULL,
    name TEXT NOT NULL,
    present INTEGER NOT NULL,
    PRIMARY KEY (competition, player)
);

CREATE INDEX competition_players_player ON competition_players (player, present);

-- The match of each pairing. todo is 1 once it is over and the record lacks its result, and 2 while it
-- runs on although a player has left the competition.

CREATE TABLE competition_matches (
    competition TEXT NOT NULL REFERENCES competitions (id),
    pairing INTEGER NOT NULL,
    match TEXT NOT NULL UNIQUE REFERENCES matches (id),
    todo INTEGER NOT NULL,
    PRIMARY KEY (competition, pairing)
);

CREATE INDEX competition_matches_todo ON competition_matches (competition) WHERE todo > 0;

-- When the bot itself claims a late move of a match of a competition; 0 for never.

ALTER TABLE matches ADD COLUMN claim_at BIGINT NOT NULL DEFAULT 0;

CREATE INDEX matches_claim ON matches (claim_at) WHERE claim_at > 0;
