"""The tests that reach a line, so that a mutant is tried on those that could notice it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from coverage import CoverageData

from tools.mutants.sample import FOLDERS, Mutant

_ALIKE = 3
"""How much more a test promises for each word that it shares with the place."""
_EVERYWHERE = {"tests", "test", "cogs", "prowl", "games", "match"}
_COMPOUND = (
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
)


def measure(root: Path, notes: Path, arguments: Sequence[str]) -> None:
    """Run tests once, and note which lines each of them reaches and how long it takes.

    Those of the full set are noted too: some start processes, and which lines these reach is not
    seen.
    """
    settings = notes / "settings.ini"  # coverage erases all files named after its data
    settings.write_text(f"[run]\ndata_file = {notes / 'coverage'}\n", encoding="utf-8")
    number = len(list(notes.glob("tests-*.xml")))
    measured = [f"--cov={folder}" for folder in FOLDERS]
    command = [sys.executable, "-m", "pytest", "-q", "--cov-context=test", "--cov-report="]
    command += [*measured, f"--cov-config={settings}", *(["--cov-append"] if number else [])]
    command += ["-o", "timeout=600", f"--junitxml={notes / f'tests-{number:03}.xml'}", *arguments]
    subprocess.run(command, cwd=root, check=False)  # noqa: S603 - this project's own tests
    command = [sys.executable, "-m", "pytest", *arguments, "-q", "--collect-only", "-n0", "-mfull"]
    told = subprocess.run(command, cwd=root, check=False, capture_output=True, text=True)  # noqa: S603 - likewise
    with (notes / "full").open("a", encoding="utf-8") as full:
        full.writelines(f"{line}\n" for line in told.stdout.splitlines() if "::" in line)


def seconds_of(report: Path) -> dict[str, float]:
    """How long each test took, by its name in full."""
    return {_name(case): float(case.get("time", 0)) for case in _cases(report)}


def failed(report: Path) -> list[str]:
    """The tests that did not pass."""
    return [
        _name(case)
        for case in _cases(report)
        if case.find("failure") is not None or case.find("error") is not None
    ]


def _cases(report: Path) -> Iterable[ET.Element]:
    return ET.parse(report).iter("testcase")  # noqa: S314 - pytest has just written it


def _name(case: ET.Element) -> str:
    *folders, module = case.get("classname", "").split(".")
    inside = [case.get("name", "")]
    if not folders:  # a file that cannot be imported
        return inside[0]
    if not module.startswith("test_"):  # a class in the module
        inside.insert(0, module)
        module = folders.pop()
    return "::".join(("/".join((*folders, module)) + ".py", *inside))


class Reach:
    """The notes of `measure`."""

    def __init__(self, root: Path, notes: Path) -> None:
        self._root = root
        self._data = CoverageData(str(notes / "coverage"))
        self._data.read()
        self._full = {*(notes / "full").read_text(encoding="utf-8").splitlines()}
        self._seconds: dict[str, float] = {}
        failures: set[str] = set()
        for report in sorted(notes.glob("tests-*.xml")):
            self._seconds |= seconds_of(report)
            failures |= set(failed(report))
        files = {each.partition("::")[0] for each in self._seconds}
        sources = {path: self._source(path) for path in files}
        for each in list(self._seconds):  # tests that always fail, or are gone, tell nothing
            path, name, *_ = each.partition("[")[0].split("::")
            if each in failures or not re.search(rf"\b{name}\b", sources[path]):
                del self._seconds[each]

    def rounds(self, mutant: Mutant) -> list[list[str]]:
        """Tests in rounds, from near to far; in each the likely and quick ones first."""
        here = self._data.contexts_by_lineno(str(self._root / mutant.path))
        far = self._tests(name for names in here.values() for name in names)
        near = set()
        if self._functions(mutant):
            lines = self._lines(mutant)
            near = self._tests(name for line in lines for name in here.get(line, ()))
            if not near:
                near = self._full & self._seconds.keys()
        reached = Counter(each.rpartition("|")[0] for names in here.values() for each in set(names))

        about = self._words(" ".join((mutant.path, *self._functions(mutant))))

        def promise(test: str) -> tuple[float, str]:
            """Cheap for each line of the file that it reaches, and about the same thing."""
            alike = len(about & self._words(test.partition("[")[0]))
            return self._seconds[test] / (reached[test] or 1) / (1 + _ALIKE * alike), test

        return [sorted(each, key=promise) for each in (near, far - near) if each]

    def seconds(self, test: str) -> float:
        """How long it took when it was measured."""
        return self._seconds[test]

    def _tests(self, contexts: Iterable[str]) -> set[str]:
        return {each.rpartition("|")[0] for each in contexts} & self._seconds.keys()

    @staticmethod
    def _words(text: str) -> set[str]:
        """The beginnings of its words, so that `takeback` is like `takebacks`."""
        return {each[:5] for each in re.findall("[a-z]{4,}", text.lower())} - _EVERYWHERE

    def _functions(self, mutant: Mutant) -> list[str]:
        """The functions around the place; none for code that runs at import."""
        return [
            node.name
            for node in ast.walk(self._tree(mutant))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.body[0].lineno <= mutant.line <= (node.end_lineno or 0)
        ]

    def _lines(self, mutant: Mutant) -> set[int]:
        """All lines of the statement, as a statement of many lines is reached by any of them."""
        lines = {mutant.line}
        for node in ast.walk(self._tree(mutant)):
            if isinstance(node, ast.stmt) and not isinstance(node, _COMPOUND):
                last = node.end_lineno or node.lineno
                if node.lineno <= mutant.line <= last:
                    lines |= set(range(node.lineno, last + 1))
        return lines

    def _tree(self, mutant: Mutant) -> ast.Module:
        return ast.parse(self._source(mutant.path))

    def _source(self, path: str) -> str:
        file = self._root / path
        return file.read_text(encoding="utf-8") if file.exists() else ""
