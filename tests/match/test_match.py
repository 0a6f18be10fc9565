"""The life of a match, as the pure functions have it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from prowlerbot.core.errors import Denied, IllegalMove, Refused, Stale
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.match import agreements, closing, lobby, play
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Context, Ending, Match, Phase, Player
from prowlerbot.match.play import Repeated
from prowlerbot.match.terms import Terms
from tests.persistence.matches import (
    ADA,
    BEN,
    CLEO,
    DORA,
    NOON,
    PROWLER,
    TELL,
    begun,
    challenged,
    next_press,
    played,
)

LATE = NOON + CHALLENGE_LASTS
SOON = NOON + 60


def at(now: int, game: Game = PROWLER) -> Context:
    return Context(game, random.Random(5), now)


def press(match: Match, user: int | None = None, ply: int | None = None, move: str = "") -> Match:
    """A legal press of the player to move, except for the given parts."""
    right_user, right_ply, right_move = next_press(match)
    user = right_user if user is None else user
    ply = right_ply if ply is None else ply
    return play.make_move(match, at(SOON), user, ply, move or right_move)


def resigned(match: Match, player: Player) -> Match:
    return agreements.resign(match, at(SOON), player.id)


ACTIONS: dict[str, Callable[[Match], Match]] = {
    "accept": lambda match: lobby.accept(match, at(SOON), BEN.id),
    "decline": lambda match: lobby.decline(match, at(SOON), BEN.id),
    "cancel": lambda match: lobby.cancel(match, at(SOON), ADA.id),
    "resign": lambda match: resigned(match, BEN),
    "play": lambda match: play.make_move(match, at(SOON), ADA.id, 0, ">P"),
    "expire": lambda match: lobby.expire(match, LATE),
    "withdraw": lambda match: closing.withdraw_by_moderator(match, at(SOON), CLEO.id, "Spam"),
}

MATCHES: dict[str, Match] = {
    "challenged": challenged(),
    "playing": begun(),
    "played out": played(1000),
    "resigned": resigned(begun(), ADA),
    "declined": lobby.decline(challenged(), at(SOON), BEN.id),
    "cancelled": lobby.cancel(challenged(), at(SOON), ADA.id),
    "expired": lobby.expire(challenged(), LATE),
}

ALLOWED: dict[tuple[str, str], tuple[Phase, Ending | None, int]] = {
    ("challenged", "accept"): (Phase.PLAYING, None, 0),
    ("challenged", "decline"): (Phase.OVER, Ending.DECLINED, 2),
    ("challenged", "cancel"): (Phase.OVER, Ending.CANCELLED, 1),
    ("challenged", "expire"): (Phase.OVER, Ending.EXPIRED, 0),
    ("challenged", "withdraw"): (Phase.OVER, Ending.WITHDRAWN, 0),
    ("playing", "resign"): (Phase.OVER, Ending.RESIGNED, 2),
}


def test_each_change_is_possible_in_one_phase_only() -> None:
    for (name, match), (action, change) in product(MATCHES.items(), ACTIONS.items()):
        if (name, action) == ("playing", "play"):
            continue  # depends on who goes first; below
        if (name, action) not in ALLOWED:
            with pytest.raises(Denied if name == "challenged" else Stale) as refused:
                change(match)
            assert str(refused.value).endswith(".")
            continue
        after = change(match)
        assert (after.phase, after.ending, after.ended_by) == ALLOWED[name, action]
        assert after.revision == match.revision + 1
        assert after.changed_at == (LATE if action == "expire" else SOON)


def test_a_late_answer_is_told_what_became_of_the_challenge() -> None:
    for name, sentence in [
        ("playing", "already accepted"),
        ("played out", "is over"),
        ("resigned", "resigned"),
        ("declined", "was declined"),
        ("cancelled", "was cancelled"),
        ("expired", "has expired"),
    ]:
        with pytest.raises(Stale, match=sentence):
            ACTIONS["accept"](MATCHES[name])


# ---------------------------------------------------------------------------- the challenge


def test_only_the_one_it_is_for_can_answer() -> None:
    stranger = "This challenge is for Ben"
    wrong: list[tuple[Callable[[Match], Match], str]] = [
        (lambda m: lobby.accept(m, at(SOON), ADA.id), "your own challenge"),
        (lambda m: lobby.decline(m, at(SOON), ADA.id), "you can cancel it"),
        (lambda m: lobby.cancel(m, at(SOON), BEN.id), "you can decline it"),
        (lambda m: lobby.accept(m, at(SOON), CLEO.id), stranger),
        (lambda m: lobby.decline(m, at(SOON), CLEO.id), stranger),
        (lambda m: lobby.cancel(m, at(SOON), CLEO.id), stranger),
        (lambda m: resigned(m, CLEO), stranger),
    ]
    for change, sentence in wrong:
        with pytest.raises(Denied, match=sentence) as denied:
            change(challenged())
        assert not isinstance(denied.value, Stale)


def test_a_challenge_lasts_for_a_day_and_until_it_is_ended_if_that_has_to_wait() -> None:
    match = challenged()
    assert lobby.accept(match, at(LATE + 1), BEN.id).phase is Phase.PLAYING
    with pytest.raises(Stale, match="has not expired"):
        lobby.expire(match, LATE - 1)
    match = lobby.expire(match, LATE)
    with pytest.raises(Stale, match="has expired"):
        lobby.accept(match, at(LATE), BEN.id)
    with pytest.raises(Stale, match="has expired"):
        lobby.decline(match, at(LATE), BEN.id)
    with pytest.raises(Stale, match="has expired"):
        lobby.cancel(match, at(LATE), ADA.id)


def test_accepting_draws_the_set_up_from_the_options_asked_for() -> None:
    asked = replace(challenged(), options={"first": "2"})
    for seed in range(5):
        match = lobby.accept(asked, Context(PROWLER, random.Random(seed), SOON), BEN.id)
        assert match.setup.endswith("/2")


# --------------------------------------------------------------------------------- the moves


def test_the_same_move_twice_is_repeated_and_not_made_again_even_after_the_answer_to_it() -> None:
    before = begun()
    user, ply, move = next_press(before)
    for after in (press(before), press(press(before))):
        with pytest.raises(Repeated):
            press(after, user, ply, move)


def test_another_move_at_a_ply_that_is_made_or_was_never_shown_is_stale() -> None:
    before = begun()
    user, ply, move = next_press(before)
    state = play.states(before, PROWLER)[-1]
    other = next(str(each) for each in state.moves(min(state.to_move)) if str(each) != move)
    rival = BEN.id if user == ADA.id else ADA.id
    for who, what in ((user, other), (rival, move)):
        with pytest.raises(Stale, match="earlier position") as stale:
            press(press(before), who, ply, what)
        assert not isinstance(stale.value, Repeated)
    for match, never in ((played(3), -1), (played(3), 4), (played(3), 10**9), (before, -1)):
        with pytest.raises(Stale):
            press(match, ply=never)


def test_only_the_one_to_move_moves() -> None:
    match = begun()
    mover = next_press(match)[0]
    waiting = BEN if mover == ADA.id else ADA
    named = ADA if mover == ADA.id else BEN
    with pytest.raises(Denied, match="not your turn") as denied:
        press(match, waiting.id)
    assert denied.value.fields["players"] == (named,)
    with pytest.raises(Denied, match="do not play in this match"):
        press(match, CLEO.id)


def test_a_text_that_is_no_move_is_refused_with_a_short_sentence() -> None:
    for move in ["", " ", "99", "1 ", "nonsense", ">", "\0", "1" * 5000]:
        match = played(1)
        user, ply, _ = next_press(match)
        with pytest.raises(IllegalMove) as refused:
            play.make_move(match, at(SOON), user, ply, move)
        assert len(str(refused.value)) < 400


def test_a_match_ends_with_the_move_that_ends_the_game() -> None:
    match = played(1000)
    *before, last = play.states(match, PROWLER)
    assert (match.phase, match.ending, match.ended_by) == (Phase.OVER, Ending.PLAYED, 0)
    assert last.outcome is not None
    assert all(state.outcome is None for state in before)
    assert match.revision == match.ply + 1
    final = match.plays[-1]
    user = match.player(final.seat).id
    with pytest.raises(Repeated):
        play.make_move(match, at(SOON), user, match.ply - 1, final.move)
    with pytest.raises(Stale, match="is over"):
        play.make_move(match, at(SOON), user, match.ply, final.move)


# -------------------------------------------------------------- several at once, and the dice


def tell_match() -> Match:
    asked = lobby.challenge("t", TELL, [ADA, BEN, CLEO], {}, terms=Terms(), now=NOON)
    return lobby.accept(lobby.accept(asked, at(SOON, TELL), BEN.id), at(SOON, TELL), CLEO.id)


def tell(match: Match, player: Player, number: int, ply: int | None = None) -> Match:
    moment = match.moment if ply is None else ply
    return play.make_move(match, at(SOON, TELL), player.id, moment, str(number))


def test_chance_moves_by_itself_in_the_same_change_and_stands_in_the_record() -> None:
    before = tell(tell(tell_match(), ADA, 1), BEN, 2)
    after = tell(before, CLEO, 3)
    assert [play.seat for play in after.plays] == [1, 2, 3, CHANCE]
    assert after.revision == before.revision + 1
    assert after.plays[-1].move in {"1", "2", "3"}
    assert play.states(after, TELL)[-1].to_move == {1, 2, 3}


def test_a_decision_is_asked_for_from_when_its_seat_came_to_move() -> None:
    match = tell(tell(tell_match(), ADA, 1), CLEO, 3)
    assert play.asked_since(match, play.states(match, TELL), 2, match.ply) == 0
    match = tell(match, BEN, 2)
    assert play.asked_since(match, play.states(match, TELL), 2, match.ply) == match.ply


def test_nobody_can_move_for_chance() -> None:
    match = tell(tell(tell_match(), ADA, 1), BEN, 2)
    dice = Player(CHANCE, "Dice")
    with pytest.raises(Denied, match="do not play"):
        tell(match, dice, 1)
    with pytest.raises(Refused):
        tell(match, DORA, 1)
