"""Leaving a match of two ends it; in a larger one the others play on, or the seat is offered."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import LEAVE
from prowlerbot.match import agreements, lobby, play
from prowlerbot.match.deadlines import deadline
from prowlerbot.match.match import Context, Ending, Former, Match, Phase, Player, machine
from prowlerbot.match.ratings import result_of
from prowlerbot.match.terms import Asked, Terms
from tests.games.tell import TellGame

ADA, BEN, CLEO, DORA, EVE = (
    Player(n, name) for n, name in enumerate(("Ada", "Ben", "Cleo", "Dora", "Eve"), 1)
)
ANY = TellGame(range(1, 5))


def late(now: int = 9) -> Context:
    return Context(ANY, random.Random(1), now)


def begun(count: int, terms: Terms = Terms(rated=True)) -> Match:  # noqa: B008 - frozen
    players = (ADA, BEN, CLEO, DORA)[:count]
    asked = lobby.challenge("m", ANY, players, {}, terms=terms, now=0)
    return lobby.begin_match(asked, late(0))


def resigned(match: Match, player: Player) -> Match:
    return agreements.resign(match, late(), player.id)


def chose(match: Match, player: Player, number: str) -> Match:
    return play.make_move(match, late(5), player.id, match.moment, number)


def test_alone_nobody_wins_by_resigning() -> None:
    over = resigned(begun(1), ADA)
    assert (over.ending, play.ranks_of(over, ANY)) == (Ending.RESIGNED, None)
    assert result_of(over, ANY) is None


def test_of_more_the_others_play_on_and_the_leaver_is_last() -> None:
    for count in [3, 4]:
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
        lambda: agreements.ask(match, late(), BEN.id, Asked.CANCEL, match.moment),
        lambda: agreements.claim(match, late(), BEN.id, {1}),
    ]
    for act in acts:
        with pytest.raises(Denied, match="left this match"):
            act()
    asked = agreements.ask(match, late(), ADA.id, Asked.CANCEL, match.moment)
    over = agreements.agree(asked, late(), CLEO.id, Asked.CANCEL, asked.moment)
    assert over.ending is Ending.AGREED


def test_a_choice_of_another_stands_when_somebody_leaves() -> None:
    match = resigned(chose(begun(4), ADA, "1"), BEN)
    decision = match.decision(1)
    assert (decision.moment, decision.own, decision.concealed) == (0, 1, 1)
    assert play.states(match, ANY)[-1].to_move == {3, 4}


def test_where_the_lobby_allows_it_the_machine_takes_the_seat_over_and_nothing_is_rated() -> None:
    match = resigned(begun(3, Terms(rated=True, takeover=True)), BEN)
    assert (match.phase, match.left) == (Phase.PLAYING, frozenset())
    taken_over = replace(machine(agreements.SUBSTITUTE), name=BEN.name, leaver=BEN.id)
    assert match.player(2) == taken_over, "under whose name past moves are told"
    assert not match.terms.rated
    one = resigned(match, ADA)
    over = resigned(one, CLEO)
    assert (over.phase, over.ending) == (Phase.OVER, Ending.RESIGNED), "no person is left"


def test_the_machine_agrees_to_nothing_but_takebacks_against_itself() -> None:
    asked = lobby.challenge("m", ANY, (ADA, machine("easy")), {}, terms=Terms("never"), now=0)
    match = lobby.begin_match(asked, late(0))
    with pytest.raises(Denied, match="you can resign"):
        agreements.ask(match, late(), ADA.id, Asked.CANCEL, match.moment)


def test_a_player_who_cannot_be_found_leaves_only_where_the_others_play_on() -> None:
    after = agreements.let_leave(begun(3), late(), {2})
    assert after is not None
    assert after.left == {2}
    assert agreements.let_leave(begun(3), late(), ()) is None
    assert agreements.let_leave(begun(2), late(), {2}) is None
    assert agreements.let_leave(after, late(), {1, 3}) != after


def test_a_seat_that_is_not_there_any_more_can_be_made_to_leave_without_a_deadline() -> None:
    match = begun(3)
    after = agreements.claim(match, late(), ADA.id, {2})
    assert after.left == {2}
    assert after.revision == match.revision + 1
    with pytest.raises(Denied, match="no time limit"):
        agreements.claim(match, late(), ADA.id, ())
    over = agreements.claim(begun(2), late(), ADA.id, {2})
    assert (over.ending, over.ended_by) == (Ending.CLAIMED, 1)
    assert play.ranks_of(over, ANY) == (1, 2)


# ------------------------------------------------------------------------ offers of a left seat

GAME = TellGame(range(1, 5), 2)
TERMS = Terms(rated=True, takeover=True, substitutes=True, pace=600, takebacks="free")


def at(now: int) -> Context:
    return Context(GAME, random.Random(1), now)


def offering(terms: Terms = TERMS, count: int = 3) -> Match:
    players = (ADA, BEN, CLEO, DORA)[:count]
    asked = lobby.challenge("m", GAME, players, {}, terms=terms, now=0)
    return lobby.begin_match(asked, at(0))


def left(match: Match, player: Player = BEN, now: int = 100) -> Match:
    return agreements.resign(match, at(now), player.id)


def taken(match: Match, player: Player = DORA, seat: int = 2, now: int = 200) -> Match:
    return agreements.take_seat(match, at(now), player, seat)


def picked(match: Match, player: Player, number: str) -> Match:
    own = match.decision(match.seat_of(player.id) or 0).own
    return play.make_move(match, at(300), player.id, match.moment, number, own=own)


def test_a_seat_is_offered_for_a_quarter_of_the_pace_an_hour_at_most() -> None:
    for pace, lasts in [(600, 150), (86_400, 3600), (0, 3600)]:
        match = left(offering(replace(TERMS, pace=pace)))
        assert match.player(2).offered == 100 + lasts
        assert not match.terms.rated, "for nobody, whoever plays on"


def test_without_the_terms_the_machine_takes_the_seat_at_once() -> None:
    assert left(offering(replace(TERMS, substitutes=False))).player(2).offered == 0


def test_whoever_takes_the_seat_is_its_player_and_the_moves_before_stay_the_leavers() -> None:
    match = taken(left(picked(offering(), BEN, "1")))
    assert match.player(2) == replace(DORA, former=Former(BEN.id, "Ben", 1))
    assert match.seat_of(BEN.id) is None
    match = picked(match, DORA, "2")
    assert [match.by_former(ply) for ply in range(match.ply)] == [True, False]
    then = [match.seated_after(match.plays[:ply]).player(2).name for ply in (1, 2)]
    assert then == ["Ben", "Dora"]


def test_the_clock_stands_still_while_the_seat_is_free_and_then_starts_anew() -> None:
    match = taken(left(offering()), now=249)
    assert (deadline(match, 2), deadline(match, 1)) == (849, 600)


def test_nobody_takes_a_second_seat_and_no_leaver_comes_back() -> None:
    match = left(left(offering(count=4), BEN), CLEO)
    with pytest.raises(Denied, match="already play"):
        taken(match, ADA, 2)
    for leaver in (BEN, CLEO):
        with pytest.raises(Denied, match="for another player"):
            taken(match, leaver, 2)
    match = taken(match, EVE, 2)
    with pytest.raises(Denied, match="for another player"):
        taken(match, BEN, 3)
    with pytest.raises(Stale, match="no longer free"):
        taken(match, DORA if match.seat_of(DORA.id) is None else Player(9, "Nina"), 2)


def test_the_machine_waits_for_the_end_of_the_offer() -> None:
    match = left(offering())
    with pytest.raises(Stale):
        play.move_of_machine(match, at(120), 2, match.decision(2), "1")
    with pytest.raises(Stale):
        agreements.close_offers(match, at(249))
    closed = agreements.close_offers(match, at(250))
    assert closed.player(2).is_substitute
    assert play.move_of_machine(closed, at(251), 2, closed.decision(2), "1").ply == 1


def test_a_seat_is_offered_once() -> None:
    match = left(taken(left(offering())), DORA, 300)
    again = match.player(2)
    assert (again.offered, again.leaver, again.former) == (0, DORA.id, Former(BEN.id, "Ben", 0))


def test_a_move_of_the_leaver_cannot_be_taken_back_but_a_secret_plan_can() -> None:
    match = taken(left(picked(offering(), BEN, "1")))
    planned = agreements.withdraw_secret_step(match, at(210), DORA.id, match.moment, 1)
    former = planned.player(2).former
    assert former is not None
    assert former.plays == 0, "the step that replaces it is Dora's"
    match = offering(count=3)
    for player in (ADA, BEN, CLEO):
        for number in "12":
            match = picked(match, player, number)
    with pytest.raises(Denied):
        agreements.ask(
            taken(left(match)), at(220), DORA.id, Asked.TAKEBACK, taken(left(match)).moment
        )


def test_the_match_with_a_new_player_counts_for_no_rating_and_can_be_played_again() -> None:
    match = taken(left(offering()))
    while match.phase is Phase.PLAYING:
        for player in (ADA, CLEO, DORA):
            for number in "12":
                match = picked(match, player, number)
    result = result_of(match, GAME)
    assert result is not None
    assert (result.rated, set(result.players)) == (False, {ADA.id, CLEO.id, DORA.id})
    again = lobby.rematch("n", GAME, match, DORA.id, 900)
    assert all(each.former is None for each in again.players)
    assert {each.id for each in again.players} == {ADA.id, CLEO.id, DORA.id}
