-- The day's challenge in a server is a post; the chore had the day of the latest one.

INSERT INTO messages
SELECT 'daily', SUBSTR(name, 12), '', REPLACE(REPLACE(told, '{"day": ', ''), '}', ''), 0,
    CAST(SUBSTR(name, 12) AS BIGINT), 0, 0, 'gone'
FROM chores WHERE name LIKE 'daily-post %';

DELETE FROM chores WHERE name LIKE 'daily-post %';
