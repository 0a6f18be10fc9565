"""All texts go through the catalogues and read plainly; pages are written in short sentences."""

import ast
import re
from collections.abc import Iterator
from typing import get_args

from prowlerbot.core.errors import Refused
from prowlerbot.games.heroes import moves, pieces
from tests.cases import each_of
from tests.catalogues import ROOT, forms, template

MOST_WORDS = 20
DOCS = "hosting", "operation", "privacy", "playing", "architecture", "decisions"
PAGES = ["README.md", "CONTRIBUTING.md", *(f"docs/{name}.md" for name in DOCS)]

_CODE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
_NO_PROSE = re.compile(r"^ *(?:#|\||!\[|<img ).*$", re.MULTILINE)
"""Headings, rows of tables and pictures."""
_ITEM = re.compile(r"\n\s*\n|^[ >]*(?:[-*]|\d+\.) |^> ?", re.MULTILINE)
"""Where a paragraph or an item of a list begins."""
_END = re.compile(r"(?<=[.!?])(?:[”)]*\s+(?=[“(*]*[A-Z\d[])|\*\*\s+)")


def sentences(text: str) -> Iterator[str]:
    """The sentences of a page, with each piece of code as one word and without targets of links."""
    prose = _NO_PROSE.sub("\n", _CODE.sub("\n", text))
    prose = re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]+`", "CODE", prose))
    for paragraph in _ITEM.split(prose):
        yield from filter(None, _END.split(" ".join(paragraph.split())))


def words(sentence: str) -> int:
    return sum(any(map(str.isalnum, word)) for word in sentence.split())


@each_of("page", PAGES)
def test_no_sentence_has_more_words_than_one_reads_at_once(page: str) -> None:
    told = [*sentences((ROOT / page).read_text(encoding="utf-8"))]
    assert len(told) > 10
    assert {each: count for each in told if (count := words(each)) > MOST_WORDS} == {}


# ---- all texts for players go through the catalogues, and in English they read plainly

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
    "cogs/finding/finding_commands.py": "likewise",
    "cogs/connection/discord_requests.py": "the log and the terminal during an outage",
    "cogs/connection/patient_bot.py": "the same",
    "cogs/connection/shared_shards.py": "what the log and the health address say of shards",
    "cogs/discord_py/interactions.py": "the terminal during an outage",
    "cogs/discord_py/requests.py": "how a log record of discord.py begins",
    "cogs/admin/health_address.py": "metrics bear English names, and a monitor reads it",
}
"""Files whose texts no player reads, with the reason."""
_TOLD = {"tr", "trn", "mark", "describe", "command", "Choice", "group", "ContextMenu"}
"""Calls that take a text into the catalogues; commands are told by the Translator."""
_TOLD |= {"Manifest", "Option", "define", "message_menu"}  # commands are made of their texts
_NOT_SHOWN = {"ValueError", "TypeError", "AssertionError", "RuntimeError", "TypeVar"}
_NOT_SHOWN |= {"NoManifest", "NoSentence"}  # for the one who writes a game
_NOT_SHOWN |= {"recurring", "every", "Worker"}  # the name of a loop or process, for the log

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


@each_of("name", FILES)
def test_no_text_goes_past_the_catalogues(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    fine = _TOLD | _NOT_SHOWN | _refusals(Refused)
    found = {node.value: node.lineno for node in _past_the_catalogues(tree, fine)}
    assert {text: line for text, line in found.items() if text not in ALLOWED} == {}


# ------------------------------------------------------------------ plain English

_HEADLESS = re.compile(r"(who|what|whom|whose|whoever|whatever)\b", re.IGNORECASE)
"""Words that begin no sentence, except a question."""
_HANGING = re.compile(r"\b(whoever|whatever|whomever)\b", re.IGNORECASE)
_NAMELESS = re.compile(r"\b(the others|somebody|anybody|everybody else)\b", re.IGNORECASE)
"""People without a name."""
_EMOJI_CODE = re.compile(r"<a?:\w+:\d+>|(?<!\w):[a-z]\w+:(?!\w)")
_SENTENCE = re.compile(r"[^.!?:;\n]+[.!?:;]?")

HEADINGS = {
    "Who can see my history": "the name of a setting",
    "What it brought": "the heading of a column",
    "What it cost": "the heading of a column",
}
"""Sentences that may begin so, with the reason."""
NOBODY_KNOWN = {
    "The player from that match is no longer here; challenge somebody else.": "their name is gone",
    "You: {rating}, hidden from everybody else": "a list of all who play here",
    "somebody who has deleted their data": "their name is gone",
    "Find somebody": "it is the search for a player",
    "Find somebody to play with, here or on other servers": "likewise",
}
"""Messages about people of whom no name is known, with the reason. The texts that teach a game and
the rules in short speak of players in general, so they are not looked at."""
_LONG = 150  # characters from which a message teaches or explains


def test_messages_read_plainly_and_name_people() -> None:
    told = sorted({text for message in template() if message.id for text in forms(message.id)})
    found = [
        sentence
        for text in told
        for sentence in (each.strip(" *-#▶️❓") for each in _SENTENCE.findall(text))
        if _HEADLESS.match(sentence) and not sentence.endswith("?") and sentence not in HEADINGS
    ]
    assert found == [], "give each sentence a subject; `git grep` finds it in the sources"
    assert [text for text in told if _HANGING.search(text)] == [], "name who or what"
    short = [text for text in told if len(text) < _LONG and "/" not in text]
    assert {text for text in short if _NAMELESS.search(text)} - {*NOBODY_KNOWN} == set()
    assert [text for text in told if _EMOJI_CODE.search(text)] == []
    unused = [each for each in HEADINGS if not any(each in text for text in told)]
    assert unused + [each for each in NOBODY_KNOWN if each not in told] == [], "exceptions"
