-- The work at a review is a duty; its claim takes the place of the column busy, which also held the
-- pause of one that has failed.

INSERT INTO duties (subject, what, at, home)
 SELECT match, 'review', CASE WHEN failed > 0 THEN busy ELSE asked_at END, -1
 FROM reviews WHERE under_way = 1;

DROP INDEX reviews_under_way;

ALTER TABLE reviews DROP COLUMN busy;
ALTER TABLE reviews DROP COLUMN asked_at;
