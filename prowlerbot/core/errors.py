"""The errors of requests from outside: a small tree of exceptions with sentences."""

from collections.abc import Iterator
from contextlib import contextmanager

MAX_QUOTE_LENGTH = 300
"""Characters of a value in a sentence; the rest is cut off."""


class Refused(Exception):
    """A request from outside cannot be done; the text is for the person who asked.

    ``template`` is one English sentence with ``{fields}``; ``str()`` fills them in. They are
    separate so that a translation can replace the template. A field may be a tuple, shown as a
    list, another Refused, or a marked message: these are translated too.
    """

    def __init__(self, template: str, **fields: object) -> None:
        super().__init__(template)
        self.template = template
        self.fields = fields

    def __str__(self) -> str:
        return self.template.format(**{name: _quote(value) for name, value in self.fields.items()})


def _quote(value: object) -> str:
    """A value as part of a sentence: any input becomes one line of readable length."""
    if isinstance(value, tuple):
        return ", ".join(map(_quote, value))
    text = str(value)
    if isinstance(value, Refused):  # a sentence of the bot, whose quotes are shortened already
        return text
    if len(text) > MAX_QUOTE_LENGTH:
        text = text[:MAX_QUOTE_LENGTH] + "…"
    return text if text.isprintable() else "".join(c if c.isprintable() else "�" for c in text)


class BadSetup(Refused):
    """A set-up text from which the game cannot start."""


@contextmanager
def reading_setup() -> Iterator[None]:
    """Turn a BadSetup about a part of a set-up, raised inside, into a sentence."""
    try:
        yield
    except BadSetup as problem:
        raise BadSetup("This set-up is not possible: {problem}.", problem=problem) from None


class IllegalMove(Refused):
    """A move that is not among the legal ones, or no move at all."""


class GameMissing(Refused):
    """A match or a competition waits for its game, which is not installed."""


class GameFailed(Refused):
    """A game has raised an error in a match, which stays as it was; the log has the error."""

    def __init__(self) -> None:
        super().__init__(
            "The game has failed in this match, so the match waits. Its moves are kept, and the"
            " host of the bot finds the reason in the log."
        )


class BadRecord(Refused):
    """A record that does not replay, or that contradicts its replay."""


class NoRecord(BadRecord):
    """Input that cannot even be read as a record."""


class Denied(Refused):
    """The match does not allow this person to do this now."""


class Stale(Denied):
    """The match has moved on since the player saw it: a late press, or one that came twice."""


class NotFound(Refused):
    """There is no such match or game, or this person may not see it."""


class Hopeless(Refused):
    """An error that a retry cannot mend: somebody has to change something first."""


class StoreError(Refused):
    """The database cannot be used as it is."""


class BadDatabase(StoreError, Hopeless):
    """The bot cannot start on this database before somebody changes it, or the settings."""


class Unusable(StoreError):
    """The whole database cannot be used, not only the data of one match."""
