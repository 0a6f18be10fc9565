"""Finding somebody to play with, and the players who avoid each other.

A player has one wish, which waits until a time. A duty puts together those who suit each other,
and stores a proposal only if all of them still wait as they were read. Every change of the queue
is one transaction under one lock, and the match begins in the transaction that closes its
proposal, so one match comes of it, however many processes look or answer.

``avoidance_service.py`` has the only rule about which players begin no match together. Entries
about deleted players go on under a keyed hash, which each look computes again.
"""
