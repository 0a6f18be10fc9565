"""Recorded playthroughs: whole matches of each game as text, so that a change of the rules shows as
a difference that people can read.

A file tells the position in words, who is to move, the legal moves and the move, ply by ply. It
tells the lines that changed since the ply before, and for each seat those of the position that it
sees differently from a spectator. ``test_playthroughs`` plays the moves of each file again
and compares the text. ``python -m tests.games.playthroughs`` writes all files anew: the same moves
as long as they are legal, and then others to the end. Read the difference before committing it.
"""

import random
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from prowlerbot.core.errors import Refused
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, after
from prowlerbot.games import GAMES
from tests.games.heroes import matches as heroes
from tests.games.in_words import WORDS, Lines
from tests.games.landgrab import matches as landgrab
from tests.games.prowler import matches as prowler

FOLDER = Path(__file__).parent
WIDTH = 120
LEAVING = 100


@dataclass(frozen=True)
class Playthrough:
    """A file, the match that it begins with, and who chooses its moves."""

    name: str
    game: str
    players: int
    options: Mapping[str, str]
    choose: Callable[[random.Random, Any, int], Any]
    leaver: int = 0
    """The seat that leaves as soon as it can from ply LEAVING on; 0 if nobody does."""

    @property
    def path(self) -> Path:
        return FOLDER / self.game / "playthroughs" / f"{self.name}.txt"


def _of_prowler(choose: Callable[[random.Random, Any], Any]) -> Callable[..., Any]:
    return lambda rng, position, _: choose(rng, position)


def _heroes(build: str, hand: str, length: str) -> Mapping[str, str]:
    return {"build": build, "hand": hand, "length": length}


PLAYTHROUGHS = (
    Playthrough("seat-1-places-first", "prowler", 2, {"first": "1"}, _of_prowler(prowler.any_move)),
    Playthrough(
        "seat-2-places-first", "prowler", 2, {"first": "2"}, _of_prowler(prowler.keeping_together)
    ),
    Playthrough("two-on-the-duel", "landgrab", 2, {"map": "duel"}, landgrab.claiming),
    Playthrough("three-build-the-map", "landgrab", 3, {}, landgrab.any_move, 2),
    Playthrough("four-in-the-hall", "landgrab", 4, {"map": "hall"}, landgrab.fighting),
    Playthrough("alone", "heroes", 1, _heroes("live", "free", "short"), heroes.sensible),
    Playthrough("two", "heroes", 2, _heroes("turns", "guided", "short"), heroes.sensible),
    Playthrough("three", "heroes", 3, _heroes("brisk", "guided", "full"), heroes.sensible, 2),
)


def legal_text(texts: Sequence[str]) -> str:
    """Legal moves in their order, without what they have in common: ``b1@F7r0–r3 G7r1; end``."""
    parts = (re.fullmatch("([^@:>]*[@:>])?(.*)", text) for text in texts)
    split = [(part[1] or "", part[2]) for part in parts if part]
    groups = groupby(split, key=lambda part: part[0])
    return "; ".join(head + " ".join(_runs([tail for _, tail in group])) for head, group in groups)


def _runs(tails: Iterable[str]) -> Iterator[str]:
    """Three and more that count on, such as d1, d2, d3, as a first and a last one."""
    found: list[list[tuple[str, int]]] = []
    for tail in tails:
        stem, number = re.fullmatch(r"(.*?)(\d*)", tail).groups()  # type: ignore[union-attr] # matches any text
        one = stem, int(number or -1)
        last = found[-1][-1] if found else ("", -1)
        if number and last == (stem, one[1] - 1):
            found[-1].append(one)
        else:
            found.append([one])
    for run in found:
        words = [stem if number < 0 else f"{stem}{number}" for stem, number in run]
        yield from [f"{words[0]}–{words[-1]}"] if len(run) > 2 else words


def _wrapped(line: str) -> str:
    return textwrap.fill(
        line, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def _changed(lines: Lines, before: Lines, indent: str = "") -> Iterator[str]:
    """The lines that were not there like that before."""
    for label, text in lines.items():
        if before.get(label) != text:
            yield _wrapped(f"{indent}{label}: {text}")


def _position(state: AnyState, words: Callable[[Any], Lines], told: dict[int, Lines]) -> list[str]:
    """What changed for a spectator (seat 0 of ``told``), then what each seat sees besides."""
    public = words(state.view(None).seen)
    lines = list(_changed(public, told.get(0, {})))
    told[0] = public
    for seat in sorted(told.keys() - {0}):
        own = words(state.view(seat).seen)
        besides = {label: text for label, text in own.items() if public.get(label) != text}
        lines += _changed(besides, told[seat], f"  seat {seat} sees ")
        told[seat] = besides
    return lines


def _choices(state: AnyState) -> Iterator[tuple[str, str]]:
    yield "to move", listed(sorted(state.to_move)).replace(str(CHANCE), "chance")
    for seat in sorted(state.to_move):
        texts = list(map(str, state.moves(seat)))
        who = f"seat {seat}" if seat != CHANCE else "chance"
        yield f"{who} can choose", f"{len(texts)}: {legal_text(texts)}"


def written(play: Playthrough, setup: str, moves: Sequence[tuple[int, str]]) -> str:
    """The text of a match that begins with these moves."""
    game, words = GAMES[play.game], WORDS[play.game]
    options = ", ".join(f"{name} {value}" for name, value in play.options.items()) or "none"
    lines = [
        f"{game.title}: a playthrough. tests/games/playthroughs.py says how to write it anew.",
        f"players: {play.players}; options: {options}",
        f"set-up: {setup}",
    ]
    state = game.start(setup)
    told: dict[int, Lines] = {seat: {} for seat in range(play.players + 1)}
    chosen_from: Lines = {}
    planned, ply = list(reversed(moves)), 0
    while True:
        lines += ["", f"ply {ply}", *_position(state, words, told)]
        if state.outcome is not None:
            break
        choices = dict(_choices(state))
        lines += _changed(choices, chosen_from)
        chosen_from = choices
        seat, text, state = _moved(play, state, ply, planned)
        lines.append(f"> {seat} {text}")
        ply += 1
    outcome = state.outcome
    ranks, totals = listed(outcome.ranks), listed(outcome.totals)
    lines += ["", f"result: ranks {ranks} by {outcome.by}, totals {totals}"]
    lines += [_wrapped(f"{name}: {value}") for name, value in state.summary().items()]
    return "\n".join(lines) + "\n"


def listed(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _moved(
    play: Playthrough, state: AnyState, ply: int, planned: list[tuple[int, str]]
) -> tuple[int, str, AnyState]:
    """The next move as planned; another one if that is not legal any more, and from then on."""
    if planned:
        seat, text = planned.pop()
        try:
            return seat, text, after(state, seat, text)
        except Refused:
            planned.clear()
    left = state.leave(play.leaver) if ply >= LEAVING else None
    if left is not None:
        return play.leaver, LEAVE, left
    rng = random.Random(f"{play.name} {ply}")
    seat = rng.choice(sorted(state.to_move))
    move = play.choose(rng, state, seat)
    return seat, str(move), state.after(seat, move)


def again(play: Playthrough) -> str:
    """The text of the match in the file, by the rules as they are now."""
    if not play.path.exists():
        rng = random.Random(play.name)
        return written(play, GAMES[play.game].setup(rng, play.players, play.options), [])
    text = play.path.read_text(encoding="utf-8")
    setup = re.search("^set-up: (.*)$", text, re.MULTILINE)
    assert setup is not None, play.path
    moves = re.findall("^> ([0-9]+) (.*)$", text, re.MULTILINE)
    return written(play, setup[1], [(int(seat), move) for seat, move in moves])


def main() -> None:
    for play in PLAYTHROUGHS:
        text = again(play)
        play.path.parent.mkdir(exist_ok=True)
        play.path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
