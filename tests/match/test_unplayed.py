"""Which matches are dropped a day after their end: those that their only player hardly played."""

from __future__ import annotations

from dataclasses import replace

from prowlerbot.core.game import LEAVE
from prowlerbot.match.call_rules import MatchDuty, duties, is_unplayed
from prowlerbot.match.match import Ending, Former, Match, Phase, Play, Player, machine
from prowlerbot.match.terms import Origin, Terms
from tests.cases import each_of

ADA, BEN, EASY = Player(1, "Ada"), Player(2, "Ben"), machine("easy")
ENDED = 1_000
DAY = 24 * 60 * 60


def ended(*players: Player, own: int = 0, ending: Ending = Ending.RESIGNED) -> Match:
    """A match that has ended after so many moves of the first seat, each answered by the next."""
    other = 2 if len(players) > 1 else 0
    plays = tuple(Play(seat, "x", 5) for _ in range(own) for seat in (1, other))
    return Match(
        *("m", "prowler", players, 0),
        phase=Phase.OVER,
        setup="drawn",
        ending=ending,
        plays=plays,
        changed_at=ENDED,
    )


@each_of("players", [(ADA,), (ADA, EASY), (ADA, EASY, EASY)])
def test_alone_or_against_the_machine_it_takes_three_moves_of_ones_own(
    players: tuple[Player, ...],
) -> None:
    assert [is_unplayed(ended(*players, own=own)) for own in range(5)] == [True] * 3 + [False] * 2
    for ending in (Ending.MODERATED, Ending.ABANDONED, Ending.AGREED):
        assert is_unplayed(ended(*players, own=2, ending=ending))


def test_it_goes_a_day_after_its_end() -> None:
    assert duties(ended(ADA))[MatchDuty.DROP] == ENDED + DAY
    assert MatchDuty.DROP not in duties(ended(ADA, own=3))
    running = replace(ended(ADA), phase=Phase.PLAYING, ending=None)
    assert not is_unplayed(running)


def test_to_leave_is_no_move() -> None:
    match = ended(ADA, EASY, own=2)
    assert is_unplayed(replace(match, plays=(*match.plays, Play(1, LEAVE, 6))))


def test_the_moves_that_a_branch_begins_with_are_not_its_players_own() -> None:
    branch, first = ended(ADA, EASY, own=4), replace(ended(ADA, EASY), origin=None)
    moves = tuple((play.seat, play.move) for play in branch.plays[:6])
    origin = Origin("source", "drawn", moves)  # type: ignore[arg-type] # only their number counts
    assert is_unplayed(replace(branch, origin=origin)), "one move of their own"
    assert is_unplayed(first)


def test_what_was_played_out_stays_however_short_the_game_is() -> None:
    assert not is_unplayed(ended(ADA, EASY, own=1, ending=Ending.PLAYED))


def test_a_match_with_anybody_else_stays() -> None:
    assert not is_unplayed(ended(ADA, BEN))
    left = replace(EASY, name="Ben", leaver=BEN.id)
    assert not is_unplayed(ended(ADA, left)), "the machine has only taken a seat over"
    taken = replace(ADA, former=Former(BEN.id, "Ben", 1))
    assert not is_unplayed(ended(taken, EASY))


def test_tries_of_the_day_and_challenges_that_came_to_nothing_stay() -> None:
    assert not is_unplayed(replace(ended(ADA, EASY), terms=Terms(day=9)))
    assert not is_unplayed(replace(ended(ADA, EASY, ending=Ending.CANCELLED), setup=""))


def test_of_somebody_who_has_deleted_their_data_it_goes_too() -> None:
    assert is_unplayed(ended(Player(-3, "someone"), EASY))
