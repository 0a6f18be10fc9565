"""The merits of moves agree with the rules, as far as they have numbers or look ahead."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any

import pytest

from cogs.contract.account import Merit, reasons
from cogs.contract.face import Face
from cogs.games.prowler.texts import scoring_words
from prowlerbot.core.game import CHANCE, find_move
from prowlerbot.core.record import replay
from prowlerbot.games.landgrab.playouts import foresee
from prowlerbot.games.landgrab.words import squares_of
from prowlerbot.games.prowler import rules
from prowlerbot.games.prowler.board import separate_parts
from prowlerbot.games.prowler.position import DISTRICTS
from prowlerbot.games.prowler.rules import Position as City
from prowlerbot.games.prowler.words import CONDITION_NAMES, DISTRICT_NAMES, ONE_TILE
from prowlerbot.puzzles.puzzle import shipped_puzzles
from tests.cogs.games.heroes_merits import HEROES
from tests.cogs.games.landgrab_merits import LANDGRAB, NAMES, Check, courses_after
from tests.cogs.games.shown import FACES
from tests.games.play import play

Told = tuple[str, Any, int, str, str]
"""Words, a position of the game, a seat, its move and the other move."""


def told(face: Face, setup: str, seats: int, seed: int) -> Iterator[Told]:
    """The merits of two moves at each decision of a random match; each has some, unless its seat
    owns all that there is.
    """
    rng = random.Random(seed)
    state = face.game.start(setup)
    names = NAMES[:seats]
    while state.to_move:
        seat = min(state.to_move)
        legal = state.moves(seat)
        if seat != CHANCE:
            view = state.view(seat)
            than = str(rng.choice(legal))
            for move in rng.sample(list(legal), min(2, len(legal))):
                merits = face.merits(view, seat, str(move), names, than)
                assert merits or {*getattr(state, "owners", ())} <= {seat}, f"{move}: no purpose"
                assert all(merit.aim for merit in merits)
                found = [merit.words for merit in merits]
                if face.level_by_reasons or face.tells_lead:
                    found += [face.drawback(view, seat, str(move))]
                    found += [face.machine_plan_words(view, seat, str(move))]
                if face.level_by_reasons:
                    found += face.reasons(view, seat, str(move), names, than)
                    found += face.stakes(view, seat, names)
                elif not face.tells_lead:
                    asked = view, seat, str(move)
                    found += [face.purpose(*asked, names), face.drawback(*asked)]
                for words in filter(None, dict.fromkeys(found)):
                    yield words, state, seat, str(move), than
        state = state.after(seat, rng.choice(legal))


def unproved(found: Iterator[Told], checks: Mapping[str, Check]) -> tuple[list[str], set[str]]:
    """The words that a check denies, and the checks of use; told matches have all other words."""
    wrong, used = [], set()
    for words, *where in found:
        matches = ((each, re.fullmatch(each, words)) for each in checks)
        pattern, match = next(((each, hit) for each, hit in matches if hit), ("", None))
        used |= {pattern} - {""}
        if match is not None and not checks[pattern](match, *where):
            wrong.append(f"{words} ({where[2]} for seat {where[1]})")
    return wrong, used


# ------------------------------------------------------------------------- Prowler's Passage


_DISTRICT = {name: DISTRICTS.index(letter) for letter, name in DISTRICT_NAMES.items()}


def _prowler_after(position: City, seat: int, move: str) -> City:
    return position.after(seat, find_move(position, seat, move))


def _signed(told: str) -> int:
    return int(told.replace("−", "-").strip("±"))


def _gain(p: City, seat: int, move: str) -> int:
    return _lead(_prowler_after(p, seat, move), seat) - _lead(p, seat)


def _parts(m: re.Match[str], p: City, seat: int, move: str, _: str) -> bool:
    """The parts of a lead add up to it, and each is the right one."""
    told = re.sub(r" \((\d+) : (\d+)\)", "", m[0])
    if mid := _prowler_after(p, seat, move).mid if told != m[0] else None:
        assert m[0].count(f"({sum(mid[seat - 1])} : {sum(mid[2 - seat])})") == 1
    parts = re.findall(r"(.+?) ([+−±]\d+)(?:, |$)", told)
    found = {name: _signed(change) for name, change in parts}
    if claimed := [name for name in found if name.startswith("“")]:
        (cards,) = claimed
        assert {*map(_card, re.findall("“(.+?)”", cards))} == _claims(p, seat, move)
        found["Achievements"] = found.pop(cards)
    assert sum(found.values()) == _gain(p, seat, move)
    own, rival = (_counted_after(p, seat, move, it) for it in (seat, 3 - seat))
    assert bool(claimed) == (own["Achievements"] > 0 == rival["Achievements"])
    sizes = [abs(_signed(it)) for _, it in parts]
    assert sizes == sorted(sizes, reverse=True)
    changes = {name: own[name] - rival[name] for name in own if name != "Districts"}
    return found == {name: it for name, it in changes.items() if it or name in found}


def _counted_after(p: City, seat: int, move: str, whose: int) -> dict[str, int]:
    """What a move adds to the wealth of a seat, by districts and categories."""
    after = _prowler_after(p, seat, move)
    paid = (rules.district_wealth(it, whose) for it in (p, after))
    found = {it: (now or 0) - (was or 0) for it, was, now in zip(_DISTRICT, *paid, strict=True)}
    sheets = [rules.score(each, whose, final=True)._asdict() for each in (p, after)]
    found |= {name.capitalize(): sheets[1][name] - was for name, was in sheets[0].items()}
    mids = [each.mid[whose - 1].total if each.mid else 0 for each in (p, after)]
    return found | {"the mid-game scoring": mids[1] - mids[0]}


def _card(words: str) -> int:
    return next(card for card, told in CONDITION_NAMES.items() if told == words)


def _claims(p: City, seat: int, move: str) -> set[int]:
    after = _prowler_after(p, seat, move)
    return {*after.achievements[seat - 1]} - {*p.achievements[seat - 1]}


_SCORING = "the 2nd statue with the mid-game scoring"


def _left(p: City, seat: int, move: str, pathway: int | None = None) -> tuple[set[int], set[str]]:
    """The achievements that the rival could take, or on one pathway, and the names of statues."""
    after, cards, statues = _prowler_after(p, seat, move), set[int](), set[str]()
    last = 2 - len("".join(after.statues))
    for reply in after.moves(3 - seat):
        if pathway in {None, reply.pathway} and _gain(after, 3 - seat, str(reply)) > 0:
            cards |= _claims(after, 3 - seat, str(reply))
            taken = after.after(3 - seat, reply).statues[2 - seat]
            count = len(taken) - len(after.statues[2 - seat])
            if count:
                several = "2 statues" if count > 1 else "a statue"
                statues.add(_SCORING if after.half is None and count >= last else several)
    return cards, statues


def _names(told: str | None, left: tuple[set[int], set[str]]) -> bool:
    """Whether words name these achievements and statues, and no other ones."""
    named = {*map(_card, re.findall("“(.+?)”", told or ""))}
    statues = {*re.findall(rf"{_SCORING}|a statue|(?<!Steal )2 statues", told or "")}
    return (named, statues) == left


def _leaves_most(m: re.Match[str], p: City, seat: int, move: str, _: str) -> bool:
    """The best reply with what it takes; without that, the first that another one could take."""
    most = _replies_bring(p, seat, move)
    reply = _left(p, seat, move, int(m[2]))
    cards, statues = (set[int](), set[str]()) if any(reply) else _left(p, seat, move)
    threats = [*sorted(statues, key="a statue".__eq__), *sorted(cards)]
    right = most[int(m[2])] == max(most.values()) == _signed(m[1])
    if m[4]:
        taken = cards, statues = _left(p, seat, move, int(m[5]))
        right = right and most[int(m[5])] == _signed(m[4]) and _names(m[6], taken)
        assert threats[0] in cards | statues
    return right and _names(m[3], reply) and bool(m[4]) == bool(threats)


def _keeps(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    """The named threats are left by the other move alone."""
    now, then = _left(p, seat, move), _left(p, seat, than)
    return m[1] == _short(p, move, than) and _names(m[2], (then[0] - now[0], then[1] - now[1]))


def _lead(p: City, seat: int) -> int:
    return rules.running_wealth(p, seat) - rules.running_wealth(p, 3 - seat)


def _replies_bring(p: City, seat: int, move: str) -> dict[int, int]:
    """The most that each pathway adds to the lead of the other seat as a reply."""
    after, other = _prowler_after(p, seat, move), 3 - seat
    was, most = _lead(after, other), dict[int, int]()
    for reply in after.moves(other):
        gained = _lead(after.after(other, reply), other) - was
        most[reply.pathway] = max(gained, most.get(reply.pathway, gained))
    return most


def _short(p: City, move: str, than: str) -> str:
    """The other move in a comparison: a wild shovel without its marker, unless both are one."""
    words = FACES["prowler"].move_words(p.view(p.seat), than)
    return words if move.partition(">")[0] == than.partition(">")[0] else words.partition(" (")[0]


def _reply_is_less(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    instead, more, other, takes, less, reply, takes_now = m.groups()
    now, then = _replies_bring(p, seat, move), _replies_bring(p, seat, than)
    right = (
        now[int(reply or other)] == max(now.values()) == _signed(less),
        then[int(other)] == max(then.values()) == _signed(more),
        not reply or _names(takes_now, _left(p, seat, move, int(reply))),
        _names(takes, _left(p, seat, than, int(other))),
    )
    return _short(p, move, than) == instead and all(right) and _saved(p, move, than) > 0


def _saved(p: City, move: str, than: str) -> int:
    """What the best reply brings less after a move than after another one."""
    now, then = (_most(_prowler_after(p, p.seat, it)) for it in (move, than))
    return then - now


def _most(p: City, pathway: int | None = None) -> int:
    """The most that the seat to move can gain, or on one pathway; 0 if there is none."""
    moves = (str(it) for it in p.moves(p.seat) if pathway in {None, it.pathway})
    return max((_gain(p, p.seat, it) for it in moves), default=0)


def _leaves_itself(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    now, most = _replies_bring(p, seat, move), _replies_bring(p, seat, than)
    assert max(now.values()) == _signed(m[3]) < _signed(m[2])
    own = most.get(find_move(p, seat, move).pathway)
    return own == max(most.values()) == _signed(m[2]) and m[1] == _short(p, move, than)


def _weighs(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    """The gain at once and the best reply of both, in the one sentence that they allow."""
    ahead, saved = _gain(p, seat, move) - _gain(p, seat, than), _saved(p, move, than)
    words = f"this one leaves Ben {saved} less, though it brings {-ahead} less at once"
    if ahead > 0 and ahead + saved <= 0:
        words = f"this one brings {ahead} more at once, though it leaves Ben {-saved} more"
    elif ahead > 0:
        left = f"only {-saved} less" if saved < 0 else f"{saved} more" if saved else "as much"
        words = f"{_short(p, move, than)} brings {ahead} less at once"
        words += "" if _prowler_after(p, seat, move).over else f" and leaves Ben {left}"
    return re.sub(r"(leaves) (?!this)\w+ ", r"\1 Ben ", m[0]) == words


@cache
def _then(p: City, seat: int, move: str, turns: int = 1) -> City:
    """The position after a move and the best replies to it, of which each seat takes the most."""
    after = _then(p, seat, move, turns - 1) if turns else _prowler_after(p, seat, move)
    replies = (after.after(after.seat, it) for it in after.moves(after.seat) if turns)
    return max(replies, key=partial(_brings, after.seat, _wealth(after, after.seat)), default=after)


def _nets(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    """The lead after some turns, in which both take the most; and a threat that one has left."""
    one, other = (_lead(_then(p, seat, it, int(m[4]) - 1), seat) for it in (move, than))
    assert not m[2] or _keeps(m, p, seat, move, than)
    return one - other == int(m[3]) > 0


def _waits(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    """The rival gains more elsewhere, then the other move brings that much, and this one less."""
    replies, then = _replies_bring(p, seat, move), _then(p, seat, move)
    one, pathway = (find_move(p, seat, it).pathway for it in (move, than))
    waits, own = map(_signed, m.group(2, 3))
    brings, now = (_gain(p, seat, it) for it in (move, than))
    right = _most(then, pathway) == waits and _most(_then(p, seat, than), one) == own
    right = right and own < brings < now <= waits + 2 and brings + waits > now + own
    return right and replies[pathway] < max(replies.values()) and m[1] == _short(p, move, than)


def _next_turn(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    """The most that the next turn brings after the best reply, and after that to the other move."""
    now, less = (_most(_then(p, seat, it)) for it in (move, than))
    other = max(_gain(p, seat, move) - _gain(p, seat, than), _saved(p, move, than))
    at = m[2], m[6] or find_move(p, seat, move).pathway
    there = [_most(_then(p, seat, it), int(n)) for it, n in zip((move, than), at, strict=True)]
    right = there == [now, less] == [*map(_signed, m.group(1, 5))] and now - less >= max(other, 2)
    return right and m[4] == _short(p, move, than)


def _pulls(p: City, seat: int, move: str) -> int:
    return sum(_prowler_after(p, seat, move).lead(seat)) - sum(p.lead(seat))


def _wealth(p: City, seat: int) -> tuple[int, int]:
    return rules.running_wealth(p, seat), rules.running_wealth(p, 3 - seat)


def _brings(seat: int, was: tuple[int, int], after: City) -> tuple[int, int, int]:
    """What a turn adds to the lead, then to the own wealth; of equal ones the first pathway."""
    own, rival = (now - had for now, had in zip(_wealth(after, seat), was, strict=True))
    assert after.last is not None
    return own - rival, own, -after.last.pathway


_REPLY = r"(\d+)(?: \((.+?)\))?"
PROWLER: dict[str, Check] = {
    rf"leaves (\S+) on {_REPLY}(?: or (\S+) on {_REPLY})?": _leaves_most,
    r"(.+) leaves this one to \w+ for (\S+), this one leaves only (\S+)": _leaves_itself,
    rf"(.+) leaves \w+ ([^ a-z]+) on {_REPLY}, this one only (\S+)(?: on {_REPLY})?": (
        _reply_is_less
    ),
    r"(.+) leaves \w+ (.+), this one does not": _keeps,
    r"this one brings \d+ more at once, though it leaves .+": _weighs,
    r".+ brings \d+ less at once.*": _weighs,
    r"(.+) can wait: it still brings (\S+) next turn, this one then only (\S+)": _waits,
    r"(?:(.+) leaves \w+ (.+), this one does not; )?this one brings (\d+) more over (\d) turns with"
    r" the best replies": _nets,
    rf"this one lets you gain (\S+) on {_REPLY} after the best reply, (.+) only (\S+)"
    rf"(?: on {_REPLY})?": _next_turn,
    r"this one pulls markers (\d) spaces to your side, .+ only (\d)": lambda m, p, seat, *both: (
        [_pulls(p, seat, it) for it in both] == [int(m[1]), int(m[2])] and m[1] > m[2]
    ),
    r"this one adds an item to your sets, .+ only a shovel": lambda _, p, seat, *both: (
        [p.setup.tile(find_move(p, seat, it).pathway) in "bpmr" for it in both] == [True, False]
    ),
    r".+ [+−±]\d+(?:, .+ [+−±]\d+)*": _parts,
}


RARE = {r"can still defeat the invader"}
_SMALL, _CLOSE = (2, "RB/1/F6,H6/F7/"), (2, "RB/1/F6,H6/F7,H7/")
_LANDGRAB = [(3, "RBG/1/F6,H6/F7/"), *[_SMALL] * 4, (2, ""), _SMALL, _SMALL, _CLOSE, _CLOSE]
_HEROES = ((2, "2/turns/guided/full"), (1, "1/live/free/short"), (3, "3/brisk/guided/full"))


_MATCHES = {"prowler": [(2, "")] * 20, "landgrab": _LANDGRAB, "heroes": _HEROES * 2}
_CHECKS: Mapping[str, Mapping[str, Check]] = {
    "prowler": PROWLER,
    "landgrab": LANDGRAB,
    "heroes": HEROES,
}


@pytest.mark.parametrize(
    ("game", "seeds"),
    [
        ("prowler", range(8)),
        ("landgrab", (0, 5, 7, 9)),
        ("heroes", range(3)),
        *(pytest.param(it, range(len(_MATCHES[it])), marks=pytest.mark.full) for it in _MATCHES),
    ],
)
def test_each_move_has_a_purpose_and_every_merit_agrees_with_the_rules(
    game: str, seeds: Iterable[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    face, checks, used = FACES[game], _CHECKS[game], set[str]()
    monkeypatch.setattr("prowlerbot.games.landgrab.playouts.PLAYOUTS", 50)
    monkeypatch.setattr("cogs.games.landgrab.moments.foresee", cache(foresee.__wrapped__))
    options = {"map": "drawn"} if game == "landgrab" else {}
    for seed in seeds:
        seats, setup = _MATCHES[game][seed]
        begun = setup or face.game.setup(random.Random(seed), seats, options)
        wrong, known = unproved(told(face, begun, seats, seed), checks)
        assert not wrong
        used |= known
    assert {*checks} - used <= RARE


SETUP = "CRB-MPC-RPM-BCP-RCM-PBR/wbpmrbpmrbwpmrbpmrdbpmrbpdw/4,9,15/2"


def _purposes(p: City, seat: int, move: str) -> Iterator[str]:
    """The sentences that are true of a move, the strongest first, for a first step."""
    after, legal = _prowler_after(p, seat, move), [str(each) for each in p.moves(seat)]
    best = max(legal, key=lambda it: _brings(seat, _wealth(p, seat), _prowler_after(p, seat, it)))
    less = _gain(p, seat, best) - _gain(p, seat, move)
    others = [p, *[_prowler_after(p, seat, best)] * (less > 0)]
    taken = all(after.statues != each.statues for each in others)
    if after.over:
        yield "Your last passage: take what brings most."
    if taken and (p.half is None) != (after.half is None):
        yield "The 2nd statue brings the mid-game scoring: "
    claims = after.achievements[seat - 1][len(p.achievements[seat - 1]) :]
    if all(after.achievements[seat - 1] != each.achievements[seat - 1] for each in others):
        yield f"You can claim {' and '.join(f'“{CONDITION_NAMES[card]}”' for card in claims)} now."
    if taken:
        yield "A statue stands open: take it before Ben does."
    if less > 0 and not after.over:
        yield from _compared_purposes(p, seat, move, best)
    kind = partial(re.sub, "a .+ item", "")
    shared = {kind(it) for it in _purposes_of_gains(p, seat, best) if less}
    yield from (it for it in _purposes_of_gains(p, seat, move) if kind(it) not in shared)
    yield f"Look {'beyond' if less else 'for'} what brings the most at once"


_OVER_MOST = {
    r"B leaves (Ben [+−±]|A to)": "leaves Ben ",
    r"B leaves Ben ": "lets Ben take ",
    r"B can wait": "can wait a turn: ",
    r"A lets you gain": "gives you only ",
    r"A brings \d+ more over": "pays less over ",
    r"A pulls markers": "pulls markers only ",
    r"A adds an item": "takes a shovel: ",
}


def _compared_purposes(p: City, seat: int, move: str, best: str) -> Iterator[str]:
    """The same of what a pathway has over the one that brings more at once."""
    words = FACES["prowler"].compared_words(p.view(seat), {"A": move, "B": best}, ("Ben", "Ben"))
    found = (ends for begins, ends in _OVER_MOST.items() if re.match(begins, words))
    yield from (f"The move that brings most at once {ends}" for ends in found)


def _purposes_of_gains(p: City, seat: int, move: str) -> Iterator[str]:
    """The same of the part that a pathway adds most to, if that is worth a look."""
    pathway, after = find_move(p, seat, move).pathway, _prowler_after(p, seat, move)
    own, rival = (_counted_after(p, seat, move, it) for it in (seat, 3 - seat))
    paid = zip(_DISTRICT, rules.district_wealth(p, 3 - seat), after.lead(seat), strict=True)
    turned = [name for name, worth, lead in paid if (worth or 0) > 0 < lead]
    for name in sorted(turned, key=lambda it: rival[it] - own[it]):
        yield f"{name} pays Ben now: pull its marker over to your side."
    parts = [len(separate_parts(it.passages[seat - 1])) for it in (p, after)]
    if parts[1] < parts[0] and after.longest_passage(seat) > p.longest_passage(seat) + 1:
        yield "Join two of your passages: "
    if ">" in move[1:]:
        yield "A wild shovel pulls one more marker, "
    leads = zip(_DISTRICT, p.lead(seat), after.lead(seat), strict=True)
    told = "Pull the {} marker to your side", "{} pays you: ", "{} pays Ben: pull its marker off"
    pulled = [(name, 1 if was > 0 else 2 * (not now)) for name, was, now in leads if now > was]
    words = {name: told[at].format(name) for name, at in pulled}
    if pathway:
        words["Items"] = f"Take {ONE_TILE[p.setup.tile(pathway)]}: "
    words["Passages"] = "Make your longest passage longer: "
    best = max(words, key=lambda name: own[name] - rival[name])
    if pathway and own[best] - rival[best] > 1:
        yield words[best]


def test_a_first_step_tells_the_strongest_idea_of_a_move() -> None:
    rng, position, seen = random.Random(1), FACES["prowler"].game.start(SETUP), set[str]()
    while position.to_move:
        (seat,) = position.to_move
        assert isinstance(position, City)
        for move in map(str, position.moves(seat)):
            told = FACES["prowler"].purpose(position.view(seat), seat, move, ("Ben", "Ben"))
            idea = next(_purposes(position, seat, move))
            assert told.replace("−", "-").startswith(idea)
            seen.add(re.sub(r"Banking|Political|Market|Residential|Castle|a \w+ item", "", idea))
        position = _prowler_after(position, seat, str(rng.choice(position.moves(seat))))
    assert len(seen) >= 11, seen


def test_a_move_is_told_by_its_two_weightiest_merits() -> None:
    position = play(FACES["prowler"].game.start(SETUP), ">C")
    found = FACES["prowler"].reasons(position.view(2), 2, "5", NAMES)
    assert 1 <= len(found) <= 2
    merits = FACES["prowler"].merits(position.view(2), 2, "5", NAMES)
    assert found[0] == max(merits, key=lambda merit: merit.worth).words


def test_no_reason_is_one_in_which_the_other_move_is_better_and_the_weightiest_leads() -> None:
    tied, longer = Merit("ties Banking", "Banking", 5), Merit("longer", "a longer passage", 2)
    own = [Merit("takes Political: 3", "Political", 3), longer, tied]
    than = [Merit("takes Political: 4", "Political", 4), tied]
    assert reasons(own, than) == ["longer"]
    assert reasons(own, than, led=True) == ["ties Banking", "longer"]


def test_the_mid_game_scoring_is_announced_in_one_line_four_passages_before() -> None:
    by_number, either, early = 0, set[bool](), set[int]()
    for seed in range(8):
        rng, position = random.Random(seed), FACES["prowler"].game.start(SETUP)
        assert isinstance(position, City)
        shown: list[str] = []
        while position.half is None:
            position = position.after(position.seat, rng.choice(position.legal))
            shown.append(told := scoring_words(position))
            if "2 passages." in told:
                after = (position.after(position.seat, move) for move in position.legal)
                either.add(at_once := any(each.half is not None for each in after))
                assert ("2nd statue" in told) == at_once
            if "2nd statue" in told:
                early.add(sum(map(len, position.statues)))
            assert "\n" not in told
        assert shown[-1] == ""
        assert shown[-2], seed
        if sum(map(len, position.statues)) < rules.MID_GAME_STATUES:
            by_number += 1
            assert [f"{left} passages." in shown[-1 - left] for left in (4, 3, 2)] == [True] * 3
            assert "Next passage: mid-game scoring." in shown[-2]
    assert by_number
    assert 0 in early, "also before the first statue falls"
    assert either == {True, False}


def test_a_step_leads_to_what_the_machine_foresees_and_takes_nothing_of_ones_own() -> None:
    setup = FACES["landgrab"].game.setup(random.Random(3), 2, {"map": "drawn"})
    state: Any = FACES["landgrab"].game.start(setup)
    rng, compared = random.Random(3), 0
    while compared < 40:
        (seat,) = state.to_move
        if seat != CHANCE and state.phase == "turn":
            steps = [str(each) for each in state.moves(seat) if not each.kind]
            for move in rng.sample(steps, min(2, len(steps))):
                found = foresee(state, seat, find_move(state, seat, move))
                assert found is not None
                assert seat not in [state.owners[it] for it in found.taken[seat]]
                named = {squares_of(state.map.buildings[it]) for it in found.taken[seat]}
                merits = FACES["landgrab"].merits(state.view(seat), seat, move, NAMES[:2])
                ways = [re.search(r"heads for ([A-L][^,]+)", it.words) for it in merits]
                goals = {each[1] for each in ways if each}
                if goals & named:
                    assert goals <= named, (move, goals)
                    compared += 1
        state = state.after(seat, rng.choice(state.moves(seat)))


def test_a_wrong_try_in_the_last_quiet_rounds_says_when_they_end_the_match_and_for_whom() -> None:
    face, told = FACES["landgrab"], 0
    for puzzle in shipped_puzzles(face.game)[:7]:
        state: Any = replay(face.game, puzzle.setup, puzzle.moves)[-1]
        view, (*_, wrong) = state.view(puzzle.seat), puzzle.options
        left = re.search(r"ends after (\d+) more|last one, unless", face.countdown(view))
        against = re.fullmatch(
            r"usually ends the match in about (\d+) rounds?, with you behind",
            face.drawback(view, puzzle.seat, wrong.move),
        )
        if left and against:
            told += 1
            assert abs(int(against[1]) - int(left[1] or 0)) <= 1
            ended = [it for it in courses_after(state, puzzle.seat, wrong.move) if it.over]
            assert sum(it.leads()[puzzle.seat - 1] > 0 for it in ended) * 2 < len(ended)
    assert told >= 3
