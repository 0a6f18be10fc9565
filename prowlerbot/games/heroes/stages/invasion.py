"""The invasion: its cards, and the routes and encounters of an invader in each colony.

All seats meet a card at the same time; the next one is drawn when all have finished. Players choose
only where it makes a difference.
"""

from functools import lru_cache
from typing import NamedTuple

from prowlerbot.games.heroes import scoring
from prowlerbot.games.heroes.cards import ALWAYS, EVENTS, INVADERS, INVASIONS, MAPS, STRAGGLER, Goal
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.moves import MEET, STEP_MOVES, Move
from prowlerbot.games.heroes.pieces import DIRECTIONS, STEP
from prowlerbot.games.heroes.position import Draw, P, PositionData
from prowlerbot.games.heroes.seat import End, Seat, Stage, Tokens, Trace, Walk
from prowlerbot.games.heroes.stages import events


class Stop(NamedTuple):
    """A walk up to the owner's next choice among ``legal`` moves, or to its end, with its trace."""

    now: Walk | End
    legal: list[Move]
    trace: Trace


class Routes:
    """One invader with one map in one colony, with a cache of results."""

    def __init__(self, colony: Colony, invader: int, card: int) -> None:
        self.colony = colony
        self.invader = INVADERS.get(invader, STRAGGLER)
        self.card = MAPS[card]
        self._chests = colony.squares_with("chest")
        self._ore = colony.squares_with("ore")
        self._frees = self.invader.frees or self.card.frees
        self._layers: dict[int, list[int]] = {}
        self._ends: dict[Walk, frozenset[End]] = {}

    def begin_walk(self, tokens: Tokens) -> Walk:
        """The invader on H7."""
        invader = self.invader
        return Walk(tokens, invader.hearts, invader.bags, invader.trap_free, invader.guard_free)

    # ------------------------------------------------------------------- the owner's choices

    def continue_walk(self, now: Walk | End, trace: Trace) -> Stop:
        """Continue a walk to its next stop; ``trace`` has its events up to now."""
        happened = list(trace)
        while isinstance(now, Walk):
            options = self._differing_moves(now, self.options(now))
            if len(options) > 1:
                return Stop(now, options, tuple(happened))
            if options:
                now = self._record_move(now, options[0], happened)
            else:
                happened.append((now.square, "left"))
                now = End(now.tokens, defeated=False)
        return Stop(now, [], tuple(happened))

    def continue_after(self, walk: Walk, move: Move, trace: Trace) -> Stop:
        """Continue a walk in the same way after the owner's choice."""
        happened = list(trace)
        return self.continue_walk(self._record_move(walk, move, happened), tuple(happened))

    def hasty_end(self, tokens: Tokens) -> End:
        """The end of a walk if the owner always takes the first option; quick to compute."""
        now: Walk | End = self.begin_walk(tokens)
        while isinstance(now, Walk):
            options = self.options(now)
            now = self._take_choice(now, options[0]) if options else End(now.tokens, defeated=False)
        return now

    def _record_move(self, walk: Walk, move: Move, happened: list[tuple[int, str]]) -> Walk | End:
        """Make a move, and add its events to those that ``happened``."""
        after = self._take_choice(walk, move)
        if move.kind == "step":
            happened.append((move.at, ""))
            if after.tokens.prisoners != walk.tokens.prisoners:
                happened.append((move.at, "prisoner"))
        else:
            happened.append((walk.square, move.piece))
        if isinstance(after, End):
            happened.append((walk.square, "defeated" if after.defeated else "left"))
        return after

    def _differing_moves(self, walk: Walk, options: list[Move]) -> list[Move]:
        """The options with different sets of possible ends, the first of each."""
        if len(options) < 2:
            return options
        by_ends: dict[frozenset[End], Move] = {}
        for option in options:
            by_ends.setdefault(self.ends_after(walk, option), option)
        return list(by_ends.values())

    def ends_after(self, walk: Walk, option: Move) -> frozenset[End]:
        """All ends that the owner can still reach after an option."""
        now = self._take_choice(walk, option)
        options: list[Move] = []
        while isinstance(now, Walk):
            options = self.options(now)
            if len(options) > 1:
                break
            now = self._take_choice(now, options[0]) if options else End(now.tokens, defeated=False)
        if isinstance(now, End):
            return frozenset((now,))
        if (ends := self._ends.get(now)) is None:
            ends = frozenset[End]().union(*(self.ends_after(now, each) for each in options))
            self._ends[now] = ends
        return ends

    # ---------------------------------------------------------------------------- options

    def options(self, walk: Walk) -> list[Move]:
        """The kinds of tokens still to act, else the steps that the map allows."""
        tokens = walk.tokens
        here = 1 << walk.square
        if here & (tokens.traps | tokens.guards | tokens.gold | tokens.gems):
            kinds = ("trap", tokens.traps), ("guard", tokens.guards)
            treasures = ("gold", tokens.gold), ("gem", tokens.gems)
            return [MEET[kind] for kind, mask in (*kinds, *treasures) if mask & here]
        if self.card.kind == "walk":
            return self._turning_moves(walk)
        if self.card.kind == "search":
            return self._searching_moves(walk)
        if not (goals := self._goal_squares(walk)):
            return []
        nearer = self._nearer_squares(walk.square, goals)
        ways = self.colony.ways
        return [
            STEP_MOVES[walk.square + STEP[direction]]
            for direction in DIRECTIONS
            if ways[direction] & here and nearer >> walk.square + STEP[direction] & 1
        ]

    def _turning_moves(self, walk: Walk) -> list[Move]:
        """The step of the first turn with a passage, unless it has been made before."""
        for turn in self.card.turns:
            direction = (walk.facing + turn) % 4
            if self.colony.ways[direction] >> walk.square & 1:
                was_made = walk.steps >> 4 * walk.square + direction & 1
                return [] if was_made else [STEP_MOVES[walk.square + STEP[direction]]]
        return []

    def _searching_moves(self, walk: Walk) -> list[Move]:
        """The first step to a new square, through a cavern rather than stone, or the step back."""
        here = 1 << walk.square
        ways, stone = self.colony.ways, self.colony.stone_ways
        unvisited = []
        for turn in self.card.turns:
            direction = (walk.facing + turn) % 4
            square = walk.square + STEP[direction]
            if ways[direction] & here and not walk.seen >> square & 1:
                if not stone[direction] & here:
                    return [STEP_MOVES[square]]
                unvisited.append(STEP_MOVES[square])
        return unvisited[:1] or [STEP_MOVES[square] for square in walk.back[-1:]]

    def _goal_squares(self, walk: Walk) -> int:
        """The goal squares of the first goal that has any."""
        card = self.card
        goals = card.then if walk.reached else card.goals
        masks = (self._squares_of_goal(goal, walk.tokens) for goal in goals)
        return next((mask for mask in masks if mask), 0)

    def _squares_of_goal(self, goal: Goal, tokens: Tokens) -> int:
        if goal == "deepest square":
            return self.colony.layers[-1]
        if goal == "deepest treasure":
            return self.colony.farthest_squares(tokens.treasure)
        return {
            "treasure": tokens.treasure,
            "gold": tokens.gold,
            "gem": tokens.gems,
            "guard": tokens.guards,
            "prisoner": tokens.prisoners,
            "ore gold": tokens.gold & self._ore,
            "chest treasure": tokens.treasure & self._chests,
        }[goal]

    def _nearer_squares(self, square: int, goals: int) -> int:
        """The squares one step nearer to the nearest goal."""
        if (layers := self._layers.get(goals)) is None:
            layers = self._layers[goals] = [goals]
            seen = goals
            while layer := self.colony.squares_beside(layers[-1]) & ~seen:
                layers.append(layer)
                seen |= layer
        bit = 1 << square
        distance = next(n for n, layer in enumerate(layers) if layer & bit)
        return layers[distance - 1] if distance else 0

    # ----------------------------------------------------------------------------- moving

    def _take_choice(self, walk: Walk, move: Move) -> Walk | End:
        if move.kind == "step":
            return self._take_step(walk, move.at)
        return self._meet_token(walk, move.piece)

    def _take_step(self, walk: Walk, to: int) -> Walk:
        bit = 1 << to
        tokens = walk.tokens
        if self._frees and tokens.prisoners & bit:
            tokens = tokens._replace(prisoners=tokens.prisoners ^ bit)
        match self.card.kind:
            case "targets":
                return walk._replace(tokens=tokens, square=to)
            case "tour":
                reached = walk.reached or bool(self._goal_squares(walk) & bit)
                return walk._replace(tokens=tokens, square=to, reached=reached)
        facing = STEP.index(to - walk.square)
        if self.card.kind == "walk":
            steps = walk.steps | 1 << 4 * walk.square + facing
            return walk._replace(tokens=tokens, square=to, facing=facing, steps=steps)
        back = walk.back[:-1] if walk.seen & bit else (*walk.back, walk.square)
        seen = walk.seen | bit
        return walk._replace(tokens=tokens, square=to, facing=facing, seen=seen, back=back)

    def _meet_token(self, walk: Walk, kind: str) -> Walk | End:
        """Let one token of a kind act on the invader's square."""
        tokens, bit = walk.tokens, 1 << walk.square
        match kind:
            case "trap":
                tokens = tokens._replace(traps=tokens.traps ^ bit)
                if not walk.trap_free:
                    return self._hurt_invader(walk, tokens, self.invader.trap_damage)
                return walk._replace(tokens=tokens, trap_free=_spend_power(walk.trap_free))
            case "guard":
                tokens = tokens._replace(guards=tokens.guards ^ bit)
                if not walk.guard_free:
                    return self._hurt_invader(walk, tokens, self.invader.guard_damage)
                return walk._replace(tokens=tokens, guard_free=_spend_power(walk.guard_free))
            case "gold":
                filled = self.invader.chest_bag if self._chests & bit else 1
                return self._load_bags(walk, tokens.without_gold(walk.square), filled)
            case "gem":
                tokens = tokens._replace(gems=tokens.gems ^ bit)
                return self._load_bags(walk, tokens, 1 if self.invader.gem_bag else walk.bags)
            case _:
                raise ValueError(f"An invader meets no “{kind}”.")

    def _hurt_invader(self, walk: Walk, tokens: Tokens, damage: int) -> Walk | End:
        hearts = walk.hearts - damage
        if hearts <= 0:
            return End(tokens, defeated=True)
        if hearts <= self.invader.flee_at:
            return End(tokens, defeated=False)
        return walk._replace(tokens=tokens, hearts=hearts)

    def _load_bags(self, walk: Walk, tokens: Tokens, filled: int) -> Walk | End:
        bags = walk.bags - filled
        if bags <= 0:
            return End(tokens, defeated=False)
        heal = self.invader.heal
        if not heal or walk.treated:
            return walk._replace(tokens=tokens, bags=bags)
        hearts = min(self.invader.hearts, walk.hearts + heal)
        return walk._replace(tokens=tokens, bags=bags, hearts=hearts, treated=True)


def _spend_power(count: int) -> int:
    """The traps or guards that do not hurt an invader after one of them has acted."""
    return count if count == ALWAYS else count - 1


@lru_cache(maxsize=256)
def routes(colony: Colony, invader: int, card: int) -> Routes:
    """The routes in a colony of the invader of this number, 0 for a straggler, by a map."""
    return Routes(colony, invader, card)


def begin_invasion(position: P) -> P:
    invader_count, event_count = INVASIONS[position.round]
    used = tuple(card for card in position.used if card.kind != "map")
    return position._replace(
        phase="invasion", invaders=invader_count, events=event_count, used=used, draw="invader"
    ).await_seats()


# ---------------------------------------------------------------------------------- cards


def apply_draw(position: P, move: Move) -> P:
    """The position after a decision of chance about the cards."""
    used = (*position.used, move)
    match move.kind:
        case "card kind":
            is_event = move.number > position.invaders
            return position._replace(draw="event" if is_event else "invader")
        case "invader":
            left = position.invaders - 1
            return position._replace(
                invader=move.number, map=0, event=0, invaders=left, used=used, draw="map"
            )
        case "map":
            return _meet_card(position._replace(map=move.number, used=used, draw=""))
        case "event":
            left = position.events - 1
            return _meet_card(
                position._replace(invader=0, event=move.number, events=left, used=used, draw="")
            )
        case kind:
            raise ValueError(f"“{kind}” draws no card.")


def _meet_card(position: P) -> P:
    """Let every colony meet the card."""
    return await_or_draw_card(position.with_each(lambda seat: _meet_in_colony(position, seat)))


def _meet_in_colony(position: PositionData, seat: Seat) -> Seat:
    seat = seat._replace(trace=())
    if position.event:
        effect = EVENTS[position.event]
        stages = events.stages_of_event(seat, effect)
        if stages != ("walk",):
            return _to_next_choice(position, events.apply_effect(seat, effect), stages)
    walk_routes = routes(seat.colony, position.invader, position.map)
    start = walk_routes.begin_walk(seat.tokens)
    return _apply_walk(position, seat, walk_routes.continue_walk(start, ()))


def _next_card(position: P) -> P:
    """Let chance draw the next card; after the last one, take the profit."""
    if not position.invaders and not position.events:
        return scoring.take_profit(position)
    only_kind: Draw = "invader" if position.invaders else "event"
    draw: Draw = "card kind" if position.invaders and position.events else only_kind
    return position._replace(draw=draw).await_seats()


# ---------------------------------------------------------------------------------- seats


def apply_move(position: P, number: int, move: Move) -> P:
    seat = position.seats[number - 1]
    if seat.walk is not None:
        walk_routes = routes(seat.colony, position.invader, position.map)
        after = _apply_walk(position, seat, walk_routes.continue_after(seat.walk, move, seat.trace))
    else:
        after = _to_next_choice(position, events.STAGES[seat.stage].apply(seat, move), seat.pending)
    return await_or_draw_card(position.with_seat(number, after))


def await_or_draw_card(position: P) -> P:
    """The position after a move or a leave; once all have met the card, the next one is due."""
    return position.await_seats() if position.deciding else _next_card(position)


def _apply_walk(position: PositionData, seat: Seat, stop: Stop) -> Seat:
    """The seat after an invader has walked to a stop."""
    now = stop.now
    seat = seat._replace(tokens=now.tokens, trace=stop.trace)
    if isinstance(now, Walk):
        return seat._replace(walk=now, stage="walk", legal=tuple(stop.legal))
    seat = seat._replace(walk=None)
    return _to_next_choice(position, seat, events.stages_after_walk(seat, defeated=now.defeated))


def _to_next_choice(position: PositionData, seat: Seat, stages: tuple[Stage, ...]) -> Seat:
    """The seat at the first of these stages that leaves it a choice."""
    for index, stage in enumerate(stages):
        if stage == "arm" and not (position.invaders or position.events):
            continue  # no card follows
        rules = events.STAGES[stage]
        moves = rules.options(seat)
        if len(moves) > 1:
            return seat._replace(stage=stage, legal=tuple(moves), pending=stages[index + 1 :])
        if moves:
            seat = rules.apply(seat, moves[0])
    return seat._replace(stage="wait", legal=(), pending=())
