"""Packages as a host installs them, put together in a folder without an installer."""

import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
EXAMPLE = EXAMPLES / "four-in-a-row"


def put_beside(
    monkeypatch: pytest.MonkeyPatch, folder: Path, key: str, source: str | Path, value: str = ""
) -> None:
    """Let Python find a package: its ``source`` is that of one module, or the folder around it."""
    about = folder / f"{key}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {key}\nVersion: 1.0\n")
    points = f"[prowlerbot.games]\n{key} = {value or f'{key}:Pig'}\n"
    (about / "entry_points.txt").write_text(points)
    if isinstance(source, str):
        module = folder / key / "__init__.py"
        module.parent.mkdir()
        module.write_text(source)
    else:
        monkeypatch.syspath_prepend(source)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delenv("GAMES_FROM_OUTSIDE")
    for name in [each for each in sys.modules if each.partition(".")[0] == key]:
        monkeypatch.delitem(sys.modules, name)


def put_example_beside(
    monkeypatch: pytest.MonkeyPatch, folder: Path, name: str = EXAMPLE.name
) -> str:
    """Let Python find an example; returns the key of its game."""
    key, kind = name.replace("-", "_"), "".join(map(str.capitalize, name.split("-")))
    put_beside(monkeypatch, folder, key, EXAMPLES / name, f"{key}:{kind}")
    return key
