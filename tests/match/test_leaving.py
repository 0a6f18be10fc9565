"""Leaving a match of two ends it; in one of three or four the others play on."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import LEAVE
from prowlerbot.match import agreements, leaving, lobby, play
from prowlerbot.match.match import Context, Ending, Match, Phase, Player, machine
from prowlerbot.match.ratings import result_of
from prowlerbot.match.terms import Asked, Terms
from tests.games.tell import TellGame

ADA, BEN, CLEO, DORA = (Player(n, name) for n, name in enumerate(("Ada", "Ben", "Cleo", "Dora"), 1))
ANY = TellGame(range(1, 5))
RNG = random.Random(1)


def begun(count: int, terms: Terms = Terms(rated=True)) -> Match:  # noqa: B008 - frozen
    players = (ADA, BEN, CLEO, DORA)[:count]
    asked = lobby.challenge("m", ANY, players, {}, terms=terms, now=0)
    return lobby.begun(asked, Context(ANY, RNG, 0))


def resigned(match: Match, player: Player) -> Match:
    return leaving.resign(match, Context(ANY, RNG, 9), player.id)


def chose(match: Match, player: Player, number: str) -> Match:
    return play.make_move(match, Context(ANY, RNG, 5), player.id, match.moment, number)


def test_of_two_whoever_resigns_has_lost() -> None:
    over = resigned(begun(2), ADA)
    assert (over.phase, over.ending) == (Phase.OVER, Ending.RESIGNED)
    assert play.ranks_of(over, ANY) == (2, 1)


def test_alone_nobody_wins_by_resigning() -> None:
    over = resigned(begun(1), ADA)
    assert (over.ending, play.ranks_of(over, ANY)) == (Ending.RESIGNED, None)
    assert result_of(over, ANY) is None


@pytest.mark.parametrize("count", [3, 4])
def test_of_more_the_others_play_on_and_the_leaver_is_last(count: int) -> None:
    match = resigned(begun(count), BEN)
    assert match.phase is Phase.PLAYING
    assert match.left == {2}
    assert match.plays[-1].move == LEAVE
    for _ in range(2):
        for player in [each for each in match.players if each.id != BEN.id]:
            match = chose(match, player, "1")
    assert (match.phase, match.ending) == (Phase.OVER, Ending.PLAYED)
    ranks = play.ranks_of(match, ANY)
    assert ranks is not None
    assert ranks[1] == max(ranks) == count
    assert ranks.count(count) == 1


def test_the_last_one_left_has_won() -> None:
    match = resigned(resigned(begun(3), ADA), CLEO)
    assert (match.phase, match.ending) == (Phase.OVER, Ending.PLAYED)
    assert play.ranks_of(match, ANY) == (3, 1, 2)


def test_a_player_who_leaves_while_all_others_have_chosen_lets_the_die_be_thrown() -> None:
    match = chose(chose(begun(3), ADA, "1"), BEN, "2")
    match = resigned(match, CLEO)
    assert [each.seat for each in match.plays] == [1, 2, 3, 0]
    assert play.states(match, ANY)[-1].to_move == {1, 2}


def test_a_player_who_has_left_is_asked_for_nothing_and_can_do_nothing() -> None:
    match = resigned(begun(3), BEN)
    acts: list[Callable[[], Match]] = [
        lambda: resigned(match, BEN),
        lambda: chose(match, BEN, "1"),
        lambda: agreements.ask(
            match, Context(ANY, random.Random(1), 9), BEN.id, Asked.CANCEL, match.moment
        ),
        lambda: leaving.claim(match, Context(ANY, RNG, 9), BEN.id, {1}),
    ]
    for act in acts:
        with pytest.raises(Denied, match="left this match"):
            act()
    asked = agreements.ask(
        match, Context(ANY, random.Random(1), 9), ADA.id, Asked.CANCEL, match.moment
    )
    over = agreements.agree(
        asked, Context(ANY, random.Random(1), 9), CLEO.id, Asked.CANCEL, asked.moment
    )
    assert over.ending is Ending.AGREED


def test_a_choice_of_another_stands_when_somebody_leaves() -> None:
    match = resigned(chose(begun(4), ADA, "1"), BEN)
    decision = match.decision(1)
    assert (decision.moment, decision.own, decision.concealed) == (0, 1, 1)
    assert play.states(match, ANY)[-1].to_move == {3, 4}


def test_where_the_lobby_allows_it_the_machine_takes_the_seat_over_and_nothing_is_rated() -> None:
    match = resigned(begun(3, Terms(rated=True, takeover=True)), BEN)
    assert (match.phase, match.left) == (Phase.PLAYING, frozenset())
    taken_over = replace(machine(leaving.SUBSTITUTE), name=BEN.name, leaver=BEN.id)
    assert match.player(2) == taken_over, "under whose name past moves are told"
    assert not match.terms.rated
    one = resigned(match, ADA)
    over = resigned(one, CLEO)
    assert (over.phase, over.ending) == (Phase.OVER, Ending.RESIGNED), "no person is left"


def test_a_match_that_somebody_left_early_counts_for_no_rating() -> None:
    match = resigned(resigned(begun(3), ADA), CLEO)
    result = result_of(match, ANY)
    assert result is not None
    assert result.short


def test_the_machine_agrees_to_nothing_but_takebacks_against_itself() -> None:
    asked = lobby.challenge("m", ANY, (ADA, machine("easy")), {}, terms=Terms("never"), now=0)
    match = lobby.begun(asked, Context(ANY, RNG, 0))
    with pytest.raises(Denied, match="you can resign"):
        agreements.ask(match, Context(ANY, RNG, 9), ADA.id, Asked.CANCEL, match.moment)


def test_of_two_who_are_both_to_choose_the_one_who_claims_has_won() -> None:
    over = leaving.claim(begun(2), Context(ANY, RNG, 9), ADA.id, {2})
    assert over.ending is Ending.CLAIMED
    assert play.ranks_of(over, ANY) == (1, 2)


def test_a_player_who_cannot_be_found_leaves_only_where_the_others_play_on() -> None:
    after = leaving.let_leave(begun(3), Context(ANY, RNG, 9), {2})
    assert after is not None
    assert after.left == {2}
    assert leaving.let_leave(begun(3), Context(ANY, RNG, 9), ()) is None
    assert leaving.let_leave(begun(2), Context(ANY, RNG, 9), {2}) is None
    assert leaving.let_leave(after, Context(ANY, RNG, 9), {1, 3}) != after


def test_a_seat_that_is_not_there_any_more_can_be_made_to_leave_without_a_deadline() -> None:
    match = begun(3)
    after = leaving.claim(match, Context(ANY, RNG, 9), ADA.id, {2})
    assert after.left == {2}
    assert after.revision == match.revision + 1
    with pytest.raises(Denied, match="no time limit"):
        leaving.claim(match, Context(ANY, RNG, 9), ADA.id, ())
    two = replace(begun(2))
    over = leaving.claim(two, Context(ANY, RNG, 9), ADA.id, {2})
    assert (over.ending, over.ended_by) == (Ending.CLAIMED, 1)
