"""Checks of the rules: positions, moves, leaving, outcomes, records, and the start of a match."""

import json
import pickle
import random
import string
from abc import ABCMeta
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from inspect import getfile
from itertools import combinations
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

from prowlerbot.core import capabilities
from prowlerbot.core.errors import BadSetup
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, Game, Mark, Registry, State, ranked
from prowlerbot.core.record import Record, replay
from prowlerbot.core.record_json import read_record, to_json
from prowlerbot.testing.trials import CheckedGame, Trial, count_mistakes, line_mistakes

LONGEST_MOVE = 40
"""The most characters of a move, so that it fits into a custom_id of Discord."""
MAX_MARKS = 8  # the marks of a match that fit beside each other
MAX_SEATS = 8  # the seats for which the bot has signs
_TRIED_POSITIONS = 12  # the positions of a match whose moves are all tried
_RECORD_NAMES = {"seat", "legal"}, {"game", "setup", "moves", "states", "result", "players"}
"""The names that a record gives to facts of its own: about a position, and about a match."""
_CAPABILITIES: list[ABCMeta] = [
    each
    for each in vars(capabilities).values()
    if isinstance(each, ABCMeta) and each.__module__ == capabilities.__name__
]


def _declaration_mistakes(checked: CheckedGame) -> Iterator[str]:
    kinds: list[tuple[type, type]] = [(type(checked.game), Game)]
    kinds += [(type(state), State) for _, _, state in checked.positions()]
    for kind, base in dict.fromkeys(kinds):
        for capability in _CAPABILITIES:
            members = capability.__abstractmethods__ & vars(capability).keys()
            for name in members if issubclass(capability, base) else ():
                changed = getattr(kind, name) is not getattr(base, name)
                if changed and not issubclass(kind, capability):
                    yield (
                        f"{kind.__name__} has `{name}` and does not inherit {capability.__name__}:"
                        " inherit it, or give that member another name."
                    )


def _value_mistakes(checked: CheckedGame) -> Iterator[str]:
    """Positions are values: frozen, hashable, equal by their contents, picklable."""
    for place, _, state in checked.positions():
        name = type(state).__name__
        try:
            hash(state)
        except TypeError as error:
            at = _unhashable_reason(state)
            yield f"{name} does not hash{at} ({error}): use a frozen dataclass, tuples, frozensets."
            return
        try:
            twin = pickle.loads(pickle.dumps(state))  # noqa: S301 - it was just made
        except Exception as error:  # noqa: BLE001 - each class raises another one
            yield f"{name} cannot be pickled ({error}): keep functions out of its fields."
            return
        if twin != state or hash(twin) != hash(state):
            yield (
                f"{name} is not equal to its copy {place}: compare positions by their value, as a"
                " frozen dataclass or a named tuple does."
            )
        if _is_changeable(twin):
            yield f"{name} can be changed: write @dataclass(frozen=True)."


def _is_changeable(twin: Any) -> bool:
    for field in fields(twin) if is_dataclass(twin) else ():
        with suppress(AttributeError):
            setattr(twin, field.name, getattr(twin, field.name))
            return True
    return False


def _unhashable_reason(state: Any) -> str:
    for field in fields(state) if is_dataclass(state) else ():
        try:
            hash(getattr(state, field.name))
        except TypeError:
            return f" because of `{field.name}`"
    return ""


def _to_move_mistakes(checked: CheckedGame) -> Iterator[str]:
    for place, trial, state in checked.positions():
        if strangers := state.to_move - {CHANCE, *trial.seats}:
            seat = min(strangers)
            yield f"`to_move` has seat {seat} of {trial.players} {place}: seats count from 1."
        if CHANCE in state.to_move and len(state.to_move) > 1:
            yield f"`to_move` has chance and a seat {place}: chance moves alone."
        if state.out & state.to_move:
            seat = min(state.out & state.to_move)
            yield f"Seat {seat} is in `out` and is to move {place}: its clock would run."
        for seat in (CHANCE, *trial.seats, trial.players + 1):
            if state.moves(seat) and seat not in state.to_move:
                yield f"Seat {seat} has moves and is not to move {place}: return none for it."
        legal = {str(move) for seat in state.to_move for move in state.moves(seat)}
        if state.live and state.live not in legal:
            yield f"`live` is “{state.live}” {place}, and no seat has that move."


def _move_text_mistakes(checked: CheckedGame) -> Iterator[str]:
    for place, _, state in checked.positions():
        for seat in state.to_move:
            moves = state.moves(seat)
            texts = [str(move) for move in moves]
            if len(set(moves)) < len(moves) or len(set(texts)) < len(texts):
                yield f"Seat {seat} has a move twice {place}: each move needs a text of its own."
            for text in texts:
                if not text or text != text.strip() or not text.isprintable():
                    yield f"The move “{text}” {place} is empty, or has spaces at its ends."
                yield from line_mistakes(f"The move “{text}” {place}", text, LONGEST_MOVE)
                if text == LEAVE:
                    yield f"A move is called “{LEAVE}” {place}: that word stands for leaving."


def _move_mistakes(checked: CheckedGame) -> Iterator[str]:
    """A move leads to one position and changes nothing in the one it was made from."""
    for place, _, state in checked.positions(_TRIED_POSITIONS):
        twin = pickle.loads(pickle.dumps(state))  # noqa: S301 - it was just made
        before = json.dumps(state.facts(), default=str)
        for seat in state.to_move:
            moves_by_text = {str(move): move for move in twin.moves(seat)}
            for move in state.moves(seat):
                reached = state.after(seat, move)
                if state != twin or json.dumps(state.facts(), default=str) != before:
                    yield f"`after` changes the position that it is called on {place}: copy it."
                if reached != twin.after(seat, moves_by_text[str(move)]):
                    yield (
                        f"“{move}” of seat {seat} leads to different positions {place}: draw luck"
                        " as moves of CHANCE, and keep nothing outside of the position."
                    )
    for trial in checked.matches:
        if tuple(replay(checked.game, trial.setup, trial.entries, again=False)) != trial.states:
            yield f"A replay of the moves of set-up “{trial.setup}” gives other positions."


def _outcome_mistakes(checked: CheckedGame) -> Iterator[str]:
    for place, trial, state in checked.positions():
        outcome = state.outcome
        if outcome is not None and state.to_move:
            yield f"There is an outcome while seat {min(state.to_move)} is to move {place}."
        if outcome is None and not state.to_move:
            yield f"Nobody is to move and there is no outcome {place}."
        if outcome is None:
            continue
        for name, each in (("ranks", outcome.ranks), ("totals", outcome.totals)):
            yield from count_mistakes(f"`{name}` {place}", each, trial.players)
        if tuple(outcome.ranks) != ranked([-rank for rank in outcome.ranks]):
            yield f"`ranks` is {outcome.ranks} {place}: a rank is 1 + the number of better seats."
        if not outcome.by:
            yield "`by` of an outcome is empty: name the rule that decides."


def _total_mistakes(checked: CheckedGame) -> Iterator[str]:
    """Where one rule decides, more points are always better, or always worse."""
    places: dict[tuple[str, bool], str] = {}  # by the rule and whether more points are better
    for trial in checked.matches:
        last = trial.states[-1]
        if (outcome := last.outcome) is None:
            continue
        staying = [seat - 1 for seat in trial.seats if seat not in last.left]
        for one, other in combinations(staying, 2):
            points = outcome.totals[one] - outcome.totals[other]
            ranks = outcome.ranks[other] - outcome.ranks[one]
            if not points or not ranks:
                continue
            words = trial.position_words(len(trial.entries))
            place = f"{outcome.totals} with ranks {outcome.ranks} {words}"
            more_is_better = points * ranks > 0
            places[outcome.by, more_is_better] = place
            if (conflict := places.get((outcome.by, not more_is_better))) is not None:
                yield (
                    f"`totals` do not fit the ranks by “{outcome.by}”, {place}, and {conflict}:"
                    " rank by the totals, or name another rule in `by`."
                )


def _leaving_mistakes(checked: CheckedGame) -> Iterator[str]:
    """A player who left never moves again, and ranks behind those who stay until one is alone."""
    for trial in checked.matches:
        leavers: set[int] = set()
        for number, state in enumerate(trial.states):
            if number and trial.entries[number - 1].text == LEAVE:
                leavers.add(trial.entries[number - 1].seat)
            yield from _leaver_mistakes(leavers, trial, state, trial.position_words(number))
    for place, trial, state in checked.positions(_TRIED_POSITIONS):
        may_leave = trial.players > 2 and state.to_move and CHANCE not in state.to_move
        for first in trial.seats if may_leave else ():
            leavers, after, where = {*state.left}, state, place
            for seat in (*trial.seats[first - 1 :], *trial.seats[: first - 1]):
                if seat in leavers | after.out or not after.to_move or CHANCE in after.to_move:
                    continue
                if (left := after.leave(seat)) is None:
                    break
                leavers, after, where = leavers | {seat}, left, f"{where}, then seat {seat} leaves"
                yield from _leaver_mistakes(leavers, trial, after, where)


def _leaver_mistakes(gone: set[int], trial: Trial, state: AnyState, place: str) -> Iterator[str]:
    """The mistakes in a position that some seats have left."""
    staying, outcome = {*trial.seats} - gone, state.outcome
    if gone != {*state.left}:
        yield f"`left` is {sorted(state.left)} {place}, and {sorted(gone)} have left: keep all."
    if gone & state.to_move:
        yield f"Seat {min(gone & state.to_move)} has left and is to move {place}: pass it over."
    if gone & state.out:
        yield f"Seat {min(gone & state.out)} is in `left` and in `out` {place}: take it from `out`."
    if gone and len(staying) == 1 and state.to_move:
        yield f"Seat {min(staying)} alone has not left {place}: let the match end there."
    if outcome is not None and len(outcome.ranks) == trial.players:
        ranks = dict(zip(trial.seats, outcome.ranks, strict=True))
        worst = max(ranks[seat] for seat in staying)
        if any(ranks[seat] <= worst for seat in gone):
            yield (
                f"Seats {sorted(gone)} have left {place}, and the ranks are {outcome.ranks}: rank"
                " all that left behind those who stay, as Outcome.by_totals does."
            )


def _record_mistakes(checked: CheckedGame) -> Iterator[str]:
    """Facts go to JSON, and records come back."""
    game, games = checked.game, Registry([checked.game])
    position_names, match_names = _RECORD_NAMES
    for place, _, state in checked.positions():
        facts = ("facts", state.facts(), position_names), ("summary", state.summary(), match_names)
        for name, stated, reserved in facts:
            if clash := reserved & stated.keys():
                yield f"`{name}` has “{min(clash)}”, which a record states itself: rename it."
            try:
                json.dumps(stated)
            except (TypeError, ValueError) as error:
                yield f"`{name}` is not ready for JSON {place} ({error}): use lists and texts."
    for trial in checked.matches:
        for count in {len(trial.entries), len(trial.entries) // 2}:
            record = Record(game, trial.setup, trial.entries[:count])
            for states in (True, False):
                read_record(json.dumps(to_json(record, states=states)), games)


def _day_and_mark_mistakes(checked: CheckedGame) -> Iterator[str]:
    """The day's challenge, the marks of a match, the points for spectators."""
    game = checked.game
    days = [game.of_the_day(random.Random(checked.seed)) for _ in range(2)]
    if days[0][0] not in game.seats or days[0] != days[1]:
        yield "`of_the_day` differs for the same random source: use only `rng`."
    game.setup(random.Random(checked.seed), *days[0])
    for trial in checked.matches:
        last = trial.states[-1]
        for seat in trial.seats if not last.left else ():
            marks = game.course(trial.states, seat)
            if not 0 < len(marks) <= MAX_MARKS or not {*marks} <= {*Mark}:
                yield f"`course` gives {marks} for seat {seat}: 1 to {MAX_MARKS} marks."
        if points := game.points(last.view(None).seen):
            yield from count_mistakes("`points`", points, trial.players)


RULE_CHECKS = (
    *(_declaration_mistakes, _value_mistakes, _move_mistakes),
    *(_to_move_mistakes, _move_text_mistakes, _outcome_mistakes, _total_mistakes),
    *(_leaving_mistakes, _record_mistakes, _day_and_mark_mistakes),
)


def _game_name_mistakes(game: Game) -> Iterator[str]:
    """The key, and the numbers of players."""
    if not game.key.isidentifier() or not game.key.islower():
        yield f"The key “{game.key}” is not a lower-case word of letters and digits: rename it."
    if game.key not in type(game).__module__.split("."):
        folder = type(game).__module__
        yield f"The key “{game.key}” is not the name of the folder of {folder}: name both alike."
    if not game.seats or game.seats.step != 1 or not 1 <= min(game.seats) <= max(game.seats):
        yield f"`seats` is {game.seats}: write range(fewest, most + 1), from 1 seat on."
    if max(game.seats) > MAX_SEATS:
        yield f"`seats` goes up to {max(game.seats)}, and the bot has signs for {MAX_SEATS}."


def _refusal_mistakes(game: Game) -> Iterator[str]:
    """Set-ups and options from outside get one clear answer."""
    with suppress(BadSetup):
        game.start("no such set-up")
        yield "`start` takes the set-up “no such set-up”: raise BadSetup, as `players_in` does."
    with suppress(BadSetup):
        game.setup(random.Random(1), game.seats[0], {"no-such-option": "1"})
        yield "`setup` takes an option that the game does not have: call `check` first."


def _translation_mistakes(game: Game) -> Iterator[str]:
    """A translation has no field that its message lacks."""
    for file in sorted(Path(getfile(type(game))).parent.glob("locales/*.po")):
        with file.open("rb") as opened:
            for message in read_po(opened):
                known = set().union(*map(_field_names, _forms_of_text(message.id)))
                for form in _forms_of_text(message.string):
                    try:
                        wrong = _field_names(form) - known
                    except ValueError as error:
                        yield f"{file.name}: “{form}” has a wrong brace: {error}."
                        continue
                    if wrong:
                        yield (
                            f"{file.name}: “{form}” has the field “{min(wrong)}”, which its message"
                            f" lacks: write “{' '.join(sorted(known))}”."
                        )


def _forms_of_text(text: str | Iterable[str] | None) -> list[str]:
    """A text, or its singular and plurals."""
    return [text] if isinstance(text, str) else list(text or ())


def _field_names(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


START_CHECKS = (_game_name_mistakes, _refusal_mistakes, _translation_mistakes)
