-- The lower end of a rating's range, by which leaderboards are ordered, in the ratings of players who
-- are found everywhere; NULL in all others. So a page of the leaderboard of all servers reads an index.

ALTER TABLE ratings ADD COLUMN bound BIGINT;

UPDATE ratings SET bound = mu - 2 * sigma WHERE player IN (
    SELECT id FROM preferences WHERE kind = 'player' AND chosen LIKE '%"seen": "everywhere"%'
);

CREATE INDEX ratings_everywhere ON ratings (game, bound DESC, mu DESC, player)
 WHERE bound IS NOT NULL;

DROP INDEX preferences_everywhere;
