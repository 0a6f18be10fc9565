"""A match that is open to more than one answer: its seats, and the ways to take them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import discord

from cogs.board.face import Face
from cogs.board.introduction import introduction_row
from cogs.board.screen import IN_A_ROW, Key
from cogs.board.views import button, names
from cogs.frame.layout import Button, Item, Picture, layout
from cogs.frame.names import safe_player_name
from cogs.frame.press import Action, MatchPress
from cogs.life import terms
from cogs.life.beginning import beginning_lines, heading, rematch_lines, setup_words, until
from cogs.life.seating import LEVELS
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import tr
from prowlerbot.match.lobby import can_start
from prowlerbot.match.match import Match


def is_lobby(match: Match, game: Game) -> bool:
    """Whether this is more than one player's challenge to another, answered by yes or no."""
    return len(match.players) != 2 or not match.asked or bool(choices(match, game))


def choices(match: Match, game: Game) -> Sequence[str]:
    """What players choose along with a seat; nothing if the match plays on from another one."""
    return () if match.origin is not None else game.choices


def lobby_view(
    match: Match,
    game: Game,
    face: Face,
    pictures: Sequence[Picture] = (),
    *,
    machine: bool = True,
    firsts: Collection[int] = (),
    again: str = "",
) -> discord.ui.LayoutView:
    """The seats and who has them; the mentions ping only players who were asked."""
    small = [setup_words(match, face), terms.words(match, firsts), until(match)]
    lines = [
        heading(face, again),
        _asking_again(match) if again else _opening(match),
        *rematch_lines(match, game, face, again),
        *(_seat_line(match, face, seat) for seat in match.seats),
        *_ways_in(match, game),
        *beginning_lines(match, face),
        "-# " + " ".join(filter(None, small)),
    ]
    rows = _rows(match, game, face, machine=machine)
    if not again:
        rows.append([*introduction_row(match, face)])
    return layout("\n".join(lines), pictures, rows)


def _asking_again(match: Match) -> str:
    return tr("**{player}** asks for a rematch.", player=names(match)[match.challenger - 1])


def _opening(match: Match) -> str:
    host = names(match)[match.challenger - 1]
    if len(match.players) == 2 and not match.asked:
        return tr("**{player}** is looking for an opponent.", player=host)
    return tr("**{player}** opens a match for {count}.", player=host, count=len(match.players))


def _ways_in(match: Match, game: Game) -> list[str]:
    """What the buttons do, where that is not plain."""
    told = []
    if match.asked and choices(match, game):
        told.append(tr("Join with the one you want, or press Accept for any that is free."))
    elif match.asked and any(player.is_vacant for player in match.players):
        told.append(tr("Accept is for players with an invitation, Join for everybody else."))
    if 1 in game.seats and can_start(match, game) and not match.voters - {match.challenger}:
        host = names(match)[match.challenger - 1]
        told.append(tr("{player} can press Start at once, to play alone.", player=host))
    return told


def _seat_line(match: Match, face: Face, seat: int) -> str:
    player = match.player(seat)
    if player.is_vacant:
        who = tr("open to anyone")
    elif player.is_machine:
        who = safe_player_name(player)
    elif not player.joined:
        who = tr("waiting for {player}", player=f"<@{player.id}>")
    else:
        who = f"**{safe_player_name(player)}**"
    if player.choice:
        chosen = face.seat_choice(player.choice)
        who = " · ".join([who, " ".join(filter(None, [chosen.emoji, chosen.label]))])
    # Starting with fewer players closes the gaps, so a seat has its mark only once it is settled.
    mark = face.seat_mark(seat, match.origin.setup) if match.origin is not None else f"{seat}."
    return f"{mark} {who}"


def _rows(match: Match, game: Game, face: Face, *, machine: bool) -> list[list[Item]]:
    vacant = any(player.is_vacant for player in match.players)
    keys = [face.seat_choice(choice) for choice in choices(match, game)]
    joining: list[Button] = [_choice_button(match, key) for key in keys]
    if vacant and not keys:
        joining = [button(Action.JOIN, match, tr("Join"))]
    answers: list[Button] = []
    if match.asked:
        answers += [
            button(Action.ACCEPT, match, tr("Accept")),
            button(Action.DECLINE, match, tr("Decline")),
        ]
    guests = match.voters - match.asked - {match.challenger}
    if guests:
        answers.append(button(Action.STEP_OUT, match, tr("Leave")))
    if not keys:
        joining, answers = [*joining, *answers], []
    for_host = [button(Action.CANCEL, match, tr("Cancel"))]
    if match.origin is None and game.seats.start < len(match.players):
        start = button(Action.START, match, tr("Start"))
        for_host.insert(0, replace(start, disabled=not can_start(match, game)))
    rows: list[list[Item]] = [
        [*joining[at : at + IN_A_ROW]] for at in range(0, len(joining), IN_A_ROW)
    ]
    rows += [[*row] for row in (answers, for_host) if row]
    if vacant and machine:
        rows.append([_machines(match)])
    return rows


def _choice_button(match: Match, key: Key) -> Button:
    """Joins with this choice, or changes one's own; nobody can take what somebody else has
    or, asked to a rematch, would keep.
    """
    taken = {player.choice for player in match.players}
    join = button(
        Action.JOIN,
        match,
        tr("Join: {choice}", choice=key.label),
        key.emoji,
        argument=key.argument,
    )
    return replace(join, disabled=key.argument in taken)


def _machines(match: Match) -> discord.ui.Select[discord.ui.LayoutView]:
    return discord.ui.Select(
        custom_id=str(MatchPress(Action.ADD_MACHINE, match.id, match.moment)),
        placeholder=tr("Host: give the machine a seat"),
        options=[discord.SelectOption(label=tr(name), value=level) for name, level in LEVELS],
    )
