"""The machine: it plays any game of the registry through its contract.

It gets the view of its seat, never a position, and searches in processes of its own. Hints of a
game (``prowlerbot/core/game_parts.py``) make it stronger, and it plays without them.
"""
