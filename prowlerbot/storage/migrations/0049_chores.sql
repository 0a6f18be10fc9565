-- Duties say when a chore is due and who does it; what came of it stays.

ALTER TABLE chores DROP COLUMN due;
ALTER TABLE chores DROP COLUMN busy;

DELETE FROM chores WHERE name LIKE 'competitions %';
