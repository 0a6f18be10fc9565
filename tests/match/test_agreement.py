"""Takebacks and endings by agreement: questions, answers, and their effects."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied, Refused, Stale
from prowlerbot.core.game import CHANCE
from prowlerbot.core.record import MOST_TAKEBACKS
from prowlerbot.games import GAMES
from prowlerbot.match import agreements, play
from prowlerbot.match.call_rules import call_key, called_for, standing_calls
from prowlerbot.match.match import Context, Ending, Match, Phase, Player, TakenBack
from prowlerbot.match.play import Repeated, states
from prowlerbot.match.terms import Asked, Question, Terms
from tests.games.prowler.matches import PROWLER
from tests.life import ADA, BEN, CLEO, START, TELL, begun, played

DAN = Player(9, "Dan")
NOW = 5000
TELLING = Context(TELL, random.Random(1), NOW)
RNG = random.Random(1)
TAKEBACK, CANCEL = Asked.TAKEBACK, Asked.CANCEL


def it(match: Match) -> Context:
    return Context(PROWLER if match.game == PROWLER.key else TELL, RNG, NOW)


def ask(match: Match, player: Player, asked: Asked, moment: int | None = None) -> Match:
    at = match.moment if moment is None else moment
    return agreements.ask(match, it(match), player.id, asked, at)


def agree(match: Match, player: Player, asked: Asked = TAKEBACK) -> Match:
    return agreements.agree(match, it(match), player.id, asked, match.moment)


def refuse(match: Match, player: Player, asked: Asked = TAKEBACK) -> Match:
    return agreements.refuse(match, it(match), player.id, asked, match.moment)


def withdraw(match: Match, player: Player, asked: Asked = TAKEBACK) -> Match:
    return agreements.withdraw(match, it(match), player.id, asked, match.moment)


OPENED = played(begun(), (BEN, ">C"), (ADA, "14"))
"""Ada has just placed on 14."""
ASKED = ask(OPENED, ADA, TAKEBACK)


def test_asking_changes_nothing_but_the_question() -> None:
    assert ASKED.question == Question(TAKEBACK, 1, moment=ASKED.moment)
    assert replace(ASKED, question=None, revision=OPENED.revision, changed_at=1002) == OPENED
    assert ASKED.turn_at == OPENED.turn_at, "asking gives nobody more time"


def test_a_player_who_agrees_brings_the_position_back_exactly() -> None:
    back = agree(ASKED, BEN)
    assert states(back, PROWLER) == states(OPENED, PROWLER)[:-1]
    assert back.plays == OPENED.plays[:-1]
    assert back.takebacks == (TakenBack(1, 1, "14", NOW),)
    assert back.question is None
    assert back.revision == ASKED.revision + 1
    assert back.turn_at == NOW, "the clock of the move starts anew"


def test_a_refusal_leaves_the_match_as_it_was_and_is_not_asked_again_before_play_goes_on() -> None:
    refused = refuse(ASKED, BEN)
    assert refused.plays == OPENED.plays
    with pytest.raises(Denied, match="refused"):
        ask(refused, ADA, TAKEBACK)
    assert ask(refused, ADA, CANCEL).question == Question(CANCEL, 1, moment=refused.moment)
    later = played(refused, (BEN, "1"))
    assert ask(later, BEN, TAKEBACK).question == Question(TAKEBACK, 2, moment=later.moment)


def test_a_question_can_be_withdrawn_by_who_asked_it_alone() -> None:
    withdrawn = withdraw(ASKED, ADA)
    assert withdrawn.question is None
    assert ask(withdrawn, ADA, TAKEBACK).question == Question(TAKEBACK, 1, moment=withdrawn.moment)
    with pytest.raises(Denied, match="can withdraw that"):
        withdraw(ASKED, BEN)


def test_a_question_is_gone_as_soon_as_play_goes_on() -> None:
    later = played(ASKED, (BEN, "1"))
    assert later.question is None
    for answer in (agree, refuse, withdraw):
        with pytest.raises(Stale):
            answer(later, BEN)
    with pytest.raises(Stale, match="Play has gone on"):
        agreements.agree(later, Context(PROWLER, RNG, NOW), BEN.id, TAKEBACK, ASKED.moment)


WRONG: list[tuple[str, Match, Callable[[Match], Match], type[Refused], str]] = [
    ("not the last mover", OPENED, lambda m: ask(m, BEN, TAKEBACK), Denied, "take back the last"),
    ("no move yet", begun(), lambda m: ask(m, ADA, TAKEBACK), Denied, "No move has been made"),
    ("a stranger asks", OPENED, lambda m: ask(m, DAN, CANCEL), Denied, "do not play"),
    ("a stranger agrees", ASKED, lambda m: agree(m, DAN), Denied, "do not play"),
    ("a stranger refuses", ASKED, lambda m: refuse(m, DAN), Denied, "do not play"),
    ("agreeing with oneself", ASKED, lambda m: agree(m, ADA), Denied, "withdraw your question"),
    ("refusing oneself", ASKED, lambda m: refuse(m, ADA), Denied, "withdraw your question"),
    ("asking twice", ASKED, lambda m: ask(m, ADA, TAKEBACK), Stale, "already asked for that"),
    ("a second question", ASKED, lambda m: ask(m, BEN, CANCEL), Denied, "asked something first"),
    ("another answer", ASKED, lambda m: agree(m, BEN, CANCEL), Stale, "settled"),
    ("nothing asked", OPENED, lambda m: agree(m, BEN), Stale, "settled"),
    ("an old position", OPENED, lambda m: ask(m, ADA, TAKEBACK, 1), Stale, "gone on"),
    ("of a competition", replace(OPENED, terms=Terms(competition="c", pairing=1)),
     lambda m: ask(m, ADA, CANCEL), Denied, "ends with a result"),
    ("never agreed", replace(OPENED, terms=Terms("never")), lambda m: ask(m, ADA, TAKEBACK),
     Denied, "Takebacks are off"),
]  # fmt: skip


def test_what_cannot_be_is_refused_in_words() -> None:
    for name, match, act, error, told in WRONG:
        with pytest.raises(error, match="(?i)" + told) as refused:
            act(match)
        assert "{" not in str(refused.value), name


def test_where_both_want_to_end_the_match_the_second_question_is_the_answer() -> None:
    over = ask(ask(OPENED, ADA, CANCEL), BEN, CANCEL)
    assert (over.phase, over.ending, over.question) == (Phase.OVER, Ending.AGREED, None)
    with pytest.raises(Stale, match="agreed to end it"):
        ask(over, ADA, CANCEL)


def test_free_takebacks_need_no_consent_and_can_go_on_move_by_move() -> None:
    match = replace(OPENED, terms=Terms("free"))
    match = ask(match, ADA, TAKEBACK)
    assert match.ply == 1
    match = ask(match, BEN, TAKEBACK)
    assert match.ply == 0
    assert match.question is None
    assert [gone.move for gone in match.takebacks] == ["14", ">C"]


@pytest.mark.parametrize("key", ["prowler", "landgrab"])
def test_the_clock_of_a_move_taken_back_freely_runs_on_as_if_it_had_never_been_made(
    key: str,
) -> None:
    game, rng, now, freely = GAMES[key], random.Random(7), START, 0
    match = begun(Terms("free", pace=10_000_000), game=game, options={})
    while match.phase is Phase.PLAYING and match.ply < 60:
        state = states(match, game)[-1]
        seat, now = min(state.to_move), now + 10
        since, user = match.decision(seat).since, match.player(seat).id
        for _ in range(3):
            own, move = match.decision(seat).own, str(rng.choice(list(state.moves(seat))))
            there = Context(game, rng, now)
            match = play.make_move(match, there, user, match.moment, move, own=own)
            now += 10
            try:
                back = agreements.ask(match, there._replace(now=now), user, TAKEBACK, match.moment)
            except (Denied, Stale):
                break
            if back.open_question is not None:
                break
            freely += 1
            assert (back.decision(seat).since, back.turn_at) == (since, since)
            match = back
    assert freely


def test_a_free_takeback_after_the_time_of_its_move_is_up_needs_consent_and_gives_it_anew() -> None:
    match = replace(OPENED, terms=Terms("free", pace=600))
    moved = match.decision(1).since
    soon, late = (Context(PROWLER, RNG, moved + after) for after in (599, 600))
    back = agreements.ask(match, soon, ADA.id, TAKEBACK, match.moment)
    assert (back.ply, back.decision(1).since) == (1, moved)
    asked = agreements.ask(match, late, ADA.id, TAKEBACK, match.moment)
    assert (asked.ply, asked.open_question is not None) == (2, True)
    given = agreements.agree(asked, late, BEN.id, TAKEBACK, asked.moment)
    assert (given.ply, given.decision(1).since) == (1, late.now)


def test_a_choice_that_nobody_has_seen_is_taken_back_without_asking() -> None:
    match = begun(Terms("never"), game=TELL)
    one = played(match, (CLEO, "1"), (ADA, "2"), game=TELL)
    assert (one.moment, one.decision(3).own, one.decision(3).concealed) == (0, 1, 1)
    back = agreements.withdraw_secret_step(one, TELLING, CLEO.id, 0, 1)
    assert [(play.seat, play.move) for play in back.plays] == [(1, "2")]
    assert (back.moment, back.takebacks, back.decision(1)) == (0, (), one.decision(1))
    with pytest.raises(Stale):
        agreements.withdraw_secret_step(back, TELLING, CLEO.id, 0, 1)
    again = play.make_move(back, TELLING, CLEO.id, 0, "1", own=2)
    assert again.decision(3).own == 3
    with pytest.raises(Denied, match="made your choice"):
        played(again, (CLEO, "1"), game=TELL)


def test_what_chance_has_decided_and_what_others_have_shown_is_never_taken_back() -> None:
    match = begun(Terms("free"), game=TELL)
    two = played(match, (CLEO, "1"), (ADA, "2"), game=TELL)
    with pytest.raises(Denied, match="several players still choose"):
        ask(two, ADA, TAKEBACK)
    three = played(two, (BEN, "3"), game=TELL)
    assert three.plays[-1].seat == CHANCE
    for player in (ADA, BEN, CLEO):
        with pytest.raises(Denied, match="several players still choose"):
            ask(three, player, TAKEBACK)
    with pytest.raises(Denied, match="no longer secret"):
        agreements.withdraw_secret_step(three, TELLING, BEN.id, three.moment, 0)


def test_a_late_press_of_a_move_that_was_taken_back_does_not_make_it_again() -> None:
    back = agree(ASKED, BEN)
    assert back.moment not in {OPENED.moment, OPENED.moment - 1}
    for moment in range(back.moment):
        with pytest.raises(Stale):
            played_at(back, ADA, moment, "14")
    again = played_at(back, ADA, back.moment, "14")
    with pytest.raises(Repeated):
        played_at(again, ADA, back.moment, "14")
    with pytest.raises(Stale) as refused:
        played_at(again, ADA, 1, "14")
    assert not isinstance(refused.value, Repeated)


def test_moves_are_taken_back_as_often_as_a_record_may_state_and_no_more() -> None:
    match = played(begun(Terms(takebacks="free")), (BEN, ">C"))
    undone = TakenBack(0, 2, ">C", NOW)
    nearly = replace(match, takebacks=(undone,) * (MOST_TAKEBACKS - 1))
    after = ask(nearly, BEN, TAKEBACK)
    assert len(after.takebacks) == MOST_TAKEBACKS
    again = played(after, (BEN, ">C"))
    with pytest.raises(Denied, match="This match has had 200 takebacks"):
        ask(again, BEN, TAKEBACK)
    assert agreements.takeback(again, states(again, PROWLER), 2) is None


def played_at(match: Match, player: Player, moment: int, move: str) -> Match:
    rng = random.Random(1)
    return play.make_move(match, Context(PROWLER, rng, NOW), player.id, moment, move)


def test_a_question_silences_no_reminder_of_whoever_is_to_move() -> None:
    match = ask(OPENED, ADA, CANCEL)
    to_move = states(match, PROWLER)[-1].to_move
    keys = {call_key(match, seat) for seat in to_move}
    assert keys <= standing_calls(match, to_move)
    assert not keys & called_for(match, to_move), "the question calls them"
