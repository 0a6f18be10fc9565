"""Mistakes that are easily made in a game with secrets and dice: `check` finds each of them."""

# ruff: noqa: ARG005 - planted members take all that the contract gives them

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import tall_tale
from tall_tale import Position, TallTale
from tall_tale.drawing import draw_board
from tall_tale.face import LESSONS, TallTaleFace
from tall_tale.thinking import HINTS

from cogs.contract.manifest import Manifest, Option
from cogs.contract.screen import Drawing, Look
from prowlerbot.core.game import CHANCE, View
from prowlerbot.testing import knowledge_checks, mistakes, rule_checks

Members = Mapping[str, Any]
NONE: Members = {}


class Planted(NamedTuple):
    """A mistake in the rules, the game, the face, the lesson or the manifest, and words of the
    sentence that finds it.
    """

    told: str
    rules: Members | type[Any] = NONE
    game: Members = NONE
    face: Members = NONE
    lesson: Members = NONE
    manifest: Members = NONE
    hints: Members = NONE


@dataclass(frozen=True)
class Noted(Position):
    """All rolls are kept in a field that `view` leaves in."""

    rolls: tuple[str, ...] = ()

    def after(self, seat: int, move: str) -> Any:
        after: Any = super().after(seat, move)
        return replace(after, rolls=(*self.rolls, move)) if seat == CHANCE else after


def _show(position: Position, viewer: int | None) -> View[Position]:
    return View(position, viewer)


def _at_length(position: Position, seat: int) -> tuple[str, ...]:
    return tuple(each.ljust(93, "!") for each in Position.moves(position, seat))


def _draw_short_names(position: Position, names: Sequence[str], theme: str) -> bytes:
    if max(map(len, names)) > 24:
        raise ValueError("a name is too long")
    return draw_board(position, names, theme)


def _picture(
    face: TallTaleFace, view: View[Position], look: Look, draw: Any = draw_board
) -> Drawing:
    drawn = partial(draw, view.seen, look.plain, look.theme)
    return Drawing("board.png", drawn, face.brief(view, look.plain, look.ended))


def _of_short_names(face: TallTaleFace, view: View[Position], look: Look) -> Drawing:
    return _picture(face, view, look, _draw_short_names)


def _of_everybody(face: TallTaleFace, view: View[Position], look: Look) -> Drawing:
    """The board without the viewer's own dice."""
    return replace(
        _picture(face, replace(view, seen=view.seen.view(None).seen), look),
        alt=face.brief(view, look.plain),
    )


def _lines_of_everybody(
    face: TallTaleFace, view: View[Position], names: Sequence[str]
) -> Sequence[str]:
    return TallTaleFace.lines(face, replace(view, seen=view.seen.view(None).seen), names)


MISTAKES: dict[str, Planted] = {
    "the view hides nothing": Planted("`view` hides nothing", {"view": _show}),
    "all rolls are kept in a field that the view leaves in": Planted("hide these, too", Noted),
    "the text of a move is long": Planted(
        "93 characters",
        {
            "moves": _at_length,
            "after": lambda self, seat, move: Position.after(self, seat, move.strip("!")),
        },
    ),
    "the manifest offers an option that the game does not know": Planted(
        "never takes", manifest={"setup": (Option("dice", "How many", (("Five", "5"),)),)}
    ),
    "the manifest asks for a text that the game does not know": Planted(
        "does not know the option", manifest={"setup": (Option("dice", "How many"),)}
    ),
    "a picture raises for a long name": Planted(
        "a name is too long", face={"picture": _of_short_names}
    ),
    "`determinise` raises": Planted(
        "IndexError", hints={"determinise": lambda view, rng: rng.choice([])}
    ),
    "`private` is False": Planted("set `private = True`", face={"private": False}),
    "the picture lacks the viewer's own dice": Planted(
        "draw it in `picture`", face={"picture": _of_everybody}
    ),
    "the words lack the viewer's own dice": Planted(
        "tell it in `lines`", face={"lines": _lines_of_everybody}
    ),
    "a mark may be a die": Planted(
        "take a mark that never is",
        {
            "view": lambda self, viewer: View(
                replace(
                    self,
                    cups=tuple(
                        cup if seat == viewer else (1,) * len(cup)
                        for seat, cup in enumerate(self.cups, 1)
                    ),
                ),
                viewer,
            )
        },
        hints={"determinise": lambda view, rng: view.seen},
    ),
}
"""Each is one that somebody has made who added such a game by the guide, and of a kind that no
other game for tests has.
"""


def _kind(name: str, base: type[Any], members: Members) -> type[Any]:
    kind = type(name, (base,), {**members, "__module__": base.__module__})
    kind.__qualname__ = name
    return kind


def told_of(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences up to the one about a planted mistake."""
    rules = planted.rules
    position = rules if isinstance(rules, type) else _kind("Planted", Position, rules)
    monkeypatch.setattr(tall_tale, "Planted", position, raising=False)

    def start(game: TallTale, setup: str) -> Any:
        begun = TallTale.start(game, setup)
        return position(begun.dice, begun.cups)

    game = _kind("TallTale", TallTale, {"start": start, "seats": range(2, 4), **planted.game})()
    face = _kind("TallTaleFace", TallTaleFace, planted.face)
    lessons = [replace(LESSONS[0], **planted.lesson)]
    hints = replace(HINTS, **planted.hints)
    monkeypatch.setattr(knowledge_checks, "hints_to_machine", lambda _: hints)
    manifest = replace(Manifest(face(game, lessons)), **planted.manifest)
    sentences: list[str] = []
    for sentence in mistakes(game, manifest, matches=1):
        sentences.append(sentence)
        if planted.told in sentence:
            break
    return sentences


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_game_of_secret_dice_is_told(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = told_of(MISTAKES[name], monkeypatch)
    assert [each for each in told if MISTAKES[name].told in each], told


@pytest.mark.parametrize(("text", "told"), [("spieler", "write “dice player”"), ("", "brace")])
def test_a_wrong_field_is_told_of_the_translation(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "locales" / "de.po"
    file.parent.mkdir()
    field = f"{{{text}}}" if text else "{"
    file.write_text(f'msgid "{{player}} has {{dice}}"\nmsgstr "{field} hat {{dice}}"\n')
    monkeypatch.setattr(rule_checks, "getfile", lambda _: str(tmp_path / "__init__.py"))
    (sentence,) = rule_checks._translation_mistakes(TallTale())
    assert sentence.startswith("de.po: “")
    assert told in sentence
