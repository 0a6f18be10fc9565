"""The database: the SQL of matches and of all that one needs, and the migrations.

A change is stored in one short transaction under two guards. They are the revision that it was made
from, and the key (match, ply) of each new play. So a move is stored exactly once or not at all, in
one process or in many. The same transaction has whatever follows from the change: its duties, its
posts, and the result of a match that ends.

Results are numbered in the order in which matches ended; writers wait for each other. Ratings are a
pure function of the records in that order, and ``python -m prowlerbot rate`` finds the same digits.
"""
