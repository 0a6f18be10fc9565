"""Films of matches: small enough for Discord, calm enough to follow, legible on a phone."""

import pickle
from collections.abc import Sequence

import pytest

from cogs.contract.face import CALM
from cogs.games.prowler.face import ProwlerFace
from prowlerbot.core.game import View
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from renderer.film import LINES, SIZE, fit_caption, in_lines
from renderer.heroes.colours import COLOURS as HEROES
from renderer.landgrab.colours import COLOURS as LANDGRAB
from renderer.prowler.colours import COLOURS
from tests.renderer.matches import NAMES, match
from tests.renderer.scenes import films
from tests.renderer.scenes.contact import opened

DISCORDS_LIMIT = 8 * 1024 * 1024


def film(states: Sequence[Position], *, pace: int = films.PACE) -> bytes:
    """The animation of a match as the bot asks for it."""
    views = [View(state, None) for state in states]
    return ProwlerFace(Prowler()).animation(views, NAMES, pace=pace)()


def assert_is_a_film_for_discord(seed: int) -> None:
    drawn = film(match(seed), pace=CALM)
    assert len(drawn) < DISCORDS_LIMIT / 3
    stands = [stands for _, stands in films.frames_of(drawn)]
    assert sum(stands) <= 40_000
    assert stands.count(2 * CALM) == 1, "the sheet of mid-game"
    assert stands[-1] == 3 * CALM
    assert opened(drawn).info["loop"] == 0, "it begins again without end"


def test_a_whole_match_is_small_enough_for_discord_and_takes_40_seconds() -> None:
    assert_is_a_film_for_discord(5)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(4))
def test_every_match_is_small_enough_for_discord_and_takes_40_seconds(seed: int) -> None:
    assert_is_a_film_for_discord(seed)


@pytest.mark.full
def test_all_films_begin_again_without_end() -> None:
    for name in films.FILMS:
        assert opened(films.film(name)).info["loop"] == 0, name


def test_every_frame_has_a_caption_of_its_own_in_the_language_of_the_asker() -> None:
    views = [View(state, None) for state in match(5, 4)]
    told = {}
    for language in LANGUAGES:
        with speaking(language):
            told[language] = ProwlerFace(Prowler()).captions(views, NAMES)
        assert len({*told[language]}) == len(told[language])
    for captions in zip(*told.values(), strict=True):
        assert not captions[0] or len({*captions}) > 1


def assert_legible(seed: int) -> None:
    """Nine pixels high at a width of 312, and whole for names of 16 letters."""
    views = [state.view(None) for state in match(seed)]
    for caption in filter(None, ProwlerFace(Prowler()).captions(views, ["N" * 16, "M" * 16])):
        lines = in_lines(caption)
        assert len(lines) <= 2
        for text, slot in zip(lines, LINES, strict=False):
            line = fit_caption(text, slot)
            assert line.size * 312 / SIZE[0] >= 8.7
            assert "…" not in "".join(run.text for run in line.runs), text


def test_captions_are_legible_on_a_phone_and_hardly_ever_cut() -> None:
    for seed, language in enumerate(LANGUAGES):
        if language in {"en", "de"}:
            with speaking(language):
                assert_legible(seed % 4)


@pytest.mark.full
def test_captions_are_legible_in_every_language_of_every_match() -> None:
    for language in LANGUAGES:
        for seed in range(4):
            with speaking(language):
                assert_legible(seed)


def test_a_match_without_a_move_is_one_picture() -> None:
    assert getattr(opened(film(match(1, 0))), "n_frames", 0) == 1


def test_every_palette_leaves_a_number_for_what_stays_as_it_is() -> None:
    for kind in (COLOURS, LANDGRAB, HEROES):
        for theme in kind.values():
            assert 1 <= len(theme.palette) < 256


def test_the_drawing_can_be_handed_to_another_process() -> None:
    views = [View(state, None) for state in match(2, 1)]
    job = ProwlerFace(Prowler()).animation(views, NAMES)
    copy = pickle.loads(pickle.dumps(job))  # noqa: S301 - our own
    assert copy() == job()
