"""The account of a match in words: its latest events, and its position."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from cogs.contract import plain_words
from cogs.contract.screen import ALT_LIMIT, TEXT_LIMIT
from cogs.contract.sentences import (
    Event,
    NoSentence,
    Part,
    Sentences,
    shortened,
    told,
    with_headings,
)
from prowlerbot.core.game import AnyView
from prowlerbot.match.match import Ranks


class Account:
    """A game states its events and the parts of a position; all texts about them follow."""

    sentences: Mapping[str, Sentences] = plain_words.SENTENCES
    """The sentences of each kind of event."""
    between_events = ", "
    """The text between the short sentences of events in one line."""
    longest_caption_name = 14
    """Letters of a name in a caption."""

    # ------------------------------------------------------------------ the latest events

    def events(self, views: Sequence[AnyView]) -> Iterable[Event]:
        """The effects of the last move; ``views`` has at least two. The move may be a preview."""
        return plain_words.events(views, self.move_words)

    def marked(self, view: AnyView, seat: int, names: Sequence[str]) -> str:
        """A player in a long sentence, bold; games add the sign of the seat."""
        return f"**{names[seat - 1]}**"

    def told_apart(self, view: AnyView, names: Sequence[str]) -> Sequence[str]:
        """Plain names, with an addition to those that several players share."""
        return names

    def news(self, views: Sequence[AnyView], names: Sequence[str]) -> str:
        """The events of the last move, one a line; empty before the first."""
        if len(views) < 2:
            return ""
        marked = partial(self.marked, views[-1], names=names)
        return "\n".join(self._told(views, names, marked))

    def recap(self, views: Sequence[AnyView], names: Sequence[str]) -> str:
        """The same as one short line that names the mover, without markdown of its own and without
        a full stop.

        For calls, captions and the strip of a picture. Empty before the first move, and if nobody
        moved in the open.
        """
        if len(views) < 2:
            return ""
        apart = self.told_apart(views[-1], names)
        return self.between_events.join(self._told(views, apart))

    def _told(
        self,
        views: Sequence[AnyView],
        names: Sequence[str],
        marked: Callable[[int], str] | None = None,
    ) -> list[str]:
        try:
            return told(self.events(views), self.sentences, names, marked)
        except NoSentence as error:
            face, file = type(self).__name__, inspect.getfile(type(self))
            raise NoSentence(f"`sentences` of {face}: {error}. ({file})") from error

    def captions(self, views: Sequence[AnyView], names: Sequence[str]) -> list[str]:
        """The words below each move of an animation."""
        most = self.longest_caption_name
        cut = [name if len(name) <= most else f"{name[: most - 1]}." for name in names]
        return [self.recap(views[:at], cut) for at in range(2, len(views) + 1)]

    # ------------------------------------------------------------------ the position

    def parts(self, view: AnyView, names: Sequence[str], ended: Ranks | None) -> Sequence[Part]:
        """The position in words, in a fixed order, each fact in one part; names are plain."""
        running = view.outcome is None and ended is None
        turn = plain_words.to_decide(plain_words.deciding(view, names)) if running else ""
        lines = [*self.lines(view, names), self.result(view, names) or turn]
        return [Part(line, at) for at, line in enumerate(filter(None, lines))]

    def lines(self, view: AnyView, names: Sequence[str]) -> Sequence[str]:
        """The position in words, one fact a line, without markdown; names are plain.

        The default picture shows them, and screen readers speak them.
        """
        return plain_words.facts(view)

    def result(self, view: AnyView, names: Sequence[str]) -> str:
        """The winner of a match that was played out, and the margin, in one short line.

        Empty before the end.
        """
        return plain_words.verdict(view.outcome, names) if view.outcome is not None else ""

    def describe(self, view: AnyView, names: Sequence[str], ended: Ranks | None = None) -> str:
        """The whole position in words, in a fixed order, at most 4,000 characters."""
        return with_headings(self.parts(view, names, ended))[:TEXT_LIMIT]

    def brief(self, view: AnyView, names: Sequence[str], ended: Ranks | None = None) -> str:
        """The position in words, at most 1,024 characters: enough to move by."""
        return shortened(self.parts(view, names, ended), ALT_LIMIT)

    # ------------------------------------------------------------------ moves in words

    def move_words(self, view: AnyView, move: str) -> str:
        """A move in the players' words, within a sentence; at most 40 characters.

        Any player may have made it, so the view may list no moves.
        """
        return move
