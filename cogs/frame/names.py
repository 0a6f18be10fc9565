"""Names as readers see them: of players and commands.

In markdown texts, a player's name appears verbatim and never mentions anybody.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from prowlerbot.core.i18n import COMMAND, get_language, listing, mark, tr, translate_or_none
from prowlerbot.match.match import SOMEONE, Level, Match, Player, clean_name

MAX_NAME_LETTERS = 32


class LevelWords(NamedTuple):
    label: str
    player: str  # the machine as a player: capitalised and without an article, to begin a sentence
    add: str  # the option that adds it to a match
    style: str  # how it plays, for lists


LEVEL_WORDS: Mapping[Level, LevelWords] = {
    "easy": LevelWords(
        mark("Easy"),
        mark("Machine (easy)"),
        mark("Add the machine: easy"),
        mark("Easy: often moves without a thought, for first matches"),
    ),
    "medium": LevelWords(
        mark("Medium"),
        mark("Machine (medium)"),
        mark("Add the machine: medium"),
        mark("Medium: looks ahead a little and misses things"),
    ),
    "hard": LevelWords(
        mark("Hard"),
        mark("Machine (hard)"),
        mark("Add the machine: hard"),
        mark("Hard: looks farther ahead and misses little"),
    ),
    "expert": LevelWords(
        mark("Expert"),
        mark("Machine (expert)"),
        mark("Add the machine: expert"),
        mark("Expert: thinks for seconds and plays its best"),
    ),
}
LEVEL_CHOICES = tuple((words.style, level) for level, words in LEVEL_WORDS.items())
"""The levels of the machine as options: how it plays, and the value."""
_PUNCTUATION = r"([!-/:-@\[-`{-~])"  # the ASCII characters that Markdown may give a meaning
_ESCAPED = re.compile(rf"\\{_PUNCTUATION}")


class Verbatim(str):
    """A text of the bot, such as an address, that needs no escaping."""

    __slots__ = ()


def plain_name(name: str, max_letters: int = MAX_NAME_LETTERS) -> str:
    """The name on one line, without characters that are invisible or reverse a text."""
    if name == SOMEONE:
        return tr(SOMEONE)
    name = clean_name(name, max_letters)
    # A right-to-left name does not reverse the words beside it.
    is_right_to_left = any(unicodedata.bidirectional(char) in {"R", "AL"} for char in name)
    return f"\u2068{name}\u2069" if is_right_to_left else name


def safe_name(name: str, max_letters: int = MAX_NAME_LETTERS) -> str:
    """The name for a markdown text: a backslash escapes each special character."""
    return re.sub(_PUNCTUATION, r"\\\1", plain_name(name, max_letters))


def player_name(player: Player, clean: Callable[[str], str] = plain_name) -> str:
    """The name of a player in a picture or a plain text, or words for a seat without a person.

    A word follows the name once the seat is free or the machine plays on.
    """
    if words := _words_without_person(player):
        return words
    name = clean(player.name)
    if player.offered:
        return tr("{player} (left)", player=name)
    return tr("{player} (machine)", player=name) if player.is_substitute else name


def safe_player_name(player: Player) -> str:
    """The name of a player in a text with markdown."""
    return player_name(player, safe_name)


def player_names(players: Sequence[Player], clean: Callable[[str], str] = plain_name) -> list[str]:
    """The names of players who are shown together, so that each can be told from the others."""
    names = [player_name(player, clean) for player in players]
    if len({*names}) == len(names):
        return names
    ids = [None if it.is_forgotten or _words_without_person(it) else it.id for it in players]
    return distinct_names(names, ids)


def distinct_names(names: Sequence[str], ids: Sequence[int | None]) -> list[str]:
    """The names of some people; equal ones get a number, the account that was made first gets 1.

    A name without an id is a word of the bot and stays as it is.
    """
    names_now = list(names)
    while True:  # a numbered name may equal another one
        count = Counter(names_now)
        numbered = [(id_, index) for index, id_ in enumerate(ids) if id_ is not None]
        doubles = [(id_, index) for id_, index in numbered if count[names_now[index]] > 1]
        if not doubles:
            return names_now
        numbers = Counter[str]()
        for _, index in sorted(doubles):
            name = names_now[index]
            numbers[name] += 1
            names_now[index] = f"{name} ({numbers[name]})"


def names_in_text(match: Match) -> list[str]:
    """The players' names for a text with markdown, seat 1 first."""
    return player_names(match.players, safe_name)


def names_of(match: Match, *seats: int) -> str:
    """The names of the players of these seats, joined for a text with markdown."""
    names = names_in_text(match)
    return listing([names[seat - 1] for seat in seats])


def other_safe_names(match: Match, user: int, without: Collection[int] = ()) -> list[str]:
    """The other players of the match, ``without`` these seats, for a text with markdown."""
    # Players of an imported record are vacant seats with names.
    return [
        name
        for seat, name in enumerate(names_in_text(match), 1)
        if (player := match.player(seat)).id != user
        and (player.name or not player.is_vacant)
        and seat not in without
    ]


def plain_names(match: Match) -> list[str]:
    """The players' names for a picture or a plain text, seat 1 first."""
    return player_names(match.players)


def other_plain_names(match: Match, user: int) -> list[str]:
    """All other players of the match, for a picture or a plain text."""
    named_players = zip(match.players, plain_names(match), strict=True)
    return [name for player, name in named_players if player.id != user]


def _words_without_person(player: Player) -> str:
    """The word for a seat without a person, in the reader's language; empty for a named person."""
    if player.is_substitute:
        return ""
    if player.level is not None and player.name == player.level:
        return tr(LEVEL_WORDS[player.level].player)
    if player.level is not None:
        return tr("Machine {number}", number=player.name) if player.name else tr("Machine")
    return "" if player.name else tr("anyone")


def unescape(text: str) -> str:
    """A text without the escapes of safe names, for labels, which show no markdown."""
    return _ESCAPED.sub(r"\1", text)


def command(*names: str) -> str:
    """The command as a reader types it, from its group to its name: “/prowler board”."""
    return "/" + " ".join(map(name_in_commands, names))


def name_in_commands(name: str) -> str:
    """The name of a command or an option, as the reader's Discord shows it."""
    return translate_or_none(name, get_language(), COMMAND) or name
