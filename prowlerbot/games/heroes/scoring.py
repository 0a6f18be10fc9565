"""The profit phase: the yield of a colony, and its use; at the end the ranking and the medals."""

from prowlerbot.core.game import LEFT, Outcome, ranked
from prowlerbot.games.heroes.colony import NEW_COLONY
from prowlerbot.games.heroes.position import ROUNDS, Build, P, PositionData, Profit
from prowlerbot.games.heroes.seat import GEM_WORTH, NO_TOKENS, Seat, Tokens
from prowlerbot.games.heroes.stages import planning

PRISONER_WORTH = 2
"""The value of a prisoner, in gold."""
SOLO_GUARDS_FOR_GEM = 3
"""The number of guards that brings the gem to a player alone."""


def seat_worth(seat: Seat) -> int:
    """The value of the stash and the colony, prisoners included."""
    return seat.treasure + tokens_worth(seat.tokens_now)


def tokens_worth(tokens: Tokens) -> int:
    """The value of the treasure and the prisoners, in gold."""
    return tokens.treasure_worth + PRISONER_WORTH * tokens.prisoners.bit_count()


def take_profit(position: P) -> P:
    """The position after the last card of an invasion, with the profit taken."""
    enough = SOLO_GUARDS_FOR_GEM if position.setup.seats == 1 else 1
    most = max(enough, *(seat.tokens.guards.bit_count() for seat in position.seats))
    last = position.round == ROUNDS
    profits = tuple(_profit_of_seat(seat, most) for seat in position.seats)
    seats = tuple(
        _store_profit(seat, profit, change=not last) if seat.playing else seat
        for seat, profit in zip(position.seats, profits, strict=True)
    )
    rounds = (*position.rounds, tuple(seat.treasure for seat in seats))
    after = position._replace(seats=seats, rounds=rounds, profits=(*position.profits, profits))
    after = after._replace(invaded=position._replace(invaded=None), invader=0, map=0, event=0)
    return after.end_match() if last else planning.begin_planning(after)


def _profit_of_seat(seat: Seat, most_guards: int) -> Profit:
    tokens = seat.tokens
    gem = seat.playing and tokens.guards.bit_count() >= most_guards
    prisoners = PRISONER_WORTH * tokens.prisoners.bit_count()
    return Profit(tokens.all_gold, prisoners, tokens.gems.bit_count(), int(gem))


def _store_profit(seat: Seat, profit: Profit, *, change: bool) -> Seat:
    """The seat with its profit in the stash; ``change`` turns gold into gems."""
    gold = seat.gold + profit.gold + profit.prisoners
    gems = seat.gems + profit.gems + profit.most_guards
    if change:
        gems += gold // GEM_WORTH
        gold %= GEM_WORTH
    special = [placed.id for placed in seat.colony.pieces if placed.piece.special]
    kept = seat.with_reserve(*special)
    return kept._replace(gold=gold, gems=gems, colony=NEW_COLONY, tokens=NO_TOKENS, trace=())


TARGETS: dict[Build, dict[str, int]] = {
    "brisk": {"gold": 24, "silver": 16, "bronze": 9},
    "turns": {"gold": 40, "silver": 25, "bronze": 14},
    "live": {"gold": 28, "silver": 20, "bronze": 12},
}
"""The treasure that each of the medals needs, the best medal first."""


def medal_pace(build: Build, number: int, rounds: int) -> tuple[float, float]:
    """The treasure after a round that is on the way to gold, and to bronze."""
    targets = TARGETS[build]
    return targets["gold"] * number / rounds, targets["bronze"] * number / rounds


def outcome(position: PositionData) -> Outcome:
    """Rank the seats; those that left are behind all others, the later before the earlier."""
    totals = tuple(seat.treasure for seat in position.seats)
    if position.setup.seats == 1:
        targets = TARGETS[position.setup.build].items()
        medal = next((name for name, target in targets if totals[0] >= target), "none")
        return Outcome((1,), medal, totals)
    keys = [
        (1, seat.treasure, seat.gems) if seat.playing else (0, position.left.index(number), 0)
        for number, seat in enumerate(position.seats, 1)
    ]
    return Outcome(ranked(keys), _deciding_rule(position, sorted(keys)), totals)


def _deciding_rule(position: PositionData, keys: list[tuple[int, int, int]]) -> str:
    """The rule that separates the first seat from the second."""
    if len(position.playing) == 1:
        return LEFT
    second, first = keys[-2:]
    if first == second:
        return "shared"
    return "gems" if first[1] == second[1] else "treasure"
