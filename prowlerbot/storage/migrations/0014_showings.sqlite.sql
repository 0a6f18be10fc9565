-- Every message in which the bot has shown a match, or somebody's card, to all who see a place. The
-- audience is the channel whose viewers see the place too, 0 where the bot cannot know them. How it
-- stands: 'played' if the match was not over yet, 'shown' if it was, 'quoted' if that opens the match
-- to nobody. A stale one has a name in it that is to be taken out.

CREATE TABLE showings (
    channel BIGINT NOT NULL,
    message BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    audience BIGINT NOT NULL,
    kind TEXT NOT NULL,
    match TEXT NOT NULL,
    player BIGINT NOT NULL,
    standing TEXT NOT NULL,
    stale INTEGER NOT NULL,
    PRIMARY KEY (match, player, channel, message)
);

CREATE INDEX showings_player ON showings (player);

CREATE INDEX showings_stale ON showings (stale) WHERE stale <> 0;

INSERT INTO showings
SELECT channel, message, guild, CASE reach WHEN 'member' THEN channel ELSE 0 END, 'board', match, 0,
    'played', 0
FROM boards;

-- What each player of a finished match wants: it is public if one does and none is against it.

CREATE TABLE publicity (
    match TEXT NOT NULL REFERENCES matches (id),
    player BIGINT NOT NULL,
    public INTEGER NOT NULL,
    PRIMARY KEY (match, player)
);

CREATE INDEX publicity_player ON publicity (player);

-- To be on no leaderboard is now to be seen nowhere.

UPDATE preferences
SET chosen = json_set(json_remove(chosen, '$.listed'), '$.seen', 'nowhere')
WHERE kind = 'player' AND json_extract(chosen, '$.listed') = 0;
