-- The hints that players took from the machine, as JSON (match/match.py, HintTaken).

ALTER TABLE matches ADD COLUMN hints TEXT NOT NULL DEFAULT '[]';
