"""A match that is open to more than one answer: its seats, and the ways to take them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import discord

from cogs.contract.face import Face
from cogs.contract.screen import Key
from cogs.frame.layout import Item, Picture, layout
from cogs.frame.names import safe_player_name
from cogs.frame.press import Action, MatchPress
from cogs.views import terms
from cogs.views.beginning import beginning_lines, heading, rematch_lines, setup_words, until
from cogs.views.introduction import introduction_row
from cogs.views.match_views import button, names, plain_names
from cogs.views.seating import LEVELS
from prowlerbot.core.formats import listed
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.lobby import can_start
from prowlerbot.match.match import Match

START_ALONE = "alone"
CANCEL = "cancel"
MENU = "menu"
"""The value that the menus of a lobby carry."""
_LEVEL_NAMES = {level: label for label, level in LEVELS}
_ADD_MACHINE = {
    "easy": mark("Add the machine: easy"),
    "medium": mark("Add the machine: medium"),
    "hard": mark("Add the machine: hard"),
}
_Menu = discord.ui.Select[discord.ui.LayoutView]


def is_lobby(match: Match, game: Game) -> bool:
    """Whether this is more than one player's challenge to another with the answers yes and no."""
    return len(match.players) != 2 or not match.asked or bool(choices(match, game))


def choices(match: Match, game: Game) -> Sequence[str]:
    """The choices of players along with a seat; nothing if the match plays on from another one."""
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
    """The seats and their players; the mentions ping only players who were asked."""
    small = [setup_words(match, face), terms.words(match, firsts), until(match)]
    lines = [
        heading(face, again),
        _asking_again(match) if again else _opening(match),
        *rematch_lines(match, game, face, again),
        *(_seat_line(match, face, seat) for seat in match.seats),
        "",  # else the next text belongs to the last line of the list
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
    """The effects of the buttons, unless they are plain."""
    told = []
    vacant = any(player.is_vacant for player in match.players)
    if choices(match, game) and vacant:
        told.append(tr("Choose a colour under Join, or press Join and get any free colour."))
    elif choices(match, game) and any(match.player(seat).choice for seat in match.asked):
        told.append(tr("Press Accept to keep your colour, or choose another one under Join."))
    elif choices(match, game) and match.asked:
        told.append(tr("Choose a colour under Join, or press Accept and get any free colour."))
    if match.asked and not vacant and len(match.players) > 2:
        asked = [names(match)[seat - 1] for seat in sorted(match.asked)]
        told.append(tr("The match begins once {players} have accepted.", players=listed(asked)))
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
        if player.name != player.level:  # a short name does not tell the level
            who = f"{who} · {tr(_LEVEL_NAMES[player.level or ''])}"
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
    """At most one row of buttons, and two menus: one for joining, and one for the host alone."""
    rows: list[list[Item]] = []
    vacant = any(player.is_vacant for player in match.players)
    if menu := _joining(match, [face.seat_choice(each) for each in choices(match, game)]):
        rows.append([menu])
    row: list[Item] = []
    if vacant:
        row.append(button(Action.JOIN, match, tr("Join")))
    elif match.asked:
        row.append(button(Action.ACCEPT, match, tr("Accept")))
    if match.asked:
        row.append(button(Action.DECLINE, match, tr("Decline")))
    if match.voters - match.asked - {match.challenger}:
        row.append(button(Action.STEP_OUT, match, tr("Leave")))
    if match.origin is None and game.seats.start < len(match.players):
        start = button(Action.START, match, tr("Start"))
        row.append(replace(start, disabled=not can_start(match, game)))
    return [*rows, row, [_for_host(match, game, machine=machine and vacant)]]


def _joining(match: Match, keys: Sequence[Key]) -> _Menu | None:
    """Join with one of these choices, or change one's own. Choices that somebody else has, or would
    keep as a player asked to a rematch, are not on offer.
    """
    taken = {player.choice for player in match.players}
    options = [
        discord.SelectOption(label=key.label, value=key.argument, emoji=key.emoji)
        for key in keys
        if key.argument not in taken
    ]
    if not options:
        return None
    return discord.ui.Select(
        custom_id=_menu_id(Action.JOIN, match), placeholder=tr("Join with …"), options=options
    )


def _for_host(match: Match, game: Game, *, machine: bool) -> _Menu:
    host = plain_names(match)[match.challenger - 1]
    options = [
        discord.SelectOption(label=tr(label), value=level)
        for level, label in _ADD_MACHINE.items()
        if machine
    ]
    if match.asked and can_start(match, game, alone=True):
        asked = [plain_names(match)[seat - 1] for seat in sorted(match.asked)]
        label = tr("Start without {players}", players=listed(asked))
        options.append(discord.SelectOption(label=label[:100], value=START_ALONE))
    options.append(discord.SelectOption(label=tr("Cancel the match"), value=CANCEL))
    return discord.ui.Select(
        custom_id=_menu_id(Action.ADD_MACHINE, match),
        placeholder=tr("For {player}, the host", player=host),
        options=options,
    )


def _menu_id(action: Action, match: Match) -> str:
    """The id of a menu, new after each change: Discord keeps the choice in a menu with the same id,
    so the same option could not be chosen twice.
    """
    return str(MatchPress(action, match.id, match.moment, f"{MENU}{match.revision}"))
