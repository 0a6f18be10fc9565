"""The account of a match in words: its latest events, its position, and the good of a move.

The good effects of a move, its moment and its places are for hints, reviews and puzzles.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from string import ascii_uppercase
from typing import NamedTuple

from cogs.contract import plain_words
from cogs.contract.screen import ALT_LIMIT, TEXT_LIMIT, Drawing, Look, Names
from cogs.contract.sentences import (
    Event,
    NoSentence,
    Part,
    Sentences,
    Topic,
    fit_parts,
    join_parts,
    sentences_of,
)
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Ranks


class Account:
    """A game states its events and the parts of a position; all texts about them follow."""

    sentences: Mapping[str, Sentences] = plain_words.SENTENCES
    """The sentences of each kind of event."""
    longest_caption_name = 14  # letters of a name in a caption

    # ------------------------------------------------------------------ the latest events

    def events(self, views: Sequence[AnyView]) -> Iterable[Event]:
        """The effects of the last move; ``views`` has at least two. The move may be a preview."""
        return plain_words.move_events(views, self.move_words)

    def marked(self, view: AnyView, seat: int, names: Names) -> str:
        """A player in a long sentence, bold; games add the sign of the seat."""
        return f"**{names[seat - 1]}**"

    def told_apart(self, view: AnyView, names: Names) -> Sequence[str]:
        """Plain names, with an addition to those that several players share."""
        return names

    def news(self, views: Sequence[AnyView], names: Names) -> str:
        """The events of the last move, one a line; empty before the first."""
        if len(views) < 2:
            return ""
        marked = partial(self.marked, views[-1], names=names)
        return "\n".join(self._event_sentences(views, names, marked))

    def glance(self, views: Sequence[AnyView], names: Names) -> str:
        """The same for readers of a board that shows much of it; at most two lines of a phone."""
        return self.news(views, names)

    def recap(self, views: Sequence[AnyView], names: Names) -> str:
        """The same as one short line that names the mover, without markdown of its own and without
        a full stop. For calls, captions and the strip of a picture. Empty before the first move,
        and if nobody moved in the open.
        """
        if len(views) < 2:
            return ""
        return self.in_one_line(self._event_sentences(views, self.told_apart(views[-1], names)))

    def out_of_turn(self, views: Sequence[AnyView], seat: int, names: Names) -> str:
        """The reason that a seat is to move out of turn, and its task, in one sentence without
        markdown of its own; empty if it is simply its turn. Calls include it.
        """
        return ""

    def in_one_line(self, told: Sequence[str]) -> str:
        """The short sentences of events as one."""
        return ", ".join(told)

    def _event_sentences(
        self, views: Sequence[AnyView], names: Names, marked: Callable[[int], str] | None = None
    ) -> list[str]:
        try:
            return sentences_of(self.events(views), self.sentences, names, marked)
        except NoSentence as error:
            face, file = type(self).__name__, inspect.getfile(type(self))
            raise NoSentence(f"`sentences` of {face}: {error}. ({file})") from error

    def captions(self, views: Sequence[AnyView], names: Names) -> list[str]:
        """The words below each move of an animation."""
        limit = self.longest_caption_name
        short_names = [name if len(name) <= limit else f"{name[: limit - 1]}." for name in names]
        return [self.recap(views[:length], short_names) for length in range(2, len(views) + 1)]

    # ------------------------------------------------------------------ the position

    def parts(self, view: AnyView, names: Names, ended: Ranks | None) -> Sequence[Part]:
        """The position in words, in a fixed order, each fact in one part; names are plain."""
        is_running = view.outcome is None and ended is None
        deciding = plain_words.deciding_names(view, names) if is_running else ()
        turn = plain_words.decision_sentence(deciding)
        lines = [*self.lines(view, names), self.result(view, names) or turn]
        return [Part(line, index) for index, line in enumerate(filter(None, lines))]

    def lines(self, view: AnyView, names: Names) -> Sequence[str]:
        """The position in words for the default picture, one fact a line, without markdown."""
        return plain_words.fact_lines(view)

    def result(self, view: AnyView, names: Names) -> str:
        """The winner of a match played out and the margin, in one line; empty before the end."""
        return plain_words.result_sentence(view.outcome, names) if view.outcome is not None else ""

    def describe(self, view: AnyView, names: Names, ended: Ranks | None = None) -> str:
        """The whole position in words, in a fixed order, at most 4,000 characters."""
        return join_parts(self.parts(view, names, ended))[:TEXT_LIMIT]

    def topics(self, views: Sequence[AnyView], look: Look) -> list[Topic]:
        """The position and parts of it, which readers of words first ask for one by one."""
        parts_by_label: dict[str, list[Part]] = {}
        for part in self.parts(views[-1], look.names, look.ended):
            label = part.topic or tr("Position")
            heading = part.heading if part.heading != label else ""  # that of the message
            parts_by_label.setdefault(label, []).append(part._replace(heading=heading))
        return [Topic(label, join_parts(parts)) for label, parts in parts_by_label.items()]

    def brief(self, view: AnyView, names: Names, ended: Ranks | None = None) -> str:
        """The position in words, at most 1,024 characters: enough to move by."""
        return fit_parts(self.parts(view, names, ended), ALT_LIMIT)

    def move_words(self, view: AnyView, move: str) -> str:
        """A move in the players' words, within a sentence; at most 40 characters. Any player may
        have made it, so the view may list no moves.
        """
        return move


# ---------------------------------------------------------------------- the good of a move

MOST_REASONS = 2


class Merit(NamedTuple):
    """One good effect of a move, as the rules have it: never an opinion.

    ``words`` are a predicate of the move, such as “takes Market: 7 wealth”. ``aim`` names the same
    effect without any figure, such as “Market”; players who are told a ``purpose`` see none. A
    merit without words has only an aim: the words of another one tell it. ``worth``, in points,
    only orders merits, and compares those of one ``kind``: by default, of one aim. The aim of a
    merit without worth fits several moves.
    """

    words: str
    aim: str
    worth: float
    kind: str = ""

    def is_less_than(self, other: "Merit") -> bool:
        return (self.kind or self.aim) == (other.kind or other.aim) and self.worth < other.worth


def best_first(merits: Sequence[Merit]) -> list[Merit]:
    return sorted(merits, key=lambda merit: -merit.worth)


def reasons(merits: Sequence[Merit], than: Sequence[Merit] = (), *, led: bool = False) -> list[str]:
    """One or two phrases for a move, the weightiest first, without merits that ``than`` has, or has
    more of; empty without others. ``led``: the weightiest is the first even if ``than`` has it.
    """
    telling = (merit for merit in best_first(merits) if merit.words)
    better = [merit for merit in telling if not any(map(merit.is_less_than, than))]
    found = [it.words for it in better if it.words not in {other.words for other in than}]
    first = [better[0].words] if led and found else []
    return list(dict.fromkeys([*first, *found]))[:MOST_REASONS]


def aims(merits: Sequence[Merit]) -> list[str]:
    """The purpose of a move, without figures."""
    return list(dict.fromkeys(merit.aim for merit in best_first(merits)))[:MOST_REASONS]


class Moments(Account):
    """The words about a moment; each game overrides those that it can improve."""

    def moment(self, view: AnyView) -> str:
        """The number of a moment as the board has it, such as “Round 3 of 80”; empty by default."""
        return ""

    def count(self, view: AnyView) -> int | None:
        """The same number for the axis of a course; None where the number of the move will do."""
        return None

    def did(self, view: AnyView, player: str, move: str) -> str:
        """The deed of the viewer by a move, as a sentence without a full stop. ``player`` is their
        name; both may contain markdown.
        """
        words = f"**{self.move_words(view, move)}**"
        return tr("{player} played {move}", player=player, move=words)

    def typed_options(self, view: AnyView, names: Names) -> list[tuple[str, str]]:
        """The legal moves for suggestions: a label and the text to type; names are plain."""
        return [(self.move_words(view, str(move)), str(move)) for move in view.moves()]

    def own_words(self, view: AnyView, move: str) -> str:
        """A move of the viewer, who may know more about it than ``move_words`` says."""
        return self.move_words(view, move)

    def exact_words(self, view: AnyView, move: str, others: Sequence[str], names: Names) -> str:
        """``own_words``, or the longer words of suggestions where another move has the same."""
        words = self.own_words(view, move)
        if all(each == move or self.own_words(view, each) != words for each in others):
            return words
        options = self.typed_options(view, names)
        return next((label for label, value in options if value == move), words)

    def lit(self, view: AnyView, look: Look, moves: "Sequence[Lettered]") -> Drawing | None:
        """The board with the places of these moves lit, each with its letter, if any; None where
        the game has no such picture or none of the moves has a place.
        """
        return None

    def compared(self, view: AnyView, look: Look, played: str, better: str = "") -> Drawing | None:
        """The board with the way of the move that was played and, if it is given, of a better one
        (``renderer/review.py``); None where neither has a place.
        """
        return None


Lettered = tuple[str, str]  # a letter or nothing, and a move


def add_letters(moves: Sequence[str]) -> list[Lettered]:
    """The moves with their letters; each has one, whether or not it has a place."""
    return list(zip(ascii_uppercase, moves, strict=False))  # no hint or review has 27 moves


def whole_percent(mean: float) -> int:
    """A chance in whole percent; 0 and 100 only where it is certain."""
    return round(100 * mean) if mean in {0.0, 1.0} else min(99, max(1, round(100 * mean)))
