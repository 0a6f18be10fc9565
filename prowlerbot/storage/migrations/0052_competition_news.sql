-- What competitions have posted are posts from now on. The part says where: '' is the channel of the
-- competition, else it is the id of a server or player.

INSERT INTO messages
SELECT 'news', c.id, 'main', '', c.created_at, c.guild, c.channel, c.message,
    CASE WHEN c.message > 0 THEN 'stands' WHEN c.shown < 0 THEN 'noted' ELSE 'gone' END
FROM competitions c WHERE c.guild <> 0;

-- In the channel itself: news, the event of the start, and that the host knows why it waits.

INSERT INTO messages
SELECT 'news', c.id, p.key, '', c.created_at, c.guild, c.channel,
    CASE p.key WHEN 'waits' THEN 0 ELSE CAST(p.value AS BIGINT) END,
    CASE WHEN p.key = 'waits' OR (p.key = 'event' AND EXISTS
            (SELECT 1 FROM json_each(c.posts) o WHERE o.key = 'event-over')) THEN 'gone'
        WHEN CAST(p.value AS BIGINT) > 0 THEN 'stands' ELSE 'noted' END
FROM competitions c CROSS JOIN json_each(c.posts) p
WHERE c.guild <> 0 AND p.key NOT LIKE '%@%' AND p.key NOT IN ('forgotten', 'event-over', 'event-named')
AND NOT (p.key = 'waits' AND CAST(p.value AS BIGINT) = 0);

-- A refused event has left no more than that.

INSERT INTO messages
SELECT 'news', c.id, 'event', '', c.created_at, c.guild, c.channel, 0, 'gone'
FROM competitions c CROSS JOIN json_each(c.posts) p WHERE c.guild <> 0 AND p.key = 'event-over'
ON CONFLICT (kind, subject, key, part) DO NOTHING;

-- In the channels of other servers, and in players' chats; -1 is refused.

INSERT INTO messages
SELECT 'news', c.id, RTRIM(RTRIM(p.key, '0123456789'), '@'),
    SUBSTR(p.key, LENGTH(RTRIM(p.key, '0123456789')) + 1), c.created_at,
    COALESCE(s.guild, 0), COALESCE(s.channel, 0),
    CASE WHEN CAST(p.value AS BIGINT) > 0 THEN CAST(p.value AS BIGINT) ELSE 0 END,
    CASE CAST(p.value AS BIGINT) WHEN 0 THEN 'noted' WHEN -1 THEN 'gone' ELSE 'stands' END
FROM competitions c CROSS JOIN json_each(c.posts) p
LEFT JOIN competition_servers s ON s.series = c.series
    AND CAST(s.guild AS VARCHAR) = SUBSTR(p.key, LENGTH(RTRIM(p.key, '0123456789')) + 1)
WHERE p.key LIKE '%@%' AND (s.guild IS NOT NULL
    OR RTRIM(RTRIM(p.key, '0123456789'), '@') NOT IN ('main', 'begin', 'end'));

INSERT INTO duties (subject, what, at, home)
SELECT c.id, 'stand', 0, c.guild FROM competitions c WHERE EXISTS
    (SELECT 1 FROM messages m WHERE m.kind = 'news' AND m.subject = c.id AND m.state = 'noted');

UPDATE competitions SET told = -2 WHERE told < revision;

ALTER TABLE competitions DROP COLUMN posts;

ALTER TABLE competitions DROP COLUMN message;
