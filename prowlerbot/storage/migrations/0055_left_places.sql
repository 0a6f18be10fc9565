-- A running match that has moved is no longer played where it was before: the readers there see what
-- was shown, and nothing that follows. Where it began, lists still count it.
UPDATE showings SET standing = CASE WHEN message = (SELECT MIN(f.message) FROM showings f
    WHERE f.match = showings.match AND f.kind = 'board') THEN 'began' ELSE 'left' END
WHERE standing = 'played'
    AND EXISTS (SELECT 1 FROM matches m WHERE m.id = showings.match AND m.phase <> 'over')
    AND EXISTS (SELECT 1 FROM boards b WHERE b.match = showings.match
        AND b.channel <> showings.channel AND NOT EXISTS (SELECT 1 FROM showings w
            WHERE w.match = b.match AND w.channel = b.channel AND w.message = b.message
            AND w.audience <> 0 AND w.audience = showings.audience));
UPDATE showings SET standing = 'left' WHERE standing = 'shown'
    AND EXISTS (SELECT 1 FROM matches m WHERE m.id = showings.match AND m.phase <> 'over');
