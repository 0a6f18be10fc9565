-- What a competition has told its channel: posts has the id of each message by its key, 0 while it is
-- about to be posted, and told is the revision whose news all stand.

ALTER TABLE competitions ADD COLUMN posts TEXT NOT NULL DEFAULT '{}';

ALTER TABLE competitions ADD COLUMN told INTEGER NOT NULL DEFAULT -1;

CREATE INDEX competitions_behind ON competitions (id) WHERE shown < revision OR told < revision;
