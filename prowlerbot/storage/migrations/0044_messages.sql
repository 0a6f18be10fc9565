-- Messages of the bot that shall stand once (prowlerbot/core/posts.py). subject is what a message is
-- about, key what about that, part which of several. Ids are 0 while unknown. state is 'noted' (it shall
-- stand, and may do so from begun_at on), 'stands', 'outdated' (it shall go) or 'gone' (never again). The
-- duty 'stand' of the subject goes on with what is noted or outdated.

CREATE TABLE messages (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    key TEXT NOT NULL,
    part TEXT NOT NULL,
    begun_at BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    message BIGINT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (kind, subject, key, part)
);

CREATE INDEX messages_waiting ON messages (subject) WHERE state IN ('noted', 'outdated');

-- Calls that stand. The key is the seat and the moment.

INSERT INTO messages
SELECT 'call', c.match, CAST(c.seat AS VARCHAR) || ':' || CAST(c.moment AS VARCHAR),
    'old:' || CAST(c.message AS VARCHAR), 0, COALESCE(b.guild, 0), c.channel, c.message,
    CASE c.stale WHEN 0 THEN 'stands' ELSE 'outdated' END
FROM calls c LEFT JOIN boards b ON b.match = c.match;

-- Calls to a present decision that were begun and not noted as sent, then those that were sent or are
-- needless; at last whoever has just come to move and was at the board, or whose call is on its way.

INSERT INTO messages
SELECT 'call', r.match, CAST(r.seat AS VARCHAR) || ':' || CAST(r.moment AS VARCHAR),
    CASE r.reminder WHEN 'turn begun' THEN 'turn'
        ELSE REPLACE(r.reminder, ' begun', '') || ':' || CAST(r.since AS VARCHAR) END,
    r.since, COALESCE(b.guild, 0), 0, 0, 'noted'
FROM reminders r
JOIN seats s ON s.match = r.match AND s.seat = r.seat AND s.since = r.since AND s.moment = r.moment
LEFT JOIN boards b ON b.match = r.match
WHERE r.reminder IN ('turn begun', 'half begun', 'last begun');

INSERT INTO messages
SELECT 'call', r.match, CAST(r.seat AS VARCHAR) || ':' || CAST(r.moment AS VARCHAR),
    CASE r.reminder WHEN 'turn' THEN 'turn' ELSE r.reminder || ':' || CAST(r.since AS VARCHAR) END,
    r.since, COALESCE(b.guild, 0), 0, 0, 'gone'
FROM reminders r
JOIN seats s ON s.match = r.match AND s.seat = r.seat AND s.since = r.since AND s.moment = r.moment
LEFT JOIN boards b ON b.match = r.match
WHERE r.reminder IN ('turn', 'half', 'last', 'awaited')
ON CONFLICT (kind, subject, key, part) DO NOTHING;

INSERT INTO messages
SELECT 'call', r.match, CAST(100 + r.seat AS VARCHAR) || ':0', 'seat:' || CAST(r.moment AS VARCHAR),
    r.since, COALESCE(b.guild, 0), 0, 0, 'gone'
FROM reminders r JOIN matches m ON m.id = r.match AND m.phase = 'playing'
LEFT JOIN boards b ON b.match = r.match
WHERE r.reminder = 'seat'
ON CONFLICT (kind, subject, key, part) DO NOTHING;

INSERT INTO messages
SELECT 'call', s.match, CAST(s.seat AS VARCHAR) || ':' || CAST(s.moment AS VARCHAR), 'turn',
    s.since, COALESCE(b.guild, 0), 0, 0, 'noted'
FROM seats s JOIN matches m ON m.id = s.match AND m.phase = 'playing'
LEFT JOIN boards b ON b.match = s.match
WHERE s.player > 0 AND s.since >= (SELECT MAX(changed_at) - 900 FROM matches)
AND NOT EXISTS (SELECT 1 FROM calls c WHERE c.match = s.match AND c.moment = s.moment
    AND c.seat IN (0, s.seat))
ON CONFLICT (kind, subject, key, part) DO NOTHING;

INSERT INTO duties (subject, what, at)
SELECT DISTINCT subject, 'stand', 0 FROM messages WHERE state IN ('noted', 'outdated');

DROP TABLE reminders;

DROP TABLE calls;
