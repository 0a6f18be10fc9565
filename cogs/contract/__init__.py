"""The interface that a game implements to be played in Discord; only games and the rooms above them
know it.
"""
