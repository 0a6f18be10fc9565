"""The shared core: games, matches, their store. It knows neither Discord nor Pillow."""

__version__ = "0.3.0"
"""The version of the whole bot; it is stated only here. A release is the tag of this name."""
