"""Several cards of an invasion in one picture."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from prowlerbot.games.heroes.chronicle import visits
from renderer.heroes import draw_cards
from renderer.heroes.colours import COLOURS
from renderer.heroes.invaders import summary
from renderer.heroes.invaders.fate import fate, toll
from renderer.heroes.invaders.summary import Card

from .matches import match, names

NIGHT = COLOURS["night"]


def cards(setup: str, round_: int = 2) -> list[Card]:
    line = match(setup, 2)
    return [(each.shown, line[each.first].seats) for each in visits(line) if each.round == round_]


def test_what_the_cards_took_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    told = cards("4/turns/free/full")
    sums: list[Sequence[tuple[str, int]]] = []

    def noting(*told: Sequence[tuple[str, int]]) -> tuple[()]:
        sums.append(told[1])
        return ()

    monkeypatch.setattr(summary, "_counted", noting)
    summary.picture(told, names(told[0][0]), NIGHT)
    for seat in range(4):
        taken: dict[str, int] = {}
        for state, earlier in told:
            own = state.seats[seat]
            fared = fate(state, own) or toll(state, earlier[seat], own)
            assert fared is not None
            for kind, count in summary._changes(fared):
                taken[kind] = taken.get(kind, 0) + count
        assert dict(sums[-4:][seat]) == {kind: count for kind, count in taken.items() if count}


def test_an_event_names_no_map() -> None:
    told = cards("3/turns/guided/full")
    assert any(state.event and state.map for state, _ in told)
    without = [
        (state._replace(map=0) if state.event else state, earlier) for state, earlier in told
    ]
    drawn = [draw_cards(each, names(told[0][0])) for each in (told, without)]
    assert drawn[0] == drawn[1]
