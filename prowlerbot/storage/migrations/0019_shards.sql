-- Which process serves which part of Discord. There is a row for each shard, so their number is the
-- number of shards; a lease without a holder is free. Times are milliseconds of the server's clock. A
-- file has one process, so these tables stay empty there.

CREATE TABLE shard_leases (
    shard INTEGER PRIMARY KEY,
    holder TEXT NOT NULL,
    number BIGINT NOT NULL,
    held_until BIGINT NOT NULL
);

CREATE TABLE bot_processes (
    id TEXT PRIMARY KEY,
    seen_until BIGINT NOT NULL
);

CREATE TABLE identify_times (
    bucket INTEGER PRIMARY KEY,
    last BIGINT NOT NULL
);
