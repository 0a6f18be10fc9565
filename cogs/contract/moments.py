"""A moment of a match as reviews and hints tell it: its number, a move made there, its places."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from cogs.contract.screen import Drawing, Look
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import tr


class Moments:
    """Each game overrides what it can tell; it gets views of its own game only."""

    def moment(self, view: AnyView) -> str:
        """The number of a moment as the board has it, such as “Round 3 of 80”; empty by default."""
        return ""

    def count(self, view: AnyView) -> int | None:
        """The same number for the axis of a course; None where the number of the move will do."""
        return None

    def did(self, view: AnyView, player: str, move: str) -> str:
        """What the viewer did by a move, as a sentence without a full stop; ``player`` is their
        name, and both bear markdown.
        """
        words = f"**{self.move_words(view, move)}**"
        return tr("{player} played {move}", player=player, move=words)

    def move_words(self, view: AnyView, move: str) -> str:
        """See ``Face``."""
        raise NotImplementedError

    def typed_options(self, view: AnyView, names: Sequence[str]) -> list[tuple[str, str]]:
        """See ``Face``."""
        raise NotImplementedError

    def own_words(self, view: AnyView, move: str) -> str:
        """A move of the viewer, who may know more about it than what ``move_words`` tells."""
        return self.move_words(view, move)

    def exact_words(
        self, view: AnyView, move: str, others: Sequence[str], names: Sequence[str]
    ) -> str:
        """``own_words``, or the longer words of suggestions where another move has the same."""
        told = self.own_words(view, move)
        if all(each == move or self.own_words(view, each) != told for each in others):
            return told
        options = self.typed_options(view, names)
        return next((label for label, value in options if value == move), told)

    def lit(self, view: AnyView, look: Look, moves: Sequence[str]) -> Drawing | None:
        """The board with the places of these moves lit, with letters from A on in their order; None
        where the game has no such picture or none of the moves has a place.
        """
        return None

    def compared(self, view: AnyView, look: Look, played: str, better: str = "") -> Drawing | None:
        """The board with the way of the move that was played and, once it is told, of a better one
        (``renderer/compared.py``); None where neither has a place.
        """
        return None


def lettered(moves: Sequence[str]) -> list[tuple[str, str]]:
    """The moves with their letters; each has one, whether or not it has a place."""
    return list(zip(ascii_uppercase, moves, strict=False))
