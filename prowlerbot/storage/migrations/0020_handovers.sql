-- A shard goes from one living process to another without a pause: its lease names an heir and how
-- far the handover is (storage/shares.py), and last the interactions that the holder has begun,
-- joined by commas. A process that is about to end says so.

ALTER TABLE shard_leases ADD COLUMN heir TEXT NOT NULL DEFAULT '';
ALTER TABLE shard_leases ADD COLUMN stage INTEGER NOT NULL DEFAULT 0;
ALTER TABLE shard_leases ADD COLUMN begun TEXT NOT NULL DEFAULT '';
ALTER TABLE bot_processes ADD COLUMN leaving INTEGER NOT NULL DEFAULT 0;
