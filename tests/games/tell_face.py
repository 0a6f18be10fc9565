"""How Tell looks: a face without a renderer, whose every pixel and word follows from the view."""

import io
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PIL import Image

from cogs.contract.face import CALM, Face
from cogs.contract.manifest import Manifest, Option
from cogs.contract.screen import Chapter, Drawing, Key, Look, Row, Screen, Select
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import View
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme
from tests.games.tell import HIDDEN, Tell, TellGame

SEAT_MARKS = ("🅰️", "🅱️", "🆎", "🅾️")
COLOURS = {"red": "🔴", "green": "🟢", "blue": "🔵", "white": "⚪"}
NUMBERS = ("1", "2", "3")

Seen = View[Tell]
Names = Sequence[str]


class TellFace(Face):
    private = True
    chaptered = True
    pitch = "Everybody hides a number, then the die tells; two rounds, a minute."
    rules = "Hide a number; who hid what the die shows scores a point. Two rounds."

    def cover(self, theme: Theme, options: Mapping[str, str] | None = None) -> Drawing:
        return Drawing("cover.png", partial(_png, Tell()), "A die.")

    def seat_mark(self, seat: int, setup: str) -> str:
        """The colour that the set-up gives to the seat, if it does."""
        *_, colours = setup.split("-")
        named = dict(enumerate(colours.split(","), 1))
        return COLOURS.get(named.get(seat, ""), SEAT_MARKS[seat - 1])

    def setup_words(self, options: Mapping[str, str], names: Sequence[str]) -> str:
        return " ".join(options.values())

    def seat_choice(self, choice: str) -> Key:
        return Key(choice.capitalize(), choice, COLOURS[choice])

    def screen(self, views: Sequence[Seen], look: Look, choosing: str | None = None) -> Screen:
        if choosing is not None:
            raise IllegalMove("“{typed}” opens no choice.", typed=choosing)
        view = views[-1]
        lines = [self.news(views, look.names)]
        lines += [f"🚪 {look.names[seat - 1]} left the match." for seat in view.seen.left]
        if view.seen.over or look.ended is not None:
            lines.append(f"Points: {_points(view.seen)}")
        else:
            lines.append(_turn(view, look.names))
        alt = self.brief(view, look.plain, look.ended)
        drawing = Drawing("tell.png", partial(_png, view.seen), alt)
        keys = [Key(number, number, enabled=not view.seen.over) for number in NUMBERS]
        rows: list[Row] = [keys] if view.seen.picks == 1 else [keys, Select("Or here", keys)]
        return Screen("\n".join(filter(None, lines)), [drawing], rows)

    def news(self, views: Sequence[Seen], names: Names) -> str:
        if len(views) < 2:
            return ""
        before, after = views[-2].seen, views[-1].seen
        left = [names[seat - 1] for seat in after.left if seat not in before.left]
        if left:
            return f"{left[0]} left."
        if after.round > before.round:
            told = ", ".join(map(_shown, before.hidden))
            return f"Round {after.round}: {told}. Points: {_points(after)}"
        return f"Hidden: {_hidden(after)}"

    def recap(self, views: Sequence[Seen], names: Names) -> str:
        return self.news(views, names).removesuffix(".")

    def result(self, view: Seen, names: Names) -> str:
        if view.outcome is None:
            return ""
        won = [name for name, rank in zip(names, view.outcome.ranks, strict=True) if rank == 1]
        return f"{', '.join(won)} won, {_points(view.seen)}"

    def chapters(self, views: Sequence[Seen]) -> Sequence[Chapter]:
        rounds = [view.seen.round for view in views]
        return [
            Chapter(
                f"round{number}",
                f"Round {number}",
                rounds.index(number),
                len(rounds) - 1 - rounds[::-1].index(number),
            )
            for number in sorted(set(rounds))
        ]

    def animation(  # noqa: PLR0917 - the base class asks for them
        self,
        views: Sequence[Seen],
        names: Names,
        theme: Theme = "night",
        ended: Ranks | None = None,
        pace: int = CALM,
        title: str = "",
    ) -> Callable[[], bytes]:
        return partial(_gif, [view.seen for view in views])

    def scores(self, view: Seen, names: Names) -> str:
        return f"Points: {_points(view.seen)}"

    def describe(self, view: Seen, names: Names, ended: Ranks | None = None) -> str:
        told = zip(names, view.seen.hidden, view.seen.points, strict=True)
        lines = (f"{name} hides {_shown(number)} and has {points}" for name, number, points in told)
        return "\n".join((*lines, _turn(view, names)))

    def brief(self, view: Seen, names: Names, ended: Ranks | None = None) -> str:
        return f"Round {view.seen.round}. Hidden: {_hidden(view.seen)}. {_points(view.seen)}."

    def typed_options(self, view: Seen, names: Names) -> list[tuple[str, str]]:
        return [(f"hide {move}", str(move)) for move in view.moves()]

    def move_words(self, view: Seen, move: str) -> str:
        return f"number {move}"

    def typed_move(self, view: Seen, typed: str, detail: str | None, names: Names) -> str:
        return typed.split(" ", 1)[-1]


def _turn(view: Seen, names: Names) -> str:
    waiting = ", ".join(names[seat - 1] for seat in sorted(view.to_move))
    return f"Still to hide a number: {waiting}"


def _shown(number: int) -> str:
    return {0: "nothing", HIDDEN: "?"}.get(number, str(number))


def _hidden(state: Tell) -> str:
    return ", ".join(map(_shown, state.hidden))


def _points(state: Tell) -> str:
    return " ".join(map(str, state.points))


def _picture(state: Tell) -> Image.Image:
    """A row for each seat: its hidden number, its points, whether it has left."""
    image = Image.new("L", (4, len(state.seats)))
    for seat in state.seats:
        row = (state.hidden[seat - 1] + 1, state.points[seat - 1], seat in state.left, state.round)
        for column, value in enumerate(row):
            image.putpixel((column, seat - 1), int(value))
    return image


def _png(state: Tell) -> bytes:
    file = io.BytesIO()
    _picture(state).save(file, "PNG")
    return file.getvalue()


def _gif(states: Sequence[Tell]) -> bytes:
    first, *more = map(_picture, states)
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=more, duration=100, optimize=False)
    return file.getvalue()


MANIFEST = Manifest(
    face=TellFace(TellGame()),
    description="Play Tell, three or four at a time",
    move=Option("number", "The number that you hide", required=True),
)
