-- What falls due without a press: a look at a subject, such as a match, at that time. home is the
-- server whose process looks, null for that of the match's board and -1 for any process. number rises
-- with each claim and each change, so a claim ends with a change of its subject.

CREATE TABLE duties (
    subject TEXT NOT NULL,
    what TEXT NOT NULL,
    at BIGINT NOT NULL,
    home BIGINT,
    number BIGINT NOT NULL DEFAULT 0,
    claimed_until BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (subject, what)
);

CREATE INDEX duties_due ON duties (what, at);

-- The bot computes the duties of these matches after its start, some at a time.

INSERT INTO duties (subject, what, at)
 SELECT m.id, 'compute', 0 FROM matches m WHERE m.phase IN ('lobby', 'playing')
 OR m.changed_at >= (SELECT MAX(o.changed_at) FROM matches o) - 3600
 OR EXISTS (SELECT 1 FROM boards b WHERE b.match = m.id AND b.shown < b.wanted
  AND b.message <> 0 AND b.reach = 'member');

INSERT INTO duties (subject, what, at, home)
 SELECT id, 'step', due, guild FROM competitions WHERE due IS NOT NULL;

INSERT INTO duties (subject, what, at, home)
 SELECT id, 'tell', 0, guild FROM competitions WHERE shown < revision OR told < revision;

DROP INDEX matches_remind;
DROP INDEX matches_claim;
DROP INDEX matches_machine_due;
DROP INDEX matches_stopwatch;
DROP INDEX seats_by_offer;
DROP INDEX seats_concealed;
DROP INDEX competitions_due;
DROP INDEX competitions_behind;

ALTER TABLE matches DROP COLUMN remind_at;
ALTER TABLE matches DROP COLUMN claim_at;
ALTER TABLE matches DROP COLUMN machine_due;
ALTER TABLE competitions DROP COLUMN due;
