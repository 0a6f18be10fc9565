"""Reviews: the quality of play in a match, its turning points, and other moves tried in it.

A review is computed once for all readers, from the record alone. It is stored with seats and moves
but without names. A duty computes it in pieces. A process stores a piece only while it holds the
claim of the duty, so a crash loses at most one piece. The board of a costly move shows what its
seat saw at that time.
"""
