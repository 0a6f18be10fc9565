"""Words of hints, reviews and puzzles about a move: its good effects, its moment, its places."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import NamedTuple

from cogs.contract.account import Account
from cogs.contract.screen import Drawing, Look
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import in_percent
from prowlerbot.opponent.judgement import Estimate

MOST_REASONS = 2


class Merit(NamedTuple):
    """One good effect of a move, as the rules have it: never an opinion.

    ``words`` are a predicate of the move, such as “takes Market: 7 wealth”. ``aim`` names the same
    effect without any figure, such as “Market”. ``worth`` is its approximate gain in points of the
    game; it only orders merits.
    """

    words: str
    aim: str
    worth: float


def best_first(merits: Sequence[Merit]) -> list[Merit]:
    return sorted(merits, key=lambda merit: -merit.worth)


def reasons(merits: Sequence[Merit], than: Sequence[Merit] = ()) -> list[str]:
    """One or two phrases for a move, the weightiest first; ``than`` are the merits of another move,
    which explain nothing where both have them.
    """
    common = {merit.words for merit in than}
    ordered = [merit.words for merit in best_first(merits)]
    own = [words for words in ordered if words not in common]
    return list(dict.fromkeys(own or ordered[:1]))[:MOST_REASONS]


def leading(merits: Sequence[Merit], than: Sequence[Merit]) -> list[str]:
    """The weightiest effects of a move, whether or not the move ``than`` has them too, and one that
    only this move has.
    """
    common = {merit.words for merit in than}
    ordered = list(dict.fromkeys(merit.words for merit in best_first(merits)))
    chosen, own = ordered[:MOST_REASONS], [words for words in ordered if words not in common]
    if own and not {*own} & {*chosen}:
        chosen.append(own[0])
    return chosen


def aims(several: Sequence[Sequence[Merit]]) -> list[list[str]]:
    """The purpose of each of several moves, without figures where that tells them apart. An aim
    that all of them have tells nothing.
    """
    common = set.intersection(*({merit.aim for merit in merits} for merits in several))
    purposes = []
    for merits in several:
        ordered = best_first(merits)
        own = [merit.aim for merit in ordered if merit.aim not in common or len(several) == 1]
        purposes.append(
            list(dict.fromkeys(own or [merit.words for merit in ordered]))[:MOST_REASONS]
        )
    return purposes


class Moments(Account):
    """The words about a moment; each game overrides those that it can improve.

    A game gets views of its own game only.
    """

    def moment(self, view: AnyView) -> str:
        """The number of a moment as the board has it, such as “Round 3 of 80”; empty by default."""
        return ""

    def count(self, view: AnyView) -> int | None:
        """The same number for the axis of a course; None where the number of the move will do."""
        return None

    def did(self, view: AnyView, player: str, move: str) -> str:
        """The deed of the viewer by a move, as a sentence without a full stop.

        ``player`` is their name; both may contain markdown.
        """
        words = f"**{self.move_words(view, move)}**"
        return tr("{player} played {move}", player=player, move=words)

    def typed_options(self, view: AnyView, names: Sequence[str]) -> list[tuple[str, str]]:
        """The legal moves for a list of suggestions: for each a label, and the text to type.

        Names are plain here.
        """
        return [(self.move_words(view, str(move)), str(move)) for move in view.moves()]

    def own_words(self, view: AnyView, move: str) -> str:
        """A move of the viewer, who may know more about it than ``move_words`` says."""
        return self.move_words(view, move)

    def exact_words(
        self, view: AnyView, move: str, others: Sequence[str], names: Sequence[str]
    ) -> str:
        """``own_words``, or the longer words of suggestions where another move has the same."""
        words = self.own_words(view, move)
        if all(each == move or self.own_words(view, each) != words for each in others):
            return words
        options = self.typed_options(view, names)
        return next((label for label, value in options if value == move), words)

    def lit(self, view: AnyView, look: Look, moves: Sequence[str]) -> Drawing | None:
        """The board with the places of these moves lit, with letters from A on in their order; None
        where the game has no such picture or none of the moves has a place.
        """
        return None

    def compared(self, view: AnyView, look: Look, played: str, better: str = "") -> Drawing | None:
        """The board with the way of the move that was played and, if it is given, of a better one
        (``renderer/compared.py``); None where neither has a place.
        """
        return None


def lettered(moves: Sequence[str]) -> list[tuple[str, str]]:
    """The moves with their letters; each has one, whether or not it has a place."""
    return list(zip(ascii_uppercase, moves, strict=False))


def share(mean: float) -> int:
    """A chance in whole percent; 0 and 100 only where it is certain."""
    return round(100 * mean) if mean in {0.0, 1.0} else min(99, max(1, round(100 * mean)))


def percent(value: Estimate) -> str:
    """A chance in percent, of which only the first digits are sure."""
    return in_percent(share(value.mean))
