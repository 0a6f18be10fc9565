"""The challenge of the day: its days, its luck, its tries and their comparison.

A try is a match whose terms name the day. Its row is stored in the transaction that begins the
match, and an index lets one of a player's tries count. The luck of the day follows from a secret
of the host and from the moves so far. The change that ends the match stores the result.
"""
