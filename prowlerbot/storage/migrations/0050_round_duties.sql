-- To tell the followers of a match, and to remove names from the messages in a server, are duties.

INSERT INTO duties (subject, what, at) SELECT DISTINCT match, 'follow', 0 FROM follows;

INSERT INTO duties (subject, what, at, home)
 SELECT DISTINCT CAST(guild AS VARCHAR), 'scrub', 0, guild FROM showings WHERE stale <> 0;

DROP INDEX follows_due;
DROP INDEX follows_ended;

ALTER TABLE follows DROP COLUMN due;
