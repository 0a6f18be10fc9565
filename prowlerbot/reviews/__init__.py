"""Reviews: how well a match was played, what it turned on, and other moves tried in it.

A review is computed once for all readers, from the record alone, and stored with seats and moves
but without names. A duty computes it in pieces, and each piece is stored only while the claim of
its process holds, so a crash loses one piece. The board of a costly move is the one that its seat
saw then.
"""
