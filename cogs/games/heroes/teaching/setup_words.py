"""The options of a challenge, explained to invited players."""

from __future__ import annotations

from collections.abc import Mapping

from prowlerbot.core.i18n import mark, tr

_OPTIONS = {
    "build": {
        "turns": mark("As in the rulebook, a round has up to 40 draft turns."),
        "live": mark("You build live: all at the same time from one pile, against the clock."),
    },
    "hand": {"free": mark("You can build what does not fit, and have to repair it.")},
    "length": {
        "short": mark("A short match of rounds 2 and 3 alone, with special pieces from the start.")
    },
}
"""Sentences by option and value; default values need none."""


def setup_words(options: Mapping[str, str]) -> str:
    """The options that differ from the default."""
    told = (words.get(options.get(name, ""), "") for name, words in _OPTIONS.items())
    return " ".join(tr(words) for words in told if words)
