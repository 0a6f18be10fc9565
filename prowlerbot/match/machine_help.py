"""The help of the machine: the hints of a match, and the lines in which it must not help.

A hint has three steps: where to look, a few candidates, the machine's choice. Each step says more.
Steps are part of the match, so its record and its result show them.

A running match counts for somebody if it is rated, belongs to a competition, or is a try of the
day's challenge. Another match, an imported record or a branch can repeat its line. So before the
machine thinks, the bot compares the line with those of the matches that count for the people in it
and for those who ask: the drawn parts of the set-up, the first moves, and the present position. The
machine refuses if one of these mostly agrees, as in a copy with a few changes.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from typing import NamedTuple

from prowlerbot.core.capabilities import Secrets
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import AnyState, Game
from prowlerbot.core.record import MAX_HINT_STEPS, replay
from prowlerbot.match.match import Context, Match, Phase, TakenHint, change_in_secret, seat_at
from prowlerbot.match.play import known_plies, position_to_move, replay_match

WHERE, CANDIDATES, CHOICE = range(1, MAX_HINT_STEPS + 1)
"""The steps of a hint."""
MIN_SHARED = 6
"""The number of draws and moves that two lines must share if one of them goes on. Fewer can be
shared by chance. In 2,600 pairs of random matches of Landgrab and Heroes Beware, the first six
entries had at most three in common.
"""
_MIN_FACTS = 5
"""The fewest facts by which a position can be recognised."""
_MOVES_TRIED = 3
"""The number of moves that are tried to find out whether a viewer can tell them apart."""
_ALIKE_SHARE = 3 / 4
"""The share that must agree, in any order, as a record may list simultaneous acts either way."""

Moves = Sequence[tuple[int, str]]
"""The seat and the text of each move, also those of chance."""
TraitGroups = Sequence[frozenset[str]]
"""See ``Game.traits``."""


def has_hints(match: Match) -> bool:
    """Whether the players of a match may take hints. Rated matches and the day's challenge have
    none. A match of several people has them if its terms say so.
    """
    if match.terms.rated or match.terms.day or not match.setup:
        return False
    if match.terms.hints is not None:
        return match.terms.hints
    return sum(bool(player.id or player.leaver) for player in match.players) <= 1


def find_hint(match: Match, seat: int) -> TakenHint | None:
    """The hints that a seat has taken at its present decision."""
    decision = match.decision(seat)
    for hint in reversed(match.hints):
        if (hint.seat, hint.moment, hint.step) == (seat, decision.moment, decision.step):
            return hint
    return None


class HintRequest(NamedTuple):
    """The steps of a hint, up to ``hint_step``, that a user asks for at the decision that they saw.
    ``moment`` and ``step`` identify it as in ``Play``. The machine compares ``asked_moves`` too.
    """

    user: int
    moment: int
    step: int
    hint_step: int
    asked_moves: tuple[str, ...] = ()


def seat_of_request(match: Match, context: Context, request: HintRequest) -> int:
    """The seat of a user who may take this step now. Raises Denied, or Stale if play moved on."""
    seat = seat_at(match, request.user)
    if match.terms.rated:
        raise Denied("A rated match has no hints.")
    if match.terms.day:
        raise Denied("The daily challenge has no hints.")
    if not has_hints(match):
        raise Denied("There are no hints in this match: its terms do not allow them.")
    position_to_move(match, context.game, request.user, request.moment, request.step)
    return seat


def take_hint(match: Match, context: Context, request: HintRequest) -> Match:
    """Note a step and all before it as taken; the same match if they were taken already."""
    seat = seat_of_request(match, context, request)
    former, decision = find_hint(match, seat), match.decision(seat)
    if former is None:
        taken = TakenHint(
            match.ply, seat, request.hint_step, moment=decision.moment, step=decision.step
        )
    elif former.hint_steps < request.hint_step:
        taken = replace(former, hint_steps=request.hint_step)
    else:
        return match
    others = (hint for hint in match.hints if hint is not former)
    return change_in_secret(match, hints=(*others, taken))


def count_hints(match: Match, seat: int, *, former: bool = False) -> int:
    """The number of decisions at which the present or ``former`` player of a seat took hints. A
    hint after the last move of the former player counts for the present one.
    """
    former_player = match.player(seat).former
    former_plays = former_player.plays if former_player is not None else 0

    def is_by_former(hint: TakenHint) -> bool:
        return sum(play.seat == seat for play in match.plays[: hint.ply]) < former_plays

    return sum(hint.seat == seat and is_by_former(hint) == former for hint in match.hints)


class NoHelp(Denied):
    """The machine does not help, as the same line is being played for a result."""


def is_counting(match: Match) -> bool:
    """Whether a match is running and its result counts for somebody."""
    terms = match.terms
    return match.phase is Phase.PLAYING and bool(terms.rated or terms.competition or terms.day)


def line_so_far(match: Match) -> tuple[str, Moves]:
    """The set-up and the moves of a match, or those that a challenge plays on from."""
    if not match.setup and match.origin is not None:
        return match.origin.setup, tuple((made.seat, made.text) for made in match.origin.moves)
    return match.setup, tuple((play.seat, play.move) for play in match.plays)


@dataclass(frozen=True, slots=True)
class CountingLine:
    """The facts by which a match that counts is recognised, as one viewer or everybody knows it."""

    revision: int
    drawn: frozenset[str]
    moves: Sequence[str]
    traits: TraitGroups

    @classmethod
    def of_beginning(cls, game: Game, setup: str, moves: Moves) -> "CountingLine":
        """The start of a day's challenge, with the moves that chance makes first in each try."""
        replayed = replay(game, setup, moves, again=False)
        traits = game.traits(replayed[0].view(None).seen)
        return cls(0, game.drawn_parts(setup), _seen_moves(replayed, moves, [None])[0], traits)

    @classmethod
    def of_match(cls, match: Match, game: Game, viewer: int | None) -> "CountingLine":
        replayed = replay_match(match, game)
        plies = known_plies(match, replayed[-1], viewer)
        moves = [(match.plays[ply].seat, match.plays[ply].move) for ply in plies]
        # All groups if nothing is secret or everybody looks; otherwise only the viewer's own group.
        traits = game.traits(replayed[-1].view(viewer).seen)
        return cls(
            match.revision,
            game.drawn_parts(match.setup),
            _seen_moves([replayed[ply] for ply in plies], moves, [viewer])[0],
            traits if viewer is None or len(traits) == 1 else traits[viewer - 1 : viewer],
        )


def _seen_moves(
    positions: Iterable[AnyState], moves: Moves, viewers: Sequence[int | None]
) -> Sequence[Sequence[str]]:
    """For each viewer the texts of the moves that they can tell from others; before each move was
    one of the positions. A refusal must not tell of a roll under a cup.
    """
    seen: list[list[str]] = [[] for _ in viewers]
    for before, (seat, text) in zip(positions, moves, strict=False):  # one position may be more
        results = _possible_results(before, seat)
        for viewer, texts in zip(viewers, seen, strict=True):
            can_tell_apart = all(
                first == second or first.view(viewer) != second.view(viewer)
                for first, second in combinations(results, 2)
            )
            if seat == viewer or can_tell_apart:
                texts.append(text)
    return seen


def _possible_results(before: AnyState, seat: int) -> Sequence[AnyState]:
    """Positions after moves of a seat; none if its move is open, or concealed only for a while."""
    if not isinstance(before, Secrets):
        return ()
    moves = before.moves(seat)
    results = [before.after(seat, move) for move in moves[:: 1 + len(moves) // _MOVES_TRIED]]
    return () if any(state.concealed.get(seat, 0) for state in results) else results


@dataclass(frozen=True, slots=True)
class AskedLine:
    """A line for which help is asked: its moves as viewers see them, and its positions' traits."""

    drawn: frozenset[str]
    moves: Sequence[Sequence[str]]
    traits: Sequence[TraitGroups]

    @classmethod
    def of_match(cls, match: Match, game: Game) -> "AskedLine":
        setup, moves = line_so_far(match)
        replayed = replay(game, setup, moves, again=False)
        traits = [groups for groups, _ in groupby(map(game.traits, replayed))]
        viewers = (None, *match.seats) if isinstance(replayed[0], Secrets) else (None,)
        return cls(game.drawn_parts(setup), _seen_moves(replayed, moves, viewers), traits)

    def is_copy_of(self, other: CountingLine) -> bool:
        """Whether this line is a copy of that match, perhaps with changes."""
        if self.drawn and other.drawn:
            lines_agree = mostly_agree(self.drawn, other.drawn)
        else:
            lines_agree = any(begin_alike(texts, other.moves) for texts in self.moves)
        return lines_agree or any(
            mostly_agree(mine, theirs, _MIN_FACTS)
            for groups in self.traits
            for mine in groups
            for theirs in other.traits
        )


def mostly_agree(one: frozenset[str], other: frozenset[str], min_facts: int = 1) -> bool:
    """Whether two sets share most facts; never if both have fewer than ``min_facts``."""
    smaller, larger = sorted((len(one), len(other)))
    if (
        larger < min_facts or smaller < _ALIKE_SHARE * larger
    ):  # most pairs end without a look at facts
        return False
    return len(one & other) >= _ALIKE_SHARE * larger


def begin_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two lines begin so much alike that they are of one match, whatever the seats."""
    # Above zero for moves that only ``one`` has made so far, below zero for those of ``other``.
    surplus: Counter[str] = Counter()
    shared_moves = length = 0
    for length, (mine, theirs) in enumerate(zip(one, other, strict=False), 1):
        shared_moves += surplus[mine] < 0
        surplus[mine] += 1
        shared_moves += surplus[theirs] > 0
        surplus[theirs] -= 1
        if length >= MIN_SHARED and shared_moves >= _ALIKE_SHARE * length:
            return True
    return 0 < length < MIN_SHARED and shared_moves == length
