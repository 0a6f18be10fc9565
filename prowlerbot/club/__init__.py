"""The club: the year of a server, its records, and the players who wait for its next competition.

It names nobody who does not want to be found, nobody who is barred, and nobody who has deleted
their data.
"""
