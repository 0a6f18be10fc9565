"""The pages for hosts, line by line: commands, settings, files, names and figures are true."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from configparser import RawConfigParser
from importlib.util import find_spec
from itertools import dropwhile, groupby, pairwise
from pathlib import Path

import pytest

from cogs.connection.shared_shards import ShardConnections, SharedShards
from cogs.frame.interaction_gate import PATIENCE
from cogs.frame.rate_limits import EVERYWHERE_A_MINUTE, SUGGESTIONS_A_MINUTE
from prowlerbot.__main__ import COMMANDS, command_line
from prowlerbot.copies import backup_service
from prowlerbot.finding import finding_service, matchmaking
from prowlerbot.finding.avoidance_store import MOST_AVOIDED
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.packages import HOPELESS
from prowlerbot.service.archive import KEPT, KEPT_BYTES
from prowlerbot.settings import UNIT, HostSettings

ROOT = Path(__file__).parents[2]
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
    assert {"doctor", "backup", "backups", "restore", "move-database"} <= named <= {*COMMANDS}
    for command in ALL:
        if command[0].endswith("python") and "-m" in command:
            module = command[command.index("-m") + 1]
            assert module == "venv" or find_spec(module), module


def test_each_setting_of_the_page_is_one_and_has_the_default_of_the_code() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", HOSTING, re.MULTILINE))
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
    words = [
        word for page in PAGES.values() for word in re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", page)
    ]
    known = {*rows, *OF_OTHERS}
    assert [word for word in words if word not in known] == []


def test_each_file_of_the_page_is_there() -> None:
    path = (
        r"(?:deploy|docs|cogs|prowlerbot|tools|bench)/[\w.@/-]*\w|requirements[\w-]*\.lock|bot\.py"
    )
    for text in PAGES.values():
        for name in re.findall(rf"(?<![\w/.-])({path})", text):
            assert (ROOT / name).exists(), name


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
    assert service["EnvironmentFile"] == str(UNIT)
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
    assert str(UNIT) in HOSTING


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


SHARDS, CHOICES = SharedShards, ServerChoices()
FIGURES: list[tuple[str, tuple[float, ...]]] = [
    (r"Exit status (\d+) means", (HOPELESS,)),
    (r"exit status (\d+) \(below\)", (HOPELESS,)),
    (r"newest (\d+) records are replayed", (backup_service.SAMPLE,)),
    (r"the bot deletes it after (\d+) days", (backup_service._REPLACED_STAYS / 86_400,)),
    (r"restore has replaced keeps it for (\d+) days", (backup_service._REPLACED_STAYS / 86_400,)),
    (r"renews it every (\d+) s, and it ends after (\d+) s", (SHARDS.renew_every, SHARDS.lease)),
    (r"could not reach the database for (\d+) s", (SHARDS.lease - SHARDS.margin,)),
    (r"at the latest after (\d+) s", (SHARDS.parting,)),
    (r"\(large bots: more\) every (\d+) s", (ShardConnections.identify_every,)),
    (r"and (\d+) a minute in all servers", (EVERYWHERE_A_MINUTE,)),
    (r"while somebody types: (\d+) a minute", (SUGGESTIONS_A_MINUTE,)),
    (r"newest (\d+) are kept, and at most (\d+) KiB", (KEPT, KEPT_BYTES / 1024)),
    (r"challenges a player may have \((\d+)\)", (CHOICES.open_challenges,)),
    (r"presses and commands a minute \((\d+)\)", (CHOICES.presses_a_minute,)),
    (r"be (\d+) points apart at first, and (\d+) more", (matchmaking.NEAR, matchmaking.A_MINUTE)),
    (r"In the (\d+) minutes after a request", (finding_service._PRESENT / 60,)),
    (r"The list holds (\d+) players", (MOST_AVOIDED,)),
]


@pytest.mark.parametrize(("words", "figures"), FIGURES, ids=range(len(FIGURES)))
def test_each_figure_of_the_page_is_that_of_the_code(
    words: str, figures: tuple[float, ...]
) -> None:
    (found,) = re.findall(words, " ".join(" ".join(PAGES.values()).split()))
    told = [found] if isinstance(found, str) else [*found]
    assert told == [f"{each:g}" for each in figures]
