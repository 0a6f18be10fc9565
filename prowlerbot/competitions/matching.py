"""Matching of the greatest weight in any graph, exactly, by Edmonds' blossom algorithm.

This is the primal-dual form with a cost of O(n³), as in Z. Galil, “Efficient algorithms for finding
maximum matching in graphs”, ACM Computing Surveys 18 (1986). Nodes below ``n`` are the vertices;
the others are blossoms, odd cycles that are treated as one node. Weights are whole numbers of any
size, and all slacks stay whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

_FREE, _OUTER, _INNER = -1, 0, 1
"""A node outside all alternating trees; one at an even depth of a tree; one at an odd depth."""
_NONE: Final = -1


def heaviest(weights: Sequence[Sequence[int]]) -> list[int | None]:
    """The partner of each vertex in a matching of the greatest weight, None for one without.

    ``weights`` is symmetric; only pairs with a positive weight can be matched.
    """
    if not any(weight > 0 for row in weights for weight in row):
        return [None] * len(weights)
    return _Search(weights).run()


class _Search:
    def __init__(self, weights: Sequence[Sequence[int]]) -> None:
        self.n = n = len(weights)
        self.weights = weights
        most = 2 * n
        self.nodes = n  # one more than the highest node in use
        self.dual = [max(map(max, weights))] * n + [0] * n
        self.mate = [_NONE] * most  # the vertex at the other end of a node's matched edge
        self.base = [*range(n), *[_NONE] * n]  # the outermost blossom of a node
        self.parent = [_NONE] * most  # the vertex by which a node was reached
        self.label = [_FREE] * most
        self.slack = [_NONE] * most  # the outer vertex nearest to a node
        self.seen = [0] * most
        self.visit = 0
        self.cycle: list[list[int]] = [[] for _ in range(most)]
        self.holds = [[_NONE] * n for _ in range(most)]  # the child of a blossom with a vertex
        for vertex in range(n):
            self.holds[vertex][vertex] = vertex
        self.edge: list[list[tuple[int, int] | None]] = [[None] * most for _ in range(most)]
        for one, row in enumerate(weights):
            for two, weight in enumerate(row):
                if one != two and weight > 0:
                    self.edge[one][two] = (one, two)
        self.queue: deque[int] = deque()

    def run(self) -> list[int | None]:
        while self._augmented():
            pass
        return [None if self.mate[v] == _NONE else self.mate[v] for v in range(self.n)]

    def _lack(self, edge: tuple[int, int]) -> int:
        """The distance of an edge from being tight."""
        one, two = edge
        return self.dual[one] + self.dual[two] - 2 * self.weights[one][two]

    def _between(self, one: int, two: int) -> tuple[int, int]:
        edge = self.edge[one][two]
        assert edge is not None  # noqa: S101 - nodes that the search has joined have an edge
        return edge

    def _note_slack(self, vertex: int, node: int) -> None:
        best = self.slack[node]
        nearer = best == _NONE or self._lack(self._between(vertex, node)) < self._lack(
            self._between(best, node)
        )
        if nearer:
            self.slack[node] = vertex

    def _find_slack(self, node: int) -> None:
        self.slack[node] = _NONE
        for vertex in range(self.n):
            outer = self.base[vertex] != node and self.label[self.base[vertex]] == _OUTER
            if outer and self.edge[vertex][node] is not None:
                self._note_slack(vertex, node)

    def _enqueue(self, node: int) -> None:
        if node < self.n:
            self.queue.append(node)
        for child in self.cycle[node]:
            self._enqueue(child)

    def _rebase(self, node: int, base: int) -> None:
        self.base[node] = base
        for child in self.cycle[node]:
            self._rebase(child, base)

    def _place(self, blossom: int, child: int) -> int:
        """The place of a child, with the cycle turned so that an even path leads there."""
        cycle = self.cycle[blossom]
        place = cycle.index(child)
        if place % 2:
            cycle[1:] = cycle[:0:-1]
            return len(cycle) - place
        return place

    def _match(self, one: int, two: int) -> None:
        vertex, other = self._between(one, two)
        self.mate[one] = other
        if one >= self.n:
            child = self.holds[one][vertex]
            place = self._place(one, child)
            cycle = self.cycle[one]
            for at in range(place):
                self._match(cycle[at], cycle[at ^ 1])
            self._match(child, two)
            cycle[:] = cycle[place:] + cycle[:place]

    def _augment(self, one: int, two: int) -> None:
        """Swap matched and free edges from a node up to the root of its tree."""
        while True:
            above = self.mate[one]
            self._match(one, two)
            if above == _NONE:
                return
            inner = self.base[above]
            outer = self.base[self.parent[inner]]
            self._match(inner, outer)
            one, two = outer, inner

    def _ancestor(self, one: int, two: int) -> int:
        """The lowest common ancestor of two outer nodes, if their trees are the same."""
        self.visit += 1
        while one != _NONE or two != _NONE:
            if one != _NONE:
                if self.seen[one] == self.visit:
                    return one
                self.seen[one] = self.visit
                one = self._two_up(one)
            one, two = two, one
        return _NONE

    def _two_up(self, outer: int) -> int:
        above = self.mate[outer]
        return _NONE if above == _NONE else self.base[self.parent[self.base[above]]]

    def _shrink(self, one: int, top: int, two: int) -> None:
        """Make a blossom of the cycle through two outer nodes and their common ancestor."""
        blossom = self.n
        while blossom < self.nodes and self.base[blossom] != _NONE:
            blossom += 1
        self.nodes = max(self.nodes, blossom + 1)
        self.dual[blossom], self.label[blossom] = 0, _OUTER
        self.mate[blossom] = self.mate[top]
        cycle = self.cycle[blossom] = [top]
        for end in (one, two):
            node = end
            while node != top:
                inner = self.base[self.mate[node]]
                cycle += [node, inner]
                self._enqueue(inner)
                node = self.base[self.parent[inner]]
            if end == one:
                cycle[1:] = cycle[:0:-1]
        self._rebase(blossom, blossom)
        self._inherit(blossom)
        self._find_slack(blossom)

    def _inherit(self, blossom: int) -> None:
        """Give a blossom the best edge of its children to each node."""
        for node in range(self.nodes):
            self.edge[blossom][node] = self.edge[node][blossom] = None
        holds = self.holds[blossom] = [_NONE] * self.n
        for child in self.cycle[blossom]:
            for node in range(self.nodes):
                edge, best = self.edge[child][node], self.edge[blossom][node]
                if edge and (best is None or self._lack(edge) < self._lack(best)):
                    self.edge[blossom][node], self.edge[node][blossom] = edge, edge[::-1]
            for vertex in range(self.n):
                if self.holds[child][vertex] != _NONE:
                    holds[vertex] = child

    def _expand(self, blossom: int) -> None:
        """Dissolve an inner blossom whose dual has come down to zero."""
        cycle = self.cycle[blossom]
        for child in cycle:
            self._rebase(child, child)
        reached = self.parent[blossom]
        entry = self.holds[blossom][self._between(blossom, reached)[0]]
        place = self._place(blossom, entry)
        for at in range(0, place, 2):
            inner, outer = cycle[at], cycle[at + 1]
            self.parent[inner] = self._between(outer, inner)[0]
            self.label[inner], self.label[outer] = _INNER, _OUTER
            self.slack[inner] = _NONE
            self._find_slack(outer)
            self._enqueue(outer)
        self.label[entry], self.parent[entry] = _INNER, reached
        for child in cycle[place + 1 :]:
            self.label[child] = _FREE
            self._find_slack(child)
        self.base[blossom] = _NONE
        self.cycle[blossom] = []

    def _tight(self, edge: tuple[int, int]) -> bool:
        """Follow a tight edge from an outer vertex; True once the matching has grown."""
        one, two = self.base[edge[0]], self.base[edge[1]]
        if self.label[two] == _FREE:
            self.parent[two], self.label[two] = edge[0], _INNER
            outer = self.base[self.mate[two]]
            self.slack[two] = self.slack[outer] = _NONE
            self.label[outer] = _OUTER
            self._enqueue(outer)
        elif self.label[two] == _OUTER:
            top = self._ancestor(one, two)
            if top == _NONE:
                self._augment(one, two)
                self._augment(two, one)
                return True
            self._shrink(one, top, two)
        return False

    def _bases(self) -> list[int]:
        return [node for node in range(self.nodes) if self.base[node] == node]

    def _augmented(self) -> bool:
        """One stage: grow trees from all free nodes until the matching has one edge more."""
        self.label[: self.nodes] = [_FREE] * self.nodes
        self.slack[: self.nodes] = [_NONE] * self.nodes
        self.queue.clear()
        for node in self._bases():
            if self.mate[node] == _NONE:
                self.parent[node], self.label[node] = _NONE, _OUTER
                self._enqueue(node)
        if not self.queue:
            return False
        while True:
            if self._followed():
                return True
            if not self._shifted():
                return False
            if self._joined():
                return True
            for node in self._bases():
                inner = node >= self.n and self.label[node] == _INNER
                if inner and self.dual[node] == 0:
                    self._expand(node)

    def _joined(self) -> bool:
        """Follow the edges that have become tight by a change of the duals."""
        for node in self._bases():
            best = self.slack[node]
            if best == _NONE or self.base[node] != node or self.base[best] == node:
                continue
            edge = self._between(best, node)
            if self._lack(edge) == 0 and self._tight(edge):
                return True
        return False

    def _followed(self) -> bool:
        """Follow the tight edges of all waiting outer vertices."""
        while self.queue:
            vertex = self.queue.popleft()
            if self.label[self.base[vertex]] == _INNER:
                continue
            for other in range(self.n):
                edge = self.edge[vertex][other]
                if edge is None or self.base[vertex] == self.base[other]:
                    continue
                if self._lack(edge) > 0:
                    self._note_slack(vertex, self.base[other])
                elif self._tight(edge):
                    return True
        return False

    def _shifted(self) -> bool:
        """Change the duals until an edge becomes tight; False if no more weight can be won."""
        steps = []
        for node in self._bases():
            label, best = self.label[node], self.slack[node]
            if label == _INNER:
                if node >= self.n:
                    steps.append(self.dual[node] // 2)
            elif best != _NONE:
                lack = self._lack(self._between(best, node))
                steps.append(lack if label == _FREE else lack // 2)
        outer = [v for v in range(self.n) if self.label[self.base[v]] == _OUTER]
        least = min(self.dual[vertex] for vertex in outer)
        step = min(steps, default=least)
        if step >= least:
            return False
        for vertex in range(self.n):
            label = self.label[self.base[vertex]]
            self.dual[vertex] += {_OUTER: -step, _INNER: step, _FREE: 0}[label]
        for node in self._bases():
            if node >= self.n:
                self.dual[node] += {_OUTER: 2 * step, _INNER: -2 * step, _FREE: 0}[self.label[node]]
        return True
