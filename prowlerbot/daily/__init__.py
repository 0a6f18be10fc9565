"""The challenge of the day: its days, its luck, its tries and the comparison of their results.

A try is a match whose terms name the day. The transaction that begins the match stores the try, and
an index ensures that only one of a player's tries counts. The luck of the day is computed from a
secret of the host and from the moves so far. The transaction that ends the match stores the result.
"""
