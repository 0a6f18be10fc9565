-- Whether somebody has used a power over others in a competition, whom it does not let in any more. Of
-- those before this column nobody knows. Such a row has no name if they have not entered.

ALTER TABLE competition_players ADD COLUMN acted INTEGER NOT NULL DEFAULT 0;
