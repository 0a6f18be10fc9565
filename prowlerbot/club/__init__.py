"""The club: what a server remembers of its competitions and matches, and who waits for the next.

It names nobody who does not want to be found, nobody who is barred, and nobody who has deleted
their data.
"""
