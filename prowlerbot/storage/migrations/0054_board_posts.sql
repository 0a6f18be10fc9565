-- Boards and threads are noted as messages while they are about to stand; 'boards' has those that do.
-- key is the channel or thread, or 0 where nobody can look for the message; part is 'own' for a board
-- that the bot posts by itself, else the time of the answer.

INSERT INTO messages (kind, subject, key, part, begun_at, guild, channel, message, state)
SELECT CASE u.root WHEN 0 THEN 'board' ELSE 'thread' END, u.match,
    CAST(CASE u.root WHEN 0 THEN u.channel ELSE u.root END AS VARCHAR),
    CASE WHEN u.root = 0 AND (EXISTS (SELECT 1 FROM competition_matches c WHERE c.match = u.match)
        OR EXISTS (SELECT 1 FROM proposals p WHERE p.match = u.match)) THEN 'own'
        ELSE CAST(u.began_at AS VARCHAR) END,
    u.began_at, u.guild, CASE u.root WHEN 0 THEN u.channel ELSE u.root END, 0, 'noted'
FROM unfinished_posts u;

-- Boards of competitions and of the search that nobody has noted yet: one may stand all the same.

INSERT INTO messages (kind, subject, key, part, begun_at, guild, channel, message, state)
SELECT 'board', m.id, CAST(c.channel AS VARCHAR), 'own', m.created_at, c.guild, c.channel, 0, 'noted'
FROM competitions c
JOIN competition_matches l ON l.competition = c.id
JOIN matches m ON m.id = l.match AND m.phase = 'playing'
WHERE c.ended = 0 AND c.guild <> 0 AND NOT EXISTS (SELECT 1 FROM boards b WHERE b.match = m.id)
ON CONFLICT (kind, subject, key, part) DO NOTHING;

INSERT INTO messages (kind, subject, key, part, begun_at, guild, channel, message, state)
SELECT 'board', m.id, CAST(p.channel AS VARCHAR), 'own', m.created_at, p.guild, p.channel, 0, 'noted'
FROM proposals p JOIN matches m ON m.id = p.match AND m.phase = 'playing'
WHERE p.channel <> 0 AND NOT EXISTS (SELECT 1 FROM boards b WHERE b.match = m.id)
ON CONFLICT (kind, subject, key, part) DO NOTHING;

-- Challenges where the bot can only answer: whether anybody sees them is known after 16 minutes.

INSERT INTO messages (kind, subject, key, part, begun_at, guild, channel, message, state)
SELECT 'board', m.id, '0', CAST(m.created_at AS VARCHAR), m.created_at + 960, 0, 0, 0, 'noted'
FROM matches m
WHERE m.phase = 'lobby' AND NOT EXISTS (SELECT 1 FROM boards b WHERE b.match = m.id)
AND NOT EXISTS (SELECT 1 FROM unfinished_posts u WHERE u.match = m.id);

INSERT INTO duties (subject, what, at, home)
SELECT subject, 'stand', 0, MAX(guild) FROM messages
WHERE kind IN ('board', 'thread') GROUP BY subject
ON CONFLICT (subject, what) DO UPDATE SET number = duties.number + 1, claimed_until = 0, at = 0;

DROP TABLE unfinished_posts;
