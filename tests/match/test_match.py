"""The life of a match, as the pure functions have it."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from prowlerbot.core.errors import Denied, IllegalMove, Stale
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.match import closing, leaving, lobby, play
from prowlerbot.match.call_rules import MatchDuty, duties_of_match
from prowlerbot.match.lobby import CHALLENGE_SECONDS
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
from tests.cases import each_of
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

LATE = NOON + CHALLENGE_SECONDS
SOON = NOON + 60


def at(now: int = SOON, game: Game = PROWLER) -> Context:
    return Context(game, random.Random(5), now)


def press(match: Match, user: int | None = None, ply: int | None = None, move: str = "") -> Match:
    """A legal press of the player to move, except for the given parts."""
    right_user, right_ply, right_move = next_press(match)
    user = right_user if user is None else user
    return play.make_move(match, at(), user, right_ply if ply is None else ply, move or right_move)


ACTIONS: dict[str, Callable[[Match], Match]] = {
    "accept": lambda match: lobby.accept_challenge(match, at(), BEN.id),
    "decline": lambda match: lobby.decline_challenge(match, at(), BEN.id),
    "cancel": lambda match: lobby.cancel_challenge(match, at(), ADA.id),
    "resign": lambda match: leaving.resign(match, at(), BEN.id),
    "play": lambda match: play.make_move(match, at(), ADA.id, 0, ">P"),
    "expire": lambda match: lobby.expire_challenge(match, LATE),
    "withdraw": lambda match: closing.withdraw_by_moderator(match, at(), CLEO.id, "Spam"),
}

MATCHES: dict[str, Match] = {
    "challenged": challenged(),
    "playing": begun(),
    "played out": played(1000),
    "resigned": leaving.resign(begun(), at(), ADA.id),
    "declined": lobby.decline_challenge(challenged(), at(), BEN.id),
    "cancelled": lobby.cancel_challenge(challenged(), at(), ADA.id),
    "expired": lobby.expire_challenge(challenged(), LATE),
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
    over = MATCHES["expired"]
    for change, user in ((lobby.decline_challenge, BEN), (lobby.cancel_challenge, ADA)):
        with pytest.raises(Stale, match="has expired"):
            change(over, at(LATE), user.id)
    assert lobby.accept_challenge(challenged(), at(LATE + 1), BEN.id).phase is Phase.PLAYING, (
        "not ended yet"
    )
    with pytest.raises(Stale, match="has not expired"):
        lobby.expire_challenge(challenged(), LATE - 1)


@each_of(
    ("change", "player", "sentence"),
    [
        (lobby.accept_challenge, ADA, "your own challenge"),
        (lobby.decline_challenge, ADA, "you can cancel it"),
        (lobby.cancel_challenge, BEN, "you can decline it"),
        *(
            (change, CLEO, "This challenge is for Ben")
            for change in (
                lobby.accept_challenge,
                lobby.decline_challenge,
                lobby.cancel_challenge,
                leaving.resign,
            )
        ),
    ],
)
def test_only_the_one_it_is_for_can_answer(
    change: Callable[[Match, Context, int], Match], player: Player, sentence: str
) -> None:
    with pytest.raises(Denied, match=sentence) as denied:
        change(challenged(), at(), player.id)
    assert not isinstance(denied.value, Stale)


def test_a_press_that_is_not_for_this_moment_this_player_or_a_legal_move_makes_none() -> None:
    before = begun()
    user, ply, move = next_press(before)
    for after in (press(before), press(press(before))):
        with pytest.raises(Repeated):  # also after the answer to it
            press(after, user, ply, move)
    state = play.replay_match(before, PROWLER)[-1]
    other = next(str(each) for each in state.moves(min(state.to_move)) if str(each) != move)
    mover, rival = (ADA, BEN) if user == ADA.id else (BEN, ADA)
    for who, what in ((user, other), (rival.id, move)):
        with pytest.raises(Stale, match="earlier position") as stale:
            press(press(before), who, ply, what)
        assert not isinstance(stale.value, Repeated)
    for match, never in ((played(3), -1), (played(3), 4), (played(3), 10**9), (before, -1)):
        with pytest.raises(Stale):
            press(match, ply=never)
    with pytest.raises(Denied, match="not your turn") as denied:
        press(before, rival.id)
    assert denied.value.fields["players"] == (mover,)
    with pytest.raises(Denied, match="do not play in this match"):
        press(before, CLEO.id)
    for text in (" ", "99", "1 ", "nonsense", ">", "\0", "1" * 5000):
        with pytest.raises(IllegalMove) as refused:
            press(played(1), move=text)
        assert len(str(refused.value)) < 400


def test_a_decision_is_asked_for_since_its_seat_is_to_move_and_nobody_moves_for_chance() -> None:
    def tell(match: Match, player: Player, number: str) -> Match:
        return play.make_move(match, at(game=TELL), player.id, match.moment, number)

    asked = lobby.make_challenge("t", TELL, [ADA, BEN, CLEO], {}, terms=Terms(), now=NOON)
    for player in (BEN, CLEO):
        asked = lobby.accept_challenge(asked, at(game=TELL), player.id)
    match = tell(tell(asked, ADA, "1"), CLEO, "3")
    assert play.ply_of_decision(match, play.replay_match(match, TELL), 2, match.ply) == 0
    for stranger in (Player(CHANCE, "Dice"), DORA):
        with pytest.raises(Denied, match="do not play"):
            tell(match, stranger, "1")
    match = tell(match, BEN, "2")
    assert play.ply_of_decision(match, play.replay_match(match, TELL), 2, match.ply) == match.ply


# ------------------- a lobby for one to four: seats for the invited, for anybody, for the machine


EVE = Player(5, "Eve")
ANY = TellGame(range(1, 5))
LANDGRAB = Landgrab()
NOW = 1000


def on(now: int, game: Game = ANY) -> Context:
    return Context(game, random.Random(1), now)


def opened(*players: Player, rated: bool = False) -> Match:
    return lobby.make_challenge("m", ANY, players, {}, terms=Terms(rated=rated), now=NOW)


def joined(match: Match, *players: Player) -> Match:
    for player in players:
        match = lobby.join_match(match, on(NOW + 1), player)
    return match


def ids(match: Match) -> list[int]:
    return [player.id for player in match.players]


def test_a_match_begins_when_the_last_of_one_to_four_has_accepted() -> None:
    for count in [1, 2, 3, 4]:
        match = opened(*(ADA, BEN, CLEO, DORA)[:count])
        for player in (BEN, CLEO, DORA)[: count - 1]:
            assert match.phase is Phase.LOBBY
            match = lobby.accept_challenge(match, on(NOW), player.id)
        if count == 1:
            assert lobby.is_complete(match), "nobody has to be waited for"
            assert lobby.is_complete(opened(ADA, machine("hard"), machine("easy")))
            assert not lobby.is_complete(opened(ADA, machine("hard"), VACANT))
            match = lobby.begin_match(match, on(NOW))
        assert match.phase is Phase.PLAYING
        assert play.replay_match(match, ANY)[-1].to_move == set(range(1, count + 1))


def test_anybody_takes_the_first_vacant_seat_once_while_there_is_one() -> None:
    match = joined(opened(ADA, VACANT, BEN, VACANT), DORA)
    assert (ids(match), {*match.invited_seats}, match.phase) == ([1, 4, 2, 0], {3}, Phase.LOBBY)
    for player in (ADA, DORA):
        with pytest.raises(Stale, match="already in this match"):
            joined(match, player)
    full = joined(match, BEN, EVE)
    assert (ids(full), full.phase) == ([1, 4, 2, 5], Phase.PLAYING)
    with pytest.raises(Stale, match="already accepted"):
        joined(full, CLEO)
    with pytest.raises(Denied, match="this match waits for"):
        joined(opened(ADA, BEN), CLEO)


def test_who_leaves_a_lobby_or_declines_opens_the_seat_and_the_second_of_two_ends_it() -> None:
    match = lobby.leave(joined(opened(ADA, VACANT, VACANT), BEN), on(NOW), BEN.id)
    assert match.player(2).is_vacant
    with pytest.raises(Denied, match="cancel it"):
        lobby.leave(match, on(NOW), ADA.id)
    with pytest.raises(Denied, match="decline it"):
        lobby.leave(opened(ADA, BEN), on(NOW), BEN.id)
    over = lobby.decline_challenge(opened(ADA, BEN), on(NOW), BEN.id)
    assert (over.phase, over.ending) == (Phase.OVER, Ending.DECLINED)
    match = lobby.decline_challenge(opened(ADA, BEN, CLEO), on(NOW), BEN.id)
    opened_seats = match.player(2).is_vacant, {*match.invited_seats}
    assert (match.phase, opened_seats) == (Phase.LOBBY, (True, {3}))
    with pytest.raises(Denied, match="can leave it"):
        lobby.decline_challenge(joined(match, DORA), on(NOW), DORA.id)


def test_the_host_alone_starts_with_those_who_are_in_if_their_number_fits() -> None:
    match = joined(opened(ADA, BEN, VACANT, VACANT), DORA)
    for player in (BEN, DORA):
        with pytest.raises(Denied, match=r"Only .* can (add|start)"):
            lobby.start_match(match, on(NOW), player.id)
    with pytest.raises(Denied, match="This match waits for"):
        lobby.start_match(match, on(NOW), ADA.id)
    begun = lobby.start_match(match, on(NOW), ADA.id, drop_invited=True)
    assert (ids(begun), begun.phase) == ([1, 4], Phase.PLAYING)
    assert begun.revision == match.revision + 1
    asked = lobby.make_challenge("m", TELL, [ADA, VACANT, VACANT], {}, terms=Terms(), now=NOW)
    with pytest.raises(Denied, match="at least 3 players; 2 joined"):
        lobby.start_match(lobby.join_match(asked, on(NOW, TELL), BEN), on(NOW, TELL), ADA.id)
    match = joined(opened(ADA, BEN, VACANT, VACANT), BEN)
    assert lobby.can_start(match, ANY)
    branched = replace(match, origin=Origin("other", "tell-7-4", ()))
    assert not lobby.can_start(branched, ANY)
    with pytest.raises(Denied, match="the same number of players"):
        lobby.start_match(branched, on(NOW), ADA.id)


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
    for players in ([ADA], [ADA, machine("easy")]):
        assert not lobby.begin_match(opened(*players, rated=True), on(NOW)).terms.rated


def test_what_a_player_chooses_with_the_seat_goes_into_the_set_up_and_is_theirs_alone() -> None:
    match = opened(replace(ADA, choice="red"), VACANT, VACANT)
    for choice, told in (("red", "has just chosen that"), ("pink", "“pink” cannot be chosen")):
        with pytest.raises(Denied, match=told):
            joined(match, replace(BEN, choice=choice))
    changed = joined(match, replace(BEN, choice="green"), replace(BEN, choice="blue"))
    assert [player.choice for player in changed.players] == ["red", "blue", ""]
    assert joined(changed, CLEO).setup.endswith("-3-red,blue,")


def test_each_person_has_one_seat() -> None:
    for players, told in (
        ([ADA, BEN, ADA], "cannot challenge yourself"),
        ([ADA, BEN, BEN], "one seat only"),
        ([ADA, BEN, CLEO, DORA, EVE], "not for 5 players"),
    ):
        with pytest.raises(Denied, match=told):
            opened(*players)


def test_a_rematch_asks_everybody_else_keeps_the_machine_and_opens_seats_of_the_forgotten() -> None:
    def rematch(*players: Player, asker: Player = ADA) -> Match:
        seated = [machine("easy") if each.id < 0 else each for each in players]
        begun = lobby.begin_match(opened(*seated), on(NOW))
        ended = {"phase": Phase.OVER, "ending": Ending.AGREED, "players": players}
        return lobby.make_rematch("n", ANY, change_match(begun, NOW, **ended), asker.id, NOW + 5)

    again = rematch(ADA, machine("hard"), BEN, asker=BEN)
    assert (ids(again), again.challenger, again.player(1).level) == ([0, 2, 1], 2, "hard")
    assert again.invited_seats == {3}
    forgotten = Player(-1, "someone")
    assert ids(rematch(ADA, forgotten, CLEO)) == [0, 3, 1]
    with pytest.raises(Denied, match="no longer here"):
        rematch(ADA, forgotten)


# The colours of the seats: the choices of Ada, Ben, Cleo and Dora, and the drawn colours.
CHOSEN = {2: ("", "R"), 3: ("B", "", ""), 4: ("", "Y", "", "B")}


def over_in_colours(count: int) -> tuple[Match, dict[int, str]]:
    """A match of Landgrab that is over, and the colour of each player in it."""
    chosen = [
        replace(player, choice=choice)
        for player, choice in zip((ADA, BEN, CLEO, DORA), CHOSEN[count], strict=False)
    ]
    asked = lobby.make_challenge("m", LANDGRAB, chosen, {}, terms=Terms(), now=NOW)
    begun = lobby.begin_match(asked, Context(LANDGRAB, random.Random(count), NOW))
    colours = begun.setup.split("/")[0]
    over = change_match(begun, NOW, phase=Phase.OVER, ending=Ending.AGREED)
    return over, dict(zip(ids(over), colours, strict=True))


def coloured(match: Match) -> dict[int, str]:
    return dict(zip(ids(match), LANDGRAB.given(match.setup), strict=True))


@pytest.mark.parametrize("count", [3, 4])
def test_in_a_rematch_players_keep_colours_and_a_newcomer_chooses_another(count: int) -> None:
    it = on(NOW + 6, LANDGRAB)
    others = (BEN, CLEO, DORA)[: count - 1]
    for out in [BEN, CLEO]:
        over, colours = over_in_colours(count)
        asked = again = lobby.make_rematch("n", LANDGRAB, over, ADA.id, NOW + 5)
        for player in others:
            if player is not out:
                again = lobby.accept_challenge(again, it, player.id)
        free = colours.pop(out.id)
        assert coloured(lobby.start_match(again, it, ADA.id, drop_invited=True)) == colours
        again = lobby.decline_challenge(asked, it, out.id)
        for kept in colours.values():
            with pytest.raises(Stale, match="choose another one"):
                lobby.join_match(again, it, replace(EVE, choice=kept))
        again = lobby.join_match(again, it, replace(EVE, choice=free))
        for player in others:
            if player is not out:
                again = lobby.accept_challenge(again, it, player.id)
        assert coloured(again) == {**colours, EVE.id: free}


def test_a_player_who_was_asked_to_a_rematch_can_choose_another_colour() -> None:
    over, colours = over_in_colours(2)
    again = lobby.make_rematch("n", LANDGRAB, over, ADA.id, NOW + 5)
    free = min({*LANDGRAB.choices} - {*colours.values()})
    again = lobby.join_match(again, on(NOW + 6, LANDGRAB), replace(BEN, choice=free))
    assert coloured(again) == {ADA.id: colours[ADA.id], BEN.id: free}


def test_a_challenge_with_a_clock_for_the_match_stands_for_a_quarter_of_an_hour() -> None:
    clock, until = Terms().at_pace(-505), NOW + 15 * 60
    match = lobby.make_challenge("m", ANY, [ADA, BEN], {}, terms=clock, now=NOW)
    assert duties_of_match(match)[MatchDuty.EXPIRE] == until
    with pytest.raises(Stale):
        lobby.expire_challenge(match, until - 1)
    assert lobby.expire_challenge(match, until).ending is Ending.EXPIRED


def test_a_lobby_stands_for_a_week_while_only_those_who_are_asked_have_not_accepted() -> None:
    day, week = NOW + CHALLENGE_SECONDS, NOW + 7 * CHALLENGE_SECONDS
    asked, open_seat = opened(ADA, BEN, CLEO, DORA), opened(ADA, BEN, CLEO, VACANT)
    match, free = (lobby.accept_challenge(each, on(NOW + 1), BEN.id) for each in (asked, open_seat))
    for each, until in (
        (asked, day),  # nobody has accepted
        (match, week),
        (free, day),  # a seat is open to anyone
        (lobby.leave(match, on(NOW + 2), BEN.id), day),
        (
            lobby.decline_challenge(match, on(day + 5), CLEO.id),
            day + 5 + CHALLENGE_SECONDS,
        ),  # others can begin
        (lobby.decline_challenge(match, on(week - 5), CLEO.id), week),
    ):
        assert lobby.expiry_of(each) == until
    with pytest.raises(Stale):
        lobby.expire_challenge(match, week - 1)
    over = lobby.expire_challenge(match, week)
    for press in (
        lobby.accept_challenge,
        lobby.start_match,
        lobby.decline_challenge,
        lobby.cancel_challenge,
    ):
        with pytest.raises(Denied):
            press(over, on(week), ADA.id)
