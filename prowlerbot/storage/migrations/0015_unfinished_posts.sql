-- Messages and threads that are being made to show a match. A row is written before Discord is asked
-- and goes once the board is known, so what a crash or a lost reply leaves behind is found again.
-- root is the message that a thread is to hang on, whose id the thread then has; 0 for a message.

CREATE TABLE unfinished_posts (
    match TEXT NOT NULL REFERENCES matches (id),
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    root BIGINT NOT NULL,
    began_at BIGINT NOT NULL,
    PRIMARY KEY (match, channel, root)
);

-- Who is told that a match is over is called as the seat below zero from now on; who was told before
-- is not known.

UPDATE calls SET seat = -1 WHERE seat = 0 AND match IN (SELECT id FROM matches WHERE phase = 'over');
