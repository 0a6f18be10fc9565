"""Names that grep finds: a function is a verb or says what it returns, a class is one thing."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.test_imports import ROOT, files, module_of, nodes_of, parsed

PRODUCT = files("bot.py", "preview.py", "prowlerbot/**/*.py", "cogs/**/*.py", "renderer/**/*.py")
GAMES = files("prowlerbot/games/*/**/*.py", "cogs/games/*/**/*.py", "renderer/*/**/*.py")
OF_CONTRACT = "prowlerbot/core/*game*.py", "prowlerbot/core/c*s.py", "cogs/contract/*.py"
CONTRACT = files(*OF_CONTRACT, "renderer/canvas.py")
BARE = """
    began begun bent bound broken brought built came chosen done drawn dug fallen fought found given
    gone grown held hidden hurt kept known left lit lost made meant met misspelt outgrown overdue
    said seen sent shown spent spoken taken thought told took went won worn written unaware unseen
    unsure about across after again against ahead alike all alone along also among amount anywhere
    apart around aside at away back before behind below beside between beyond by down earlier either
    enough everywhere fairly for from here how in inside into itself later least more most mostly
    nearer nearest next nobody of off often on one others out outside over own past patiently to
    same several since some still through together twice under until up where which while who whole
    why with within without askable best better certain changeable cheapest costliest direct empty
    dry dummy equal exact farthest final first flat free golden heaviest idle idlest inner large
    largest last late latest legal longest lowest lucky mine newest plain playable poorest positive
    present quiet real right safe secret sensible shared short slowest small special stale startable
    sure unhashable unreachable unsendable usual visible wider near plus paid distinct
"""
MANY_MEANINGS = """
    begin cards dumps find finish line loads look names order parts pick pieces places read sentence
    show sign squares standing start state step told words
"""
"""A function with such a name says only together with its file what it does or returns."""
_NAMED = re.compile(r"``([A-Za-z_]\w*)(?:\(\))?``")
SOUND = {"feed", "need", "seed", "speed", "bring", "ring", "string", "beginning", "building"}
SOUND |= {"drawing", "ending", "greeting", "heading", "listing", "meeting", "opening", "pairing"}
SOUND |= {"ranking", "rating", "reading", "setting", "standing"}


def _functions(path: Path) -> Iterator[tuple[bool, str, str]]:
    """Whether it is a method, its name, its decorators; a function within another is local."""
    bodies = [(False, parsed(path).body)]
    for in_class, body in bodies:
        bodies += [(True, node.body) for node in body if isinstance(node, ast.ClassDef)]
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield in_class, node.name, " ".join(map(ast.unparse, node.decorator_list))


def _outermost(node: ast.AST) -> Iterator[list[ast.AST]]:
    """All that each function outside others has in it, with the functions inside it."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield [*ast.walk(each)]
        else:
            yield from _outermost(each)


def test_no_function_is_a_bare_participle_preposition_or_adjective() -> None:
    # Data may be named so; packages implement the contract, people type the names of commands.
    fixed = {name for path in CONTRACT for _, name, _ in _functions(path)}
    for path in {*PRODUCT} - {*CONTRACT}:
        for in_class, name, marks in _functions(path):
            word = name.strip("_")
            ends = re.fullmatch("[a-z]+(ed|ing)", word) and word not in SOUND
            data: object = re.search("property|contextmanager|s.command", marks)
            data = data or (in_class and name in fixed)
            assert data or not (ends or word in BARE.split()), f"{path.relative_to(ROOT)}: {name}"


def test_no_function_of_a_module_has_a_name_with_many_meanings() -> None:
    for path in {*PRODUCT} - {*CONTRACT}:
        names = {name.strip("_") for in_class, name, _ in _functions(path) if not in_class}
        assert names.isdisjoint(MANY_MEANINGS.split()), path.relative_to(ROOT)


def test_no_parameter_or_local_hides_a_function_or_an_imported_module_of_its_file() -> None:
    # Whoever calls the function or the module there later would get the other thing.
    modules = {module_of(path) for path in PRODUCT}
    for path in PRODUCT:
        tree = parsed(path)
        named = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        for node in tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                room = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
                named |= {
                    (each.asname or each.name).split(".")[0]
                    for each in node.names
                    if not room or room + each.name in modules
                }
        for function in _outermost(tree):
            hidden = {each.arg for each in function if isinstance(each, ast.arg)}
            names = (each for each in function if isinstance(each, ast.Name))
            hidden |= {each.id for each in names if isinstance(each.ctx, ast.Store)}
            assert hidden.isdisjoint(named), f"{path.relative_to(ROOT)}: {hidden & named}"


def test_no_name_of_a_class_stands_for_two_things_outside_the_games() -> None:
    nodes = (node for path in {*PRODUCT} - {*GAMES} for node in nodes_of(path))
    names = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    assert {name for name in names if names[name] > 1} == set()


def test_every_name_in_a_docstring_exists() -> None:
    trees = {path: nodes_of(path) for path in PRODUCT}
    texts = {  # docstrings, those below fields and constants too
        id(node.value): (path.relative_to(ROOT), node.value.value)
        for path, nodes in trees.items()
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    fields = ("id", "attr", "arg", "name", "module", "value")
    known = {"cmap", "DynamicItem", "RESUMED", "interaction_check"}  # of fonts and of discord.py
    nodes = (node for nodes in trees.values() for node in nodes if id(node) not in texts)
    words = {getattr(node, field, None) for node in nodes for field in fields}
    known |= {*re.findall(r"\w+", " ".join(word for word in words if isinstance(word, str)))}
    named = {(path, name) for path, text in texts.values() for name in _NAMED.findall(str(text))}
    assert {(str(path), name) for path, name in named if name not in known} == set()
