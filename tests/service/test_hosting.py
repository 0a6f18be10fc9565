"""What hosts get: files that keep the promises of the docs, and a log without the token in it."""

import json
import logging
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from configparser import RawConfigParser
from importlib.util import find_spec
from itertools import dropwhile, groupby, pairwise
from pathlib import Path
from typing import Literal

import pytest

from cogs.connection.shared_shards import ShardConnections, SharedShards
from cogs.frame.interaction_gate import PATIENCE
from cogs.frame.rate_limits import EVERYWHERE_A_MINUTE, SUGGESTIONS_A_MINUTE
from prowlerbot import __version__
from prowlerbot.__main__ import COMMANDS, command_line
from prowlerbot.copies import backup_service
from prowlerbot.finding import finding_service, matchmaking
from prowlerbot.finding.avoidance_store import MAX_AVOIDED
from prowlerbot.logs import _PERSONAL_LOGGERS, _redact_request, log_to_stderr
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.packages import EXIT_HOPELESS, NEEDED_MODULES, check_packages
from prowlerbot.service.archive import MAX_BYTES_KEPT, MAX_RECORDS
from prowlerbot.settings import UNIT_SETTINGS, HostSettings
from prowlerbot.storage.engines.schema import migrations
from tools import release

ROOT = Path(__file__).parents[2]
UNIT_FILE = ROOT / "deploy" / "prowlerbot.service"


@pytest.mark.full
def test_systemd_takes_both_units_and_finds_them_as_closed_as_the_docs_say(tmp_path: Path) -> None:
    if (program := shutil.which("systemd-analyze")) is None:
        pytest.skip("there is no systemd here")

    def analyze(*asked: str) -> subprocess.CompletedProcess[str]:
        command = [program, *asked]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    for unit in (UNIT_FILE, UNIT_FILE.with_name("prowlerbot@.service")):
        text = unit.read_text(encoding="utf-8")
        there = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE)
        there = re.sub(r"^WorkingDirectory=.*", "WorkingDirectory=/", there, flags=re.MULTILINE)
        copy = tmp_path / unit.name.replace("@", "@8081")
        copy.write_text(there, encoding="utf-8")
        done = analyze("verify", "--man=no", str(copy))
        assert not [line for line in done.stderr.splitlines() if copy.name in line], done.stderr
    told = analyze("security", "--offline=true", str(UNIT_FILE)).stdout
    if (found := re.search(r"exposure level for \S+: ([\d.]+)", told)) is None:
        pytest.skip("this systemd cannot rate a file")
    assert float(found[1]) <= 2.5


def test_units_let_the_bot_finish_and_that_for_several_is_as_closed() -> None:
    def lines(path: Path) -> set[str]:
        told = path.read_text(encoding="utf-8").splitlines()
        return {line for line in told if line and not line.startswith("#")}

    one, several = lines(UNIT_FILE), lines(UNIT_FILE.with_name("prowlerbot@.service"))
    own = "Description Environment ExecStart StateDirectory StateDirectoryMode TimeoutStopSec"
    assert {line.partition("=")[0] for line in one ^ several} == {*own.split()}
    values = {name: value for name, _, value in (line.partition("=") for line in several)}
    assert int(values["TimeoutStopSec"]) > SharedShards.parting_timeout + 10
    assert values["ExecStart"].startswith("/usr/bin/env HEALTH_PORT=%i "), "whatever the file says"
    unit = UNIT_FILE.read_text(encoding="utf-8")
    assert "StartLimitIntervalSec=0" in unit, "an outage is sat out, however long"
    assert "RestartPreventExitStatus=78" in unit
    (patience,) = re.findall(r"TimeoutStopSec=(\d+)", unit)
    assert int(patience) > 10


def test_packages_images_and_actions_are_pinned_and_the_image_is_whole() -> None:
    assert re.search(r"^FROM python:3\.\d+\.\d+-", DOCKER, re.MULTILINE)
    assert "--require-hashes" in DOCKER
    assert "HEALTHCHECK" in DOCKER
    images = {*re.findall(r"image: (\S+)", COMPOSE)} - {"prowlerbot:postgres"}
    assert images
    assert all(re.search(r":v?\d+\.\d+", image) for image in images)
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    assert re.search(r"^uv==\S+ \\\n    --hash=sha256:", lock, re.MULTILINE)
    for line in (ROOT / "Makefile").read_text(encoding="utf-8").splitlines():
        if "pip install" in line and not line.endswith("\\"):
            assert "--require-hashes" in line or "--offline" in line
    *_, after_the_copies = DOCKER.partition("RUN python -m compileall")
    assert after_the_copies
    assert "COPY" not in after_the_copies
    copied = {
        source
        for line in re.findall(r"^COPY (.+)$", DOCKER, re.MULTILINE)
        for source in line.split()[:-1]
    }
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert "*" in ignored, "all else stays outside"
    assert copied
    assert copied <= {line[1:] for line in ignored if line.startswith("!")}
    assert [each for each in sorted(copied) if not (ROOT / each).exists()] == []
    for workflow in sorted((ROOT / ".github" / "workflows").iterdir()):
        used = re.findall(r"uses: (.+)", workflow.read_text(encoding="utf-8"))
        assert used, workflow
        for each in used:
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each), each


CHANGELOG = (
    "# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.2.0 – 2026-11-22\n\n### Added\n\n- Old.\n\n"
    "## 1.1.0\n\n- Older.\n\n## 1.0.0 – 2026-01-01\n"
)


def test_the_notes_of_a_release_are_the_part_of_the_changelog_for_its_version() -> None:
    assert release.notes("v1.2.0", "1.2.0", CHANGELOG) == "### Added\n\n- Old."
    for tag, version, why in (
        ("v1.2.1", "1.2.0", "The tag is v1.2.1, and prowlerbot/__init__.py has the version 1.2.0."),
        ("v1.3.0", "1.3.0", "CHANGELOG.md has no part"),
        ("v1.1.0", "1.1.0", "CHANGELOG.md has no day for 1.1.0."),
        ("v1.0.0", "1.0.0", "CHANGELOG.md says nothing of 1.0.0."),
    ):
        with pytest.raises(ValueError, match=re.escape(why)):
            release.notes(tag, version, CHANGELOG)
    assert release.schema() == len(migrations())
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, second, *_ = re.findall(r"^## (.*)$", changelog, re.MULTILINE)
    assert first == "Unreleased"
    assert re.fullmatch(r"\d+\.\d+\.\d+ – \d{4}-\d\d-\d\d", second)
    released, version = second.partition(" ")[0], __version__.removesuffix(".dev0")
    assert version != __version__ or released == version
    assert [*map(int, version.split("."))] >= [*map(int, released.split("."))]


def test_missing_packages_are_told_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    check_packages()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[<>=\[ ]", each)[0] for each in project["dependencies"]}
    modules = {"discord.py": "discord", "pillow": "PIL"}
    assert {modules.get(name, name.replace("-", "_")) for name in wanted} == {*NEEDED_MODULES}
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setattr(sys, "argv", ["prowlerbot", "doctor"])
    with pytest.raises(SystemExit) as ended:  # before the shell needs it
        runpy.run_path(str(ROOT / "prowlerbot" / "__main__.py"), run_name="__main__")
    assert ended.value.code == EXIT_HOPELESS == 78
    assert capsys.readouterr().err.startswith("Packages are missing (openskill). Install")


@pytest.mark.full
@pytest.mark.parametrize("program", [("bot.py",), ("-m", "prowlerbot", "backup", "x.db")])
def test_without_any_package_there_is_one_sentence(program: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-S", *program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.count("\n")) == (EXIT_HOPELESS, 1), done.stderr
    assert all(name in done.stderr for name in NEEDED_MODULES)


def test_the_containers_get_their_secrets_as_files_and_write_nowhere_else() -> None:
    bot = COMPOSE.partition("  bot:\n")[2].partition("\n\n  database:")[0]
    for line in ("read_only: true", "tmpfs: [/tmp]", "cap_drop: [ALL]", "restart: on-failure:5"):
        assert f"    {line}\n" in bot
    assert not re.search(r"TOKEN:|PASSWORD: ", COMPOSE)
    passed = set(re.findall(r"^      ([A-Z_]+):", bot, re.MULTILINE))
    known = {name.upper() for name in HostSettings.model_fields}
    assert passed <= known
    of_a_file = {"BACKUP_FOLDER", "BACKUP_EVERY", "BACKUP_KEEP"}
    instead = {"DISCORD_TOKEN", "DATABASE_PASSWORD", "DATABASE_URL_FILE"}
    assert known - passed == of_a_file | instead, "every setting can be made"


def test_each_file_that_a_page_names_is_there() -> None:
    """Files that git ignores exist on one developer's machine only."""
    path = r"(?:bench|cogs|deploy|docs|prowlerbot|renderer|tests|tools)/[\w.@/-]*\w"
    pages = "".join(
        (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
        for page in ("architecture", "recipes", "decisions", "adding-a-game")
    )
    named = {*re.findall(rf"`({path}/?)`", pages)}
    named = {name for name in named if "nim/" not in name or name.startswith("tests/")}
    assert len(named) > 50
    others = rf"(?<![\w/.-])({path}|requirements[\w-]*\.lock|bot\.py)"
    named |= {*re.findall(others, "".join(PAGES.values()))}
    assert [each for each in sorted(named) if not (ROOT / each).exists()] == []


SECRET = '"s3cret".token'  # noqa: S105 - made up; JSON writes it in another way
Logged = Callable[[Literal["text", "json"]], list[str]]


@pytest.fixture
def logged(capsys: pytest.CaptureFixture[str]) -> Iterator[Logged]:
    """The lines of a log in a form, for which the loggers of this process are left as they were."""
    root = logging.getLogger()
    changed = [root, *map(logging.getLogger, (*_PERSONAL_LOGGERS, "discord.http"))]
    before = [(each, each.level, [*each.handlers], [*each.filters]) for each in changed]

    def log(form: Literal["text", "json"]) -> list[str]:
        root.handlers.clear()
        log_to_stderr("INFO", form, secret=SECRET)
        log = logging.getLogger("bot")
        log.debug("too fine")
        log.info("ready as %s", "Prowler")
        try:
            raise ValueError(f"header was {SECRET}")
        except ValueError:
            log.exception("line one\nline two: %s", SECRET)
        said = capsys.readouterr()
        assert said.out == ""
        assert "s3cret" not in said.err
        return said.err.splitlines()

    yield log
    for each, level, handlers, filters in before:
        each.setLevel(level)
        each.handlers, each.filters = handlers, filters


def test_requests_are_told_without_what_was_sent_and_without_keys_in_their_address() -> None:
    logger = logging.getLogger("discord.http")
    key, address = "k" * 60, "https://discord.test/interactions/1"
    sent = ("POST", f"{address}/{key}/callback", '{"content": "Ada"}', 204)
    record = logger.makeRecord("", logging.DEBUG, "", 1, "%s %s with %s: %s", sent, None)
    assert _redact_request(record)
    assert record.getMessage() == f"POST {address}/…/callback: 204"
    odd = logger.makeRecord("", logging.DEBUG, "", 1, "received %s", ("Ada",), None)
    assert not _redact_request(odd), "what cannot be taken apart is not told"
    warning = logger.makeRecord("", logging.WARNING, "", 1, "%s is slow", ("POST",), None)
    assert _redact_request(warning)


def test_json_is_one_object_a_line_and_text_is_for_people(logged: Logged) -> None:
    first, second = map(json.loads, logged("json"))
    assert first.pop("time")
    assert first == {"level": "INFO", "logger": "bot", "message": "ready as Prowler"}
    assert second["message"] == "line one\nline two: [token]"
    assert "ValueError: header was [token]" in second["exception"]
    lines = logged("text")
    assert lines[0].endswith("INFO bot: ready as Prowler")
    assert lines[-1] == "ValueError: header was [token]"


DEPLOY = ROOT / "deploy"
PAGES = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in (
        "README.md",
        *("docs/hosting.md", "docs/operation.md", "docs/privacy.md", "docs/playing.md"),
    )
}
HOSTING = PAGES["docs/hosting.md"]
DOCKER = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
OF_OTHERS = {"ISOLATION_LEVEL", "YOUR_ID", "PGPASSWORD", "CREATE_PUBLIC_THREADS"}
"""Names in capitals that are no settings of the bot."""


def commands() -> Iterator[list[str]]:
    """Each command in a block or between backquotes, as its words."""
    for page in PAGES.values():
        blocks = re.findall(r"^ *```\n(.*?)^ *```", page, re.MULTILINE | re.DOTALL)
        prose = re.sub(r"^ *```\n.*?^ *```", "", page, flags=re.MULTILINE | re.DOTALL)
        lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
        for text in (*lines, *re.findall(r"`([^`]+)`", prose)):
            words = shlex.split(" ".join(text.split()).replace("…", "x"), comments=True)
            for chained, each in groupby(words, key="&&".__eq__):
                command = [*dropwhile(re.compile(r"sudo$|env$|[A-Z_]+=").match, each)]
                if command and not chained:
                    yield command


ALL = [*commands()]


def after(*words: str) -> list[list[str]]:
    """What follows these words in each command that has them."""
    size = len(words)
    return [
        command[at + size :]
        for command in ALL
        for at in range(len(command))
        if tuple(command[at : at + size]) == words
    ]


def test_each_command_of_the_shell_is_taken_by_the_program() -> None:
    found = after("-m", "prowlerbot")
    parser = command_line()
    for words in filter(None, found):
        parser.parse_args(words)
    named = {words[0] for words in found if words}
    assert (
        {"doctor", "repair", "backup", "backups", "restore", "move-database"}
        <= named
        <= {*COMMANDS}
    )
    for command in ALL:
        if command[0].endswith("python") and "-m" in command:
            module = command[command.index("-m") + 1]
            assert module == "venv" or find_spec(module), module


def test_each_setting_of_the_page_is_one_and_has_the_default_of_the_code() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", HOSTING, re.MULTILINE))
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert [name for name in rows if f"\n{name}=" not in example] == []
    assert {*rows} == {name.upper() for name in HostSettings.model_fields}
    for name, field in HostSettings.model_fields.items():
        told, usual = rows[name.upper()], field.get_default()
        value = getattr(usual, "get_secret_value", lambda usual=usual: usual)()
        if field.is_required():
            assert told == "none, required"
        elif value in {None, ""}:
            assert not re.fullmatch(r"`[^`]*`", told), f"{name} has no fixed default"
        else:
            assert told == f"`{value:g}`" if isinstance(value, float) else told == f"`{value}`"
        bounds = [getattr(each, end, None) for end in ("ge", "le") for each in field.metadata]
        if least := [each for each in bounds if each is not None]:
            ends = f"{least[0]} to {least[1]:,}" if len(least) > 1 else f"{least[0]} or more"
            assert re.search(rf"^\| `{name.upper()}` .*\({ends}\) \|$", HOSTING, re.MULTILINE), name
    words = [it for page in PAGES.values() for it in re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", page)]
    known = {*rows, *OF_OTHERS}
    assert [word for word in words if word not in known] == []


def test_each_link_between_pages_leads_to_a_file_and_a_heading_in_it() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    assert len(pages) > len(PAGES)
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for target, anchor in re.findall(r"\]\(([\w./-]*)#?([\w-]*)\)", text):
            linked = page.parent / target if target else page
            assert linked.exists(), f"{page}: {target}"
            heads = (
                re.findall(r"^#+ (.*)$", linked.read_text("utf-8"), re.MULTILINE) if anchor else []
            )
            anchors = [re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads]
            assert not anchor or anchor in anchors, f"{page}: {target}#{anchor}"


def test_the_places_of_the_unit_are_those_of_the_page() -> None:
    unit = RawConfigParser(strict=False, delimiters="=")
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # as configparser documents it
    unit.read(DEPLOY / "prowlerbot.service", encoding="utf-8")
    service = unit["Service"]
    assert service["EnvironmentFile"] == str(UNIT_SETTINGS)
    assert f"DATABASE_URL=sqlite:////var/lib/{service['StateDirectory']}/prowler.db" in (
        service["Environment"],
        *(DEPLOY / "prowlerbot.env").read_text(encoding="utf-8").splitlines(),
    )
    clones = [words for words in after("git", "clone") if words]
    assert clones
    assert {words[-1] for words in clones} == {service["WorkingDirectory"]}
    places = set(re.findall(r"/etc/systemd/system/([\w@.]+)", HOSTING))
    assert places
    assert [each for each in places if each and not (DEPLOY / each).exists()] == []
    for verb in ("start", "stop", "restart", "edit"):
        for name, *_ in after("systemctl", verb):
            template = re.sub(r"@\d+", "@", name)
            assert (DEPLOY / f"{template}.service").exists(), name
    assert after("journalctl", "-u") == [["prowlerbot", "-f"]]
    assert str(UNIT_SETTINGS) in HOSTING


def test_containers_of_the_page_have_one_name_one_volume_and_the_image_of_the_recipe() -> None:
    runs = [words for words in after("docker", "run") if words]
    assert len(runs) >= 3
    volume = re.findall(r"^VOLUME (\S+)$", DOCKER, re.MULTILINE)
    builds = [words for words in after("docker", "build") if words]
    built = {words[words.index("--tag") + 1] for words in builds}
    assert built == {"prowlerbot"}
    assert {words[words.index("--file") + 1] for words in builds} == {"deploy/Dockerfile"}
    for words in runs:
        assert f"prowler:{volume[0]}" in words, words
        named = [word for before, word in pairwise(words) if before not in {"--name", "-m"}]
        images = [word for word in named if word in built or "OWNER/" in word]
        assert len(images) == 1, words
        assert images[0] in built or images[0].partition(":")[0] == "ghcr.io/OWNER/prowlerbot"
        if "--detach" in words:
            assert words[words.index("--name") + 1] == "prowlerbot"
            assert words[words.index("--restart") + 1] == "on-failure:5", "it does not know 78"
        if "--stop-timeout" in words:
            assert int(words[words.index("--stop-timeout") + 1]) > PATIENCE
    for verb in ("exec", "logs", "stop", "rm"):
        assert all("prowlerbot" in words for words in after("docker", verb) if words)
    (user,) = re.findall(r"^USER (\d+)$", DOCKER, re.MULTILINE)
    assert set(re.findall(r"the user (\d+)", HOSTING)) == {user}
    (base,) = re.findall(r"^FROM (\S+)$", DOCKER, re.MULTILINE)
    assert after("imagetools", "inspect") == [[base]]
    for file in re.findall(r"--file (deploy\S+)", HOSTING):
        assert (ROOT / file).exists(), file
    for service in re.findall(r"--scale (\w+)=", HOSTING):
        assert f"\n  {service}:\n" in COMPOSE


SHARDS, LEASE, CHOICES = SharedShards, SharedShards.lease_seconds, ServerChoices()
FIGURES: list[tuple[str, tuple[float, ...]]] = [
    (r"Exit status (\d+) means", (EXIT_HOPELESS,)),
    (r"exit status (\d+) \(below\)", (EXIT_HOPELESS,)),
    (r"newest (\d+) records are replayed", (backup_service.RECORDS_TESTED,)),
    (r"the bot deletes it after (\d+) days", (backup_service._RETENTION_DAYS,)),
    (r"restore has replaced keeps it for (\d+) days", (backup_service._RETENTION_DAYS,)),
    (r"renews it every (\d+) s, and it ends after (\d+) s", (SHARDS.renew_every, LEASE)),
    (r"could not reach the database for (\d+) s", (LEASE - SHARDS.safety_margin,)),
    (r"at the latest after (\d+) s", (SHARDS.parting_timeout,)),
    (r"\(large bots: more\) every (\d+) s", (ShardConnections.identify_every,)),
    (r"and (\d+) a minute in all servers", (EVERYWHERE_A_MINUTE,)),
    (r"while somebody types: (\d+) a minute", (SUGGESTIONS_A_MINUTE,)),
    (r"newest (\d+) are kept, and at most (\d+) KiB", (MAX_RECORDS, MAX_BYTES_KEPT / 1024)),
    (r"challenges a player may have \((\d+)\)", (CHOICES.open_challenges,)),
    (r"presses and commands a minute \((\d+)\)", (CHOICES.presses_a_minute,)),
    (
        r"be (\d+) points apart at first, and (\d+) more",
        (matchmaking.NEAR_POINTS, matchmaking.POINTS_A_MINUTE),
    ),
    (r"In the (\d+) minutes after a request", (finding_service._PRESENT_SECONDS / 60,)),
    (r"The list holds (\d+) players", (MAX_AVOIDED,)),
]


def test_each_figure_of_the_page_is_that_of_the_code() -> None:
    text = " ".join(" ".join(PAGES.values()).split())
    for words, figures in FIGURES:
        (found,) = re.findall(words, text)
        told = [found] if isinstance(found, str) else [*found]
        assert told == [f"{each:g}" for each in figures], words
