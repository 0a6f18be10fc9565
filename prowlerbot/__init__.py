"""The shared core: games, matches, their store. It knows neither Discord nor Pillow."""
