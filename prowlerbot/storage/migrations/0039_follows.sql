-- Who follows which match, from which the player wants its turning points and its end by direct
-- message. told is the number of public plays that they know of, -1 once they know of the end and wait
-- for a review. A change of the match makes a row due. sending is the time at which a message was
-- begun, 0 for none: after a kill the bot looks in the chat whether it arrived.

CREATE TABLE follows (
    match TEXT NOT NULL,
    player BIGINT NOT NULL,
    followed_at BIGINT NOT NULL,
    told INTEGER NOT NULL,
    due INTEGER NOT NULL DEFAULT 0,
    sending BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (match, player)
);

CREATE INDEX follows_player ON follows (player);

CREATE INDEX follows_due ON follows (match) WHERE due = 1;

CREATE INDEX follows_ended ON follows (followed_at) WHERE told < 0;

CREATE INDEX follows_sending ON follows (sending) WHERE sending > 0;
