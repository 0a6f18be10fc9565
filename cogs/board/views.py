"""The messages of a match as Components V2 layouts.

The views only carry what is shown: presses are answered from what their buttons carry. Each view
is stopped at once, so discord.py keeps none of them in memory.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.board.face import Face, Key
from cogs.frame.layout import Button, Picture, layout, listed
from cogs.frame.names import plain, safe
from cogs.frame.press import Action, MatchPress, ReplayPress
from prowlerbot.core.game import AnyState
from prowlerbot.core.i18n import tr, trn
from prowlerbot.match.match import Ending, Match

_STYLES = {
    Action.ACCEPT: discord.ButtonStyle.success,
    Action.CONFIRM_RESIGNING: discord.ButtonStyle.danger,
    Action.CONFIRM: discord.ButtonStyle.success,
    Action.AGREE: discord.ButtonStyle.success,
    Action.REMATCH: discord.ButtonStyle.primary,
    Action.MOVE: discord.ButtonStyle.primary,
}


def button(
    action: Action, match: Match, label: str, emoji: str | None = None, *, argument: str = ""
) -> Button:
    return discord.ui.Button(
        style=_STYLES.get(action, discord.ButtonStyle.secondary),
        label=label,
        emoji=emoji,
        custom_id=str(MatchPress(action, match.id, match.moment, argument)),
    )


def replay_button(match: Match) -> Button:
    """The way into a replay."""
    return discord.ui.Button(
        style=discord.ButtonStyle.secondary,
        label=tr("Replay"),
        emoji="⏪",
        custom_id=str(ReplayPress(Action.REPLAY, match.id, replay_begins(match))),
    )


def replay_begins(match: Match) -> int:
    """With the start of a match that is over, else with the last move."""
    return 0 if match.ending else match.ply


def names(match: Match) -> list[str]:
    """The players' names for a text with markdown, seat 1 first."""
    return [safe(player.name) for player in match.players]


def plain_names(match: Match) -> list[str]:
    """The players' names for a picture or a plain text, seat 1 first."""
    return [plain(player.name) for player in match.players]


def board_view(
    match: Match,
    states: Sequence[AnyState],
    face: Face,
    pictures: Sequence[Picture],
    *,
    choosing: str | None = None,
    due: int | None = None,
    machine: str = "",
    question: str = "",
    rating: str = "",
) -> discord.ui.LayoutView:
    """The board with its buttons, or with the answers to the choice that was opened.

    ``due`` is when the present move is due, ``machine`` that the machine is thinking,
    ``question`` what one player asks the other, ``rating`` tells what the match did to ratings.
    """
    who = names(match)
    state = states[-1]
    lines = [heading(match, face), face.news(states, who)]
    rows: list[list[Button]] = []
    if match.ending is not None:
        lines += [ended_line(match), face.sheet(states, who), rating]
        again = button(Action.REMATCH, match, tr("Rematch"), "🔁")
        rows = [[again, replay_button(match), button(Action.MENU, match, tr("Menu"))]]
    elif choosing is not None:
        question, keys = face.choice(state, choosing, who)
        lines.append(question)
        rows = [[_key_button(key, match) for key in keys], [button(Action.BACK, match, tr("Back"))]]
    else:
        lines += [face.sheet(states, who), face.turn(state, who), due_line(due), machine, question]
        rows = [[_key_button(key, match) for key in row] for row in face.keys(state)]
        rows.append(
            [button(Action.SCORES, match, tr("Scores")), button(Action.MENU, match, tr("Menu"))]
        )
    lines.append(f"-# {face.title} · {which(match)}")
    return layout("\n".join(filter(None, lines)), pictures, rows)


def which(match: Match) -> str:
    """The match by its id, and where it branched off."""
    named = tr("match {id}", id=match.id)
    if match.origin is None:
        return named
    origin = match.origin
    branched = trn(
        "branched from {source} after {count} move",
        "branched from {source} after {count} moves",
        origin.ply,
        source=origin.source,
    )
    return f"{named} · {branched}"


def heading(match: Match, face: Face) -> str:
    """Who plays whom, each with the mark of the seat."""
    marked = (f"{face.seat_mark(seat)} {name}" for seat, name in enumerate(names(match), 1))
    return "### " + f" {tr('against')} ".join(marked)


def ended_line(match: Match) -> str:
    """How the match ended, where that does not show on the board."""
    who = names(match)
    others = [name for seat, name in enumerate(who, 1) if seat != match.ended_by]
    if match.ending is Ending.AGREED:
        agreed = tr("🤝 {players} agreed to end the match without a result.", players=listed(who))
        return f"### {agreed}"
    if match.ending is Ending.ABANDONED:
        return "### " + tr(
            "💤 The match was left alone for so long that it ended without a result."
        )
    if match.ending is Ending.CLAIMED:
        sentence = tr(
            "⌛ {player} wins: the time of {others} ran out.",
            player=who[match.ended_by - 1],
            others=listed(others),
        )
        return f"### {sentence}"
    if match.ending is not Ending.RESIGNED:
        return ""
    return "### " + trn(
        "🏳️ {player} resigned; {others} wins.",
        "🏳️ {player} resigned; {others} win.",
        len(others),
        player=who[match.ended_by - 1],
        others=listed(others),
    )


def _key_button(key: Key, match: Match) -> Button:
    action = Action.CHOOSE if key.opens else Action.MOVE
    return key_button(key, str(MatchPress(action, match.id, match.moment, key.argument)))


def key_button(key: Key, custom_id: str) -> Button:
    return discord.ui.Button(
        style=discord.ButtonStyle.secondary,
        label=key.label,
        emoji=key.emoji,
        disabled=not key.enabled,
        custom_id=custom_id,
    )


def due_line(due: int | None) -> str:
    """When the move is due; Discord turns the time into “in 3 days” or “an hour ago”."""
    return "" if due is None else tr("⏳ Move due {when}", when=f"<t:{due}:R>")


def moved_view(match: Match, face: Face, link: str | None) -> discord.ui.LayoutView:
    """What stays of a board message once the match is shown elsewhere."""
    moved = tr("The board of {players} has moved.", players=listed(names(match)))
    return layout(f"### {face.title}\n{moved} {link or ''}")
