"""Names as readers see them: of players, commands and permissions.

In markdown texts, a player's name appears verbatim and never mentions anybody.
"""

from __future__ import annotations

import re
import unicodedata

import discord

from prowlerbot.core.i18n import COMMAND, Marked, mark, spoken, tr, translated
from prowlerbot.match.match import SOMEONE, Level, Player

LONGEST_NAME = 32
_MACHINES: dict[Level, str] = {
    "easy": mark("Machine (easy)"),
    "medium": mark("Machine (medium)"),
    "hard": mark("Machine (hard)"),
    "expert": mark("Machine (expert)"),
}
"""The words are capitalised and have no article, so that a sentence can begin with them."""
_PERMISSIONS = {
    "view_channel": mark("View Channel"),
    "send_messages": mark("Send Messages"),
    "send_messages_in_threads": mark("Send Messages in Threads"),
    "create_public_threads": mark("Create Public Threads"),
    "read_message_history": mark("Read Message History"),
    "use_external_apps": mark("Use External Apps"),
    "attach_files": mark("Attach Files"),
}
"""The names of the permissions in Discord's settings, in each language."""
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters without a visible form, popular for invisible names."""
_ASCII_SIGN = re.compile(r"([!-/:-@\[-`{-~])")


def player_name(player: Player) -> str:
    """The name of a player in a picture or a plain text: a person's own name, words for the
    machine, “someone” for a forgotten person, “anyone” for an open seat.
    """
    return _in_words(player) or _with_mark(player, plain(player.name))


def safe_player_name(player: Player) -> str:
    """The name of a player in a text with markdown."""
    return _in_words(player) or _with_mark(player, safe(player.name))


def _with_mark(player: Player, name: str) -> str:
    """A person's name, followed by a word once their seat is free or the machine plays on."""
    if player.offered:
        return tr("{player} (left)", player=name)
    return tr("{player} (machine)", player=name) if player.is_substitute else name


def _in_words(player: Player) -> str:
    """The word for a seat without a person, in the reader's language; empty for a named person."""
    if player.is_substitute:
        return ""
    if player.level is not None and player.name == player.level:
        return tr(_MACHINES[player.level])
    if player.level is not None:
        return tr("Machine {number}", number=player.name) if player.name else tr("Machine")
    return "" if player.name else tr("anyone")


class Verbatim(str):
    """A text of the bot, such as an address, that needs no escaping."""

    __slots__ = ()


def plain(name: str, longest: int = LONGEST_NAME) -> str:
    """The name on one line, without invisible characters or ones that reverse the text around it.

    A letter keeps at most two stacked marks, so that a name stays within its line. Forgotten people
    get a name in the reader's language.
    """
    if name == SOMEONE:
        return tr(SOMEONE)
    shown: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name).translate(_BLANKS):
        category = unicodedata.category(char)
        if category in {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"} and char != "\u200d":
            continue
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= 2:
            shown.append(char)
    text = " ".join("".join(shown).split())
    if all(unicodedata.category(char) in {"Mn", "Me", "Cf", "Zs"} for char in text):
        return "?"  # no visible character
    return text if len(text) <= longest else text[: longest - 1] + "…"


def safe(name: str, longest: int = LONGEST_NAME) -> str:
    """The name for a markdown text: a backslash escapes each special character.

    A right-to-left name is isolated, so that it does not reverse the words beside it.
    """
    text = plain(name, longest)
    shown = _ASCII_SIGN.sub(r"\\\1", text)
    if any(unicodedata.bidirectional(char) in {"R", "AL"} for char in text):
        return f"\u2068{shown}\u2069"
    return shown


def command(*names: str) -> str:
    """The command as a reader types it, from its group to its name: “/prowler board”.

    Texts take it as a field, so that one text serves all games.
    """
    return "/" + " ".join(translated(name, spoken(), COMMAND) or name for name in names)


def lacking(has: discord.Permissions, needed: discord.Permissions) -> tuple[Marked, ...]:
    """The names of the permissions that are missing.

    The names do not come from discord.py, which has several for some permissions and would give
    a different one.
    """
    missing = needed & ~has
    return tuple(name for permission, name in _PERMISSIONS.items() if getattr(missing, permission))
