"""Invaders and events in the animation of a round, an invasion or a card."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import pytest

from prowlerbot.games.heroes.pieces import INVADERS
from prowlerbot.games.heroes.rules import Position, Visit, invasions, rounds, visits
from renderer.film import SIZE, Filmed
from renderer.heroes import invaders
from renderer.heroes.animation import MOST, MOST_STEPS, Shot, animate, shots
from renderer.heroes.colours import COLOURS
from renderer.heroes.invaders import Fate, Toll, fate_of
from renderer.heroes.places import Place
from tests.renderer.heroes.matches import match, names
from tests.renderer.heroes.test_board import box, meet
from tests.renderer.scenes.contact import opened
from tests.renderer.texts import inside

SETUPS = ("1/turns/guided/full", "2/brisk/free/full", "4/turns/free/full")
every_setup = pytest.mark.parametrize("setup", SETUPS)
SQUARE = SIZE[0], SIZE[0]
"""A square board, the strip with its caption, and a margin on both sides."""
MOST_BYTES = 8_000_000
"""Discord takes ten; two are for whatever match is larger than these."""


def told(states: Sequence[Position]) -> list[Shot]:
    return shots(states, [""] * len(states))


def walking(visit: Visit, states: Sequence[Position]) -> list[Shot]:
    """The pictures of a card, without the positions before and after it."""
    part = states[visit.first : visit.last + 1]
    return [shot for shot in told(part)[1:] if shot.caption and shot.state.map]


@every_setup
def test_in_the_animation_of_a_card_all_invaders_walk_step_by_step(setup: str) -> None:
    states, walked = match(setup, 2), 0
    for visit in visits(states):
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
            assert len(before) == MOST_STEPS or shown | {trace[-1][0]} >= set(squares)
    assert walked


@every_setup
def test_hearts_fall_and_tokens_go_as_an_invader_walks(setup: str) -> None:
    states, hurt = match(setup, 2), 0
    for visit in visits(states):
        pictures = walking(visit, states)
        for at in range(len(visit.shown.seats)):
            lying = [shot.state.seats[at].tokens.anywhere for shot in pictures[:-1]]
            assert all(not after & ~before for before, after in pairwise(lying))
            fates = [fate_of(shot.state, shot.state.seats[at]) for shot in pictures]
            lost = [sum(count for _, count in each.lost) for each in fates if each is not None]
            assert lost == sorted(lost)
            hurt += lost[-1] if lost else 0
    assert hurt


def parts(setup: str) -> Iterator[tuple[Sequence[Position], int]]:
    """The last round and the last invasion of a match, and how often their building is shown."""
    states = match(setup, 2)
    for stretch, most in ((rounds(states)[-1], MOST), (invasions(states)[-1], 0)):
        yield states[stretch.first : stretch.last + 1], most


@every_setup
def test_a_round_and_an_invasion_have_few_enough_pictures(setup: str) -> None:
    for part, most in parts(setup):
        chosen = told(part)
        assert len(chosen) <= 1 + most + 1 + MOST_STEPS + 7 + 1
        assert not any(shot.sheet for shot in chosen)
        assert [shot.part for shot in chosen] == sorted(shot.part for shot in chosen)


@pytest.mark.full
@every_setup
def test_a_round_and_an_invasion_fit_into_a_message(setup: str) -> None:
    for part, _ in parts(setup):
        film = animate(Filmed(part, names(part[0]), [""] * len(part), pace=1600))
        assert len(film) <= MOST_BYTES
        assert opened(film).size == SQUARE


@pytest.mark.full
@pytest.mark.parametrize("setup", ["2/live/guided/full", "4/turns/free/full"])
def test_the_film_of_a_match_is_no_larger_than_three_megabytes(setup: str) -> None:
    states = match(setup, 2)
    captions = ["Nightingale builds a mixed fork, trap at M12 and so on"] * (len(states) + 1)
    file = animate(Filmed(states, names(states[-1]), captions, pace=800))
    film = opened(file)
    assert len(file) <= 3_000_000
    assert film.format == "GIF"
    assert film.size == SQUARE


def test_an_invasion_alone_has_a_picture_of_each_of_its_cards() -> None:
    states = [state for state in match("3/turns/guided/full", 2) if state.round == 2]
    begin = next(at for at, state in enumerate(states) if state.phase == "invasion")
    end = next(at for at, state in enumerate(states) if state.phase == "planning")
    assert sum(shot.stands == 2 for shot in told(states[begin : end + 1])) == 6


def test_a_card_that_is_not_over_is_shown_as_far_as_it_has_come() -> None:
    states = match("2/brisk/free/full", 2)
    at = next(at for at, state in enumerate(states) if any(seat.walk for seat in state.seats))
    visit = list(visits(states[: at + 1]))[-1]
    assert not visit.over
    last = told(states[visit.first : at + 1])[-1]
    assert last.state is states[at]


def test_the_outcome_of_an_event_is_told_in_few_words() -> None:
    for event, sentence in (
        (Toll((("gold", -1), ("guard", 1)), 0, open=False), "What it cost"),
        (Toll((("guard", 1),), 0, open=False), "What it brought"),
        (Toll((), 0, open=False), "Nothing has changed"),
        (Toll((("gold", -1),), 2, open=False), "2 pieces caved in"),
        (Toll((), 0, open=True), "Still to decide"),
    ):
        assert event.sentence == sentence


def test_what_was_lost_never_covers_hearts_and_bags() -> None:
    kinds = "gold", "gem", "guard", "trap", "prisoner"
    for invader in INVADERS.values():
        for count in range(1, len(kinds) + 1):
            lost = tuple((kind, 12) for kind in kinds[:count])
            told = Fate(invader, 1, 1, lost, "left", 0, seeks=False)
            for place in (Place((0, 0, 450, 490)), Place((0, 0, 980, 335), beside=True)):
                within = place.foot
                drawn = [*invaders.draw_effect(COLOURS["night"], told, within)]
                assert all(inside(box(each), within) for each in drawn), (invader, count)
                for one, other in combinations(drawn, 2):
                    assert not meet(one, other), (invader, count)
