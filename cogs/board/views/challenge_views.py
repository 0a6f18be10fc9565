"""The message of a match before it begins: a challenge or a lobby.

A challenge asks one player a question with the answers yes and no. Everything else is a lobby. A
challenge that ended has a message of its own.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

import discord

from cogs.board.views.match_views import button, join_players, match_heading, tutorial_buttons
from cogs.board.views.results_text import reason_line
from cogs.board.views.terms_words import terms_words
from cogs.contract.face import Face
from cogs.contract.screen import Key
from cogs.frame.layout import Button, Content, Item, Picture, layout, menu
from cogs.frame.names import LEVEL_WORDS, names_in_text, names_of, plain_names, safe_player_name
from cogs.presses import HubPress, MatchAction, MatchPress
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import listing, mark, tr, trn
from prowlerbot.match.lobby import can_start, expiry_of
from prowlerbot.match.match import Ending, Match

START_ALONE_VALUE = "alone"
CANCEL_VALUE = "cancel"
MENU_ARGUMENT = "menu"  # the value that the menus of a lobby carry
_ENDED = {
    Ending.DECLINED: mark("{asked} declined {challenger}'s challenge."),
    Ending.CANCELLED: mark("{challenger} withdrew the challenge to {asked}."),
    Ending.WITHDRAWN: mark("A moderator withdrew {challenger}'s challenge to {asked}."),
    Ending.EXPIRED: mark("{challenger}'s challenge to {asked} has expired."),
}
_ENDED_OPEN = {  # nobody declines these: they ask no single player
    Ending.CANCELLED: mark("{challenger} cancelled the match."),
    Ending.WITHDRAWN: mark("A moderator withdrew {challenger}'s match."),
    Ending.EXPIRED: mark("{challenger}'s match did not begin in time."),
}


class ChallengeExtras(NamedTuple):
    """The parts of a challenge or a lobby beside its match."""

    pictures: Sequence[Picture]
    """The cover of the game, or the first position of a match that plays on from another one."""
    machine: bool  # whether the machine may take a seat here
    newcomers: Collection[int]  # the seats of players new to the game
    rematch_result: str  # the result of the match before a rematch; empty for any other match
    habits: str  # the usual length of such a match, and when its players are usually there


def challenge_view(match: Match, game: Game, face: Face, extras: ChallengeExtras) -> Content:
    """The challenge or the lobby; mentions ping only the players asked."""
    rematch_result = extras.rematch_result
    is_lobby = len(match.players) != 2 or not match.invited_seats or bool(_choices(match, game))
    title = tr("🔁 Rematch of {game}", game=face.title) if rematch_result else face.title
    opening = _opening_sentence(match, is_lobby=is_lobby, is_rematch=bool(rematch_result))
    lines = [f"### {title}", rematch_result or face.pitch, opening]
    lines += _rematch_lines(match, game, face) if rematch_result else []
    small_print = [_setup_words(match, face), terms_words(match, extras.newcomers)]
    if is_lobby:
        lines += [_seat_line(match, face, seat) for seat in match.seats]
        lines.append("")  # otherwise Discord joins the next text to the last line of the list
        lines += _button_hints(match, game)
        rows = _lobby_rows(match, game, face, machine=extras.machine)
    else:
        row: list[Item] = [button("accept", match, tr("Accept"))]
        row += [button("decline", match, tr("Decline")), button("cancel", match, tr("Withdraw"))]
        rows = [row]
        if rematch_result:  # a rematch shows changes in normal size
            lines += filter(None, small_print)
            small_print = []
    time = f"<t:{expiry_of(match)}:f>"
    small_print += [extras.habits, tr("The challenge stands until {time}.", time=time)]
    lines += [*_origin_lines(match, face), "-# " + " ".join(filter(None, small_print))]
    if not rematch_result:
        rows.append([*introduction_row(match, face)])
    return layout("\n".join(lines), extras.pictures, rows)


def introduction_row(match: Match, face: Face) -> list[Button]:
    """The rules in short and the lessons; their answers are private."""
    return [button("rules", match, tr("How to play"), "📖"), *tutorial_buttons(face)]


def _choices(match: Match, game: Game) -> Sequence[str]:
    """The choices of players along with a seat; nothing if the match plays on from another one."""
    return () if match.origin is not None else game.choices


def _opening_sentence(match: Match, *, is_lobby: bool, is_rematch: bool) -> str:
    host = names_of(match, match.challenger)
    if not is_lobby:
        asked = listing([f"<@{match.player(seat).id}>" for seat in sorted(match.invited_seats)])
        if is_rematch:
            return tr("{asked}, **{challenger}** asks for a rematch.", asked=asked, challenger=host)
        sentence = mark("{asked}, **{challenger}** challenges you to a match.")
        return tr(sentence, asked=asked, challenger=host)
    if is_rematch:
        return tr("**{player}** asks for a rematch.", player=host)
    if len(match.players) == 2 and not match.invited_seats:
        return tr("**{player}** is looking for an opponent.", player=host)
    return tr("**{player}** opens a match for {count}.", player=host, count=len(match.players))


def _rematch_lines(match: Match, game: Game, face: Face) -> list[str]:
    """The new seats of a rematch of two, if its players swap sides."""
    # In a game with choices, colours belong to players.
    if len(match.players) != 2 or game.choices or game.keeps_seats:
        return []
    names = enumerate(names_in_text(match), 1)
    players = [f"{face.seat_mark(seat, '')} {name}" for seat, name in names]
    return [tr("You swap sides: {players}.", players=join_players(players))]


def _origin_lines(match: Match, face: Face) -> list[str]:
    """The position that a match plays on from; nothing for one that starts from scratch."""
    if match.origin is None:
        return []
    plays_on = trn(
        "It plays on from match {id} after {count} move:",
        "It plays on from match {id} after {count} moves:",
        match.origin.count,
        id=match.origin.source,
    )
    return [plays_on, match_heading(match, face)]


def _setup_words(match: Match, face: Face) -> str:
    """The effect of the game's own options; nothing if the match plays on from another one."""
    if match.origin is not None:
        return ""
    opponents = [
        tr("the opponent") if player.is_vacant else name
        for player, name in zip(match.players, names_in_text(match), strict=True)
    ]
    words = face.setup_words(match.options, opponents)
    return words[:1].upper() + words[1:]


def _button_hints(match: Match, game: Game) -> list[str]:
    """The effects of the buttons, unless they are plain."""
    has_vacancy, hints = any(player.is_vacant for player in match.players), list[str]()
    has_choice = any(match.player(seat).choice for seat in match.invited_seats)
    if has_choice and not has_vacancy and _choices(match, game):
        hint = tr("Press “Accept” to keep your colour, or choose another one under “Join with”.")
        hints.append(hint)
    if match.invited_seats and not has_vacancy and len(match.players) > 2:
        start_hint = trn(
            "The match begins once {players} has accepted.",
            "The match begins once {players} have accepted.",
            len(match.invited_seats),
            players=names_of(match, *sorted(match.invited_seats)),
        )
        hints.append(start_hint)
    if 1 in game.seats and can_start(match, game) and not match.voters - {match.challenger}:
        host = names_of(match, match.challenger)
        hints.append(tr("{player} can press Start at once, to play alone.", player=host))
    return hints


def _seat_line(match: Match, face: Face, seat: int) -> str:
    player = match.player(seat)
    if player.is_vacant:
        occupant = tr("open to anyone")
    elif player.is_machine:
        occupant = safe_player_name(player)
        if player.level and player.name != player.level:  # a short name does not tell the level
            occupant = f"{occupant} · {tr(LEVEL_WORDS[player.level].label)}"
    elif not player.joined:
        occupant = tr("waiting for {player}", player=f"<@{player.id}>")
    else:
        occupant = f"**{safe_player_name(player)}**"
    if player.choice:
        key = face.seat_choice(player.choice)
        occupant = f"{occupant} · {' '.join(filter(None, [key.emoji, key.label]))}"
    # Starting with fewer players closes the gaps, so a seat has its mark only once it is settled.
    sign = face.seat_mark(seat, match.origin.setup) if match.origin is not None else f"{seat}."
    return f"{sign} {occupant}"


def _lobby_rows(match: Match, game: Game, face: Face, *, machine: bool) -> list[list[Item]]:
    """At most one row of buttons, and two menus: one for joining, and one for the host alone."""
    has_vacancy = any(player.is_vacant for player in match.players)
    keys = [face.seat_choice(choice) for choice in _choices(match, game)]
    row: list[Item] = []
    if has_vacancy:
        row.append(button("join", match, tr("Join")))
    elif match.invited_seats:
        row.append(button("accept", match, tr("Accept")))
    if match.invited_seats:
        row.append(button("decline", match, tr("Decline")))
    if match.voters - match.invited_seats - {match.challenger}:
        row.append(button("stepout", match, tr("Leave")))
    if match.origin is None and game.seats.start < len(match.players):
        start = button("start", match, tr("Start"))
        row.append(replace(start, disabled=not can_start(match, game)))
    host_menu = _host_menu(match, game, machine=machine and has_vacancy)
    return [*_joining_menu(match, keys), row, [host_menu]]


def _joining_menu(match: Match, keys: Sequence[Key]) -> list[list[Item]]:
    """The menu to join with a choice that nobody else has, or to change one's own."""
    taken_choices = {player.choice for player in match.players}
    options = [
        discord.SelectOption(label=key.label, value=key.argument, emoji=key.emoji)
        for key in keys
        if key.argument not in taken_choices
    ]
    return [[menu(_menu_press("join", match), tr("Join with …"), options)]] if options else []


def _host_menu(match: Match, game: Game, *, machine: bool) -> Item:
    """The menu of the host, with the levels of the ``machine`` if it can take a seat."""
    names = plain_names(match)
    options: list[discord.SelectOption | tuple[str, object]] = [
        discord.SelectOption(label=tr(words.add), value=level, description=tr(words.style))
        for level, words in LEVEL_WORDS.items()
        if machine
    ]
    if match.invited_seats and can_start(match, game, drop_invited=True):
        asked = [names[seat - 1] for seat in sorted(match.invited_seats)]
        options.append((tr("Start without {players}", players=listing(asked)), START_ALONE_VALUE))
    options.append((tr("Cancel the match"), CANCEL_VALUE))
    placeholder = tr("For {player}, the host", player=names[match.challenger - 1])
    return menu(_menu_press("machine", match), placeholder, options)


def _menu_press(action: MatchAction, match: Match) -> MatchPress:
    """The press of a menu, new after each change: else Discord shows what was chosen before."""
    return MatchPress(action, match.id, match.moment, f"{MENU_ARGUMENT}{match.revision}")


def ended_challenge_view(match: Match, face: Face, *, was_asked_again: bool) -> Content:
    names, host = names_in_text(match), match.challenger
    others = listing([names[seat - 1] for seat in match.seats if seat != host])
    has_vacancy = any(player.is_vacant for player in match.players)
    sentences = _ENDED if len(match.players) == 2 and not has_vacancy else _ENDED_OPEN
    sentence = sentences.get(match.ending or Ending.EXPIRED, sentences[Ending.EXPIRED])
    words = tr(sentence, asked=others, challenger=names[host - 1])
    is_repeatable = match.ending is Ending.EXPIRED and match.origin is None and not was_asked_again
    ask_row = [[Button(tr("Ask again"), HubPress("again", match.id))]]
    lines = filter(None, [f"### {face.title}", words, reason_line(match.reason)])
    return layout("\n".join(lines), rows=ask_row if is_repeatable else ())
