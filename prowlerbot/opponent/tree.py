"""Tree search without hidden information: each node is one position, reached in one way."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from prowlerbot.core.game import CHANCE, AnyState

from .budget import Meter
from .hints import Hints, Values
from .move_statistics import MoveStatistics, Tried
from .search import Search, draw, next_seat, spend


class Node:
    """A position; its successors are added on the second visit, which most nodes never get."""

    __slots__ = ("children", "drawn", "final", "seat", "state", "statistics")

    def __init__(self, search: Search, state: AnyState, last: int) -> None:
        to_move = state.to_move
        self.state = state
        self.seat = next_seat(to_move, last) if to_move else last
        self.final: Values | None = None if to_move else search.final(state)
        self.statistics: MoveStatistics | None = None
        self.children: list[Node | None] = []
        self.drawn: dict[Any, Node] = {}


def search_tree(
    state: AnyState, seat: int, hints: Hints, meter: Meter, rng: random.Random
) -> list[Tried]:
    """The moves of ``seat``, sorted by visits, most first."""
    search = Search(state, seat, hints, rng)
    root = Node(search, state, seat)
    root.seat = seat
    return spend(meter, _open(search, root), partial(playout, search, root))


def playout(search: Search, root: Node) -> tuple[int, Values]:
    """Descend the tree, add one node, play out from there, and update the path.

    Returns the index of the first choice on the path, and the values.
    """
    spread, even = search.spread, search.hints.even
    path: list[tuple[MoveStatistics, int]] = []
    node = root
    while (values := node.final) is None:
        if node.seat == CHANCE:
            node = _drawn(search, node)
            continue
        statistics = node.statistics or _open(search, node)
        if node is root and even:
            index = statistics.pick_evenly(spread.curiosity, even)
        else:
            index = statistics.pick(spread.curiosity)
        path.append((statistics, index))
        child = node.children[index]
        seat, fresh = node.seat, child is None
        if child is None:
            child = node.children[index] = Node(
                search, node.state.after(seat, statistics.moves[index]), seat
            )
        if fresh or search.hints.flat:
            values = child.final or search.play_out(child.state, seat)
            break
        node = child
    spread.note(values)
    for statistics, index in path:
        statistics.note(index, values[statistics.seat - 1])
    return (path[0][1] if path else 0), values


def _open(search: Search, node: Node) -> MoveStatistics:
    statistics = node.statistics = search.statistics(node.state, node.seat)
    node.children = [None] * len(statistics.moves)
    return statistics


def _drawn(search: Search, node: Node) -> Node:
    move = draw(node.state.moves(CHANCE), search.rng)
    child = node.drawn.get(move)
    if child is None:
        child = node.drawn[move] = Node(search, node.state.after(CHANCE, move), CHANCE)
    return child
