"""Pictures of whole competitions, their alt texts and words."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest

from cogs.contract.screen import ALT_LIMIT
from cogs.views.competition_words import TIE_BREAKS, TIES_BROKEN_BY, number
from cogs.views.competitions.pictures import Kind, kinds, page_of
from cogs.views.competitions.shown import Shown
from prowlerbot.competition import steps
from prowlerbot.competition.events import Withdrew
from prowlerbot.competition.medals import medals
from prowlerbot.competition.record import DAY, EVERYBODY, Competition, Format, Terms
from prowlerbot.competition.standings import standings
from prowlerbot.core.i18n import LANGUAGES, Language, speaking
from prowlerbot.shell.made_up import MadeUp
from tests.cogs import shown_competitions
from tests.competition import building

PLAYERS = 24
KINDS: tuple[Kind, ...] = ("standings", "table", "final")


@cache
def stages(kind: Format, players: int = PLAYERS) -> list[Competition]:
    """A competition after each of its steps."""
    terms = Terms(
        kind,
        "prowler",
        1_800_000_000,
        table=4 if kind is Format.PODS else 2,
        check_in=0 if kind in {Format.LEAGUE, Format.LADDER} else DAY,
        round_time=7 * DAY,
        at_once=kind is Format.LEAGUE,
        idle=7 * DAY,
        season=30 * DAY,
    )
    ratings = {player: 1500 - player for player in range(1, players + 1)}
    return list(MadeUp(terms, ratings, random.Random(3), leave=0.05, late=0).played())


def shown(it: Competition) -> Shown:
    return shown_competitions.shown(it, person="*" + "W" * 20 + "*{player}")


@pytest.mark.parametrize("kind", Format)
def test_words_name_everybody_and_alt_texts_fit(kind: Format) -> None:
    for it in stages(kind)[1 :: max(1, len(stages(kind)) // 3)]:
        view = shown(it)
        told = ""
        for each in kinds(view):
            first = page_of(view, each, "night", 0)
            assert first is not None
            for at in range(first.pages):
                page = page_of(view, each, "night", at)
                assert page is not None
                assert (page.page, page.pages) == (at, first.pages)
                assert len(page.drawing.alt) <= ALT_LIMIT
                told += page.words
        for line in standings(it):
            assert view.marked_player(line.player) in told


@pytest.mark.parametrize("kind", Format)
def test_every_picture_of_a_competition_can_be_drawn(kind: Format) -> None:
    for language, it in zip(LANGUAGES, (stages(kind)[-1], stages(kind)[3]), strict=False):
        with speaking(language):
            for each in kinds(shown(it)):
                page = page_of(shown(it), each, "day")
                assert page is not None
                assert page.drawing.draw().startswith(b"\x89PNG")


def test_there_is_nothing_to_show_before_the_beginning() -> None:
    it = Competition(Terms(Format.SWISS, "prowler"))
    assert not kinds(shown(it))
    assert page_of(shown(it), "standings", "night") is None


@pytest.mark.parametrize("kind", EVERYBODY)
def test_there_is_nothing_to_show_once_all_players_are_taken_out(kind: Format) -> None:
    it = building.begun(building.terms(kind, season=28 * DAY), range(1, 5))
    while it.course.open:
        pairing = it.course.open[0]
        it = steps.report(it, steps.forfeit(pairing, pairing.players, building.START))
        it = building.settled(it, building.START)
    assert it.course.taken_out == {1, 2, 3, 4}
    assert not kinds(shown(it))
    assert page_of(shown(it), "standings", "night") is None


def test_the_words_have_the_tie_breaks_of_each_format_in_their_order() -> None:
    for kind in Format:
        for line in standings(stages(kind)[-1]):
            assert (*line.ties,) == TIES_BROKEN_BY.get(kind, ())
            assert line.ties.keys() <= TIE_BREAKS.keys()


@pytest.mark.parametrize("kind", Format)
def test_medals_go_to_the_first_three_who_have_stayed(kind: Format) -> None:
    it = stages(kind)[-1]
    won = medals(it)
    lines = [line for line in standings(it) if line.division == 1 and not line.left]
    assert [line.player for line in lines[: len(won)]] == list(won)
    assert list(won.values())[:2] == [1, 2]
    assert max(won.values()) <= 3
    assert not medals(stages(kind)[-2]), "only at the end"
    first = next(iter(won))
    left = Competition(it.terms, (*it.events[:-1], Withdrew(0, first), it.events[-1]))
    assert first not in medals(left)


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_have_halves_and_few_decimals(language: Language) -> None:
    with speaking(language):
        assert [number(Fraction(each)) for each in ("0", "1/2", "7/2", "4")] == [
            "0",
            "½",
            "3½",
            "4",
        ]
        assert len(number(Fraction(1, 3))) == 4
