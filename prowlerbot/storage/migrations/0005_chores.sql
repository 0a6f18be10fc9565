-- What the bot does by itself now and then, whichever process comes to it. due is when it is to be
-- done next, busy until when nobody else shall begin it, told what came of it as JSON text.

CREATE TABLE chores (
    name TEXT PRIMARY KEY,
    due BIGINT NOT NULL,
    busy BIGINT NOT NULL,
    told TEXT NOT NULL
);
