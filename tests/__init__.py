"""The tests know the games of the house alone, whatever is installed beside them."""

import os

os.environ.setdefault("GAMES_FROM_OUTSIDE", "0")
