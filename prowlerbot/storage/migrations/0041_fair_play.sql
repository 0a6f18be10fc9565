-- Which version of the rules of ranks and ratings the result of a match counts by; a match gets the
-- present one as it ends. All that have ended so far keep the first.

ALTER TABLE matches ADD COLUMN rules INTEGER NOT NULL DEFAULT 1;

-- How many matches of the same players had counted on the day of a result as it was entered, null
-- where that makes no difference: once somebody's data is deleted, nothing else tells.

ALTER TABLE results ADD COLUMN today INTEGER;

-- The seats with secret steps: few, as they are only in stages that several decide at once.

CREATE INDEX seats_concealed ON seats (match) WHERE concealed > 0;
