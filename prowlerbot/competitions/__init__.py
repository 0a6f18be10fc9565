"""Competitions: tournaments, leagues and ladders.

A competition is its terms and a list of events, in the order in which they came: entries,
check-ins, pairings, results. Its state is the replay of that list (``course.py``), and its
standings are a function of it. Which step is due follows from the record and the clock alone, and
the events of a step make it due no more. Each change is stored under the revision that it was made
from and the number of each new event.

New pairings, their matches and the notes of their messages are stored in one transaction. The
change that ends a match marks its pairing and makes a step due; every later change of the
competition takes the marked results first. A match of a competition always has a result: at the
end of its round the clocks decide (``prowlerbot/match/closing.py``).
"""
