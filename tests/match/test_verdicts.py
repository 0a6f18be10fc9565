"""What follows a match: its winner, the rematch, a branch, and the result for each player."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied, Refused
from prowlerbot.core.game import CHANCE
from prowlerbot.match import agreements, lobby, play
from prowlerbot.match.lobby import branch
from prowlerbot.match.match import Context, Ending, Match, Phase, Player, machine
from prowlerbot.match.play import cut_short, ranks_of, record
from prowlerbot.match.ratings import (
    WITH_RESULT,
    Finished,
    Verdict,
    Won,
    result_between,
    result_for,
    tally,
)
from prowlerbot.match.terms import Origin, Terms
from tests.games.prowler.matches import PROWLER
from tests.life import ADA, BEN, CLEO, TELL, begun, played

RNG = random.Random(1)
TERMS = Terms(takebacks="never", pace=60)
WITHOUT = {*Ending} - {*WITH_RESULT}


def again_by(match: Match, asker: Player) -> Match:
    over = agreements.resign(match, Context(PROWLER, RNG, 1), ADA.id)
    return lobby.rematch("xyz", PROWLER, over, asker.id, 9)


def test_only_matches_that_are_played_or_lost_have_a_result() -> None:
    for ending in sorted(WITHOUT):
        over = replace(begun(), phase=Phase.OVER, ending=ending, ended_by=1)
        assert ranks_of(over, PROWLER) is None
        assert cut_short(over, PROWLER) == ()


def test_a_player_who_resigns_comes_last_and_a_played_match_ranks_as_its_outcome() -> None:
    resigned = agreements.resign(begun(), Context(PROWLER, RNG, 2000), ADA.id)
    assert ranks_of(resigned, PROWLER) == cut_short(resigned, PROWLER) == (2, 1)
    match = begun()
    while match.phase is Phase.PLAYING:
        state = play.states(match, PROWLER)[-1]
        (seat,) = state.to_move
        user, move = match.player(seat).id, str(RNG.choice(state.moves(seat)))
        match = play.make_move(match, Context(PROWLER, RNG, 3000), user, match.moment, move)
    outcome = play.states(match, PROWLER)[-1].outcome
    assert outcome is not None
    assert ranks_of(match, PROWLER) == outcome.ranks
    assert ranks_of(begun(), PROWLER) is None
    assert cut_short(match, PROWLER) is cut_short(begun(), PROWLER) is None


def test_a_rematch_swaps_the_seats_and_who_places_first_and_keeps_the_terms() -> None:
    for options in ({}, {"first": "1"}, {"first": "2"}):
        asked = lobby.challenge("abc", PROWLER, (ADA, BEN), options, terms=TERMS, now=0)
        match = lobby.accept(asked, Context(PROWLER, RNG, 0), BEN.id)
        first = match.player(int(match.setup[-1]))
        for asker in (ADA, BEN):
            again = again_by(match, asker)
            assert [each.id for each in again.players] == [BEN.id, ADA.id]
            assert again.player(again.challenger) == asker
            assert again.terms == TERMS
            other = BEN if asker is ADA else ADA
            begun_again = lobby.accept(again, Context(PROWLER, RNG, 10), other.id)
            assert begun_again.player(int(begun_again.setup[-1])) != first
            with pytest.raises(Refused, match="your own challenge"):
                lobby.accept(again, Context(PROWLER, RNG, 10), asker.id)


def test_there_is_a_rematch_only_of_a_match_that_is_over_for_who_played_it() -> None:
    over = agreements.resign(begun(), Context(PROWLER, RNG, 1), ADA.id)
    with pytest.raises(Denied, match="once this match is over"):
        lobby.rematch("xyz", PROWLER, begun(), ADA.id, 9)
    with pytest.raises(Denied, match="do not play"):
        lobby.rematch("xyz", PROWLER, over, CLEO.id, 9)
    tried = replace(over, terms=replace(over.terms, day=20_000))
    assert lobby.rematch("xyz", PROWLER, tried, ADA.id, 9).terms.day == 0, "it is no try"
    asked = lobby.challenge("abc", PROWLER, (ADA, BEN), {}, terms=TERMS, now=0)
    declined = lobby.decline(asked, Context(PROWLER, RNG, 1), BEN.id)
    with pytest.raises(Denied, match="once this match is over"):
        lobby.rematch("xyz", PROWLER, declined, ADA.id, 9)


def finished(*ranks: int, players: tuple[Player, ...] = (ADA, BEN, CLEO)) -> Finished:
    return Finished("m", 0, Ending.PLAYED, 0, Verdict.COUNTED, players, ranks, ranks)


def test_of_three_only_the_first_have_won() -> None:
    for ranks, results in [
        ((1, 2, 3), (Won.WON, Won.LOST, Won.LOST)),
        ((1, 1, 3), (Won.SHARED, Won.SHARED, Won.LOST)),
        ((3, 1, 1), (Won.LOST, Won.SHARED, Won.SHARED)),
    ]:
        assert tuple(result_for(finished(*ranks), n) for n in (1, 2, 3)) == results


def test_alone_it_is_won_or_lost() -> None:
    assert result_for(finished(1, players=(ADA,)), 1) is Won.WON
    assert result_for(finished(2, players=(ADA,)), 1) is Won.LOST


def test_two_of_three_are_compared_by_who_stood_before_whom() -> None:
    assert result_between(finished(3, 2, 1), 2, 1) is Won.WON
    assert result_between(finished(3, 2, 1), 1, 2) is Won.LOST
    assert result_between(finished(2, 2, 1), 1, 2) is Won.SHARED


def test_a_tally_of_two_counts_what_they_were_to_each_other() -> None:
    matches = [finished(3, 2, 1), finished(1, 2, 3), finished(2, 2, 1)]
    mine, theirs = tally(matches, 1, 2), tally(matches, 2, 1)
    assert (mine.won, mine.lost, mine.shared) == (theirs.lost, theirs.won, 1) == (1, 1, 1)
    assert (tally(matches, 1).won, tally(matches, 1).lost) == (1, 2)


def test_a_match_with_two_machines_is_told_for_the_person_in_it() -> None:
    match = finished(2, 1, 3, players=(machine("easy"), ADA, machine("easy")))
    assert result_for(match, ADA.id) is Won.WON


def test_only_a_match_that_both_have_played_out_counts_for_an_average() -> None:
    whole, left, ended = (
        finished(1, 2, 3),
        replace(finished(3, 1, 2), left=frozenset({ADA.id})),
        replace(finished(1, 2, 3), totals=()),
    )
    assert tally([whole, left, ended], ADA.id).totals == (1,)
    assert tally([whole, left, ended], BEN.id, ADA.id).totals == (2,)
    assert tally([whole, left, ended], BEN.id, CLEO.id).totals == (2, 1)


DAN, EVE, FAY = Player(4, "Dan"), Player(5, "Eve"), Player(6, "Fay")
ROUND = ((ADA, "1"), (BEN, "2"), (CLEO, "3"))


def source() -> Match:
    """One round: three hidden numbers and a throw of the die."""
    match = played(begun(game=TELL), *ROUND, game=TELL)
    assert [play.seat for play in match.plays] == [1, 2, 3, CHANCE]
    return match


def branched(ply: int, seat: int = 2, terms: Terms = Terms(rated=True)) -> Match:  # noqa: B008 - frozen
    players = (DAN, EVE, FAY)
    line = record(source(), TELL)
    return branch(
        "new", TELL, source(), line, ply=ply, seat=seat, players=players, terms=terms, now=5_000
    )


def accepted(match: Match) -> Match:
    for player in (EVE, FAY):
        match = lobby.accept(match, Context(TELL, random.Random(1), 5_001), player.id)
    return match


def tried(match: Match, ply: int, seat: int, players: tuple[Player, ...]) -> Match:
    line = record(match, TELL)
    return branch("x", TELL, match, line, ply=ply, seat=seat, players=players, terms=Terms(), now=1)


def test_the_challenger_takes_a_seat_and_the_others_those_that_are_left() -> None:
    for seat, players in [(1, (DAN, EVE, FAY)), (2, (EVE, DAN, FAY)), (3, (EVE, FAY, DAN))]:
        match = branched(2, seat)
        assert [each.id for each in match.players] == [each.id for each in players]
        assert (match.challenger, match.asked) == (seat, frozenset({1, 2, 3} - {seat}))
        assert match.phase is Phase.LOBBY
        with pytest.raises(Denied):
            lobby.accept(match, Context(TELL, random.Random(1), 5_001), DAN.id)


def test_it_begins_with_the_moves_of_its_source_made_by_the_same_seats() -> None:
    for ply in [0, 1, 2, 4]:
        match = accepted(branched(ply))
        assert [(p.seat, p.move) for p in match.plays] == [
            (p.seat, p.move) for p in source().plays[:ply]
        ]
        assert {play.at for play in match.plays} <= {5_001}
        assert match.setup == source().setup


def test_where_the_dice_are_to_be_thrown_they_are_thrown_anew() -> None:
    match = accepted(branched(3))
    assert [play.seat for play in match.plays] == [1, 2, 3, CHANCE]


def test_a_branch_is_never_rated_and_keeps_the_other_terms() -> None:
    assert branched(1, terms=Terms(rated=True, pace=600)).terms == Terms(rated=False, pace=600)


def test_what_does_not_fit_the_source_is_refused() -> None:
    three = (DAN, EVE, FAY)
    for ply, seat in ((-1, 1), (5, 1), (2, 0), (2, 4)):
        with pytest.raises(Denied):
            tried(source(), ply, seat, three)
    with pytest.raises(Denied, match="3 players"):
        tried(source(), 2, 1, (DAN, EVE))
    over = played(source(), *ROUND, game=TELL)
    with pytest.raises(Denied, match="match ended"):
        tried(over, over.ply, 1, three)


def test_an_origin_is_written_and_read_as_it_is() -> None:
    origin = branched(4).origin
    assert origin is not None
    assert Origin.read(origin.written()) == origin
    assert replace(origin, moves=()).ply == 0
