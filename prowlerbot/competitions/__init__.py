"""Competitions: tournaments, leagues and ladders.

A competition is its terms and a record: a list of events in their order, such as entries,
check-ins, pairings and results. The state is the replay of the record (``course.py``), and the
standings are a function of it. The due step follows from the record and the clock alone; after its
events it is no longer due. Two guards keep changes apart: the revision that a change was made from,
and the number of each new event.

New pairings and their matches are stored in one transaction. The end of a match marks its pairing
and makes a step due; every later change of the competition first records the marked results. A
match of a competition always has a result: at the end of its round the clocks decide
(``prowlerbot/match/closing.py``).
"""
