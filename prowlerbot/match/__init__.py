"""The life of a match, pure: no clock, no database, no Discord.

A match is a game, a set-up and a list of plays. Its position is always the replay of that record
(``prowlerbot/core/record.py``), so no state can disagree with it. A function here takes a match
and returns the next one, or raises a ``Refused``.

A takeback moves plays to a list of their own, and ``Match.moment``, which buttons carry, rises with
it. So a late press never repeats a move that was taken back. Plans and standing orders are made in
the same change as the move that they answer. A secret change raises the revision, but leaves
``changed_at`` as it is, so lists that others read stay the same.
"""
