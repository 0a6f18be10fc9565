"""All texts for players go through the catalogues: no text of the cogs goes past ``tr``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import get_args

import pytest

from prowlerbot.core.errors import Refused
from prowlerbot.games.heroes import moves, pieces
from tests.catalogues import ROOT

_PHRASE = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")
_LABEL = re.compile(r"[A-Za-z]{2,}")
_SHOWN = {"label", "placeholder", "title", "content"}
"""Arguments that are shown as they are, so not even a single word goes past ``tr`` in them."""

ALLOWED = {
    "Prowler's Passage": "the name of the game is the same everywhere",
    "Heroes Beware": "likewise",
    **dict.fromkeys(get_args(moves.Kind), "a kind of move, for the rules"),
    **dict.fromkeys(get_args(pieces.Feature), "a feature, for the rules; its name is in words.py"),
}
"""Texts that no catalogue has, with the reason."""
FOR_THE_HOST = {
    "cogs/frame/meter.py": "metrics bear English names and descriptions",
    "cogs/life/finding/rounds.py": "likewise",
    "cogs/frame/outage.py": "what the log and the terminal say while the bot cannot connect",
    "cogs/connection/patient_bot.py": "the same",
    "cogs/connection/requests.py": "metrics, and what the log says of refused requests",
    "cogs/connection/shared_shards.py": "what the log and the health address say of shards",
    "cogs/connection/shard_connections.py": "the same",
    "cogs/discord_py/hooked_bot.py": "the same",
    "cogs/discord_py/log_records.py": "how a log record of discord.py begins",
    "cogs/admin/health.py": "a monitor reads the health address",
}
"""Files whose texts no player reads, with the reason."""
_TOLD = {"tr", "trn", "mark", "describe", "command", "Choice", "group", "ContextMenu"}
"""Calls that take a text into the catalogues; commands are told by the Translator."""
_TOLD |= {"Manifest", "Option"}  # commands are made of what stands in them
_NOT_SHOWN = {"ValueError", "TypeError", "AssertionError", "RuntimeError", "TypeVar"}
_NOT_SHOWN |= {"NoManifest"}  # for the one who writes a game
_NOT_SHOWN |= {"recurring", "Worker"}  # the name of a loop or process, for the log

FILES = [
    name
    for path in sorted((ROOT / "cogs").rglob("*.py"))
    if (name := path.relative_to(ROOT).as_posix()) not in FOR_THE_HOST
]


def _refusals(kind: type[Refused]) -> set[str]:
    return {kind.__name__}.union(*map(_refusals, kind.__subclasses__()))


def _past_the_catalogues(tree: ast.AST, fine: set[str]) -> Iterator[ast.Constant]:
    """The phrases below a node that no catalogue knows of."""
    match tree:
        case ast.Call(func=func) if _name(func) in fine or ast.unparse(func).startswith("log."):
            return
        case ast.Call(keywords=words):
            for word in words:
                if word.arg in _SHOWN:
                    yield from _words(word.value)
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.ClassDef():
            for statement in tree.body:
                yield from _past_the_catalogues(statement, fine)
            return
        case ast.Constant(value=str(text)) if _PHRASE.search(text):
            yield tree
    for part in ast.iter_child_nodes(tree):
        yield from _past_the_catalogues(part, fine)


def _words(shown: ast.expr) -> Iterator[ast.Constant]:
    match shown:
        case ast.Constant(value=str(text)) if _LABEL.search(text):
            yield shown
        case ast.JoinedStr(values=parts):
            for part in parts:
                yield from _words(part)


def _name(func: ast.expr) -> str:
    return ast.unparse(func).rpartition(".")[2]


@pytest.mark.parametrize("name", FILES)
def test_no_text_goes_past_the_catalogues(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    fine = _TOLD | _NOT_SHOWN | _refusals(Refused)
    found = {node.value: node.lineno for node in _past_the_catalogues(tree, fine)}
    assert {text: line for text, line in found.items() if text not in ALLOWED} == {}
