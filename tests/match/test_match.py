"""The life of a match, as the pure functions have it."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from prowlerbot.core.errors import Denied, IllegalMove, Refused, Stale
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.match import agreements, closing, lobby, play
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import (
    VACANT,
    Context,
    Ending,
    Match,
    Phase,
    Player,
    change_match,
    machine,
)
from prowlerbot.match.play import Repeated
from prowlerbot.match.terms import Origin, Terms
from tests.games.tell import TellGame
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


# -------------------------------------------------------------- several at once, and the dice


def tell_match() -> Match:
    asked = lobby.challenge("t", TELL, [ADA, BEN, CLEO], {}, terms=Terms(), now=NOON)
    return lobby.accept(lobby.accept(asked, at(SOON, TELL), BEN.id), at(SOON, TELL), CLEO.id)


def tell(match: Match, player: Player, number: int, ply: int | None = None) -> Match:
    moment = match.moment if ply is None else ply
    return play.make_move(match, at(SOON, TELL), player.id, moment, str(number))


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


# ------------------- a lobby for one to four: seats for the invited, for anybody, for the machine


EVE = Player(5, "Eve")
ANY = TellGame(range(1, 5))
LANDGRAB = Landgrab()
NOW = 1000


def on(now: int, game: Game = ANY) -> Context:
    return Context(game, random.Random(1), now)


def opened(*players: Player, rated: bool = False) -> Match:
    return lobby.challenge("m", ANY, players, {}, terms=Terms(rated=rated), now=NOW)


def joined(match: Match, *players: Player) -> Match:
    for player in players:
        match = lobby.join(match, on(NOW + 1), player)
    return match


def ids(match: Match) -> list[int]:
    return [player.id for player in match.players]


def test_a_match_begins_when_the_last_of_one_to_four_has_accepted() -> None:
    for count in [1, 2, 3, 4]:
        match = opened(*(ADA, BEN, CLEO, DORA)[:count])
        for player in (BEN, CLEO, DORA)[: count - 1]:
            assert match.phase is Phase.LOBBY
            match = lobby.accept(match, on(NOW), player.id)
        if count == 1:
            assert lobby.complete(match), "nobody has to be waited for"
            assert lobby.complete(opened(ADA, machine("hard"), machine("easy")))
            assert not lobby.complete(opened(ADA, machine("hard"), VACANT))
            match = lobby.begin_match(match, on(NOW))
        assert match.phase is Phase.PLAYING
        assert play.states(match, ANY)[-1].to_move == set(range(1, count + 1))


def test_anybody_takes_the_first_seat_that_is_vacant() -> None:
    match = joined(opened(ADA, VACANT, BEN, VACANT), DORA)
    assert ids(match) == [1, 4, 2, 0]
    assert match.asked == {3}
    assert match.phase is Phase.LOBBY
    match = joined(match, BEN, EVE)
    assert ids(match) == [1, 4, 2, 5]
    assert match.phase is Phase.PLAYING


def test_nobody_joins_twice_or_after_the_last_seat_is_taken() -> None:
    match = joined(opened(ADA, VACANT, VACANT), BEN)
    for player in (ADA, BEN):
        with pytest.raises(Stale, match="already in this match"):
            joined(match, player)
    full = joined(opened(ADA, VACANT, VACANT), BEN)
    one = joined(full, CLEO)
    with pytest.raises(Stale, match="already accepted"):
        joined(one, DORA)
    with pytest.raises(Denied, match="this match waits for"):
        joined(opened(ADA, BEN), CLEO)


def test_a_player_who_leaves_a_lobby_opens_the_seat_and_the_host_cannot() -> None:
    match = lobby.step_out(joined(opened(ADA, VACANT, VACANT), BEN), on(NOW), BEN.id)
    assert match.player(2).is_vacant
    with pytest.raises(Denied, match="cancel it"):
        lobby.step_out(match, on(NOW), ADA.id)
    with pytest.raises(Denied, match="decline it"):
        lobby.step_out(opened(ADA, BEN), on(NOW), BEN.id)


def test_a_player_who_declines_ends_a_match_of_two_and_opens_the_seat_of_a_larger_one() -> None:
    over = lobby.decline(opened(ADA, BEN), on(NOW), BEN.id)
    assert (over.phase, over.ending) == (Phase.OVER, Ending.DECLINED)
    match = lobby.decline(opened(ADA, BEN, CLEO), on(NOW), BEN.id)
    assert match.phase is Phase.LOBBY
    assert match.player(2).is_vacant
    assert match.asked == {3}
    with pytest.raises(Denied, match="can leave it"):
        lobby.decline(joined(match, DORA), on(NOW), DORA.id)


def test_the_host_alone_starts_with_those_who_are_in() -> None:
    match = joined(opened(ADA, BEN, VACANT, VACANT), DORA)
    for player in (BEN, DORA):
        with pytest.raises(Denied, match=r"Only .* can (add|start)"):
            lobby.start_match(match, on(NOW), player.id)
    with pytest.raises(Denied, match="This match waits for"):
        lobby.start_match(match, on(NOW), ADA.id)
    begun = lobby.start_match(match, on(NOW), ADA.id, alone=True)
    assert ids(begun) == [1, 4]
    assert (begun.phase, begun.revision) == (Phase.PLAYING, match.revision + 1)


def test_a_match_does_not_start_with_fewer_than_its_game_needs() -> None:
    three = TellGame()
    match = lobby.challenge("m", three, [ADA, VACANT, VACANT], {}, terms=Terms(), now=NOW)
    match = lobby.join(match, Context(three, random.Random(1), NOW), BEN)
    with pytest.raises(Denied, match="at least 3 players; 2 joined"):
        lobby.start_match(match, Context(three, random.Random(1), NOW), ADA.id)


def test_the_machine_takes_vacant_seats_at_the_hosts_wish_and_makes_the_match_friendly() -> None:
    match = opened(ADA, VACANT, VACANT, rated=True)
    with pytest.raises(Denied, match=r"Only .* can (add|start)"):
        lobby.add_machine(joined(match, BEN), on(NOW), BEN.id, "easy")
    match = lobby.add_machine(match, on(NOW), ADA.id, "easy")
    assert (match.player(2).level, match.phase) == ("easy", Phase.LOBBY)
    begun = joined(match, BEN)
    assert (begun.phase, begun.terms.rated) == (Phase.PLAYING, False)
    with pytest.raises(Denied, match="No seat is free for the machine"):
        lobby.add_machine(opened(ADA, BEN), on(NOW), ADA.id, "easy")


def test_matches_of_one_and_with_the_machine_are_never_rated() -> None:
    for players in ([ADA], [ADA, machine("easy")]):
        asked = opened(*players, rated=True)
        assert not lobby.begin_match(asked, on(NOW)).terms.rated


def test_what_a_player_chooses_with_the_seat_goes_into_the_set_up_and_is_theirs_alone() -> None:
    ada = Player(1, "Ada", choice="red")
    match = opened(ada, VACANT, VACANT)
    with pytest.raises(Stale, match="has just chosen that"):
        joined(match, Player(2, "Ben", choice="red"))
    with pytest.raises(Denied, match="“pink” cannot be chosen"):
        joined(match, Player(2, "Ben", choice="pink"))
    begun = joined(match, Player(2, "Ben", choice="blue"), CLEO)
    assert begun.setup.endswith("-3-red,blue,")


def test_a_choice_can_be_changed_until_the_match_begins() -> None:
    match = joined(opened(ADA, VACANT, VACANT), Player(2, "Ben", choice="blue"))
    match = joined(match, Player(2, "Ben", choice="red"))
    assert [player.choice for player in match.players] == ["", "red", ""]


def test_each_person_has_one_seat() -> None:
    with pytest.raises(Denied, match="cannot challenge yourself"):
        opened(ADA, BEN, ADA)
    with pytest.raises(Denied, match="one seat only"):
        opened(ADA, BEN, BEN)
    with pytest.raises(Denied, match="not for 5 players"):
        opened(ADA, BEN, CLEO, DORA, EVE)


def test_what_plays_on_from_another_match_does_not_start_with_fewer() -> None:
    beginning = Origin("other", "tell-7-4", ())
    branched = replace(opened(ADA, BEN, VACANT, VACANT), origin=beginning)
    match = joined(branched, BEN)
    assert not lobby.can_start(match, ANY)
    with pytest.raises(Denied, match="the same number of players"):
        lobby.start_match(match, on(NOW), ADA.id)
    assert lobby.can_start(joined(opened(ADA, BEN, VACANT, VACANT), BEN), ANY)


def test_a_rematch_asks_everybody_else_and_keeps_the_machine() -> None:
    begun = lobby.begin_match(opened(ADA, machine("hard"), BEN), on(NOW))
    over = change_match(begun, NOW, phase=Phase.OVER, ending=Ending.AGREED)
    again = lobby.rematch("n", ANY, over, BEN.id, NOW + 5)
    assert ids(again) == [0, 2, 1]
    assert (again.challenger, again.player(1).level) == (2, "hard")
    assert again.asked == {3}


# The colours of the seats: the choices of Ada, Ben, Cleo and Dora, and the drawn colours.
CHOSEN = {2: ("", "R"), 3: ("B", "", ""), 4: ("", "Y", "", "B")}


def over_in_colours(count: int) -> tuple[Match, dict[int, str]]:
    """A match of Landgrab that is over, and the colour of each player in it."""
    chosen = [
        replace(player, choice=choice)
        for player, choice in zip((ADA, BEN, CLEO, DORA), CHOSEN[count], strict=False)
    ]
    asked = lobby.challenge("m", LANDGRAB, chosen, {}, terms=Terms(), now=NOW)
    begun = lobby.begin_match(asked, Context(LANDGRAB, random.Random(count), NOW))
    colours = begun.setup.split("/")[0]
    over = change_match(begun, NOW, phase=Phase.OVER, ending=Ending.AGREED)
    return over, dict(zip(ids(over), colours, strict=True))


def coloured(match: Match) -> dict[int, str]:
    return dict(zip(ids(match), LANDGRAB.given(match.setup), strict=True))


def test_a_player_who_plays_a_rematch_with_fewer_keeps_their_colour() -> None:
    for count in [3, 4]:
        for out in [BEN, CLEO]:
            over, colours = over_in_colours(count)
            again = lobby.rematch("n", LANDGRAB, over, ADA.id, NOW + 5)
            for player in (BEN, CLEO, DORA)[: count - 1]:
                if player is not out:
                    again = lobby.accept(again, on(NOW + 6, LANDGRAB), player.id)
            again = lobby.start_match(again, on(NOW + 7, LANDGRAB), ADA.id, alone=True)
            del colours[out.id]
            assert coloured(again) == colours


def test_a_newcomer_to_a_rematch_can_choose_what_nobody_kept() -> None:
    for count in [3, 4]:
        over, colours = over_in_colours(count)
        again = lobby.rematch("n", LANDGRAB, over, ADA.id, NOW + 5)
        again = lobby.decline(again, on(NOW + 6, LANDGRAB), CLEO.id)
        free = colours.pop(CLEO.id)
        for kept in colours.values():
            with pytest.raises(Stale, match="choose another one"):
                lobby.join(again, on(NOW + 7, LANDGRAB), replace(EVE, choice=kept))
        again = lobby.join(again, on(NOW + 7, LANDGRAB), replace(EVE, choice=free))
        for player in (BEN, DORA)[: count - 2]:
            again = lobby.accept(again, on(NOW + 8, LANDGRAB), player.id)
        assert coloured(again) == {**colours, EVE.id: free}


def test_a_player_who_was_asked_to_a_rematch_can_choose_another_colour() -> None:
    over, colours = over_in_colours(2)
    again = lobby.rematch("n", LANDGRAB, over, ADA.id, NOW + 5)
    free = min({*LANDGRAB.choices} - {*colours.values()})
    again = lobby.join(again, on(NOW + 6, LANDGRAB), replace(BEN, choice=free))
    assert coloured(again) == {ADA.id: colours[ADA.id], BEN.id: free}


def test_in_a_rematch_the_seat_of_somebody_forgotten_is_open_if_there_are_more_than_two() -> None:
    def over(*players: Player) -> Match:
        match = lobby.begin_match(opened(ADA, *(BEN, CLEO)[: len(players) - 1]), on(0))
        return change_match(match, NOW, players=players, phase=Phase.OVER, ending=Ending.AGREED)

    forgotten = Player(-1, "someone")
    again = lobby.rematch("n", ANY, over(ADA, forgotten, CLEO), ADA.id, NOW)
    assert ids(again) == [0, 3, 1]
    with pytest.raises(Denied, match="no longer here"):
        lobby.rematch("n", ANY, over(ADA, forgotten), ADA.id, NOW)


def test_a_lobby_stands_for_a_week_while_only_those_who_are_asked_have_not_accepted() -> None:
    day, week = NOW + lobby.CHALLENGE_LASTS, NOW + 7 * lobby.CHALLENGE_LASTS
    match = opened(ADA, BEN, CLEO, DORA)
    assert lobby.stands_until(match) == day, "nobody has accepted"
    match = lobby.accept(match, on(NOW + 1), BEN.id)
    assert lobby.stands_until(match) == week
    open_seat = lobby.accept(opened(ADA, BEN, CLEO, VACANT), on(NOW + 1), BEN.id)
    assert lobby.stands_until(open_seat) == day, "a seat is open to anyone"
    assert lobby.stands_until(lobby.step_out(match, on(NOW + 2), BEN.id)) == day
    later = lobby.decline(match, on(day + 5), CLEO.id)
    assert lobby.stands_until(later) == day + 5 + lobby.CHALLENGE_LASTS, "others can begin"
    late = lobby.decline(match, on(week - 5), CLEO.id)
    assert lobby.stands_until(late) == week
    with pytest.raises(Stale):
        lobby.expire(match, week - 1)
    over = lobby.expire(match, week)
    for press in (lobby.accept, lobby.start_match, lobby.decline, lobby.cancel):
        with pytest.raises(Denied):
            press(over, on(week), ADA.id)
