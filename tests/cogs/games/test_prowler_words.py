"""Positions, moves and scores of Prowler's Passage in words; what is told adds up."""

from __future__ import annotations

from cogs.contract.screen import Look, keys_of
from cogs.games.prowler import texts
from cogs.games.prowler.face import ProwlerFace
from cogs.games.prowler.merits import gain
from prowlerbot.core.game import View
from prowlerbot.core.i18n import signed_words
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.board import pathways_in
from prowlerbot.games.prowler.rules import (
    Position,
    banked_wealth,
    running_wealth,
    score,
    score_sheet,
)
from prowlerbot.games.prowler.words import (
    CATEGORY_NAMES,
)
from prowlerbot.match.match import Ranks
from tests.cases import each_of
from tests.renderer.matches import match

NAMES = ("Ada", "Ben")
FACE = ProwlerFace(Prowler())
SIGNS = str.maketrans("−", "-", "±")


def news(before: Position, after: Position) -> str:
    return FACE.news([View(before), View(after)], NAMES)


def recap(before: Position, after: Position) -> str:
    return FACE.recap([View(before), View(after)], NAMES)


def test_what_a_move_would_bring_names_the_mover_first_then_the_other_if_that_changes() -> None:
    both = 0
    for before, after in zip(line := match(2), line[1:], strict=False):
        seat = before.seat
        was, now = (score_sheet(each, final=True) for each in (before, after))
        told = gain(before, after, seat, NAMES).splitlines()
        assert NAMES[seat - 1] in told[0]
        other = 3 - seat
        if was[seat - 1] == now[seat - 1]:
            assert told[0].endswith(": no wealth more or less right now")
        if was[other - 1] == now[other - 1]:
            assert len(told) == 1
        else:
            both += 1
            assert NAMES[other - 1] in told[1]
            change = now[other - 1].total - was[other - 1].total
            assert f": {signed_words(change)} wealth right now" in told[1]
    assert both


def test_why_somebody_has_won_is_told_by_the_lead_in_each_category() -> None:
    for seed in range(12):
        end = match(seed)[-1]
        outcome, half = end.outcome, end.half
        assert outcome is not None
        assert half is not None
        why = texts.reason_words(end, NAMES)
        if outcome.by != "wealth" or outcome.winner is None:
            assert not why
            continue
        name, _, told = why.removesuffix(".").partition(
            f" won by {abs(outcome.totals[0] - outcome.totals[1])}: "
        )
        assert name == NAMES[outcome.winner - 1]
        own, other = (
            [
                sum(each)
                for each in zip(
                    score(half, seat, final=False), score(end, seat, final=True), strict=True
                )
            ]
            for seat in (outcome.winner, 3 - outcome.winner)
        )
        leads = [
            f"{category} {signed_words(mine - others)}"
            for category, mine, others in zip(CATEGORY_NAMES, own, other, strict=True)
        ]
        assert told == ", ".join(leads)


def test_wealth_is_told_as_banked_and_projected_once_something_is_banked() -> None:
    line = match(2)
    scored = next(each for each in line if each.mid is not None)
    told = FACE.scores(View(scored), NAMES)
    for seat in (1, 2):
        banked = banked_wealth(scored, seat)
        projected = running_wealth(scored, seat) - banked
        assert f"{banked} banked + {projected} projected" in told
    assert "projected" not in FACE.scores(View(line[3]), NAMES).replace("Projected", "")


@each_of("seed", range(3))
def test_each_pathway_is_told_by_what_it_adds_to_the_lead_with_the_loss_of_the_rival(
    seed: int,
) -> None:
    lost = 0
    for position in match(seed)[1:-1]:
        look, seat = Look(NAMES, NAMES, listed=True), position.seat
        shown = ProwlerFace(Prowler()).screen([View(position, seat)], look)
        assert not shown.drawings, "the shared message shows the board"
        numbers, leads = [], []
        for line in (each for each in shown.text.splitlines() if each.startswith("**")):
            lead, _, told = line.removeprefix("**").partition("**: ")
            there, _, parts = told.partition(" (")
            numbers += [int(each.split(" → ")[0]) for each in there.split(", ")]
            leads.append(int(lead.translate(SIGNS)))
            by_name = dict(
                each.rsplit(" ", 1) for each in parts.removesuffix(")").split(", ") if each
            )
            own, rival = (
                int(by_name.get(NAMES[each - 1], "0").translate(SIGNS)) for each in (seat, 3 - seat)
            )
            assert not parts or own - rival == leads[-1]
            assert bool(parts) == bool(rival), "one's own gain alone is told once"
            lost += rival < 0
        assert sorted(numbers) == pathways_in(position.free)
        assert leads == sorted(leads, reverse=True)
        listed = [key.argument for row in shown.rows for key in keys_of(row)]
        assert list(map(int, listed)) == numbers
    assert lost


def test_words_first_tell_the_lead_by_each_pathway_and_marker_and_nothing_while_one_waits() -> None:
    for position in match(2)[1:-1]:
        look = Look(NAMES, NAMES, listed=True, words=True)
        own = FACE.screen([View(position, position.seat)], look)
        leads = [line for line in own.text.splitlines() if line.startswith("**")]
        assert not any("(" in line for line in leads), "menus have the parts"
        assert len(own.text.split()) <= 90
        assert "side of the track" not in own.text, "which a picture alone shows"
        assert len({line.split("**")[1] for line in leads}) == len(leads)
        waits = FACE.screen([View(position, 3 - position.seat)], look)
        assert "🔎" not in waits.text
        wild = next((move for move in position.legal if move.marker is not None), None)
        if wild is not None:
            choice = FACE.screen([View(position, position.seat)], look, str(wild.pathway)).text
            assert sum(", lead " in line for line in choice.splitlines()) == 5


def test_the_first_boards_tell_the_goal_the_sides_and_how_to_dig_in_a_few_short_lines() -> None:
    for seed in range(8):
        line = match(seed)
        for position in line[:4]:
            told = ProwlerFace(Prowler()).screen([View(position)], Look(NAMES, NAMES)).text
            assert (texts.goal(NAMES) in told) == (position.ply < 2)
            assert ("presses a district" in told) == (position.ply == 0)
            assert ("press a number to dig there" in told) == (position.ply in {1, 2})
            waiting = View(position, 3 - position.seat)
            told_so = ProwlerFace(Prowler()).screen([waiting], Look(NAMES, NAMES)).text
            assert "press a number" not in told_so, "it is the other's turn"
            assert len(told.splitlines()) <= 3
            assert "Banking:" not in told, "formulas are in the rules"
    assert "**Ada** has the left side of the track" in texts.goal(NAMES)


def test_a_replay_has_the_mid_game_sheet_once_and_no_help_for_decisions() -> None:
    line, look = match(2), Look(NAMES, NAMES, replayed=True)
    screens = [
        ProwlerFace(Prowler()).screen([View(each) for each in line[:at]], look)
        for at in range(1, len(line))
    ]
    assert sum(len(screen.drawings) == 2 for screen in screens) == 1
    assert not any(texts.goal(NAMES) in screen.text for screen in screens)


@each_of("ended", [None, (), (2, 1)])
def test_whose_turn_it_is_is_told_as_long_as_somebody_is_to_move(ended: Ranks | None) -> None:
    line, face = match(3), ProwlerFace(Prowler())
    for position in line if ended is None else line[:-1]:
        look = Look(NAMES, NAMES, ended=ended)
        told = face.screen([View(position)], look).text
        waits = ended is None and position.outcome is None
        assert (texts.turn(position, NAMES) in told) == waits


def test_the_rules_tell_the_turn_before_the_scoring_in_50_lines_above_the_map_of_pathways() -> None:
    """A phone shows about 38 letters a line."""
    told, _, meetings = ProwlerFace(Prowler()).rules.partition("\n-# Pathways that meet: ")
    assert meetings.startswith("1-2-3, 2-4-6, ")
    assert "13-14-20 and 15-16-21." in meetings, "the statues"
    assert told.index("**Your turn**") < told.index("**Scoring**")
    assert sum(-(-len(line) // 38) for line in told.splitlines()) <= 50


# ------------------------------------------------------------------ scores, item by item
