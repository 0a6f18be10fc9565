"""The messages of a match as Components V2 layouts.

The views only carry what is shown: presses are answered by the router in ``presses``, from what
their buttons carry. Each view is stopped at once, so discord.py keeps none of them in memory.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.board.face import Face, Key, Picture
from cogs.frame.layout import Button, layout, listed
from cogs.frame.names import plain, safe
from cogs.frame.press import Action, Press
from cogs.life import terms
from prowlerbot.core.game import AnyState
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Ending, Match
from prowlerbot.match.origin import Origin

_STYLES = {
    Action.ACCEPT: discord.ButtonStyle.success,
    Action.RESIGN_SURELY: discord.ButtonStyle.danger,
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
        custom_id=str(Press(action, match.id, match.moment, argument)),
    )


def replay_button(match: Match) -> discord.ui.Button[discord.ui.LayoutView]:
    """The way into a replay."""
    return discord.ui.Button(
        style=discord.ButtonStyle.secondary,
        label=tr("Replay"),
        emoji="⏪",
        custom_id=str(Press(Action.REPLAY, match.id, replay_begins(match))),
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


def challenge_view(
    match: Match, face: Face, pictures: Sequence[Picture] = ()
) -> discord.ui.LayoutView:
    """The question to the challenged player; the mentions call nobody but them.

    ``pictures`` show where a match begins that plays on from another one.
    """
    challenger = match.player(match.challenger)
    asked = ", ".join(f"<@{match.player(seat).id}>" for seat in sorted(match.asked))
    question = tr(
        "{asked}, **{challenger}** challenges you to a match.",
        asked=asked,
        challenger=safe(challenger.name),
    )
    until = tr(
        "The challenge stands until {time}.", time=f"<t:{match.created_at + CHALLENGE_LASTS}:f>"
    )
    lines = [f"### {face.title}", question]
    if match.origin is not None:
        lines += [_origin_words(match.origin), heading(match, face)]
        lines.append(f"-# {terms.words(match.terms)} {until}")
    else:
        lines.append(f"-# {_first_words(match)} {terms.words(match.terms)} {until}")
    row = (
        button(Action.ACCEPT, match, tr("Accept")),
        button(Action.DECLINE, match, tr("Decline")),
        button(Action.CANCEL, match, tr("Cancel")),
    )
    return layout("\n".join(lines), pictures, [row])


def _origin_words(origin: Origin) -> str:
    return trn(
        "It plays on from match {id} after {count} move:",
        "It plays on from match {id} after {count} moves:",
        origin.ply,
        id=origin.source,
    )


def _first_words(match: Match) -> str:
    first = match.options.get("first")
    if first is None:
        return tr("Who goes first is drawn by lot.")
    return tr("{player} goes first.", player=safe(match.player(int(first)).name))


def ended_challenge_view(match: Match, face: Face) -> discord.ui.LayoutView:
    who = names(match)
    challenger = who[match.challenger - 1]
    others = [who[seat - 1] for seat in match.seats if seat != match.challenger]
    sentence = {
        Ending.DECLINED: mark("{asked} declined the challenge of {challenger}."),
        Ending.CANCELLED: mark("{challenger} took back the challenge to {asked}."),
    }.get(
        match.ending or Ending.EXPIRED,
        mark("The challenge of {challenger} to {asked} has expired."),
    )
    words = tr(sentence, asked=listed(others), challenger=challenger)
    return layout(f"### {face.title}\n{words}")


def board_view(
    match: Match,
    states: Sequence[AnyState],
    face: Face,
    pictures: Sequence[Picture],
    *,
    choosing: str | None = None,
    due: int | None = None,
    question: str = "",
    rating: str = "",
) -> discord.ui.LayoutView:
    """The board with its buttons, or with the answers to the choice that was opened.

    ``due`` is when the present move is due, ``question`` what one player asks the other,
    ``rating`` tells what the match did to ratings.
    """
    who = names(match)
    state = states[-1]
    lines = [heading(match, face), face.news(states, who)]
    rows: list[list[discord.ui.Button[discord.ui.LayoutView]]] = []
    if match.ending is not None:
        lines += [ended_line(match), face.sheet(states, who), rating]
        again = button(Action.REMATCH, match, tr("Rematch"), "🔁")
        rows = [[again, replay_button(match), button(Action.MENU, match, tr("Menu"))]]
    elif choosing is not None:
        question, keys = face.choice(state, choosing, who)
        lines.append(question)
        rows = [[_key_button(key, match) for key in keys], [button(Action.BACK, match, tr("Back"))]]
    else:
        lines += [face.sheet(states, who), face.turn(state, who), terms.due_line(due), question]
        rows = [[_key_button(key, match) for key in row] for row in face.keys(state)]
        rows.append(
            [button(Action.SCORES, match, tr("Scores")), button(Action.MENU, match, tr("Menu"))]
        )
    lines.append(f"-# {face.title} · {which(match)}")
    return layout("\n".join(filter(None, lines)), pictures, rows)


def which(match: Match) -> str:
    """The match by its id, and where it branched off."""
    told = tr("match {id}", id=match.id)
    if match.origin is None:
        return told
    origin = match.origin
    branched = trn(
        "branched from {source} after {count} move",
        "branched from {source} after {count} moves",
        origin.ply,
        source=origin.source,
    )
    return f"{told} · {branched}"


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


def _key_button(key: Key, match: Match) -> discord.ui.Button[discord.ui.LayoutView]:
    action = Action.CHOOSE if key.opens else Action.MOVE
    return key_button(key, str(Press(action, match.id, match.moment, key.argument)))


def key_button(key: Key, custom_id: str) -> Button:
    return discord.ui.Button(
        style=discord.ButtonStyle.secondary,
        label=key.label,
        emoji=key.emoji,
        disabled=not key.enabled,
        custom_id=custom_id,
    )


def moved_view(match: Match, face: Face, link: str | None) -> discord.ui.LayoutView:
    """What stays of a board message once the match is shown elsewhere."""
    moved = tr("The board of {players} has moved.", players=listed(names(match)))
    return layout(f"### {face.title}\n{moved} {link or ''}")


def menu_view(
    match: Match,
    *,
    plays: bool,
    more: Sequence[discord.ui.Button[discord.ui.LayoutView]] = (),
) -> discord.ui.LayoutView:
    """What can be done beside moving; only players can post the board anew or resign.

    ``more`` is what the moment adds: a question to ask or to answer.
    """
    # A phone has room for two side by side.
    to_see = [button(Action.LOOK, match, tr("My view"), "👁️")]
    rows = [
        [
            button(Action.DESCRIBE, match, tr("Describe"), "🗣️"),
            button(Action.RULES, match, tr("Rules"), "📖"),
        ],
        [button(Action.RECORD, match, tr("Record"), "📜"), replay_button(match)],
        to_see,
    ]
    if plays:
        to_see.append(button(Action.REPOST, match, tr("Repost"), "📌"))
        rows.append([*more, button(Action.RESIGN, match, tr("Resign"), "🏳️")])
    return layout(f"### {tr('Menu')}\n-# {tr('match {id}', id=match.id)}", rows=rows)


def resign_view(match: Match, user: int) -> discord.ui.LayoutView:
    others = [safe(player.name) for player in match.players if player.id != user]
    question = tr(
        "Resign your match against {others}? They win, and it cannot be taken back.",
        others=listed(others),
    )
    hint = tr("To keep playing, dismiss this message.")
    return layout(
        f"{question}\n-# {hint}",
        rows=[[button(Action.RESIGN_SURELY, match, tr("Resign"))]],
    )
