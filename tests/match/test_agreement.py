"""What players ask of the others: takebacks, an end, drawn moves; answers, and their effects."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied, Refused, Stale
from prowlerbot.core.game import CHANCE
from prowlerbot.core.record import MAX_TAKEBACKS
from prowlerbot.games import GAMES
from prowlerbot.match import agreements, lobby, play
from prowlerbot.match.call_rules import call_key, call_keys, valid_call_keys
from prowlerbot.match.match import Context, Ending, Match, Phase, Player, Takeback, machine
from prowlerbot.match.play import Repeated, replay_match
from prowlerbot.match.terms import Motion, Question, Terms
from tests.cases import each_of
from tests.games.landgrab.matches import LANDGRAB, position_of
from tests.games.prowler.matches import PROWLER
from tests.life import ADA, BEN, CLEO, START, TELL, begun, played

DAN = Player(9, "Dan")
NOW = 5000
TELLING = Context(TELL, random.Random(1), NOW)
RNG = random.Random(1)
TAKEBACK, CANCEL = Motion.TAKEBACK, Motion.CANCEL


def it(match: Match, seed: int = 1) -> Context:
    game = next(each for each in (PROWLER, TELL, LANDGRAB) if each.key == match.game)
    return Context(game, random.Random(seed), NOW)


def ask(
    match: Match,
    player: Player,
    asked: Motion = Motion.DRAWN,
    moment: int | None = None,
    seed: int = 1,
) -> Match:
    at = match.moment if moment is None else moment
    return agreements.ask(match, it(match, seed), player.id, asked, at)


def agree(match: Match, player: Player, asked: Motion | None = None, seed: int = 3) -> Match:
    """Agree to a question, the one that is open if it is not said which."""
    open_one = match.question.asked if match.question else TAKEBACK
    return agreements.agree(match, it(match, seed), player.id, asked or open_one, match.moment)


def refuse(match: Match, player: Player, asked: Motion = TAKEBACK) -> Match:
    return agreements.refuse(match, it(match), player.id, asked, match.moment)


def withdraw(match: Match, player: Player, asked: Motion = TAKEBACK) -> Match:
    return agreements.withdraw(match, it(match), player.id, asked, match.moment)


OPENED = played(begun(), (BEN, ">C"), (ADA, "14"))  # ada has just placed on 14
ASKED = ask(OPENED, ADA, TAKEBACK)


def test_asking_changes_nothing_but_the_question_and_agreeing_brings_the_position_back() -> None:
    assert ASKED.question == Question(TAKEBACK, 1, moment=ASKED.moment)
    assert replace(ASKED, question=None, revision=OPENED.revision, changed_at=1002) == OPENED
    assert ASKED.turn_at == OPENED.turn_at, "asking gives nobody more time"
    back = agree(ASKED, BEN)
    assert replay_match(back, PROWLER) == replay_match(OPENED, PROWLER)[:-1]
    assert (back.plays, back.question) == (OPENED.plays[:-1], None)
    assert back.takebacks == (Takeback(1, 1, "14", NOW),)
    assert back.revision == ASKED.revision + 1
    assert back.turn_at == NOW, "the clock of the move starts anew"


def test_a_question_ends_by_a_refusal_its_withdrawal_or_as_play_goes_on() -> None:
    refused, withdrawn, later = refuse(ASKED, BEN), withdraw(ASKED, ADA), played(ASKED, (BEN, "1"))
    assert refused.plays == OPENED.plays
    with pytest.raises(Denied, match="refused"):
        ask(refused, ADA, TAKEBACK)
    assert ask(refused, ADA, CANCEL).question == Question(CANCEL, 1, moment=refused.moment)
    on = played(refused, (BEN, "1"))
    assert ask(on, BEN, TAKEBACK).question == Question(TAKEBACK, 2, moment=on.moment)
    again = ask(withdrawn, ADA, TAKEBACK).question
    assert (withdrawn.question, again) == (None, Question(TAKEBACK, 1, moment=withdrawn.moment))
    with pytest.raises(Denied, match="can withdraw that"):
        withdraw(ASKED, BEN)
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
    match = ask(OPENED, ADA, CANCEL)
    to_move = replay_match(match, PROWLER)[-1].to_move
    keys = {call_key(match, seat) for seat in to_move}
    assert keys <= valid_call_keys(match, to_move), "a question silences no reminder"
    assert not keys & call_keys(match, to_move), "the question calls them"
    over = ask(match, BEN, CANCEL)
    assert (over.phase, over.ending, over.question) == (Phase.OVER, Ending.AGREED, None)
    with pytest.raises(Stale, match="agreed to end it"):
        ask(over, ADA, CANCEL)


def test_free_takebacks_need_no_consent_and_can_go_on_move_by_move() -> None:
    match = ask(replace(OPENED, terms=Terms("free")), ADA, TAKEBACK)
    assert match.ply == 1
    match = ask(match, BEN, TAKEBACK)
    assert (match.ply, match.question) == (0, None)
    assert [gone.move for gone in match.takebacks] == ["14", ">C"]


def test_only_a_choice_that_nobody_has_seen_is_taken_back_where_several_choose_at_once() -> None:
    match = begun(Terms("free"), game=TELL)
    one = played(match, (CLEO, "1"), (ADA, "2"), game=TELL)
    assert (one.moment, one.decision(3).step, one.decision(3).concealed) == (0, 1, 1)
    back = agreements.withdraw_secret_step(one, TELLING, CLEO.id, 0, 1)
    assert [(play.seat, play.move) for play in back.plays] == [(1, "2")]
    assert (back.moment, back.takebacks, back.decision(1)) == (0, (), one.decision(1))
    with pytest.raises(Stale):
        agreements.withdraw_secret_step(back, TELLING, CLEO.id, 0, 1)
    again = play.make_move(back, TELLING, CLEO.id, 0, "1", step=2)
    assert again.decision(3).step == 3
    with pytest.raises(Denied, match="made your choice"):
        played(again, (CLEO, "1"), game=TELL)
    three = played(one, (BEN, "3"), game=TELL)
    assert three.plays[-1].seat == CHANCE
    for match, player in ((one, ADA), *((three, each) for each in (ADA, BEN, CLEO))):
        with pytest.raises(Denied, match="several players still choose"):
            ask(match, player, TAKEBACK)
    with pytest.raises(Denied, match="no longer secret"):
        agreements.withdraw_secret_step(three, TELLING, BEN.id, three.moment, 0)


@pytest.mark.parametrize("key", ["prowler", "landgrab"])
def test_the_clock_of_a_move_taken_back_freely_runs_on_as_if_it_was_never_made(key: str) -> None:
    game, rng, now, freely = GAMES[key], random.Random(7), START, 0
    match = begun(Terms("free", pace=10_000_000), game=game, options={})
    while match.phase is Phase.PLAYING and match.ply < 60:
        state = replay_match(match, game)[-1]
        seat, now = min(state.to_move), now + 10
        since, user = match.decision(seat).since, match.player(seat).id
        for _ in range(3):
            step, move = match.decision(seat).step, str(rng.choice(list(state.moves(seat))))
            there = Context(game, rng, now)
            match = play.make_move(match, there, user, match.moment, move, step=step)
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


def test_a_free_takeback_of_a_move_from_an_empty_bank_needs_consent() -> None:
    match = replace(OPENED, terms=Terms("free", bank=1))  # too little for a first move
    it = Context(PROWLER, RNG, match.decision(1).since)
    asked = agreements.ask(match, it, ADA.id, TAKEBACK, match.moment)
    assert (asked.ply, asked.open_question is not None) == (2, True)


def test_a_late_press_of_a_move_that_was_taken_back_does_not_make_it_again() -> None:
    def press(match: Match, moment: int) -> Match:
        return play.make_move(match, it(match), ADA.id, moment, "14")

    back = agree(ASKED, BEN)
    assert back.moment not in {OPENED.moment, OPENED.moment - 1}
    for moment in range(back.moment):
        with pytest.raises(Stale):
            press(back, moment)
    again = press(back, back.moment)
    with pytest.raises(Repeated):
        press(again, back.moment)
    with pytest.raises(Stale) as refused:
        press(again, 1)
    assert not isinstance(refused.value, Repeated)


def test_moves_are_taken_back_as_often_as_a_record_may_state_and_no_more() -> None:
    match = played(begun(Terms(takebacks="free")), (BEN, ">C"))
    nearly = replace(match, takebacks=(Takeback(0, 2, ">C", NOW),) * (MAX_TAKEBACKS - 1))
    after = ask(nearly, BEN, TAKEBACK)
    assert len(after.takebacks) == MAX_TAKEBACKS
    again = played(after, (BEN, ">C"))
    with pytest.raises(Denied, match="This match has had 200 takebacks"):
        ask(again, BEN, TAKEBACK)
    assert agreements.retractable_ply_of_seat(again, replay_match(again, PROWLER), 2) is None
    assert agreements.retractable_ply_of_seat(nearly, replay_match(nearly, PROWLER), 2) == 0


# --------------------------------- the rest is drawn: its plays in the record, and all exceptions


DRAWN = Motion.DRAWN
FREE = Terms(takebacks="free")


def luck(seed: int = 1) -> Context:
    return Context(LANDGRAB, random.Random(seed), NOW)


def building(*players: Player, plies: int = 3) -> Match:
    """A match whose players have begun to build a map."""
    asked = lobby.make_challenge("m", LANDGRAB, players, {}, terms=FREE, now=NOW)
    match = lobby.begin_match(asked, luck(1))
    for _ in range(plies):
        match = moved(match)
    return match


def moved(match: Match) -> Match:
    """The match after the first legal move of the seat to move."""
    state = position_of(match)
    (seat,) = state.to_move
    move = str(state.moves(seat)[0])
    if match.player(seat).is_machine:
        return play.move_of_machine(match, luck(2), seat, match.decision(seat), move)
    return play.make_move(match, luck(2), match.player(seat).id, match.moment, move)


def drawn(match: Match) -> Match:
    for player in match.players[1:]:
        match = agree(ask(match, ADA) if match.question is None else match, player)
    return match


def test_nothing_is_drawn_before_the_last_one_agrees_and_then_the_map_is_complete() -> None:
    before = building(ADA, BEN, CLEO)
    for player in (ADA, BEN, CLEO):
        assert ask(before, player).question is not None, "in and out of turn"
    assert moved(ask(before, ADA)).question is None, "it goes as play goes on"
    match = agree(ask(before, BEN), ADA)
    assert match.plays == before.plays
    assert match.question == Question(DRAWN, 2, (1,), moment=match.moment)
    after = agree(match, CLEO)
    assert after.revision == match.revision + 1, "one change, whatever is drawn"
    last = before.player(before.plays[-1].seat)
    shorter = drawn(ask(before, last, TAKEBACK))
    assert {each.moment for each in shorter.decisions} == {shorter.moment}, "later than any before"
    assert position_of(after).phase == "spawns", "spawns are for the players to choose"
    assert after.plays[: before.ply] == before.plays
    assert (after.question, after.phase) == (None, Phase.PLAYING)
    later = moved(after)
    marks = [later.is_drawn(ply) for ply in range(later.ply)]
    assert marks == [False] * before.ply + [True] * (after.ply - before.ply) + [False]


def test_each_legal_move_can_be_drawn_at_any_point_of_building_the_map() -> None:
    before = agree(ask(building(ADA, BEN, CLEO, plies=16), BEN), ADA)
    maps = {position_of(agree(before, CLEO, seed=seed)).map for seed in range(20)}
    assert len(maps) == 20, "another draw builds another map"
    first = {agree(before, CLEO, seed=seed).plays[before.ply].move for seed in range(80)}
    (seat,) = position_of(before).to_move
    assert first == {*map(str, position_of(before).moves(seat))}
    for plies in [0, 19, 22, 30]:
        match = building(ADA, BEN, plies=plies)
        assert position_of(match).phase == ("tiles" if plies < 19 else "buildings")
        assert position_of(drawn(match)).phase == "spawns"


def test_once_the_map_stands_there_is_nothing_to_be_drawn() -> None:
    fixed = lobby.make_challenge("m", LANDGRAB, (ADA, BEN), {"map": "mill"}, terms=FREE, now=NOW)
    for match in (drawn(building(ADA, BEN)), lobby.begin_match(fixed, luck(1))):
        with pytest.raises(Denied, match="nothing to draw"):
            ask(match, ADA)


def rolled(players: Sequence[Player]) -> Match:
    """A match on a map that stands, in which a die has just been rolled."""
    asked = lobby.make_challenge("m", LANDGRAB, players, {"map": "mill"}, terms=FREE, now=NOW)
    match = lobby.begin_match(asked, luck(2))
    while not match.plays or match.plays[-1].seat != CHANCE:
        (seat,) = position_of(match).to_move
        moves = position_of(match).moves(seat)
        move = next((each for each in moves if each.kind == "c"), moves[0])
        match = play.make_move(match, luck(2), match.player(seat).id, match.moment, str(move))
    return match


@each_of("decided", [drawn(building(ADA, BEN)), rolled((ADA, BEN))])
def test_no_takeback_reaches_into_what_was_drawn_or_rolled_or_before_it(decided: Match) -> None:
    for player in (ADA, BEN):
        with pytest.raises(Denied, match="chance has decided"):
            ask(decided, player, TAKEBACK)
    # A player can take back the next choice, and then nothing else.
    chosen = moved(decided)
    chooser = decided.player(chosen.plays[-1].seat)
    back = ask(chosen, chooser, TAKEBACK)
    assert back.plays == decided.plays
    with pytest.raises(Denied, match="chance has decided"):
        ask(back, chooser, TAKEBACK)


def test_a_branch_off_the_middle_of_the_draw_goes_on_building() -> None:
    after = drawn(building(ADA, BEN))
    line = play.record_of_match(after, LANDGRAB)
    asked = lobby.make_branch(
        "n", LANDGRAB, lobby.BranchPoint(after, 9, 1), line, players=(ADA, BEN), terms=FREE, now=1
    )
    begun = lobby.accept_challenge(asked, luck(1), BEN.id)
    assert not any(begun.is_drawn(ply) for ply in range(begun.ply)), "here it was given"
    again = drawn(begun)
    assert position_of(again).phase == "spawns"
    assert replace(again.plays[8], at=0) == replace(after.plays[8], at=0)


def test_machines_agree_to_a_draw_though_to_no_end_and_the_question_stays_as_they_move() -> None:
    match = building(ADA, machine("easy"), machine("hard"), plies=0)
    with pytest.raises(Denied, match="machine does not agree"):
        ask(match, ADA, CANCEL)
    assert position_of(ask(match, ADA)).phase == "spawns", "so nobody else has to be asked"
    match = building(ADA, BEN, machine("easy"), machine("easy"), plies=0)
    while not match.player(min(position_of(match).to_move)).is_machine:
        match = moved(match)
    asked = ask(match, ADA)
    later = moved(asked)
    assert (later.moment > asked.moment, later.question) == (True, asked.question)
    agreed = agreements.agree(later, luck(3), BEN.id, DRAWN, asked.moment)
    assert position_of(agreed).phase == "spawns", "an answer to an older board counts"
    assert agreements.refuse(later, luck(1), BEN.id, DRAWN, asked.moment).open_question is None
    with pytest.raises(Stale):  # but none from before the question was put
        agreements.refuse(asked, luck(1), BEN.id, DRAWN, asked.moment - 1)
