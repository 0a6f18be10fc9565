-- Seats of people who were asked and have not joined, of the machine (player 0 with a level) and of
-- nobody yet (player 0 without one); what was chosen with a seat; and the decision of each seat:
-- since when it is awaited, the public moment and the own step at which it stands, and how many of
-- the seat's plays nobody else has seen.

UPDATE matches SET phase = 'lobby' WHERE phase = 'challenged';

ALTER TABLE seats ADD COLUMN level TEXT;

ALTER TABLE seats ADD COLUMN joined INTEGER NOT NULL DEFAULT 1;

ALTER TABLE seats ADD COLUMN choice TEXT NOT NULL DEFAULT '';

ALTER TABLE seats ADD COLUMN since BIGINT NOT NULL DEFAULT 0;

ALTER TABLE seats ADD COLUMN moment INTEGER NOT NULL DEFAULT 0;

ALTER TABLE seats ADD COLUMN own INTEGER NOT NULL DEFAULT 0;

ALTER TABLE seats ADD COLUMN concealed INTEGER NOT NULL DEFAULT 0;

UPDATE seats SET
    joined = CASE WHEN match IN (
        SELECT id FROM matches WHERE phase = 'lobby' AND challenger <> seats.seat
    ) THEN 0 ELSE 1 END,
    since = (SELECT turn_at FROM matches WHERE id = seats.match),
    moment = (SELECT COUNT(*) FROM plays WHERE plays.match = seats.match)
        + 2 * (SELECT COUNT(*) FROM takebacks WHERE takebacks.match = seats.match);

CREATE INDEX seats_since ON seats (since);

-- Which decision of its seat a play answered, so that a press that comes twice is known again.

ALTER TABLE plays ADD COLUMN moment INTEGER NOT NULL DEFAULT -1;

ALTER TABLE plays ADD COLUMN own INTEGER NOT NULL DEFAULT 0;

UPDATE plays SET moment = ply + 2 * COALESCE((
    SELECT MAX(number) + 1 FROM takebacks t WHERE t.match = plays.match AND t.ply <= plays.ply
), 0);

-- A call is about the decision of a seat, or about all of a match for seat 0; a reminder likewise.

ALTER TABLE calls RENAME COLUMN ply TO moment;

ALTER TABLE calls ADD COLUMN seat INTEGER NOT NULL DEFAULT 0;

CREATE TABLE reminded (
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    since BIGINT NOT NULL,
    moment INTEGER NOT NULL,
    reminder TEXT NOT NULL,
    PRIMARY KEY (match, seat, since, moment, reminder)
);

INSERT INTO reminded SELECT match, seat, turn_at, ply, reminder FROM reminders;

DROP TABLE reminders;

ALTER TABLE reminded RENAME TO reminders;
