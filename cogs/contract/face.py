"""How a game looks in Discord: what the shared messages ask of each game.

``Face`` answers all of it from the rules alone: buttons or menus for the legal moves, a picture
with the position in words, an animation of these pictures. A game replaces what it can do better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from cogs.contract import plain
from cogs.contract.screen import Chapter, Drawing, Key, Look, Screen
from cogs.contract.sign import Sign
from prowlerbot.core.formats import listed
from prowlerbot.core.game import CHANCE, AnyView, Game
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme
from renderer.plaque import animate_pictures, draw_plaque

CALM, QUICK = 1_600, 800
"""Milliseconds that a move of an animation stands: to follow it, or to look it over."""

PlayedOut = tuple[Sequence[AnyView], int]
"""A match that was played out, as the views of a timeline from the set-up to the final position,
and the seat of the player whom it is about. There can be a hundred of them with hundreds of views
each, so they are looked into beside the event loop, and each is replayed when it is its turn.
"""


class Face:
    """Everything here is described or drawn from views alone; names are the players' own.

    A face is given views of its own game only, and never more than the reader may know: what is not
    in ``view.seen`` must not be revealed. ``views`` is the whole replay, so a face can tell what
    the last move did. Names in texts come ready for markdown, names in pictures and spoken words
    are plain. ``ended`` is for the last position of a match that ended before it was played out:
    the rank of each seat as in an outcome, or nothing where there is no result.
    """

    # ------------------------------------------------------------------ what kind of game it is

    private = False
    """Whether players plan in secret, so that each needs a board of their own: by default the
    board for everybody has no moves then."""
    chaptered = False
    """Whether a match has ``chapters``."""
    teaches = False
    """Whether the manifest has lessons, so that a way to them is offered."""
    signs: Sequence[Sign] = ()
    """The signs that are drawn for texts and buttons, to be uploaded to Discord."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def key(self) -> str:
        return self.game.key

    @property
    def title(self) -> str:
        return self.game.title

    # ------------------------------------------------------------------ before a match

    @property
    def pitch(self) -> str:
        """One sentence, at most 120 characters, that makes somebody want to play who has never
        heard of the game: what it is about, how long it takes.
        """
        return f"{plain.players(self.game.seats)}."

    def cover(self, theme: Theme, options: Mapping[str, str] | None = None) -> Drawing:
        """What a challenge shows, wide rather than high, unless its options say where it is played
        and that is worth a look.
        """
        draw = partial(draw_plaque, self.title, (self.pitch,), theme=theme)
        return Drawing("cover.png", draw, self.title)

    @property
    def rules(self) -> str:
        """The rules in short, at most 4,000 characters."""
        return self.pitch

    def rules_drawings(self, theme: Theme) -> Sequence[Drawing]:
        """The pictures that the rules are shown with, if any, such as a board with letters."""
        return ()

    def setup_words(self, options: Mapping[str, str], names: Sequence[str]) -> str:
        """What these options of `challenge` mean for those who are asked to play, in sentences for
        small print; empty where nothing has to be said.
        """
        return ""

    def seat_mark(self, seat: int, setup: str) -> str:
        """The emoji that stands for a seat wherever its player is named.

        It may depend on the set-up of the match, such as on the colours that it gives to seats.
        Where none is drawn yet ``setup`` is empty, and the mark says no more than which seat it is.
        """
        return plain.SEAT_MARKS[(seat - 1) % len(plain.SEAT_MARKS)]

    def seat_choice(self, choice: str) -> Key:
        """The button that chooses one of the ``choices`` of the game along with a seat."""
        return Key(choice.capitalize(), choice)

    # ------------------------------------------------------------------ the position

    def lines(self, view: AnyView, names: Sequence[str]) -> Sequence[str]:
        """The position in words, a line for each thing, without markdown; names are plain.

        The default picture shows them, and whoever cannot see pictures hears them.
        """
        return plain.facts(view)

    def picture(self, view: AnyView, look: Look) -> Drawing:
        """The board; an animation shows one after the other."""
        told = tuple(self._spoken(view, look.plain, look.ended))
        draw = partial(draw_plaque, self.title, told, theme=look.theme)
        return Drawing("board.png", draw, self.brief(view, look.plain, look.ended))

    def screen(self, views: Sequence[AnyView], look: Look, choosing: str | None = None) -> Screen:
        """The whole screen of the last view: what happened, who has to do what now, who has left,
        the board.

        It is for everybody where the viewer is None, and for a player with what they alone know.
        ``choosing`` is the argument of the key whose choice is open: then the text is the question
        behind it and the rows are its answers. Buttons never shift their place. Drawing is slow, so
        nothing is drawn here. Raises IllegalMove for a choice that does not exist.
        """
        view = views[-1]
        running = view.outcome is None and look.ended is None
        pressed = running and not (self.private and view.viewer is None)
        keys = [Key(self.move_words(view, move), move) for move in plain.offered(view) if pressed]
        turn = self.turn(view, look.names) if running else ""
        text = "\n".join(filter(None, (self.news(views, look.names), turn)))
        return Screen(text, [self.picture(view, look)], plain.rows(keys, choosing))

    def turn(self, view: AnyView, names: Sequence[str]) -> str:
        """Who has to do what now, ready for markdown; empty while nobody has."""
        who = [f"**{names[seat - 1]}**" for seat in sorted(view.to_move - {CHANCE})]
        if len(who) == 1:
            return tr("▶️ {player}'s turn", player=who[0])
        told = tr("To decide: {players}.", players=listed(who)).removesuffix(".")
        return f"▶️ {told}" if who else ""

    def describe(self, view: AnyView, names: Sequence[str], ended: Ranks | None = None) -> str:
        """The whole position in words, in a fixed order, at most 4,000 characters."""
        return "\n".join(self._spoken(view, names, ended))[:4000]

    def brief(self, view: AnyView, names: Sequence[str], ended: Ranks | None = None) -> str:
        """The position in words, at most 1,024 characters: enough to move by."""
        told = ". ".join(each.removesuffix(".") for each in self._spoken(view, names, ended))
        return told if len(told) <= plain.MOST_SPOKEN else told[: plain.MOST_SPOKEN - 1] + "…"

    def _spoken(self, view: AnyView, names: Sequence[str], ended: Ranks | None) -> list[str]:
        running = view.outcome is None and ended is None
        who = [names[seat - 1] for seat in sorted(view.to_move - {CHANCE})] if running else []
        turn = tr("To decide: {players}.", players=listed(who)) if who else ""
        told = [*self.lines(view, names), self.result(view, names) or turn]
        return list(filter(None, told)) or [self.title]

    def result(self, view: AnyView, names: Sequence[str]) -> str:
        """Who has won a match that was played out, and with how much, in one short line.

        Empty while nobody has.
        """
        return plain.verdict(view.outcome, names) if view.outcome is not None else ""

    def scores(self, view: AnyView, names: Sequence[str]) -> str:
        """The running scores by category."""
        return "\n".join(self._spoken(view, names, None))

    def prepare(self, theme: Theme) -> Sequence[Callable[[], object]]:
        """Draws ahead what all pictures of a theme have in common, in pieces that take a moment;
        picklable, as other processes do it.
        """
        return ()

    # ------------------------------------------------------------------ what happened

    def news(self, views: Sequence[AnyView], names: Sequence[str], *, ahead: bool = False) -> str:
        """What the last move did; empty before the first one. ``ahead``: it is not made yet."""
        return plain.news(views, [f"**{name}**" for name in names], self.move_words)

    def recap(self, views: Sequence[AnyView], names: Sequence[str]) -> str:
        """The same as one short line that names the mover, without markdown of its own and without
        a full stop at its end.

        For calls and captions. Empty before the first move, and where nobody moved in the open.
        """
        return plain.news(views, names, self.move_words).removesuffix(".")

    def out_of_turn(self, views: Sequence[AnyView], seat: int, names: Sequence[str]) -> str:
        """Why a seat is to move though it is not its turn, and what it has to do, in one sentence
        without markdown of its own; empty where it simply is its turn. Calls tell it.
        """
        return ""

    def gain(self, before: AnyView, after: AnyView, seat: int, names: Sequence[str]) -> str:
        """What a move of ``seat`` from one position to the next changes in the score."""
        return ""

    def rolling(self, view: AnyView) -> bool:
        """Whether a moment lasts only until the roll of the last move is drawn: a replay passes it
        by, so that a move and its roll are one step.
        """
        return False

    def chapters(self, views: Sequence[AnyView]) -> Sequence[Chapter]:
        """The chapters that have begun, in their order; ``views`` is the whole replay.

        The same chapter has the same key for everybody, whatever they may know.
        """
        return ()

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
        look = Look(names, names, theme)
        shown = [self.picture(view, look).draw for view in views]
        captions = [self.recap(views[: at + 1], names) for at in range(1, len(views))]
        first = title or " · ".join(names)
        return partial(animate_pictures, shown, (first, *captions), theme=theme, pace=pace)

    # ------------------------------------------------------------------ moves in words

    def move_words(self, view: AnyView, move: str) -> str:
        """A move made from there as players call it, within a sentence; at most 40 characters.

        Any player may have made it, so it may stand where the view lists no moves.
        """
        return move

    def typed_options(self, view: AnyView, names: Sequence[str]) -> list[tuple[str, str]]:
        """The legal moves for a list to choose from: a label, and what is typed for it.

        Names are plain here.
        """
        return [(self.move_words(view, str(move)), str(move)) for move in view.moves()]

    def asked_before(self, view: AnyView, move: str) -> str:
        """The argument that opens the question before a move, typed or pressed; empty where there
        is none.
        """
        return ""

    def typed_move(
        self, view: AnyView, typed: str, detail: str | None, names: Sequence[str]
    ) -> str:
        """The text of a move put together from what was typed; names are plain.

        Raises IllegalMove, saying what is wrong with it.
        """
        return plain.written(self.typed_options(view, names), typed)

    def is_final(self, view: AnyView, move: str) -> bool:
        """Whether a move is a step of a plan that cannot be taken back as others can."""
        return False

    # ------------------------------------------------------------------ many matches of a player

    def highlights(self, matches: Iterable[PlayedOut]) -> list[str]:
        """What the matches of a player, the latest first, have in common, a line each.

        They can be gone through once.
        """
        return plain.highlights(matches)

    def favourite(self, matches: Iterable[PlayedOut]) -> str:
        """What a player does most often, in a few words; empty where nothing stands out."""
        return ""
