-- The latest day whose challenge was posted in each server. A message to a follower that was begun is
-- a post from now on; one that a stop has interrupted is told again, and may come twice.

INSERT INTO messages
SELECT 'daily', SUBSTR(c.name, 12), '', REPLACE(REPLACE(c.told, '{"day": ', ''), '}', ''), 0, 0, 0, 0, 'gone'
FROM chores c WHERE c.name LIKE 'daily-post %' AND c.told LIKE '{"day": %';

DELETE FROM chores WHERE name LIKE 'daily-post %';

UPDATE follows SET due = 1 WHERE sending > 0;

DROP INDEX follows_sending;

ALTER TABLE follows DROP COLUMN sending;
