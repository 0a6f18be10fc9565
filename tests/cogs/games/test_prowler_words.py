"""Positions, moves and scores of Prowler's Passage in words; what is told adds up."""

from __future__ import annotations

import itertools

from cogs.contract.screen import Look, keys_of
from cogs.contract.sign import coloured
from cogs.games.prowler import texts
from cogs.games.prowler.face import ProwlerFace
from cogs.games.prowler.merits import gain
from prowlerbot.core.game import View
from prowlerbot.core.i18n import signed_words, tr
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.board import STATUES, pathways_in
from prowlerbot.games.prowler.rules import (
    Position,
    banked_wealth,
    running_wealth,
    score,
    score_sheet,
)
from prowlerbot.games.prowler.words import (
    CATEGORY_NAMES,
    CONDITION_NAMES,
    EXPLAINED,
    statue_name,
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


@each_of(("change", "told"), [(3, "+3"), (0, "±0"), (-2, "−2")])
def test_a_change_is_told_with_its_sign(change: int, told: str) -> None:
    assert signed_words(change) == told


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


def test_a_marker_is_told_alike_for_whoever_moves_it() -> None:
    steps = [step for seed in range(4) for step in itertools.pairwise(match(seed))]
    told = "\n".join(news(*step) for step in steps)
    briefly = "\n".join(recap(*step) for step in steps)
    assert "−" not in told + briefly
    for place in ("to Ada's side (1)", "to Ben's side (2)", "Castle to the centre"):
        assert place in told, place
    for place in ("Castle: Ada 1", "Banking: Ben 2", "Castle: centre"):
        assert place in briefly, place


def test_the_line_of_a_call_tells_what_mid_game_scoring_paid() -> None:
    line = match(1)
    (scored,) = [
        (before, after)
        for before, after in itertools.pairwise(line)
        if before.mid is None and after.mid is not None
    ]
    one, two = (each.total for each in scored[1].mid or ())
    assert recap(*scored).endswith(f", mid-game scoring: Ada {one}, Ben {two}")
    assert sum("mid-game" in recap(*each) for each in itertools.pairwise(line)) == 1


def test_the_winner_is_told_with_the_totals_in_the_order_of_the_picture() -> None:
    for seed in range(12):
        end = match(seed)[-1]
        outcome = end.outcome
        assert outcome is not None
        one, two = outcome.totals
        totals = f"{one}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{two}"
        assert f"Ada {totals} Ben" in texts.verdict(outcome, NAMES)


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


def test_the_first_boards_tell_the_goal_and_the_sides_in_a_few_short_lines() -> None:
    for seed in range(8):
        line = match(seed)
        for position in line[:4]:
            told = ProwlerFace(Prowler()).screen([View(position)], Look(NAMES, NAMES)).text
            assert (texts.goal(NAMES) in told) == (position.ply < 2)
            assert ("presses a district" in told) == (position.ply == 0)
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


def test_the_end_tells_its_reason_below_the_last_move() -> None:
    line = next(each for each in map(match, range(12)) if texts.reason_words(each[-1], NAMES))
    told = (
        ProwlerFace(Prowler()).screen([View(each) for each in line[-2:]], Look(NAMES, NAMES)).text
    )
    assert told == "\n".join((news(line[-2], line[-1]), texts.reason_words(line[-1], NAMES)))


def test_the_scores_explain_each_achievement_of_the_match() -> None:
    for seed in range(8):
        line = match(seed)
        scores = ProwlerFace(Prowler()).scores(View(line[4]), NAMES)
        assert "below the board" not in scores, "a picture alone says where that is"
        for card in line[0].setup.cards:
            assert tr(EXPLAINED[card]) in scores
    assert set(EXPLAINED) == set(CONDITION_NAMES)


def test_a_statue_is_named_by_the_pathways_that_the_picture_numbers() -> None:
    told = [news(*step) for step in itertools.pairwise(match(1))]
    stolen = [line for each in told for line in each.splitlines() if "the statue" in line]
    assert stolen
    for each in stolen:
        assert each.endswith(tuple(f"the statue {statue_name(name)}." for name in STATUES)), each
    assert statue_name("E") == "4-5-8"


def test_a_move_is_told_in_the_present_with_its_markers_in_one_line() -> None:
    told = news(*match(1)[1:3])
    assert " digs **" in told
    assert len(told.splitlines()) == 1


@each_of("ended", [None, (), (2, 1)])
def test_whose_turn_it_is_is_told_as_long_as_somebody_is_to_move(ended: Ranks | None) -> None:
    line, face = match(3), ProwlerFace(Prowler())
    for position in line if ended is None else line[:-1]:
        look = Look(NAMES, NAMES, ended=ended)
        told = face.screen([View(position)], look).text
        waits = ended is None and position.outcome is None
        assert (texts.turn(position, NAMES) in told) == waits


def test_a_call_names_each_achievement_and_its_player() -> None:
    for seed in range(20):
        for before, after in itertools.pairwise(match(seed)):
            told = recap(before, after)
            for seat, name in enumerate(NAMES):
                for card in before.setup.cards:
                    claimed = card in after.achievements[seat][len(before.achievements[seat]) :]
                    assert (f"{name}: “{tr(CONDITION_NAMES[card])}”" in told) == claimed


def test_the_rules_tell_the_turn_before_the_scoring_in_50_lines_above_the_map_of_pathways() -> None:
    """A phone shows about 38 letters a line."""
    told, _, meetings = ProwlerFace(Prowler()).rules.partition("\n-# Pathways that meet: ")
    assert meetings.startswith("1-2-3, 2-4-6, ")
    assert "13-14-20 and 15-16-21." in meetings, "the statues"
    assert told.index("**Your turn**") < told.index("**Scoring**")
    assert sum(-(-len(line) // 38) for line in told.splitlines()) <= 50


def test_the_rules_tell_all_that_pays() -> None:
    told = ProwlerFace(Prowler()).rules
    for word in (
        *("Longest passage", "Items", "Statues", "Achievements", "Banking: 5", "× pairs of like"),
        *("2 × districts", "spaces", "after the second", "counts no pathway twice", "shovels"),
        *("second statue", "5 passages left", "A tie", "longer passage", "more districts"),
        *("both players win", "doubles", "one more marker", "without a press"),
    ):
        assert word in told, word


# ------------------------------------------------------------------ scores, item by item


@each_of("seed", range(20))
def test_scores_name_each_stolen_statue_by_its_pathways_and_have_no_hyphen_for_a_minus(
    seed: int,
) -> None:
    end = match(seed)[-1]
    told = FACE.scores(View(end), NAMES)
    for own in end.statues:
        if own:
            places = ", ".join(map(statue_name, own))
            assert f"{tr('Statues')} {len(own)} ({places})" in told
    assert " -" not in told.replace("\n-", "\n")


def test_readers_of_words_first_hear_no_arrow() -> None:
    for position in match(0)[1:-1]:
        with coloured("night", words=True):
            look = Look(NAMES, NAMES, words=True, listed=True)
            seen = [View(position, position.seat)]
            texts = [ProwlerFace(Prowler()).screen(seen, look).text]
            for pathway in {
                move.pathway for move in position.moves(position.seat) if move.marker is not None
            }:
                screen = ProwlerFace(Prowler()).screen(seen, look, f"{pathway}")
                texts.append(screen.text)
        assert not any("→" in text for text in texts)
