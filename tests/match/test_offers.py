"""A seat that its player has left is offered to people before the machine plays on."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match import agreements, leaving, lobby, offers, play
from prowlerbot.match.deadlines import deadline
from prowlerbot.match.match import Context, Former, Match, Phase, Player
from prowlerbot.match.ratings import result_of
from prowlerbot.match.terms import Asked, Terms
from tests.games.tell import TellGame

ADA, BEN, CLEO, DORA, EVE = (
    Player(n, name) for n, name in enumerate(("Ada", "Ben", "Cleo", "Dora", "Eve"), 1)
)
GAME = TellGame(range(1, 5), 2)
TERMS = Terms(rated=True, takeover=True, substitutes=True, pace=600, takebacks="free")


def at(now: int) -> Context:
    return Context(GAME, random.Random(1), now)


def begun(terms: Terms = TERMS, count: int = 3) -> Match:
    players = (ADA, BEN, CLEO, DORA)[:count]
    asked = lobby.challenge("m", GAME, players, {}, terms=terms, now=0)
    return lobby.begun(asked, at(0))


def left(match: Match, player: Player = BEN, now: int = 100) -> Match:
    return leaving.resign(match, at(now), player.id)


def taken(match: Match, player: Player = DORA, seat: int = 2, now: int = 200) -> Match:
    return offers.take_seat(match, at(now), player, seat)


def chose(match: Match, player: Player, number: str) -> Match:
    own = match.decision(match.seat_of(player.id) or 0).own
    return play.make_move(match, at(300), player.id, match.moment, number, own=own)


@pytest.mark.parametrize(("pace", "lasts"), [(600, 150), (86_400, 3600), (0, 3600)])
def test_a_seat_is_offered_for_a_quarter_of_the_pace_an_hour_at_most(pace: int, lasts: int) -> None:
    match = left(begun(replace(TERMS, pace=pace)))
    assert match.player(2).offered == 100 + lasts
    assert not match.terms.rated, "for nobody, whoever plays on"


def test_without_the_terms_the_machine_takes_the_seat_at_once() -> None:
    assert left(begun(replace(TERMS, substitutes=False))).player(2).offered == 0


def test_whoever_takes_the_seat_is_its_player_and_the_moves_before_stay_the_leavers() -> None:
    match = taken(left(chose(begun(), BEN, "1")))
    assert match.player(2) == replace(DORA, former=Former(BEN.id, "Ben", 1))
    assert match.seat_of(BEN.id) is None
    match = chose(match, DORA, "2")
    assert [match.by_former(ply) for ply in range(match.ply)] == [True, False]
    then = [match.seated_after(match.plays[:ply]).player(2).name for ply in (1, 2)]
    assert then == ["Ben", "Dora"]


def test_the_clock_stands_still_while_the_seat_is_free_and_then_starts_anew() -> None:
    match = left(begun())
    with pytest.raises(Stale, match="no longer free"):
        taken(match, now=250)
    match = taken(match, now=249)
    assert (deadline(match, 2), deadline(match, 1)) == (849, 600)


def test_nobody_takes_a_second_seat_and_no_leaver_comes_back() -> None:
    match = left(left(begun(count=4), BEN), CLEO)
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
    match = left(begun())
    with pytest.raises(Stale):
        play.move_of_machine(match, at(120), 2, match.decision(2), "1")
    with pytest.raises(Stale):
        offers.close(match, 249)
    closed = offers.close(match, 250)
    assert closed.player(2).is_substitute
    assert play.move_of_machine(closed, at(251), 2, closed.decision(2), "1").ply == 1


def test_a_seat_is_offered_once() -> None:
    match = left(taken(left(begun())), DORA, 300)
    again = match.player(2)
    assert (again.offered, again.leaver, again.former) == (0, DORA.id, Former(BEN.id, "Ben", 0))


def test_a_move_of_the_leaver_cannot_be_taken_back_but_a_secret_plan_can() -> None:
    match = taken(left(chose(begun(), BEN, "1")))
    planned = agreements.withdraw_plan(match, DORA.id, match.moment, 1, now=210)
    former = planned.player(2).former
    assert former is not None
    assert former.plays == 0, "the step that replaces it is Dora's"
    match = begun(count=3)
    for player in (ADA, BEN, CLEO):
        for number in "12":
            match = chose(match, player, number)
    with pytest.raises(Denied):
        agreements.ask(
            taken(left(match)), at(220), DORA.id, Asked.TAKEBACK, taken(left(match)).moment
        )


def test_the_match_with_a_new_player_counts_for_no_rating_and_can_be_played_again() -> None:
    match = taken(left(begun()))
    while match.phase is Phase.PLAYING:
        for player in (ADA, CLEO, DORA):
            for number in "12":
                match = chose(match, player, number)
    result = result_of(match, GAME)
    assert result is not None
    assert (result.rated, set(result.players)) == (False, {ADA.id, CLEO.id, DORA.id})
    again = lobby.rematch("n", GAME, match, DORA.id, 900)
    assert all(each.former is None for each in again.players)
    assert {each.id for each in again.players} == {ADA.id, CLEO.id, DORA.id}
