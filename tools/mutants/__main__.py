"""The share of mistakes that the tests notice: ``python -m tools.mutants``; see CONTRIBUTING.md."""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tools.mutants.reach import measure
from tools.mutants.sample import SEED, SIZE, Mutant, draw
from tools.mutants.trial import ROOT, Trials, confirm


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--notes", type=Path, default=ROOT / "mutants", help="a folder")
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--seed", type=int, default=SEED)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("sample", help="list the mutants that are drawn")
    reach = commands.add_parser("reach", help="run the tests once to see what each of them reaches")
    reach.add_argument("arguments", nargs="*", help="for pytest: tests that are new, for example")
    run = commands.add_parser("run", help="try each mutant that has no verdict yet")
    run.add_argument("--again", action="store_true", help="and those that nothing has noticed")
    run.add_argument(
        "--seconds",
        type=float,
        default=240,
        help="for the tests that reach the place, and a third of it for others of the file",
    )
    commands.add_parser("tell", help="count, and list what nothing has noticed")
    asked = parser.parse_args()

    asked.notes = asked.notes.resolve()  # coverage runs in the copy
    asked.notes.mkdir(parents=True, exist_ok=True)
    if asked.command == "reach":
        measure(_copy(asked.notes), asked.notes, asked.arguments)
        return
    mutants = draw(ROOT, asked.size, asked.seed)
    if asked.command == "sample":
        for mutant in mutants:
            _say(mutant)
        _count(mutants, lambda each: each.operator)
        _count(mutants, lambda each: each.path.rpartition("/")[0])
        return
    trials = Trials(asked.notes)
    if asked.command == "run":
        copy = _copy(asked.notes)
        trials.run(copy, mutants, seconds=asked.seconds, again=asked.again)
        for test in confirm(copy, trials.verdicts.values()):
            _say(f"{test} fails without any mutant too")
    survivors = [each for each in mutants if _noticed_by(trials, each) is None]
    for mutant in survivors:
        _say(f"{mutant} ({trials.verdicts[str(mutant)].left} tests not run)")
    _say(f"{len(mutants) - len(survivors)} of {len(mutants)} were noticed")


def _copy(notes: Path) -> Path:
    """The last commit in a folder of its own, in which files can be changed and changed back."""
    copy = (notes / "copy").resolve()
    if not copy.exists():
        _git("clone", "--quiet", str(ROOT), str(copy))
    _git("-C", str(copy), "fetch", "--quiet", str(ROOT), "HEAD")
    _git("-C", str(copy), "reset", "--quiet", "--hard", "FETCH_HEAD")
    return copy


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], check=True)  # noqa: S603, S607 - git as it is installed


def _noticed_by(trials: Trials, mutant: Mutant) -> str | None:
    verdict = trials.verdicts.get(str(mutant))
    return verdict.noticed if verdict else "not tried"


def _count(mutants: list[Mutant], kind: Callable[[Mutant], str]) -> None:
    for name, count in sorted(Counter(map(kind, mutants)).items()):
        _say(f"{count:4}  {name}")


def _say(what: object) -> None:
    print(what)  # noqa: T201 - a tool for a shell


if __name__ == "__main__":
    main()
