"""Which moves of a match of Landgrab are frames of its film, and that its file is small."""

import io
import itertools
import pickle
from collections.abc import Sequence
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from prowlerbot.games.landgrab.rules import Position
from renderer.film import SIZE, Filmed
from renderer.heroes import parts_to_prepare as heroes_parts
from renderer.landgrab import cover, parts_to_prepare
from renderer.landgrab.animation import MOST, Shot, animate, shots
from renderer.landgrab.cover import THINGS, draw_cover, draw_owner, draw_thing
from renderer.theme import THEMES
from tests.games.landgrab.matches import started
from tests.renderer.landgrab.matches import MATCHES, WHOLE_NAMES
from tests.renderer.scenes.contact import opened
from tests.renderer.scenes.films import FIGHT, PACE

WANTED = 3 * 1024 * 1024


def captions_for(states: Sequence[Position]) -> list[str]:
    """One for each position, and one for the sheet."""
    return [f"ply {ply}" for ply in range(len(states) + 1)]


def played(setup: str, moves: str) -> list[Position]:
    return [started(setup, *moves.split()[:count]) for count in range(len(moves.split()) + 1)]


def plies(found: Sequence[Shot]) -> list[int]:
    return [shot.ply for shot in found]


def test_a_match_that_waits_for_a_roll_ends_with_what_was_begun() -> None:
    states = played(FIGHT, "p:G6 p:H6 c:F7")
    assert plies(shots(states, captions_for(states))) == [0, 1, 2, 3]


def test_frames_of_what_there_is_no_room_for_come_from_all_through_the_match() -> None:
    state = started(FIGHT, "p:G6", "p:H6")
    walk = [started(FIGHT)]
    for _ in range(3 * MOST):
        moves = state.moves(state.turn)
        step = next(move for move in moves if not move.kind)
        state = state.after(state.turn, step)._replace(round=1)
        walk.append(state)
    found = plies(shots(walk, captions_for(walk)))
    assert len(found) <= MOST + 1
    assert max(after - before for before, after in pairwise(found)) <= 4
    assert found[-1] == len(walk) - 1


def test_a_match_without_its_sheet_ends_with_its_last_board() -> None:
    states = MATCHES["fights"]()
    ended = shots(states, captions_for(states)[:-1])[-1]
    assert (ended.ply, ended.sheet, ended.stands) == (len(states) - 1, False, 4)


@pytest.mark.full
@pytest.mark.parametrize("name", ["four", "built together"])
def test_a_whole_match_is_small_enough_for_discord(name: str) -> None:
    states = MATCHES[name]()
    animated = animate(Filmed(states, WHOLE_NAMES, captions_for(states), pace=PACE))
    assert len(animated) < WANTED
    assert opened(animated).size == (SIZE[0], SIZE[0])


# ----------------- the cover of Landgrab, its signs as emoji, and its pictures that are drawn ahead


def test_a_cover_has_the_colours_of_its_theme_and_no_words_of_a_language() -> None:
    assert len({draw_cover(theme) for theme in THEMES}) == len(THEMES)
    cover.draw_cover.cache_clear()
    told = set()
    for language in LANGUAGES:
        with speaking(language):
            told.add(draw_cover())
            cover.draw_cover.cache_clear()
    assert len(told) == 1


def emoji(theme: str) -> dict[str, Image.Image]:
    pngs = {letter: draw_owner(letter, theme=theme) for letter in LETTERS}
    pngs |= {name: draw_thing(name, theme=theme) for name in THINGS}
    return {name: Image.open(io.BytesIO(png)) for name, png in pngs.items()}


@pytest.mark.parametrize("theme", THEMES)
def test_emoji_are_told_apart_without_colour_as_small_as_in_a_text(theme: str) -> None:
    small = {}
    for name, picture in emoji(theme).items():
        ground = Image.new("RGB", picture.size, (49, 51, 56))
        ground.paste(picture, (0, 0), picture)
        small[name] = ground.convert("L").resize((22, 22), Image.Resampling.LANCZOS)
    for one, other in itertools.combinations(small, 2):
        difference = ImageChops.difference(small[one], small[other])
        assert ImageStat.Stat(difference).mean[0] > 8, (one, other)


def test_what_is_drawn_ahead_can_be_handed_to_other_processes_and_all_of_it_is_drawn() -> None:
    assert len(parts_to_prepare("night")) > 4
    for piece in (*parts_to_prepare("night"), *heroes_parts("day")):
        copy = pickle.loads(pickle.dumps(piece))  # noqa: S301 - our own
        assert copy() is not None
