"""The messages of a match as Components V2 layouts.

The views only carry what is shown: presses are answered by the router in ``presses``, from what
their buttons carry. Each view is stopped at once, so discord.py keeps none of them in memory.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.face import Face, Key, Picture
from cogs.names import safe
from cogs.press import Action, Press
from prowlerbot.game import AnyState
from prowlerbot.match import CHALLENGE_LASTS, Ending, Match

_STYLES = {
    Action.ACCEPT: discord.ButtonStyle.success,
    Action.RESIGN_SURELY: discord.ButtonStyle.danger,
    Action.MOVE: discord.ButtonStyle.primary,
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as it is to be sent: files can be read once, so they are made for each try."""

    view: discord.ui.LayoutView
    pictures: Sequence[Picture] = ()

    def files(self) -> list[discord.File]:
        return [discord.File(io.BytesIO(each.png), each.filename) for each in self.pictures]


def button(
    action: Action, match: Match, label: str, emoji: str | None = None
) -> discord.ui.Button[discord.ui.LayoutView]:
    return discord.ui.Button(
        style=_STYLES.get(action, discord.ButtonStyle.secondary),
        label=label,
        emoji=emoji,
        custom_id=str(Press(action, match.id, match.ply)),
    )


def layout(
    text: str,
    pictures: Sequence[Picture] = (),
    rows: Sequence[Sequence[discord.ui.Button[discord.ui.LayoutView]]] = (),
) -> discord.ui.LayoutView:
    """A text, pictures below it, rows of buttons below them."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    for picture in pictures:
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
        gallery.add_item(media=f"attachment://{picture.filename}", description=picture.alt)
        view.add_item(gallery)
    for row in rows:
        view.add_item(discord.ui.ActionRow(*row))
    view.stop()
    return view


def names(match: Match) -> list[str]:
    """The players' names for a text with markdown, seat 1 first."""
    return [safe(player.name) for player in match.players]


def challenge_view(match: Match, face: Face) -> discord.ui.LayoutView:
    """The question to the challenged player; the mentions call nobody but them."""
    challenger, *others = match.players
    asked = ", ".join(f"<@{player.id}>" for player in others)
    text = (
        f"### {face.title}\n{asked}, **{safe(challenger.name)}** challenges you to a match."
        f"\n-# {first_words(match)} The challenge stands until"
        f" <t:{match.created_at + CHALLENGE_LASTS}:f>."
    )
    row = (
        button(Action.ACCEPT, match, "Accept"),
        button(Action.DECLINE, match, "Decline"),
        button(Action.CANCEL, match, "Cancel"),
    )
    return layout(text, rows=[row])


def first_words(match: Match) -> str:
    first = match.options.get("first")
    if first is None:
        return "Who goes first is drawn by lot."
    return f"{safe(match.player(int(first)).name)} goes first."


def ended_challenge_view(match: Match, face: Face) -> discord.ui.LayoutView:
    challenger, *others = names(match)
    asked = " and ".join(others)
    words = {
        Ending.DECLINED: f"{asked} declined the challenge of {challenger}.",
        Ending.CANCELLED: f"{challenger} took back the challenge to {asked}.",
        Ending.EXPIRED: f"The challenge of {challenger} to {asked} has expired.",
    }
    return layout(f"### {face.title}\n{words[match.ending or Ending.EXPIRED]}")


def board_view(
    match: Match,
    states: Sequence[AnyState],
    face: Face,
    pictures: Sequence[Picture],
    choosing: str | None = None,
) -> discord.ui.LayoutView:
    """The board with its buttons, or with the answers to the choice that was opened."""
    who = names(match)
    against = " against ".join(f"{face.seat_mark(seat)} {name}" for seat, name in enumerate(who, 1))
    state = states[-1]
    lines = [f"### {against}", face.news(states, who)]
    rows: list[list[discord.ui.Button[discord.ui.LayoutView]]] = []
    if match.ending is not None:
        lines += [_ended_line(match), face.sheet(states, who)]
    elif choosing is not None:
        question, keys = face.choice(state, choosing, who)
        lines.append(question)
        rows = [[_key_button(key, match) for key in keys], [button(Action.BACK, match, "Back")]]
    else:
        lines += [face.sheet(states, who), face.turn(state, who)]
        rows = [[_key_button(key, match) for key in row] for row in face.keys(state)]
        rows.append([button(Action.SCORES, match, "Scores"), button(Action.MENU, match, "Menu")])
    lines.append(f"-# {face.title} · match {match.id}")
    return layout("\n".join(filter(None, lines)), pictures, rows)


def _ended_line(match: Match) -> str:
    if match.ending is not Ending.RESIGNED:
        return ""
    who = names(match)
    others = [name for seat, name in enumerate(who, 1) if seat != match.ended_by]
    return f"### 🏳️ {who[match.ended_by - 1]} resigned; {' and '.join(others)} wins."


def _key_button(key: Key, match: Match) -> discord.ui.Button[discord.ui.LayoutView]:
    action = Action.CHOOSE if key.opens else Action.MOVE
    return discord.ui.Button(
        style=discord.ButtonStyle.secondary,
        label=key.label,
        emoji=key.emoji,
        disabled=not key.enabled,
        custom_id=str(Press(action, match.id, match.ply, key.argument)),
    )


def moved_view(match: Match, face: Face, link: str | None) -> discord.ui.LayoutView:
    """What stays of a board message once the match is shown elsewhere."""
    where = f": {link}" if link else "."
    return layout(f"### {face.title}\nThe board of {' and '.join(names(match))} has moved{where}")


def menu_view(match: Match, *, plays: bool) -> discord.ui.LayoutView:
    """What can be done beside moving; only players can post the board anew or resign."""
    row = [
        button(Action.DESCRIBE, match, "Describe", "🗣️"),
        button(Action.RULES, match, "Rules", "📖"),
        button(Action.RECORD, match, "Record", "📜"),
    ]
    if plays:
        row += [
            button(Action.REPOST, match, "Repost", "📌"),
            button(Action.RESIGN, match, "Resign", "🏳️"),
        ]
    return layout(f"### Menu\n-# Match {match.id}", rows=[row])


def resign_view(match: Match, user: int) -> discord.ui.LayoutView:
    others = [safe(player.name) for player in match.players if player.id != user]
    return layout(
        f"Resign your match against {' and '.join(others)}? They win, and it cannot be taken back."
        "\n-# To keep playing, dismiss this message.",
        rows=[[button(Action.RESIGN_SURELY, match, "Resign")]],
    )
