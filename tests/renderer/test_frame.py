"""Every picture and film fits Discord's frame, is legible there, and films are calm.

A computer shows a picture at most 600 pixels wide and 350 high, and never enlarges it. A picture
that is higher than wide is narrower there than on a phone, which shows it 312 wide and 400 high.
"""

import difflib
import io
import itertools
import pickle
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from cogs.contract.face import CALM
from cogs.games.prowler.face import ProwlerFace
from prowlerbot.core.game import View
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.games.heroes.rules import Position as Colonies
from prowlerbot.games.heroes.rules import Visit, find_invasions, find_rounds, find_visits
from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from renderer import canvas, text
from renderer.film import CAPTION_LINES, STRIP_SIZE, Filmed, caption_lines, fit_caption
from renderer.heroes import animation as heroes
from renderer.heroes import parts_to_prepare as heroes_parts
from renderer.heroes.animation import MAX_STEPS, Shot
from renderer.heroes.board import draw_own
from renderer.landgrab import animation as landgrab
from renderer.landgrab import cover, parts_to_prepare
from renderer.landgrab.cover import THINGS, draw_cover, draw_owner, draw_thing
from renderer.names import FittedName, Name, Room, fit_name
from renderer.prowler.board import draw_board as prowler_board
from renderer.sheet import draw_sheet
from renderer.theme import THEMES
from tests.cogs.games.shown import MATCHES, match
from tests.games.landgrab.matches import started
from tests.games.test_final_counts import COUNTS
from tests.renderer.counts import NAMES as TOY_NAMES
from tests.renderer.golden import FILMS, FOLDER, GROUPS, differing, path_of
from tests.renderer.heroes.matches import SETUPS, first, names
from tests.renderer.heroes.matches import match as heroes_match
from tests.renderer.landgrab.matches import MATCHES as LANDS
from tests.renderer.landgrab.matches import WHOLE_NAMES
from tests.renderer.matches import NAMES, played
from tests.renderer.matches import match as city_match
from tests.renderer.scenes import films
from tests.renderer.scenes.contact import opened
from tests.renderer.scenes.films import FIGHT, PACE
from tests.renderer.test_shared_pictures import DRESSES
from tests.renderer.texts import in_other_words

Size = tuple[int, int]
Drawn = tuple[Size, dict[int, str], list[int]]
"""The size of a picture, a text of each size of type that was drawn for it, the bytes of its file.
"""

COMPUTER, PHONE = (600, 350), (312, 400)
WIDEST = 11 / 7
"""Wider pictures have no place in Discord's desktop client until they are loaded."""
READABLE = 9  # the least pixels of type in the frame
MOST_BYTES = 180_000
_WITHOUT_BOARDS = {"common", "competition"}
"""The groups of pictures whose type has this size on a phone too."""


@contextmanager
def looking(patch: pytest.MonkeyPatch) -> Iterator[list[Drawn]]:
    """Inside, all pictures that are drawn are seen."""
    drawn = list[Drawn]()
    type_ = dict[int, str]()
    size_for, chunk = text.size_for, canvas._chunk

    def sized(said: str, slot: text.Slot) -> int:
        size = size_for(said, slot)
        type_[size] = said
        return size

    def fitted(name: Name, room: Room) -> FittedName:
        line = fit_name(name, room)
        type_[line.size] = name.text
        return line

    def written(*parts: bytes) -> tuple[bytes, ...]:
        if parts[0] == b"IHDR":
            drawn.append((struct.unpack(">II", parts[1][:8]), dict(type_), []))
            type_.clear()
        elif parts[0] == b"IDAT":
            drawn[-1][2].append(sum(map(len, parts[1:])))
        return chunk(*parts)

    with patch.context() as inside:
        inside.setattr(text, "size_for", sized)
        inside.setattr(text, "fit_name", fitted)
        inside.setattr(canvas, "_chunk", written)
        yield drawn


def forget() -> None:
    """Drop all that the renderer keeps, so that everything is drawn, and seen, again."""
    for name in [each for each in sys.modules if each.startswith("renderer")]:
        for kept in vars(sys.modules[name]).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def faults(size: Size, type_: dict[int, str], file: Sequence[int], *frames: Size) -> Iterator[str]:
    across, high = size
    if high > across:
        yield f"{across} × {high} is higher than wide"
    if across > WIDEST * high:
        yield f"{across} × {high} is wider than 11:7"
    if sum(file) > MOST_BYTES:
        yield f"{sum(file)} bytes"
    scale = min(1, *(min(frame[0] / across, frame[1] / high) for frame in frames))
    if small := {size: said for size, said in type_.items() if size * scale < READABLE}:
        least = min(small)
        yield f"“{small[least]}” is {least * scale:.1f} pixels high"


@pytest.mark.parametrize("group", GROUPS)
def test_every_picture_is_its_golden_one_light_and_fits_discords_frame_in_type_of_nine_pixels(
    group: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = list[str]()
    frames = [COMPUTER, PHONE] if group in _WITHOUT_BOARDS else [COMPUTER]
    forget()
    for name in GROUPS[group]:
        with looking(monkeypatch) as drawn:
            found.append(differing(group, name, tmp_path))
        found += [f"{name}: {told}" for picture in drawn for told in faults(*picture, *frames)]
    assert [told for told in found if told] == [], "python -m tests.renderer.golden, if wanted"


def test_every_film_fits_discords_frame() -> None:
    for name in films.FILMS:
        size = struct.unpack("<HH", films.film(name)[6:10])
        assert not list(faults(size, {}, [], COMPUTER)), name


def _of_prowler() -> list[bytes]:
    return [prowler_board(played(*each), NAMES) for each in ((3, 12), (5,))]


def _of_heroes() -> list[bytes]:
    own = [first(setup, lambda each: each.shown, 3, 2) for setup in (SETUPS[0], SETUPS[3])]
    states = [*(heroes_match(setup, 2)[-1] for setup in SETUPS[::2]), *own]
    return [draw_own(state, 1, names=names(state)) for state in states]


def _of_sheets() -> list[bytes]:
    lines = [(game, match(game, *setup)) for game, *setup in MATCHES[::9]]
    return [draw_sheet(COUNTS[game](line), TOY_NAMES, DRESSES[game]) for game, line in lines]


@pytest.mark.parametrize("draw", [_of_prowler, _of_heroes, _of_sheets])
def test_each_language_is_drawn_in_its_own_words(
    draw: Callable[[], list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is kept between two pictures, none of it keeps the words of another language."""
    before = draw()
    with in_other_words(monkeypatch):
        loud = draw()
    assert all(one != other for one, other in zip(before, loud, strict=True))
    assert draw() == before


def test_every_film_has_its_golden_frames_each_for_its_time() -> None:
    golden = FILMS.read_text(encoding="utf-8").splitlines()
    changed = difflib.unified_diff(golden, [*films.lines()], "golden", "drawn", n=0, lineterm="")
    assert [*changed] == [], "python -m tests.renderer.golden, if wanted"


def test_every_golden_picture_has_a_scene() -> None:
    wanted = {path_of(group, name) for group, scenes in GROUPS.items() for name in scenes}
    assert set(FOLDER.glob("*.png")) == wanted


DISCORDS_LIMIT = 8 * 1024 * 1024
FILMED = ("1/turns/guided/full", "2/brisk/free/full", "4/turns/free/full")
every_setup = pytest.mark.parametrize("setup", FILMED)


def film(states: Sequence[Position], *, pace: int = films.PACE) -> bytes:
    """The animation of a match as the bot asks for it."""
    views = [View(state, None) for state in states]
    return ProwlerFace(Prowler()).animation(views, NAMES, pace=pace)()


def test_a_whole_match_is_small_enough_for_discord_and_takes_40_seconds() -> None:
    drawn = film(city_match(5), pace=CALM)
    assert len(drawn) < DISCORDS_LIMIT / 3
    stands = [stands for _, stands in films.frames_of(drawn)]
    assert sum(stands) <= 40_000
    assert stands.count(2 * CALM) == 1, "the sheet of mid-game"
    assert stands[-1] == 3 * CALM
    assert opened(drawn).info["loop"] == 0, "it begins again without end"


@pytest.mark.full
@pytest.mark.parametrize(
    ("animation", "play"),
    [
        *((landgrab, LANDS[each]) for each in ("four", "built together")),
        *((heroes, partial(heroes_match, each, 2)) for each in ("2/live/guided/full", FILMED[-1])),
    ],
)
def test_a_whole_match_of_any_game_is_small_enough_for_discord(
    animation: Any, play: Callable[[], Sequence[Any]]
) -> None:
    states = play()
    shown = WHOLE_NAMES if animation is landgrab else names(states[-1])
    drawn = animation.animate(Filmed(states, shown, captions_for(states), pace=PACE))
    assert len(drawn) < DISCORDS_LIMIT / 3
    assert opened(drawn).size == (STRIP_SIZE[0], STRIP_SIZE[0])


def test_every_frame_has_a_caption_of_its_own_in_the_language_of_the_asker() -> None:
    views = [View(state, None) for state in city_match(5, 4)]
    told = {}
    for language in LANGUAGES:
        with speaking(language):
            told[language] = ProwlerFace(Prowler()).captions(views, NAMES)
        assert len({*told[language]}) == len(told[language])
    for captions in zip(*told.values(), strict=True):
        assert not captions[0] or len({*captions}) > 1


def test_a_film_of_a_whole_match_ends_with_its_result() -> None:
    face, views = ProwlerFace(Prowler()), [View(state, None) for state in city_match(5)]
    drawing = face.animation(views, NAMES)
    assert isinstance(drawing, partial)
    assert drawing.args[0].captions[-1] == face.result(views[-1], NAMES) != ""


def assert_legible(seed: int) -> None:
    """Nine pixels high at a width of 312, and whole for names of 16 letters."""
    views = [state.view(None) for state in city_match(seed)]
    for caption in filter(None, ProwlerFace(Prowler()).captions(views, ["N" * 16, "M" * 16])):
        lines = caption_lines(caption)
        assert len(lines) <= 2
        for line_text, slot in zip(lines, CAPTION_LINES, strict=False):
            line = fit_caption(line_text, slot)
            assert line.size * 312 / STRIP_SIZE[0] >= 8.7
            assert "…" not in "".join(run.text for run in line.runs), line_text


def test_captions_are_legible_on_a_phone_and_hardly_ever_cut() -> None:
    for seed, language in enumerate(LANGUAGES):
        if language in {"en", "de"}:
            with speaking(language):
                assert_legible(seed % 4)


def test_a_match_without_a_move_is_one_picture() -> None:
    alone = Filmed([started(FIGHT)], WHOLE_NAMES[:2], [""], pace=PACE)
    for drawn in (film(city_match(1, 0)), landgrab.animate(alone)):
        assert getattr(opened(drawn), "n_frames", 0) == 1


def test_the_drawing_can_be_handed_to_another_process() -> None:
    views = [View(state, None) for state in city_match(2, 1)]
    job = ProwlerFace(Prowler()).animation(views, NAMES)
    copy = pickle.loads(pickle.dumps(job))  # noqa: S301 - our own
    assert copy() == job()


def captions_for(states: Sequence[object]) -> list[str]:
    """One for each position, and one for the sheet."""
    return [f"ply {ply}" for ply in range(len(states) + 1)]


def test_a_match_that_waits_for_a_roll_ends_with_what_was_begun() -> None:
    moves = ("p:G6", "p:H6", "c:F7")
    states = [started(FIGHT, *moves[:count]) for count in range(4)]
    shown = landgrab.choose_shots(states, captions_for(states))
    assert [shot.ply for shot in shown] == [0, 1, 2, 3]


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


def told(states: Sequence[Colonies]) -> list[Shot]:
    return heroes.choose_shots(states, [""] * len(states))


def walking(visit: Visit, states: Sequence[Colonies]) -> list[Shot]:
    """The pictures of a card, without the positions before and after it."""
    part = states[visit.first : visit.last + 1]
    return [shot for shot in told(part)[1:] if shot.caption and shot.state.map]


@every_setup
def test_in_the_animation_of_a_card_all_invaders_walk_step_by_step(setup: str) -> None:
    states, walked = heroes_match(setup, 2), 0
    for visit in find_visits(states):
        traces = [seat.trace for seat in visit.shown.seats]
        if not any(traces):
            continue
        *before, last = walking(visit, states)
        walked += len(before)
        assert last.state is visit.shown
        for one, other in pairwise(before):
            for seat, then in zip(one.state.seats, other.state.seats, strict=True):
                assert then.trace[: len(seat.trace)] == seat.trace, "each goes on where it was"
        for at, trace in enumerate(traces):
            squares = [square for square, what in trace if not what]
            shown = {shot.state.seats[at].trace[-1][0] for shot in before[1:]}
            assert len(before) == MAX_STEPS or shown | {trace[-1][0]} >= set(squares)
    assert walked


@every_setup
def test_a_round_and_an_invasion_have_few_enough_pictures(setup: str) -> None:
    states = heroes_match(setup, 2)
    for stretch, most in (
        (find_rounds(states)[-1], heroes.MAX_SHOTS),
        (find_invasions(states)[-1], 0),
    ):
        chosen = told(states[stretch.first : stretch.last + 1])
        assert len(chosen) <= 1 + most + 1 + MAX_STEPS + 7 + 1
        assert not any(shot.sheet for shot in chosen)
        assert [shot.share for shot in chosen] == sorted(shot.share for shot in chosen)


def test_a_card_that_is_not_over_is_shown_as_far_as_it_has_come() -> None:
    states = heroes_match("2/brisk/free/full", 2)
    at = next(at for at, state in enumerate(states) if any(seat.walk for seat in state.seats))
    visit = list(find_visits(states[: at + 1]))[-1]
    assert not visit.over
    assert told(states[visit.first : at + 1])[-1].state is states[at]
