-- Who had a message posted, 0 if nobody or if they have had their data deleted; and which moment of a
-- match, or which result, it shows in which way, so that it stands once in a channel.

ALTER TABLE showings ADD COLUMN shown_by BIGINT NOT NULL DEFAULT 0;

ALTER TABLE showings ADD COLUMN moment TEXT NOT NULL DEFAULT '';

CREATE INDEX showings_shown_by ON showings (shown_by) WHERE shown_by <> 0;
