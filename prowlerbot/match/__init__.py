"""The life of a match, pure: no clock, no database, no Discord.

A match is a game, a set-up and a list of plays. Its position is always the replay of that record
(``prowlerbot/core/record.py``), so no state can disagree with it. A function here takes a match
and returns the next one.

A ``Decision`` is something that a seat has to decide: since when, from which public moment on, and
with how many steps that nobody else has seen. A press is late if the decision is younger than the
message that was pressed. So no secret step of one seat makes a press of another one late.

A takeback moves plays to a list of their own, and ``Match.moment``, which buttons carry, rises
with it: a late press never repeats a move that was taken back. Plans and standing orders are made
in the same change as the move that they answer. What nobody else may see changes the revision,
but not ``changed_at``, so no list that others read moves.
"""
