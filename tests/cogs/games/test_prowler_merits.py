"""The merits of moves in Prowler's Passage agree with the rules."""

import random
import re

from cogs.contract.account import Merit, reasons
from cogs.games.prowler import MANIFEST
from cogs.games.prowler.texts import scoring_ahead
from prowlerbot.core.game import find_move
from prowlerbot.core.i18n import signed_words
from prowlerbot.games.prowler.position import DISTRICTS
from prowlerbot.games.prowler.rules import (
    MID_GAME_STATUES,
    MOST_DISTRICTS_AT_MID_GAME,
    Position,
    district_wealth,
    running_wealth,
    score,
)
from prowlerbot.games.prowler.words import CONDITION_NAMES, DISTRICT_NAMES
from tests.cogs.games.merits import NAMES, Check, told, unproved
from tests.games.play import play

FACE = MANIFEST.face
_DISTRICT = {name: DISTRICTS.index(letter) for letter, name in DISTRICT_NAMES.items()}


def _after(position: Position, seat: int, move: str) -> Position:
    return position.after(seat, find_move(position, seat, move))


def _side(track: int, seat: int) -> int:
    return track if seat == 1 else -track


def _district(position: Position, seat: int, move: str, name: str) -> tuple[int, int, int]:
    """The spaces of a marker before and after a move, and the pay of the seat after it."""
    at, after = _DISTRICT[name], _after(position, seat, move)
    pay = district_wealth(after, seat)[at] or 0
    return _side(position.track[at], seat), _side(after.track[at], seat), pay


def _takes(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    was, now, pay = _district(p, seat, move, m[1])
    return was == 0 < now and pay == int(m[2])


def _takes_away(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    was, now, pay = _district(p, seat, move, m[1])
    lost = district_wealth(p, 3 - seat)[_DISTRICT[m[1]]] or 0
    return was < 0 < now and pay + lost == int(m[2])


def _takes_nothing(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    was, now, pay = _district(p, seat, move, m[1])
    return was <= 0 < now and not pay


def _ties(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    was, now, _pay = _district(p, seat, move, m[1])
    lost = district_wealth(p, 3 - seat)[_DISTRICT[m[1]]]
    return was < 0 == now and lost == int(m[2]) and m[3] == NAMES[2 - seat]


def _leads(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    was, now, _pay = _district(p, seat, move, m[1])
    return 0 < was < now == int(m[2])


def _leaves(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    was, now, _pay = _district(p, seat, move, m[1])
    return was < now == -int(m[2]) < 0


def _category(number: int, p: Position, seat: int, move: str) -> int:
    after = _after(p, seat, move)
    return score(after, seat, final=True)[number] - score(p, seat, final=True)[number]


def _longest(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    longest = _after(p, seat, move).longest_passage(seat)
    return longest == int(m[1]) and _category(0, p, seat, move) == int(m[2])


def _mid(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    after = _after(p, seat, move)
    assert after.mid is not None
    totals = [sum(sheet) for sheet in after.mid]
    return p.mid is None and [int(m[1]), int(m[2])] == [totals[seat - 1], totals[2 - seat]]


def _wins(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    outcome = _after(p, seat, move).outcome
    assert outcome is not None
    ahead = outcome.totals[seat - 1] - outcome.totals[2 - seat]
    return outcome.winner == seat and ahead == int(m[1])


def _card(words: str) -> int:
    return next(card for card, told in CONDITION_NAMES.items() if told == words)


def _claims(p: Position, seat: int, move: str) -> set[int]:
    after = _after(p, seat, move)
    return {*after.achievements[seat - 1]} - {*p.achievements[seat - 1]}


def _replies(p: Position, seat: int, move: str) -> list[tuple[set[int], int]]:
    """What each reply of the other seat would bring it: achievements, and the number of statues."""
    after, other = _after(p, seat, move), 3 - seat
    had = len(after.statues[other - 1])
    return [
        (
            _claims(after, other, str(reply)),
            len(_after(after, other, str(reply)).statues[other - 1]) - had,
        )
        for reply in after.moves(other)
    ]


def _keeps(m: re.Match[str], p: Position, seat: int, move: str, than: str) -> bool:
    card = _card(m[1])
    now = any(card in cards for cards, _ in _replies(p, seat, move))
    otherwise = any(card in cards for cards, _ in _replies(p, seat, than))
    return otherwise and not now


def _keeps_statue(_: re.Match[str], p: Position, seat: int, move: str, than: str) -> bool:
    now = max((statues for _, statues in _replies(p, seat, move)), default=0)
    return max((statues for _, statues in _replies(p, seat, than)), default=0) > now


def _lead(p: Position, seat: int) -> int:
    return running_wealth(p, seat) - running_wealth(p, 3 - seat)


def _best_reply(p: Position, seat: int, move: str) -> int:
    after, other = _after(p, seat, move), 3 - seat
    leads = [_lead(after.after(other, reply), other) for reply in after.moves(other)]
    return max(leads) - _lead(after, other)


def _reply_is_less(m: re.Match[str], p: Position, seat: int, move: str, than: str) -> bool:
    now, then = _best_reply(p, seat, move), _best_reply(p, seat, than)
    more = _lead(_after(p, seat, than), seat) - _lead(_after(p, seat, move), seat)
    told = signed_words(now), FACE.move_words(p.view(seat), than), signed_words(then)
    return m.groups() == told and 0 < more < then - now


def _ties_for_most(_: re.Match[str], p: Position, seat: int, move: str, __: str) -> bool:
    after = _after(p, seat, move)
    assert MOST_DISTRICTS_AT_MID_GAME in p.unclaimed
    assert p.half is None
    was, now = (
        it.controlled_districts(seat) - it.controlled_districts(3 - seat) for it in (p, after)
    )
    return was < now and (was == 0) != (now == 0)


CHECKS: dict[str, Check] = {
    r"takes (\w+): (\d+) wealth": _takes,
    r"takes (\w+) from \w+: lead \+(\d+)": _takes_away,
    r"takes (\w+), no wealth yet": _takes_nothing,
    r"ties (\w+): (\d+) wealth less for (\w+)": _ties,
    r"leads (\w+) by (\d+)": _leads,
    r"leaves \w+ (\w+) by only (\d+)": _leaves,
    r"(?:makes it \d+ .*|takes an? \w+ item): (\d+) wealth(?: more)?": lambda m, p, s, move, _: (
        _category(2, p, s, move) == int(m[1])
    ),
    r"longest passage (\d+): (\d+) wealth more": _longest,
    r"steals (?:a|2) statues?: (\d) wealth": lambda m, p, s, move, _: (
        _category(1, p, s, move) == int(m[1])
    ),
    r"wins “(.+)”: \d wealth": lambda m, p, s, move, _: _card(m[1]) in _claims(p, s, move),
    r"brings the mid-game scoring, (\d+) to (\d+)": _mid,
    r"wins the match by (\d+) wealth": _wins,
    r"keeps \w+ from “(.+)” next turn: \d wealth": _keeps,
    r"keeps \w+ from a statue next turn": _keeps_statue,
    r"\w+'s best reply brings only lead (\S+), after (.+) (\S+)": _reply_is_less,
    r"ties in districts|breaks the tie in districts": _ties_for_most,
}


def test_every_merit_agrees_with_the_position_after_the_move() -> None:
    used = set()
    for seed in range(12):
        setup = FACE.game.setup(random.Random(seed), 2, {})
        wrong, known = unproved(told(FACE, setup, 2, seed), CHECKS)
        assert not wrong
        used |= known
    assert used == set(CHECKS)


SETUP = "CRB-MPC-RPM-BCP-RCM-PBR/wbpmrbpmrbwpmrbpmrdbpmrbpdw/4,9,15/2"


def test_a_move_is_told_by_its_two_weightiest_merits() -> None:
    position = play(FACE.game.start(SETUP), ">C")
    found = FACE.reasons(position.view(2), 2, "5", NAMES)
    assert 1 <= len(found) <= 2
    worths = {each.words: each.worth for each in FACE.merits(position.view(2), 2, "5", NAMES)}
    assert found[0] == max(worths, key=worths.__getitem__)


def test_a_merit_of_both_moves_is_no_reason_for_one() -> None:
    position = play(FACE.game.start(SETUP), ">C")
    view = position.view(2)
    for move in map(str, position.moves(2)):
        for than in map(str, position.moves(2)):
            common = {each.words for each in FACE.merits(view, 2, than, NAMES)}
            own = FACE.merits(view, 2, move, NAMES, than)
            assert not common & {*reasons(own, FACE.merits(view, 2, than, NAMES))}


def test_no_reason_is_one_in_which_the_other_move_is_better_and_the_weightiest_leads() -> None:
    tied, longer = Merit("ties Banking", "Banking", 5), Merit("longer", "a longer passage", 2)
    own = [Merit("takes Political: 3", "Political", 3), longer, tied]
    than = [Merit("takes Political: 4", "Political", 4), tied]
    assert reasons(own, than) == ["longer"]
    assert reasons(own, than, led=True) == ["ties Banking", "longer"]


def test_the_mid_game_scoring_is_announced_two_passages_before() -> None:
    by_number, either, early = 0, set[bool](), set[int]()
    for seed in range(8):
        rng, position = random.Random(seed), FACE.game.start(SETUP)
        assert isinstance(position, Position)
        shown: list[str] = []
        while position.half is None:
            seat = min(position.to_move)
            position = position.after(seat, rng.choice(position.moves(seat)))
            shown.append(told := scoring_ahead(position))
            if " 2 passages: " in told:
                (seat,) = position.to_move
                after = (position.after(seat, move) for move in position.moves(seat))
                either.add(at_once := any(each.half is not None for each in after))
                assert ("2nd statue or " in told) == at_once
            if told.startswith("🧮 2nd statue: "):
                early.add(sum(map(len, position.statues)))
        assert shown[-1] == ""
        assert all(shown[-3:-1]), seed
        if sum(map(len, position.statues)) < MID_GAME_STATUES:
            by_number += 1
            assert " 2 passages: " in shown[-3]
            assert shown[-2] == "🧮 Next passage: mid-game scoring"
    assert by_number
    assert 0 in early, "also before the first statue falls"
    assert either == {True, False}
