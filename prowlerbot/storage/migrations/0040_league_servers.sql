-- The servers that take part in a league of all servers, and the channel of each where it is told.

CREATE TABLE competition_servers (
    series TEXT NOT NULL,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    PRIMARY KEY (series, guild)
);

CREATE INDEX competition_servers_guild ON competition_servers (guild);
