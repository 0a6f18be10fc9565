"""Which small mistakes are put into the sources: drawn by a seed, before anybody looks at them.

Cosmic Ray knows the mistakes and makes them. What is drawn are places in the code, each as likely
as any other, and then one of the mistakes that can be made at that place; so an operator with many
replacements counts once.
"""

from __future__ import annotations

import ast
import hashlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

FOLDERS = ("prowlerbot", "cogs", "renderer")
SEED = 8
SIZE = 300

_SWAPS = {
    "ReplaceComparisonOperator": "Eq_NotEq NotEq_Eq Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE"
    " GtE_Gt GtE_Lt Is_IsNot IsNot_Is",
    "ReplaceBinaryOperator": "Add_Sub Sub_Add Mul_FloorDiv FloorDiv_Mul Div_Mul Mod_FloorDiv"
    " Pow_Mul BitOr_BitAnd BitAnd_BitOr LShift_RShift RShift_LShift",
    "ReplaceUnaryOperator": "USub_UAdd Delete_Not Delete_Invert",
}
"""The near mistakes; the far ones (`+` to `<<`) fail at once and would only flatter the tests."""
OPERATORS = (
    *(f"{kind}_{swap}" for kind, swaps in _SWAPS.items() for swap in swaps.split()),
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue"),
    *("ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceBreakWithContinue"),
    *("ReplaceContinueWithBreak", "ExceptionReplacer", "NumberReplacer", "ZeroIterationForLoop"),
)
_LOGS = {"log", "logger", "logging"}

Position = tuple[int, int]


@dataclass(frozen=True, order=True)
class Mutant:
    """One mistake of an operator in a file; ``occurrence`` counts its possible places from 0."""

    path: str
    line: int
    column: int
    operator: str
    occurrence: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column} {self.operator} {self.occurrence}"

    def code(self, root: Path) -> str:
        """The file with the mistake in it."""
        source = (root / self.path).read_text(encoding="utf-8")
        mutated = mutate_code(source, _operator(self.operator), self.occurrence)
        assert isinstance(mutated, str), self  # noqa: S101 - listed from the same source
        # Cosmic Ray names an exception of its own that no file imports.
        return mutated.replace("CosmicRayTestingException", "StopAsyncIteration")


def _operator(name: str) -> Any:
    return cosmic_ray.plugins.get_operator(f"core/{name}")()


def draw(root: Path, size: int = SIZE, seed: int = SEED) -> list[Mutant]:
    """The sample, in the order in which it was drawn.

    Lots are drawn by the code of a place, not its number, so most of a sample stays the same when
    the sources change elsewhere.
    """
    places: dict[tuple[str, int, int], list[Mutant]] = {}
    for mutant in sorted(candidates(root)):
        places.setdefault((mutant.path, mutant.line, mutant.column), []).append(mutant)
    lots = _lots(list(places), root, seed)
    drawn: list[Mutant] = []
    for lot, place in sorted(zip(lots, places, strict=True)):
        mutant = random.Random(lot).choice(places[place])
        if _compiles(mutant, root):
            drawn.append(mutant)
        if len(drawn) == size:
            break
    return drawn


def _lots(places: Sequence[tuple[str, int, int]], root: Path, seed: int) -> list[str]:
    """The lot of each place: a hash of its line, the column in it, and the file."""
    sources = {path: (root / path).read_text(encoding="utf-8").splitlines() for path, *_ in places}
    seen: Counter[str] = Counter()
    lots = []
    for path, line, column in places:
        text = sources[path][line - 1]
        looks = f"{seed} {path} {column - len(text) + len(text.lstrip())} {text.strip()}"
        seen[looks] += 1  # lines that look the same
        lots.append(hashlib.sha256(f"{looks} {seen[looks]}".encode()).hexdigest())
    return lots


def candidates(root: Path) -> Iterator[Mutant]:
    """Every mistake that may be drawn."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            source = path.read_text(encoding="utf-8")
            spared = _Spared(source).extents
            nodes = list(ast_nodes(get_ast(source)))
            for operator in OPERATORS:
                found = _operator(operator)
                starts = [start for node in nodes for start, _ in found.mutation_positions(node)]
                for occurrence, (line, column) in enumerate(starts):
                    if not any(first <= (line, column) < last for first, last in spared):
                        yield Mutant(name, line, column, operator, occurrence)


class _Spared:
    """Places that no test can or need notice: promises to mypy, and texts in the log."""

    def __init__(self, source: str) -> None:
        self._lines = source.splitlines()
        tree = ast.parse(source)
        # A union that is given a name at the top is a type's second name.
        unions = [
            each
            for each in tree.body
            if isinstance(each, ast.Assign)
            and isinstance(each.value, ast.BinOp)
            and isinstance(each.value.op, ast.BitOr)
        ]
        within = [each for node in ast.walk(tree) for each in self._within(node)]
        self.extents = [self._extent(each) for each in unions + within]

    def _within(self, node: ast.AST) -> Sequence[ast.stmt | ast.expr]:
        found: Sequence[ast.stmt | ast.expr | None] = []
        match node:
            case (
                ast.AnnAssign(annotation=ast.Name(id="TypeAlias"))
                | ast.If(test=ast.Name(id="TYPE_CHECKING"))
                | ast.Call(func=ast.Name(id="cast" | "TypeVar"))
            ):
                found = [node]
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name in _LOGS:
                found = [node]
            case ast.AnnAssign() | ast.arg():
                found = [node.annotation]
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found = [node.returns]
            case ast.ClassDef():  # @dataclass(frozen=True, slots=True)
                found = node.decorator_list
        return [each for each in found if each is not None]

    def _extent(self, node: ast.stmt | ast.expr) -> tuple[Position, Position]:
        end = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self._position(node.lineno, node.col_offset), self._position(*end)

    def _position(self, line: int, column: int) -> Position:
        """Columns of `ast` are bytes, those of Cosmic Ray characters."""
        return line, len(self._lines[line - 1].encode()[:column].decode())


def _compiles(mutant: Mutant, root: Path) -> bool:
    try:
        compile(mutant.code(root), mutant.path, "exec")
    except SyntaxError:
        return False
    return True
