-- What players and servers have chosen, as JSON text: kind is 'player' or 'server', id theirs.

CREATE TABLE preferences (
    kind TEXT NOT NULL,
    id BIGINT NOT NULL,
    chosen TEXT NOT NULL,
    PRIMARY KEY (kind, id)
);
