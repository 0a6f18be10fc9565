"""Finding somebody to play with, and the players who avoid each other.

A player has one wish, which waits until a time. A duty puts together players who suit each other,
and stores a proposal only if none of their wishes has changed since it was read. Every change of
the queue is one transaction under one lock, and the transaction that closes a proposal also begins
its match. So a proposal becomes one match, however many processes work at it.

``finding_service.py`` has the only rule about players who begin no match together. Entries about
deleted players are stored under a keyed hash of the player's id, which each read computes again.
"""
