-- A message to a follower that was begun is a post from now on; one that a stop has interrupted is told
-- again, and may come twice.

UPDATE follows SET due = 1 WHERE sending > 0;

DROP INDEX follows_sending;

ALTER TABLE follows DROP COLUMN sending;
