"""Names as readers see them: of players, commands and permissions.

Where Discord reads markdown, every name of a player shows as it is and calls nobody.
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
}
"""Like any name, with a capital and no article, so that a sentence can begin with it."""
_PERMISSIONS = {
    "view_channel": mark("View Channel"),
    "send_messages": mark("Send Messages"),
    "send_messages_in_threads": mark("Send Messages in Threads"),
    "create_public_threads": mark("Create Public Threads"),
    "read_message_history": mark("Read Message History"),
    "use_external_apps": mark("Use External Apps"),
    "attach_files": mark("Attach Files"),
}
"""As an admin finds them in Discord, in each language."""
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters that look like nothing at all, popular for invisible names."""
_ASCII_SIGN = re.compile(r"([!-/:-@\[-`{-~])")


def player_name(player: Player) -> str:
    """What a player is called in a picture or a plain text: a person by their name, the machine in
    words, a forgotten person as “someone”, a seat that is still open as “anyone”.
    """
    return _in_words(player) or _with_mark(player, plain(player.name))


def safe_player_name(player: Player) -> str:
    """The same for a text with markdown."""
    return _in_words(player) or _with_mark(player, safe(player.name))


def _with_mark(player: Player, name: str) -> str:
    """A person's name, with a word behind it once the machine plays on for them."""
    return tr("{player} (machine)", player=name) if player.is_substitute else name


def _in_words(player: Player) -> str:
    """What the reader's language calls a seat without a person; empty for anybody with a name."""
    if player.is_substitute:
        return ""
    if player.level is not None and player.name == player.level:
        return tr(_MACHINES[player.level])
    if player.level is not None:
        return tr("Machine {number}", number=player.name) if player.name else tr("Machine")
    return "" if player.name else tr("anyone")


class Verbatim(str):
    """A text of the bot's own that stays as it is where others are made harmless: an address."""

    __slots__ = ()


def plain(name: str, longest: int = LONGEST_NAME) -> str:
    """The name on one line, without characters that are invisible or turn the text around it.

    Marks stacked on one letter are kept to two, so that a name stays within its line. People who
    have been forgotten are named in the reader's language.
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
        return "?"  # nothing that can be seen on its own
    return text if len(text) <= longest else text[: longest - 1] + "…"


def safe(name: str, longest: int = LONGEST_NAME) -> str:
    """The name for a text with markdown: a backslash before each sign takes its meaning away.

    A name written from right to left is isolated, so that it does not turn the words beside it.
    """
    text = plain(name, longest)
    shown = _ASCII_SIGN.sub(r"\\\1", text)
    if any(unicodedata.bidirectional(char) in {"R", "AL"} for char in text):
        return f"\u2068{shown}\u2069"
    return shown


def command(*names: str) -> str:
    """The command that a reader types, by its names from the group on: “/prowler board”.

    Texts take it as a field, so that one text serves the commands of all games.
    """
    return "/" + " ".join(translated(name, spoken(), COMMAND) or name for name in names)


def lacking(has: discord.Permissions, needed: discord.Permissions) -> tuple[Marked, ...]:
    """The names of the permissions that are missing.

    discord.py is not asked for names: one permission has several with it, and it tells another
    one than stands here.
    """
    missing = needed & ~has
    return tuple(name for permission, name in _PERMISSIONS.items() if getattr(missing, permission))
