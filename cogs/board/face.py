"""How a game looks in Discord: what the shared messages ask of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from cogs.board.screen import Chapter, Drawing, Key, Look, Screen
from cogs.frame.emoji import Sign
from prowlerbot.core.game import AnyView
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme

CALM, QUICK = 1_600, 800
"""Milliseconds that a move of an animation stands: to follow it, or to look it over."""

PlayedOut = tuple[Sequence[AnyView], int]
"""A match that was played out, as the views of a timeline from the set-up to the final position,
and the seat of the player whom it is about. There can be a hundred of them with hundreds of views
each, so they are looked into beside the event loop, and each is replayed when it is its turn.
"""


class Face(Protocol):
    """Everything here is described or drawn from views alone; names are the players' own.

    A face is given views of its own game only, and never more than the reader may know: what is not
    in ``view.seen`` must not be revealed. ``views`` is the whole replay, so a face can tell what
    the last move did. Names in texts come ready for markdown, names in pictures and spoken words
    are plain. ``ended`` is for the last position of a match that ended before it was played out:
    the rank of each seat as in an outcome, or nothing where there is no result.
    """

    @property
    def key(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def pitch(self) -> str:
        """One sentence, at most 120 characters, that makes somebody want to play who has never
        heard of the game: what it is about, how long it takes.
        """
        ...

    def cover(self, theme: Theme, options: Mapping[str, str] | None = None) -> Drawing:
        """What a challenge shows, wide rather than high, unless its options say where it is played
        and that is worth a look.
        """
        ...

    @property
    def teaches(self) -> bool:
        """Whether the game has lessons, so that a way to them is offered."""
        ...

    @property
    def rules(self) -> str:
        """The rules in short, at most 4,000 characters."""
        ...

    def rules_drawings(self, theme: Theme) -> Sequence[Drawing]:
        """The pictures that the rules are shown with, if any, such as a board with letters."""
        ...

    @property
    def signs(self) -> Sequence[Sign]:
        """The signs that are drawn for texts and buttons, to be uploaded to Discord."""
        ...

    def seat_mark(self, seat: int, setup: str) -> str:
        """The emoji that stands for a seat wherever its player is named.

        It may depend on the set-up of the match, such as on the colours that it gives to seats.
        Where none is drawn yet ``setup`` is empty, and the mark says no more than which seat it is.
        """
        ...

    def setup_words(self, options: Mapping[str, str], names: Sequence[str]) -> str:
        """What these options of `challenge` mean for those who are asked to play, in sentences for
        small print; empty where nothing has to be said.
        """
        ...

    @property
    def private(self) -> bool:
        """Whether players plan in secret, so that each needs a board of their own."""
        ...

    def seat_choice(self, choice: str) -> Key:
        """The button that chooses one of the ``choices`` of the game along with a seat."""
        ...

    def screen(self, views: Sequence[AnyView], look: Look, choosing: str | None = None) -> Screen:
        """The whole screen of the last view: what happened, who has to do what now, who has left,
        the board.

        It is for everybody where the viewer is None, and for a player with what they alone know.
        ``choosing`` is the argument of the key whose choice is open: then the text is the question
        behind it and the rows are its answers. Buttons never shift their place. Drawing is slow, so
        nothing is drawn here. Raises IllegalMove for a choice that does not exist.
        """
        ...

    def news(self, views: Sequence[AnyView], names: Sequence[str], *, ahead: bool = False) -> str:
        """What the last move did; empty before the first one. ``ahead``: it is not made yet."""
        ...

    def recap(self, views: Sequence[AnyView], names: Sequence[str]) -> str:
        """The same as one short line that names the mover, without markdown of its own.

        For calls and captions. Empty before the first move, and where nobody moved in the open.
        """
        ...

    def out_of_turn(self, views: Sequence[AnyView], seat: int, names: Sequence[str]) -> str:
        """Why a seat is to move though it is not its turn, and what it has to do, in one sentence
        without markdown of its own; empty where it simply is its turn. Calls tell it.
        """
        ...

    def result(self, view: AnyView, names: Sequence[str]) -> str:
        """Who has won a match that was played out, and with how much, in one short line.

        Empty while nobody has.
        """
        ...

    def prepare(self, theme: Theme) -> Sequence[Callable[[], object]]:
        """Draws ahead what all pictures of a theme have in common, in pieces that take a moment;
        picklable, as other processes do it.
        """
        ...

    def rolling(self, view: AnyView) -> bool:
        """Whether a moment lasts only until the roll of the last move is drawn: a replay passes it
        by, so that a move and its roll are one step.
        """
        ...

    @property
    def chaptered(self) -> bool:
        """Whether a match has chapters."""
        ...

    def chapters(self, views: Sequence[AnyView]) -> Sequence[Chapter]:
        """The chapters that have begun, in their order; ``views`` is the whole replay.

        The same chapter has the same key for everybody, whatever they may know.
        """
        ...

    def animation(  # noqa: PLR0917 - all that an animation depends on
        self,
        views: Sequence[AnyView],
        names: Sequence[str],
        theme: Theme = "night",
        ended: Ranks | None = None,
        pace: int = CALM,
        title: str = "",
    ) -> Callable[[], bytes]:
        """The drawing of a match as a GIF; picklable, as another process does it.

        Its texts are in the language of the moment. A move stands for ``pace`` milliseconds. With a
        ``title`` the views are those of a chapter, which begins with it and ends without a sheet.
        """
        ...

    def scores(self, view: AnyView, names: Sequence[str]) -> str:
        """The running scores by category."""
        ...

    def describe(self, view: AnyView, names: Sequence[str], ended: Ranks | None = None) -> str:
        """The whole position in words, in a fixed order, at most 4,000 characters."""
        ...

    def brief(self, view: AnyView, names: Sequence[str], ended: Ranks | None = None) -> str:
        """The position in words, at most 1,024 characters: enough to move by."""
        ...

    def gain(self, before: AnyView, after: AnyView, seat: int, names: Sequence[str]) -> str:
        """What a move of ``seat`` from one position to the next changes in the score."""
        ...

    def typed_options(self, view: AnyView, names: Sequence[str]) -> list[tuple[str, str]]:
        """The legal moves for a list to choose from: a label, and what is typed for it.

        Names are plain here.
        """
        ...

    def move_words(self, view: AnyView, move: str) -> str:
        """A move made from there as players call it, within a sentence; at most 40 characters.

        Any player may have made it, so it may stand where the view lists no moves.
        """
        ...

    def is_final(self, view: AnyView, move: str) -> bool:
        """Whether a move is a step of a plan that cannot be taken back as others can."""
        ...

    def asked_before(self, view: AnyView, move: str) -> str:
        """What opens the question that stands before a move, be it typed or pressed; empty where
        there is none.
        """
        ...

    def typed_move(
        self, view: AnyView, typed: str, detail: str | None, names: Sequence[str]
    ) -> str:
        """The text of a move put together from what was typed; names are plain.

        Raises IllegalMove, saying what is wrong with it.
        """
        ...

    def highlights(self, matches: Iterable[PlayedOut]) -> list[str]:
        """What the matches of a player, the latest first, have in common, a line each.

        They can be gone through once.
        """
        ...

    def favourite(self, matches: Iterable[PlayedOut]) -> str:
        """What a player does most often, in a few words; empty where nothing stands out."""
        ...
