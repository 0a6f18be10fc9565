"""The rooms of the house, what each may import, and names that grep finds.

``docs/architecture.md`` has the rooms as a diagram.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, partial
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from pkgutil import resolve_name

from prowlerbot.feature_list import CONTRIBUTIONS
from prowlerbot.games import GAMES
from prowlerbot.settings import FEATURES as LEFT_OUT_AT_WILL
from tests.cases import each_of as each_case_of

ROOT = Path(__file__).parent.parent
CLOCKS_AND_OUTSIDE = {"sqlite3", "aiosqlite", "psycopg", "asyncio", "time", "datetime", "threading"}
PURE = ["prowlerbot/games/**/*.py", "prowlerbot/match/*.py", "prowlerbot/core/record*.py"]
CONTRACT_FILES = "game", "capabilities", "conditional_replies", "game_parts", "errors", "squares"
PURE += [f"prowlerbot/core/{name}.py" for name in CONTRACT_FILES]
PURE_FEATURES = "competitions", "daily", "finding", "puzzles", "reviews"
PURE += [f"prowlerbot/{feature}/*.py" for feature in PURE_FEATURES]
IMPURE = ("_store", "_service")
"""The ends of the names of a feature's files that may read or change what is stored."""
OF_THE_MACHINE = {
    "prowlerbot/puzzles/proof.py": "asks the machine for its judgements",
    "prowlerbot/puzzles/puzzle.py": "reads the judgements of the machine",
    "prowlerbot/reviews/review_digest.py": "likewise",
}
CALENDAR = {
    "prowlerbot/match/deadlines.py",
    "prowlerbot/match/preferences.py",
    "prowlerbot/daily/daily_days.py",
    "prowlerbot/competitions/competition_record.py",
}
"""Files that turn a time they are given into the hour of a time zone."""


def files(*patterns: str) -> list[Path]:
    return sorted({path for pattern in patterns for path in ROOT.glob(pattern)})


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> Sequence[ast.AST]:
    return [*ast.walk(parsed(path))]


@cache
def imported(path: Path) -> tuple[str, ...]:
    """The full name of everything a file imports; relative imports are resolved."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *([node.module] if node.module else [])))
            yield from (f"{base}.{name.name}" for name in node.names)


def knows(path: Path, *packages: str) -> set[str]:
    """The imports of a file from these packages and their modules."""
    return {
        name
        for name in imported(path)
        if any(name == package or name.startswith(package + ".") for package in packages)
    }


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def circle_among(paths: list[Path]) -> list[str]:
    """The modules of an import circle; none if each file imports only files below it."""
    modules = {module_of(path): path for path in paths}
    below = {
        module: {name if name in modules else name.rpartition(".")[0] for name in imported(path)}
        & modules.keys()
        for module, path in modules.items()
    }
    try:
        TopologicalSorter(below).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


each_of = partial(each_case_of, "path")


STORAGE, COPIES = (ROOT / "prowlerbot" / room for room in ("storage", "copies"))
SHELL = [ROOT / "prowlerbot" / "__main__.py", *files("prowlerbot/shell/*.py")]
TESTING = files("prowlerbot/testing/*.py")
CORE = [path for path in files("prowlerbot/**/*.py") if path not in [*SHELL, *TESTING]]


def test_no_import_leads_back_to_its_file() -> None:
    assert circle_among(files("prowlerbot/**/*.py", "cogs/**/*.py", "renderer/**/*.py")) == []


RULES = [path for path in files(*PURE) if not path.stem.endswith(IMPURE)]


@each_of(RULES)
def test_rules_and_matches_know_no_clock_no_database_and_no_event_loop(path: Path) -> None:
    calendar = {"datetime"} if str(path.relative_to(ROOT)) in CALENDAR else set()
    assert not knows(path, *CLOCKS_AND_OUTSIDE - calendar)
    assert not knows(path, "prowlerbot.storage", "prowlerbot.service")
    assert not re.search(r"_(store|service)\b", " ".join(knows(path, "prowlerbot")))
    assert str(path.relative_to(ROOT)) in OF_THE_MACHINE or not knows(path, "prowlerbot.opponent")


SEARCH = {
    "pool": {"prowlerbot.workers.fair_queue", "prowlerbot.workers.worker"},
    "task": {"prowlerbot.games"},
}
"""Files of the machine that look at a clock and wait, and what they know beside the contract."""


@each_of(files("prowlerbot/opponent/*.py"))
def test_a_search_knows_the_contract_and_no_clock_and_no_event_loop(path: Path) -> None:
    contract = (f"prowlerbot.core.{name}" for name in ("errors", "game", "game_parts"))
    known = knows(path, "prowlerbot") - knows(path, *contract, "prowlerbot.opponent")
    assert known == knows(path, *SEARCH.get(path.stem, ()))
    outside = knows(path, *CLOCKS_AND_OUTSIDE, "os", "signal", "multiprocessing")
    assert not outside or path.stem in SEARCH


SEEDS_LUCK = {
    "prowlerbot/daily/daily_days.py",
    "prowlerbot/games/landgrab/playouts.py",
    "prowlerbot/puzzles/proof.py",
}
SEEDS_LUCK |= {
    f"prowlerbot/opponent/{name}.py" for name in ("task", "comparison", "judge", "reviewing")
}
"""Make a random source from a number that they are given."""
LUCKY = [*RULES, *files("prowlerbot/opponent/*.py")]


@each_of([path for path in LUCKY if str(path.relative_to(ROOT)) not in SEEDS_LUCK])
def test_rules_matches_and_searches_use_no_random_source_of_their_own(path: Path) -> None:
    # `rng` is always an argument: of the module random they know the type alone.
    used = {
        node.attr
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "random"
    }
    assert used <= {"Random"}
    assert not knows(path, "random") - {"random"}
    calls = [node.func for node in nodes_of(path) if isinstance(node, ast.Call)]
    assert not [func for func in calls if ast.unparse(func) == "random.Random"]


GAME_FILES = files("prowlerbot/games/*/**/*.py")
CONTRACT = ["game", "capabilities", "final_count", "errors", "squares", "game_parts"]


@each_of(GAME_FILES)
def test_a_game_knows_nothing_of_the_core_but_the_contract(path: Path) -> None:
    contract = knows(path, *(f"prowlerbot.core.{file}" for file in CONTRACT), "prowlerbot.games")
    beyond = knows(path, "prowlerbot") - contract
    of_words = {"i18n"} if path.stem in {"words", "final_count"} else {"i18n.mark"}
    assert not beyond - knows(path, *(f"prowlerbot.core.{it}" for it in of_words))


PRODUCT = files("prowlerbot/**/*.py", "cogs/**/*.py", "renderer/**/*.py")
OF_GAMES = files("cogs/games/*/**/*.py")
FORBIDDEN: dict[str, tuple[list[Path], list[str], list[str]]] = {
    "The core knows neither Discord nor pictures.": (
        CORE,
        ["discord", "PIL", "cogs", "renderer", "bot", "rich"],
        [],
    ),
    "The command line knows the renderer, but not Discord.": (
        SHELL,
        ["discord", "PIL", "cogs", "bot"],
        [],
    ),
    "The check of games knows faces, but not Discord.": (
        TESTING,
        ["discord", "PIL", "cogs", "bot"],
        ["cogs.contract"],
    ),
    "Presses know the core alone.": (
        files("cogs/presses.py"),
        ["discord", "cogs", "prowlerbot"],
        ["cogs.presses", "prowlerbot.core"],
    ),
    "A game in Discord imports the contract alone.": (
        OF_GAMES,
        ["cogs"],
        ["cogs.contract", "cogs.games"],
    ),
    "The core knows games through the registry alone.": (
        [path for path in CORE if path.parent.name != "games"],
        ["prowlerbot.games.from_outside"],
        [],
    ),
    "Only the store and its copies speak to a database.": (
        [each for each in (*PRODUCT, ROOT / "bot.py") if not {STORAGE, COPIES} & {*each.parents}],
        ["sqlite3", "aiosqlite", "psycopg"],
        [],
    ),
}
"""Each rule with its files, what they do not import, and what of it they do."""


def test_no_file_imports_what_its_room_may_not_know() -> None:
    for rule, (paths, forbidden, allowed) in FORBIDDEN.items():
        assert paths
        for path in paths:
            found = knows(path, *forbidden) - knows(path, *allowed)
            assert not found, f"{path.relative_to(ROOT)}: {rule}"


def test_files_of_a_game_know_no_other_game_and_shared_files_know_none() -> None:
    packages = {"prowlerbot.games", "cogs.games", "renderer"}
    assert {folder.parent.name for folder in files("renderer/*/__init__.py")} >= {*GAMES}
    registry = ROOT / "prowlerbot" / "games" / "__init__.py"
    for path in {*PRODUCT, *files("*.py")} - {registry}:
        others = {*GAMES} - {*path.relative_to(ROOT).parts[:-1]}
        found = knows(path, *(f"{each}.{game}" for each in packages for game in others))
        assert not found, path.relative_to(ROOT)


SQL = re.compile(r"\b(SELECT .* FROM|INSERT INTO|DELETE FROM|UPDATE \w+ SET) ")


@each_of([path for path in CORE if not path.stem.endswith("_store")])
def test_sql_stands_in_storage_copies_and_stores(path: Path) -> None:
    written = nodes_of(path) if not {STORAGE, COPIES} & {*path.parents} else ()
    texts = [node.value for node in written if isinstance(node, ast.Constant)]
    assert not [text for text in texts if isinstance(text, str) and SQL.search(text)]


RENDERER = files("renderer/**/*.py")


@each_of(RENDERER)
def test_the_renderer_knows_neither_discord_nor_the_store(path: Path) -> None:
    assert not knows(path, "discord", "cogs", "bot", *CLOCKS_AND_OUTSIDE - {"threading", "time"})
    core = "final_count", "game", "game_parts", "i18n", "squares"
    inside = knows(path, "prowlerbot") - knows(
        path, "prowlerbot.games", *(f"prowlerbot.core.{it}" for it in core)
    )
    assert not inside


SHOWING = files("cogs/**/*.py", "renderer/**/*.py", "bot.py", "preview.py")
LESSON = ROOT / "cogs" / "contract" / "lesson.py"
"""Plays positions of its own, in which there is nobody to keep a secret from."""
RAW = ["core.game.AnyState", "core.game.State", "core.game.after", "core.record.replay"]
RAW += ["core.record.replay_step", "match.timeline.make_timeline", "match.timeline.visible_record"]
RAW += [f"match.play.{name}" for name in ("replay_match", "record_of_match", "position_to_move")]
MADE = {"ply", "plays", "decisions", "plan"}
KNOWN_TO_ALL = {"known", "press", "origin", "undone"}
"""What may be asked for its ply or plays: of a match they tell what others have made in secret."""
ELSE = {"self", "seats", "manifest", "hosting", "plans", "_plans"}
"""Has something of that name that is none of a match's: what a service does, a command, a host."""


@each_of(SHOWING)
def test_what_shows_a_match_knows_no_more_of_it_than_views(path: Path) -> None:
    raw = knows(path, *(f"prowlerbot.{name}" for name in RAW))
    assert not raw or path == LESSON
    attributes = [node for node in nodes_of(path) if isinstance(node, ast.Attribute)]
    asked = [ast.unparse(each) for each in attributes if each.attr in {"states", "_states"}]
    assert asked == []
    room = path.relative_to(ROOT).parts
    if room[:2] != ("cogs", "games") and not (room[0] == "renderer" and len(room) > 2):
        counted = [each for each in attributes if each.attr in MADE]
        of = {ast.unparse(each.value).split(".")[-1] for each in counted}
        assert of <= KNOWN_TO_ALL | ELSE


OUTSIDE = [each for each in files("cogs/**/*.py", "bot.py") if each.parent.name != "discord_py"]
INSIDES = ["discord.http", "discord.webhook.async_", "discord.state", "discord.gateway"]


@each_of(OUTSIDE)
def test_one_room_knows_the_insides_of_discord_py(path: Path) -> None:
    assert not knows(path, *INSIDES)
    hidden = [
        ast.unparse(node)
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute)
        and re.match(r"_[a-z]", node.attr)
        and node.attr != "_replace"  # of named tuples
        and ast.unparse(node.value) not in {"self", "cls", "super()"}
        and not ast.unparse(node.value).startswith("self.")
    ]
    assert hidden == []
    inherited = {"_call", "_connection", "_ready", "_parent", "_response_type"}
    named = {node.attr for node in nodes_of(path) if isinstance(node, ast.Attribute)}
    assert not named & inherited
    assert not named & {"to_components", "launch_shard", "dispatch"}


def test_each_name_in_the_lists_of_these_rules_exists() -> None:
    """A name that is gone would forbid nothing, or excuse nobody."""
    core = [f"prowlerbot/core/{name}.py" for name in CONTRACT]
    listed = [*PURE, *CALENDAR, *OF_THE_MACHINE, *SEEDS_LUCK, *core, str(LESSON.relative_to(ROOT))]
    assert [pattern for pattern in listed if not files(pattern)] == []
    for name in (*(f"prowlerbot.{raw}" for raw in RAW), *INSIDES, *CLOCKS_AND_OUTSIDE):
        resolve_name(name)
    told = {path.stem for path in files("cogs/discord_py/*.py")} - {"__init__"}
    tested = {path.stem.removeprefix("test_") for path in files("tests/discord_py/test_*.py")}
    assert told == tested, "every file about the insides of discord.py has a test"


SPINE = {
    "prowlerbot": ["core", "games", "opponent", "workers", "match", "storage", "service"],
    "cogs": ["discord_py", "presses", "contract", "frame", "connection", "board", "players"],
}
"""The rooms of playing one match; in ``cogs``, each imports only those before it."""
FEATURES: dict[str, set[str]] = {
    "club": {"competitions", "profiles"},
    "competitions": set(),
    "daily": set(),
    "finding": set(),
    "following": {"reviews"},
    "hub": {"finding"},
    "moderation": {"competitions", "finding"},
    "profiles": {"competitions"},
    "puzzles": set(),
    "replays": set(),
    "reviews": {"puzzles"},
    "tutorial": set(),
}
"""The features, each with those that it imports."""
TOP = {
    "prowlerbot": ["copies", "doctor", "privacy", "shell", "testing"],
    "cogs": ["admin", "privacy"],
}
"""The rooms that may import everything."""
WRONG_WAY: dict[str, set[str]] = {}
"""Imports that still go the wrong way; none may be added."""


def _room(path: Path) -> tuple[str, str]:
    top, room, *_ = (*path.relative_to(ROOT).with_suffix("").parts, "")
    return top, room.removesuffix("_store")


def _files_of(top: str, room: str) -> list[Path]:
    """A room is a folder, or a file and its store beside it."""
    return files(f"{top}/{room}/**/*.py", f"{top}/{room}.py", f"{top}/{room}_store.py")


def _rooms_known(path: Path) -> set[str]:
    """The rooms of the house that a file imports from, without its own."""
    rooms = {room for name in knows(path, "prowlerbot", "cogs") for room in name.split(".")[1:2]}
    return {room.removesuffix("_store") for room in rooms} - {_room(path)[1]}


def _in(rooms: dict[str, list[str]]) -> list[Path]:
    found = [_files_of(top, room) for top, below in rooms.items() for room in below]
    return [path for paths in found for path in paths]


def test_a_host_can_leave_out_each_feature_but_moderation() -> None:
    # Without it, whom a server has barred could play there.
    assert {*LEFT_OUT_AT_WILL} == {*FEATURES} - {"moderation"}


def test_every_room_has_its_place() -> None:
    for top, rooms in SPINE.items():
        folders = {path.parent.name for path in files(f"{top}/*/*.py")}
        assert all(_files_of(top, room) for room in (*rooms, *TOP[top]))
        assert folders - {*rooms, *TOP[top]} <= {*FEATURES, "games"}
    assert all(_files_of("cogs", feature) for feature in FEATURES)


@each_of(_in(SPINE))
def test_the_spine_imports_no_feature(path: Path) -> None:
    above = {*FEATURES, *TOP["prowlerbot"], *TOP["cogs"]}
    assert _rooms_known(path) & above == WRONG_WAY.get(str(path.relative_to(ROOT)), set())


def test_contributions_of_features_are_listed_once_above_the_spine_and_the_features() -> None:
    below = [*_in(SPINE), *_of_features()]
    assert not [path for path in below if knows(path, "prowlerbot.feature_list")]
    product = files("prowlerbot/**/*.py", "cogs/**/*.py", "*.py")
    makers = [path for path in product if "(MatchEvents)" in path.read_text(encoding="utf-8")]
    assert {module_of(path) for path in makers} == {type(each).__module__ for each in CONTRIBUTIONS}


def _of_features() -> list[Path]:
    return _in({top: [*FEATURES] for top in SPINE})


@each_of(_of_features())
def test_a_feature_imports_the_spine_and_the_features_that_the_list_names(path: Path) -> None:
    above = {*FEATURES, *TOP["prowlerbot"], *TOP["cogs"]}
    wrong = WRONG_WAY.get(str(path.relative_to(ROOT)), set())
    assert _rooms_known(path) & above <= FEATURES[_room(path)[1]] | wrong


def test_the_list_of_features_has_no_circle_and_names_no_import_that_is_gone() -> None:
    assert [*TopologicalSorter(FEATURES).static_order()]
    known = defaultdict[str, set[str]](set)
    for path in _of_features():
        known[_room(path)[1]] |= _rooms_known(path)
    assert all(imported <= known[feature] for feature, imported in FEATURES.items())


@each_of([path for path in files("cogs/**/*.py") if _room(path)[1] in SPINE["cogs"]])
def test_each_room_of_the_spine_of_cogs_imports_those_before_it(path: Path) -> None:
    room = SPINE["cogs"].index(_room(path)[1])
    assert not knows(path, *(f"cogs.{above}" for above in SPINE["cogs"][room + 1 :]))


def test_every_package_says_what_it_is() -> None:
    silent = [
        path
        for path in files(
            "prowlerbot/**/__init__.py", "cogs/**/__init__.py", "renderer/**/__init__.py"
        )
        if not ast.get_docstring(parsed(path))
    ]
    assert silent == []


def test_only_formats_and_their_faces_tell_formats_of_competitions_apart() -> None:
    compared = re.compile(r"\.format (is|==|!=|in|not) |isinstance\([^)]*\.format\b|FORMATS\[\"")
    product = files("prowlerbot/**/*.py", "cogs/**/*.py", "renderer/**/*.py")
    telling = [path for path in product if compared.search(path.read_text(encoding="utf-8"))]
    assert {path.parent.name for path in telling} <= {"formats"}


@each_of(files("cogs/board/**/*.py"))
def test_boards_of_all_games_name_no_piece_of_one_game(path: Path) -> None:
    pieces = r"\b(pawn|building|statue|district|shovel|colony|invader)s?\b"
    assert re.findall(pieces, path.read_text(encoding="utf-8"), re.IGNORECASE) == []


def test_each_press_that_makes_a_move_counts_at_discord_s_time() -> None:
    calls = [
        {each.arg for each in node.keywords}
        for path in files("cogs/**/*.py")
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "make_move"
        and ast.unparse(node.func).endswith("_service.make_move")
    ]
    assert len(calls) > 3
    assert all("pressed" in each for each in calls)


SOURCES = [*PRODUCT, ROOT / "bot.py", ROOT / "preview.py"]
SOURCES_OF_GAMES = files("prowlerbot/games/*/**/*.py", "cogs/games/*/**/*.py", "renderer/*/**/*.py")
OF_CONTRACT = "prowlerbot/core/*game*.py", "prowlerbot/core/c*s.py", "cogs/contract/*.py"
CONTRACT_SOURCES = files(*OF_CONTRACT, "renderer/canvas.py")
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
    fixed = {name for path in CONTRACT_SOURCES for _, name, _ in _functions(path)}
    for path in {*SOURCES} - {*CONTRACT_SOURCES}:
        for in_class, name, marks in _functions(path):
            word = name.strip("_")
            ends = re.fullmatch("[a-z]+(ed|ing)", word) and word not in SOUND
            data: object = re.search("property|contextmanager|s.command", marks)
            data = data or (in_class and name in fixed)
            assert data or not (ends or word in BARE.split()), f"{path.relative_to(ROOT)}: {name}"


def test_no_function_of_a_module_has_a_name_with_many_meanings() -> None:
    for path in {*SOURCES} - {*CONTRACT_SOURCES}:
        names = {name.strip("_") for in_class, name, _ in _functions(path) if not in_class}
        assert names.isdisjoint(MANY_MEANINGS.split()), path.relative_to(ROOT)


def test_no_parameter_or_local_hides_a_function_or_an_imported_module_of_its_file() -> None:
    # Whoever calls the function or the module there later would get the other thing.
    modules = {module_of(path) for path in SOURCES}
    for path in SOURCES:
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
    nodes = (node for path in {*SOURCES} - {*SOURCES_OF_GAMES} for node in nodes_of(path))
    names = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    assert {name for name in names if names[name] > 1} == set()


def test_every_name_in_a_docstring_exists() -> None:
    trees = {path: nodes_of(path) for path in SOURCES}
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
