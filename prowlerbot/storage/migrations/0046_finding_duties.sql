-- The search has duties: to put together those who wait, and to see to each proposal.

INSERT INTO duties (subject, what, at, home)
 SELECT 'finding', 'look', 0, -1 WHERE EXISTS (SELECT 1 FROM wishes WHERE until > 0);

INSERT INTO duties (subject, what, at, home)
 SELECT p.id, 'ask', 0, CASE WHEN p.guild <> 0 THEN p.guild ELSE COALESCE((
  SELECT s.guild FROM proposal_seats s WHERE s.proposal = p.id ORDER BY s.number LIMIT 1), 0) END
 FROM proposals p;
