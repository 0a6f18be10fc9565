-- A message that was begun is a post from now on; one that a stop has interrupted is told again, and
-- may come twice. Of the day's challenges the day is the part.

UPDATE follows SET due = 1 WHERE sending > 0;

DROP INDEX follows_sending;

ALTER TABLE follows DROP COLUMN sending;

UPDATE messages SET part = key, key = '' WHERE kind = 'daily';
