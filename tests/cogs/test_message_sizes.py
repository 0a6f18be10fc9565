"""Every text fits its Discord field in every language: labels as written, messages as played."""

import ast
import random
from collections.abc import Iterator
from functools import cache
from inspect import getsource
from typing import Any

import discord
import pytest

from cogs.board.match_menu import pages_of_parts
from cogs.board.views import match_views as views
from cogs.board.views.challenge_views import challenge_view
from cogs.contract.manifest import find_manifests
from cogs.contract.screen import Look
from cogs.games.heroes import building_questions
from cogs.presses.addresses import CUSTOM_ID_LIMIT
from prowlerbot.core.i18n import LANGUAGES, Language, speaking
from prowlerbot.games import GAMES
from prowlerbot.match import lobby, play
from prowlerbot.match.match import Context, Match, Player
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import Timeline, timeline
from tests.cases import each_of, with_languages
from tests.catalogues import ROOT, told

MANIFESTS = find_manifests(GAMES)
NOW = 1_767_225_600
TEXT_LIMIT = 4_000
ALT_LIMIT = 1_024
LABEL_LIMIT = 80
PHONE_LINE = 38
"""Letters that a phone shows in a line."""
_LONGEST_NAMES = ("*" * 32, "Wm" * 16)
"""The first one doubles in a text with markdown, the second one is as wide as names get."""

_LIMITS = {
    ("Button", "label"): 80,
    ("button", "label"): 80,
    ("SelectOption", "label"): 100,
    ("SelectOption", "description"): 100,
    ("Label", "text"): 45,
    ("Label", "description"): 100,
    ("TextInput", "label"): 45,
    ("TextInput", "placeholder"): 100,
    ("Choice", "name"): 100,
    ("Modal", "title"): 45,
}
"""By what takes a text and the name under which it does; others of that name are held to these."""
_BY_NAME = {"label": 80, "description": 100, "placeholder": 100, "title": 45}
_BY_PLACE = {"button": 2, "_button": 2, "Button": 0, "Key": 0}
"""Where a label stands that is handed over by its place."""


@cache
def _fields() -> list[tuple[str, int, str]]:
    return [*_found_fields()]


def _found_fields() -> Iterator[tuple[str, int, str]]:
    """Messages that stand as a whole in a field of their own, with its limit and their place."""
    for path in sorted((ROOT / "cogs").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            kind = ast.unparse(node.func).rpartition(".")[2]
            given = [(word.arg or "", word.value) for word in node.keywords]
            place = _BY_PLACE.get(kind)
            if place is not None and len(node.args) > place:
                given.append(("label", node.args[place]))
            for name, value in given:
                limit = _LIMITS.get((kind, name), _BY_NAME.get(name))
                for inner in ast.walk(value) if limit and kind != "command" else ():
                    match inner:
                        case ast.Call(func=ast.Name(id="tr"), args=[ast.Constant(value=str(text))]):
                            assert limit is not None
                            yield text, limit, f"{path.name}:{inner.lineno}"


@each_of("language", LANGUAGES)
def test_every_label_fits_its_field(language: Language) -> None:
    found = _fields()
    assert len(found) > 20, "labels are looked for in another way than they are written"
    for text, limit, place in found:
        assert len(told(text, language)) <= limit, place


@each_of("language", LANGUAGES)
def test_no_label_of_a_button_needs_a_second_line_on_a_phone(language: Language) -> None:
    labels = {text: place for text, limit, place in _fields() if limit == LABEL_LIMIT}
    # Standing orders are buttons, too.
    for node in ast.walk(ast.parse(getsource(building_questions.offered_orders))):
        match node:
            case ast.Call(func=ast.Name(id="tr"), args=[ast.Constant(value=str(text))]):
                labels[text] = f"offered:{node.lineno}"
    assert len(labels) > 80
    for text, place in labels.items():
        assert len(told(text, language)) <= PHONE_LINE, place


def _matches(seed: int) -> Iterator[tuple[Match, Timeline | None]]:
    """A match at every moment, between players of the longest names."""
    rng = random.Random(seed)
    game = GAMES["prowler"]
    players = [Player(at, name) for at, name in enumerate(_LONGEST_NAMES, 1)]
    match = lobby.challenge("23456789", game, players, {}, terms=Terms(), now=NOW)
    yield match, None
    match = lobby.accept(match, Context(game, rng, NOW), 2)
    while True:
        states = play.states(match, game)
        yield match, timeline(match, game, None)
        if not states[-1].to_move:
            return
        (seat,) = states[-1].to_move
        move = str(rng.choice(states[-1].moves(seat)))
        match = play.make_move(
            match, Context(game, rng, NOW), match.player(seat).id, match.ply, move
        )


@pytest.fixture(params=["Unicode", "drawn"])
def emoji(request: pytest.FixtureRequest) -> Iterator[None]:
    """Emoji of the application are much longer in a text, as Discord writes them."""
    signs = [sign for manifest in MANIFESTS.values() for sign in manifest.face.signs]
    for sign in signs:
        drawn = f"<:{sign.name}_1a2b3c:1234567890123456789>"
        sign.show("night", drawn if request.param == "drawn" else None)
    yield
    for sign in signs:
        sign.show("night", None)


def _messages_fit(seed: int) -> None:
    face = MANIFESTS["prowler"].face
    for match, known in _matches(seed):
        if known is None:
            _fits(challenge_view(match, GAMES["prowler"], face))
            continue
        names, present = views.names_in_text(match), known.present
        look = Look(names, list(_LONGEST_NAMES))
        sight = views.Sight(face, present, look, face.screen(known.views, look))
        board = views.running_board if match.ending is None else views.ended_board
        _fits(board(match, known, sight))
        # Nothing has been cut off: the description of the picture ends as it should.
        for ended in (None, (), (2, 1)):
            assert face.brief(present, list(_LONGEST_NAMES), ended).endswith(".")


@pytest.mark.usefixtures("emoji")
@with_languages(range(3))
def test_every_message_of_a_match_fits(pairs: list[tuple[Language, int]]) -> None:
    for language, seed in pairs:
        with speaking(language):
            _messages_fit(seed)


def _fits(view: discord.ui.LayoutView) -> None:
    found = list(_parts(view.to_components()))  # type: ignore[no-untyped-call]  # of discord.py
    assert sum(len(part.get("content", "")) for part in found) <= TEXT_LIMIT
    assert any("label" in part for part in found)
    for part in found:
        assert len(part.get("label", "")) <= LABEL_LIMIT
        assert len(part.get("custom_id", "")) <= CUSTOM_ID_LIMIT
        assert len(part.get("description", "")) <= ALT_LIMIT


def _parts(told: Any) -> Iterator[dict[str, Any]]:
    """Every object of a message, however deep it is nested."""
    if isinstance(told, dict):
        yield told
    for inner in told.values() if isinstance(told, dict) else told:
        if isinstance(inner, (dict, list)):
            yield from _parts(inner)


@each_of("language", LANGUAGES)
def test_the_rules_fit_a_message(language: Language) -> None:
    with speaking(language):
        for it in MANIFESTS.values():
            assert len(it.face.rules) <= TEXT_LIMIT
            _, *paragraphs = it.face.rules.split("\n\n")
            for page in pages_of_parts(paragraphs, "\n\n"):  # as a phone wraps its lines
                assert sum(1 + len(line) // 42 for line in page.split("\n")) <= 24
    drawn, wide = "<:tile_blue:1234567890123456789>" * 20, "m" * 42 * 11
    assert len(pages_of_parts([drawn, wide])) == 1, "an emoji is as wide as a sign"
    assert len(pages_of_parts([wide, wide, drawn])) == 2
