"""Makes buttons and menus that lead from any message to games, levels, lessons and lists."""

from collections.abc import Callable, Iterable
from textwrap import shorten
from typing import get_args

from discord import ButtonStyle, SelectOption

from cogs.contract.face import Face
from cogs.contract.manifest import Manifest
from cogs.contract.screen import MOST_IN_A_MENU
from cogs.contract.sign import spelled
from cogs.frame.layout import Button, Item, menu
from cogs.frame.names import command
from cogs.presses import DailyPress, HubPress, MatchesPress, PlainPress, TeachPress, TellPress
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Level, Match
from prowlerbot.match.timeline import Timeline

_LEVELS: tuple[Level, ...] = get_args(Level)


def play_now_button(game: str, *, first: bool = True, alone: bool = False) -> Button:
    """The button for a match against the easy machine, or ``alone``; ``first`` is the main one."""
    style = ButtonStyle.success if first else ButtonStyle.secondary
    label = tr("Play alone") if alone else tr("Play the machine")
    return Button(label, HubPress("now", game), style)


def has_won_alone(match: Match, known: Timeline) -> bool:
    """Whether the only person of a match has won it over the board."""
    outcome = known.present.outcome
    if outcome is None or len(match.people) != 1:
        return False
    return outcome.winner is not None and match.seat_of(*match.people) == outcome.winner


def level_buttons(match: Match, press: Callable[[Level], object], *, won: bool) -> list[Button]:
    """Buttons for another match against an easier machine and, after a match ``won``, a harder one.

    There are none unless one person played against machines of one level.
    """
    machines = [player for player in match.players if player.is_machine]
    levels = {player.level for player in machines if player.level is not None}
    has_substitute = any(player.is_substitute for player in machines)
    if len(match.people) != 1 or len(levels) != 1 or has_substitute or match.terms.day:
        return []
    index, row = _LEVELS.index(levels.pop()), list[Button]()
    if index:
        row.append(Button(tr("Easier"), press(_LEVELS[index - 1])))
    if won and index + 1 < len(_LEVELS):
        row.append(Button(tr("Harder"), press(_LEVELS[index + 1])))
    return row


def find_level(name: str) -> Level | None:
    return next((level for level in _LEVELS if level == name), None)


def games_menu(press: object, manifests: Iterable[Manifest]) -> Item:
    """A menu that chooses a game, where there are more than have buttons of their own."""
    options = list[SelectOption]()
    for manifest in manifests:
        pitch = shorten(manifest.face.pitch, 100, placeholder="…")
        options.append(SelectOption(label=manifest.title, value=manifest.key, description=pitch))
    return menu(press, tr("Choose a game"), options)


def another_game_button() -> Button:
    return Button(tr("Another game"), HubPress("open"))


def matches_button() -> Button:
    return Button(tr("Your matches"), MatchesPress(0))


def preferences_button() -> Button:
    return Button(tr("Preferences"), PlainPress("preferences:"), emoji="⚙️")


def tutorial_buttons(face: Face) -> list[Button]:
    if not face.lessons:
        return []
    return [Button(tr("Tutorial"), TeachPress(face.key), emoji="🎓")]


def words_first_line() -> str:
    """The way to a whole match in words, for readers who see the greeting or a first match."""
    return tr(
        "Every game can be played without a picture: choose “Words first” in `{command}`.",
        command=command("preferences"),
    )


def tell_button(subject: str) -> Button:
    """The button that lets players be told of the next of a subject."""
    return Button(tr("Tell me"), TellPress("switch", subject), emoji="🔔")


def daily_button() -> Button:
    return Button(tr("Daily challenge"), DailyPress("open"))


def result_button(game: str, day: int) -> Button:
    return Button(tr("Result"), DailyPress("result", game, day), ButtonStyle.primary)


_STOPS_NEARBY = 8
"""The number of moves on each side of the present one that a long list names without a gap."""
WHOLE_MATCH = "match"  # the value for the whole match in a select of chapters


def stops_to_list(last: int, present: int, max_stops: int = MOST_IN_A_MENU) -> list[int]:
    """The numbers of the stops that a list names: all if there is room, else some of them.

    These are nearby ones, and others at even distances: each is at most two choices away.
    """
    if last < max_stops:
        return list(range(last + 1))
    first_nearby, last_nearby = max(0, present - _STOPS_NEARBY), min(last, present + _STOPS_NEARBY)
    nearby = {*range(first_nearby, last_nearby + 1)}
    intervals = max_stops - len(nearby) - 1
    chosen = nearby | {last * number // intervals for number in range(intervals + 1)}
    # Stops of both kinds may coincide, which leaves room for the next nearby ones.
    others = sorted(set(range(last + 1)) - chosen, key=lambda stop: abs(stop - present))
    return sorted([*chosen, *others[: max_stops - len(chosen)]])


def chapter_options(face: Face, known: Timeline, chosen: str | None = None) -> list[SelectOption]:
    """The whole match and its chapters for a select, some of very many; ``chosen`` is on show."""
    with spelled():
        chapters = face.chapters(known.views)
    if not chapters:
        return []
    keys = [chapter.key for chapter in chapters]
    index = keys.index(chosen) if chosen in keys else len(keys) - 1
    numbers = stops_to_list(len(keys) - 1, index, MOST_IN_A_MENU - 1)
    labels = {WHOLE_MATCH: tr("The whole match")}
    labels |= {chapters[number].key: chapters[number].label for number in numbers}
    return [
        SelectOption(label=label, value=key, default=key == chosen) for key, label in labels.items()
    ]
