"""A plain face for any game, of buttons and words that its rules and records have."""

# ruff: noqa: ARG002 - a protocol asks for more than this needs

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from cogs.board.screen import Drawing, Key, Look, Screen
from cogs.frame.options import Option
from cogs.games.manifest import Manifest
from prowlerbot.core.game import AnyView
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme
from tests.games.tell_face import TellFace

Names = Sequence[str]
_OFFERED = 8


class PlainFace(TellFace):
    """That of Tell, without what knows its positions."""

    private = False

    def __init__(self, key: str, title: str) -> None:
        self.key = key
        self.title = title

    def cover(self, theme: Theme) -> Drawing:
        return Drawing("cover.png", _png, "A cover.")

    def seat_mark(self, seat: int, setup: str) -> str:
        return f"({seat})"

    def seat_choice(self, choice: str) -> Key:
        return Key(choice, choice)

    def screen(self, views: Sequence[AnyView], look: Look, choosing: str | None = None) -> Screen:
        view = views[-1]
        moves = [str(move) for seat in sorted(view.to_move) for move in view.seen.moves(seat)]
        keys = [Key(move, move) for move in moves[:_OFFERED]]
        text = f"{self.news(views, look.names)}\nTo move: {sorted(view.to_move)}"
        rows = [keys[:4], keys[4:]] if keys[4:] else [keys]
        return Screen(text, [Drawing("plain.png", _png, "A board.")], rows if keys else [])

    def news(self, views: Sequence[AnyView], names: Names, *, ahead: bool = False) -> str:
        return f"After {len(views) - 1} moves."

    def recap(self, views: Sequence[AnyView], names: Names) -> str:
        return f"{len(views) - 1} moves made" if len(views) > 1 else ""

    def result(self, view: AnyView, names: Names) -> str:
        if view.outcome is None:
            return ""
        won = [name for name, rank in zip(names, view.outcome.ranks, strict=True) if rank == 1]
        return f"{', '.join(won)} won"

    def describe(self, view: AnyView, names: Names, ended: Ranks | None = None) -> str:
        return str(dict(view.seen.facts()))

    brief = describe
    scores = describe

    def gain(self, before: AnyView, after: AnyView, seat: int, names: Names) -> str:
        return ""

    def typed_options(self, view: AnyView) -> list[tuple[str, str]]:
        return [(str(move), str(move)) for move in view.moves()]

    def move_words(self, view: AnyView, move: str) -> str:
        return move


def _png() -> bytes:
    file = io.BytesIO()
    Image.new("P", (4, 4)).save(file, "PNG")
    return file.getvalue()


def manifest(key: str, title: str, draw: str = "") -> Manifest:
    return Manifest(
        face=PlainFace(key, title),
        description=f"Play {title}",
        move=Option("move", "Your move", required=True),
        draw=draw,
    )
