-- The messages that call players to move, until the next ones take their place; and the reminders
-- that were sent: the key makes each of them go out once, whichever process is faster.

CREATE TABLE calls (
    match TEXT NOT NULL REFERENCES matches (id),
    channel BIGINT NOT NULL,
    message BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    stale INTEGER NOT NULL,
    PRIMARY KEY (channel, message)
);

CREATE INDEX calls_match ON calls (match);

INSERT INTO calls SELECT match, channel, ping, 0, 0 FROM boards WHERE ping <> 0;

ALTER TABLE boards DROP COLUMN ping;

CREATE TABLE reminders (
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    turn_at BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    reminder TEXT NOT NULL,
    PRIMARY KEY (match, seat, turn_at, ply, reminder)
);
