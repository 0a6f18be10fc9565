-- A keyed hash of a player who has left and deleted their data, empty where nobody has or where it
-- cannot matter any more: by it a tournament and a league know somebody who wants to enter again.

ALTER TABLE competition_players ADD COLUMN left_key TEXT NOT NULL DEFAULT '';

-- Whether somebody hosts the competition who did not run the server as it was created; of those
-- before this column nobody knows.

ALTER TABLE competitions ADD COLUMN by_member INTEGER NOT NULL DEFAULT 0;
