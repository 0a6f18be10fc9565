-- A server that wants the day's challenge posted has a duty for it.

INSERT INTO duties (subject, what, at, home)
 SELECT CAST(id AS VARCHAR), 'daily post', 0, id FROM preferences
 WHERE kind = 'server' AND chosen LIKE '%"daily_channel": %';
