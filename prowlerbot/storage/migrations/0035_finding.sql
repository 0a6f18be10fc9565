-- Players who look for a match (prowlerbot/finding/), one wish each. A wish waits while until lies
-- ahead and proposal is empty; its row stays as what its player chose last. since is the place in
-- the queue, asked_at when the player asked, missed the questions in a row without an answer. The
-- channel is 0 where the bot cannot write.

CREATE TABLE wishes (
    player BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    wish TEXT NOT NULL,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT NOT NULL,
    missed INTEGER NOT NULL,
    proposal TEXT NOT NULL
);

CREATE INDEX wishes_until ON wishes (until) WHERE until > 0;

CREATE INDEX wishes_proposal ON wishes (proposal) WHERE proposal <> '';

-- Those put together are asked. A proposal is made, asking, playing or off; channel is where it is
-- asked and played, 0 for the chats of the bot with each. In a seat, guild and channel are where the
-- player asked, chat and message where they are asked, told what that message shows. A proposal
-- goes once all its messages show its end.

CREATE TABLE proposals (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    pace BIGINT NOT NULL,
    rated INTEGER NOT NULL,
    state TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    answer_by BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    match TEXT NOT NULL
);

CREATE TABLE proposal_seats (
    proposal TEXT NOT NULL REFERENCES proposals (id),
    player BIGINT NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    answer INTEGER NOT NULL,
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    chat BIGINT NOT NULL,
    message BIGINT NOT NULL,
    told TEXT NOT NULL,
    PRIMARY KEY (proposal, player)
);

CREATE INDEX proposal_seats_player ON proposal_seats (player);

-- Players avoid others: until then or, with 0, until they take it back. A no to a proposal keeps
-- two apart for a while in the same way.

CREATE TABLE avoided (
    player BIGINT NOT NULL,
    other BIGINT NOT NULL,
    name TEXT NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (player, other)
);

CREATE INDEX avoided_other ON avoided (other);
