"""The message of a match before it begins, a challenge or a lobby, and its terms in words.

A challenge asks one player a question with the answers yes and no. Everything else is a lobby. A
challenge that ended has a message of its own.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import discord
from discord import app_commands

from cogs.board.views import match_views as views
from cogs.board.views.common_buttons import tutorial_buttons
from cogs.board.views.match_views import button, clock_time, names_in_text, names_of, plain_names
from cogs.board.views.results_text import reason_line
from cogs.contract.face import Face
from cogs.contract.screen import Key
from cogs.frame.layout import Button, Content, Item, Picture, layout, menu
from cogs.frame.names import LEVEL_WORDS, safe_player_name
from cogs.presses.addresses import HubPress, MatchPress, OfMatch
from prowlerbot.core.clock import DAY, HOUR, Outage
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import duration_words, listing, mark, tr, trn
from prowlerbot.match.banks import first_move_time
from prowlerbot.match.lobby import can_start, expiry_of
from prowlerbot.match.match import Ending, Match
from prowlerbot.match.player_statistics import Hours
from prowlerbot.match.terms import RESERVE, Terms, sufficient_pace

CLOCKS = (
    (mark("5 + 5 (minutes for the match + seconds a turn)"), -505),
    (mark("10 + 10 (minutes for the match + seconds a turn)"), -1010),
    (mark("20 + 15 (minutes for the match + seconds a turn)"), -2015),
)
PACES = (
    ("10 minutes a move", 10 * 60),
    ("1 hour a move", HOUR),
    ("1 day a move", DAY),
    ("3 days a move", 3 * DAY),
)
_SLOWEST_PACES = ((mark("3 days a move + 5 days in reserve"), RESERVE), (mark("No limit"), 0))
PACE_CHOICES = [
    app_commands.Choice(name=name, value=pace) for name, pace in (*CLOCKS, *PACES, *_SLOWEST_PACES)
]


def pace_choices(game: Game) -> list[app_commands.Choice[int]]:
    """The choices that are long enough for a game."""
    return [each for each in PACE_CHOICES if sufficient_pace(each.value, game) == each.value]


def _choices_of(**labels: str) -> list[app_commands.Choice[str]]:
    """The choices of an option by their values."""
    return [app_commands.Choice(name=name, value=value) for value, name in labels.items()]


WEEKEND_CHOICES = _choices_of(
    pause=mark("Saturdays and Sundays do not count"), counts=mark("Every day counts")
)

USUAL_STOPWATCH = 150
"""Seconds."""
STOPWATCHES = (
    (mark("1:30 minutes"), "90"),
    (mark("2:30 minutes"), "150"),
    (mark("5 minutes"), "300"),
    (mark("10 minutes"), "600"),
)
"""The time that all share for live stages: label and seconds."""

RATED_CHOICES = _choices_of(yes=mark("Rated"), no=mark("Friendly"))
HINT_CHOICES = _choices_of(yes=mark("Allowed, each for the asker alone"), no=mark("None"))
TAKEBACK_CHOICES = _choices_of(
    ask=mark("If all agree"), free=mark("Without asking, until the next move"), never=mark("Never")
)

# The usual term is not mentioned: a takeback if the others agree.
_TAKEBACKS = {
    "free": mark("The last move can be taken back without asking."),
    "never": mark("No move can be taken back."),
}

_PACES = {
    10 * 60: mark("You have 10 minutes for each move."),
    HOUR: mark("You have an hour for each move."),
    DAY: mark("You have a day for each move."),
    3 * DAY: mark("You have 3 days for each move."),
    0: mark("There is no time limit."),
}


def terms_words(match: Match, firsts: Collection[int] = ()) -> str:
    """The terms in sentences: whether the match counts, and every unusual term.

    ``firsts`` are the seats of players new to the game.
    """
    terms = match.terms
    parts = [clock_words(terms)] if terms.bank else []
    if terms.stopwatch:
        time = clock_time(terms.stopwatch)
        parts.append(tr("All players together have {time} for the live stage.", time=time))
    elif not terms.bank:
        parts = [_pace_sentence(terms.pace)]
    if terms.weekend:
        told = mark("Saturdays and Sundays do not count (time zone {zone}).")
        parts.append(tr(told, zone=terms.weekend))
    if terms.takebacks in _TAKEBACKS:
        parts.append(tr(_TAKEBACKS[terms.takebacks]))
    if terms.hints:
        parts.append(tr("The players may ask the machine for hints."))
    if terms.substitutes:
        words = tr(
            "If a player leaves, another player can take the seat for a while, then the machine"
            " does."
        )
        parts.append(words)
    elif terms.takeover:
        parts.append(tr("If a player leaves, the machine takes over the seat."))
    return " ".join((_rated_words(match, firsts), *parts))


def _pace_sentence(pace: int) -> str:
    if pace in _PACES:
        return tr(_PACES[pace])
    return f"{tr('Time limit for each move')}: {span_words(pace)}."  # of an arena


def clock_words(terms: Terms) -> str:
    """The rule of a clock for the whole match in a sentence."""
    time, bank, count = span_words(terms.pace), span_words(terms.bank), terms.increment
    if terms.pace:
        return tr("You have {time} for each move, and {bank} in reserve.", time=time, bank=bank)
    told = mark("You have {bank} for the whole match, and {count} seconds more with each turn.")
    first = mark("Of that, you have {time} for your first move, or you lose.")
    time = span_words(first_move_time(terms.bank))
    return f"{tr(told, bank=bank, count=count)} {tr(first, time=time)}"


def _rated_words(match: Match, firsts: Collection[int]) -> str:
    """Whether the match counts, and the reason if it never can."""
    if match.has_machine:
        return tr("Friendly, because the machine takes part.")
    if len(match.players) == 1:
        return tr("Friendly, because you play alone.")
    if not match.terms.rated:
        if not match.terms.first_friendly or not firsts:
            return tr("Friendly: the result changes no rating.")
        newcomers = names_of(match, *sorted(firsts))
        return tr("Friendly: the first match of this game for {players}.", players=newcomers)
    if match.terms.first_friendly and any(player.is_vacant for player in match.players):
        return tr("**Rated**, unless a newcomer to the game joins.")
    return tr("**Rated**: the result changes the ratings.")


def habits_words(match: Match, duration: int | None, hours: Mapping[int, Hours]) -> str:
    """The usual length of such a match, and its players' usual hours in each reader's time zone."""
    parts = []
    if duration is not None:
        parts.append(tr("Such a match takes about {time}.", time=duration_words(duration)))
    day = match.created_at - match.created_at % DAY
    for seat, usual in sorted(hours.items()):
        who, ends = names_of(match, seat), (usual.first, usual.first + usual.length)
        start, end = (f"<t:{day + hour * HOUR}:t>" for hour in ends)
        told = mark("{player} usually moves between {start} and {end}.")
        parts.append(tr(told, player=who, start=start, end=end))
    return " ".join(parts)


def stopwatch_line(due: int | None, seconds: int) -> str:
    """The end of the shared clock; Discord counts the seconds down."""
    if due is not None:
        return tr("⏱️ Time runs out {when}.", when=f"<t:{due}:R>")
    return tr("⏱️ You share {time}; the clock starts with the first move.", time=clock_time(seconds))


def outage_line(outage: Outage) -> str:
    start, end = f"<t:{outage.began}:f>", f"<t:{outage.ended}:f>"
    return tr("There is more time, as the bot was away: {start} – {end}.", start=start, end=end)


def span_words(seconds: int) -> str:
    """A length of time in its largest whole unit; from two hours on in hours and minutes."""
    if seconds < HOUR and seconds % 60:
        return trn("{count} second", "{count} seconds", seconds)
    if seconds % DAY == 0:
        return trn("{count} day", "{count} days", seconds // DAY)
    if seconds % HOUR == 0:
        return trn("{count} hour", "{count} hours", seconds // HOUR)
    if seconds > 2 * HOUR:
        return f"{span_words(seconds // HOUR * HOUR)} {span_words(seconds % HOUR)}"
    return trn("{count} minute", "{count} minutes", seconds // 60)


# ---------------------------------------------------------------------- the message

START_ALONE_VALUE = "alone"
CANCEL_VALUE = "cancel"
MENU_ARGUMENT = "menu"
"""The value that the menus of a lobby carry."""
_ENDED = {
    Ending.DECLINED: mark("{asked} declined {challenger}'s challenge."),
    Ending.CANCELLED: mark("{challenger} withdrew the challenge to {asked}."),
    Ending.WITHDRAWN: mark("A moderator withdrew {challenger}'s challenge to {asked}."),
    Ending.EXPIRED: mark("{challenger}'s challenge to {asked} has expired."),
}
_ENDED_OPEN = {
    Ending.CANCELLED: mark("{challenger} cancelled the match."),
    Ending.WITHDRAWN: mark("A moderator withdrew {challenger}'s match."),
    Ending.EXPIRED: mark("{challenger}'s match did not begin in time."),
}


def challenge_view(
    match: Match,
    game: Game,
    face: Face,
    pictures: Sequence[Picture] = (),
    *,
    machine: bool = True,
    firsts: Collection[int] = (),
    again: str = "",
    habits: str = "",
) -> Content:
    """The challenge or the lobby; mentions ping only the players asked.

    ``pictures`` are the cover of the game, or the starting position of a match that plays on from
    another one; ``machine`` says whether the machine may take a seat here, ``firsts`` are the seats
    of players new to the game. For a rematch, ``again`` says how the previous match ended.
    ``habits`` says how long such a match takes, and when its players are usually there.
    """
    lobby = len(match.players) != 2 or not match.invited_seats or bool(_choices(match, game))
    title = tr("🔁 Rematch of {game}", game=face.title) if again else face.title
    opening = _opening_sentence(match, lobby=lobby, again=bool(again))
    lines = [f"### {title}", again or face.pitch, opening]
    lines += _rematch_lines(match, game, face) if again else []
    words = [_setup_words(match, face), terms_words(match, firsts)]
    if lobby:
        lines += [_seat_line(match, face, seat) for seat in match.seats]
        lines.append("")  # otherwise Discord joins the next text to the last line of the list
        lines += _button_hints(match, game)
        rows = _lobby_rows(match, game, face, machine=machine)
    else:
        row: list[Item] = [button("accept", match, tr("Accept"))]
        row += [button("decline", match, tr("Decline")), button("cancel", match, tr("Withdraw"))]
        rows = [row]
        if again:  # a rematch shows changes in normal size
            lines += filter(None, words)
            words = []
    time = f"<t:{expiry_of(match)}:f>"
    until = tr("The challenge stands until {time}.", time=time)
    lines += [*_origin_lines(match, face), "-# " + " ".join(filter(None, [*words, habits, until]))]
    if not again:
        rows.append([*introduction_row(match, face)])
    return layout("\n".join(lines), pictures, rows)


def introduction_row(match: Match, face: Face) -> list[Button]:
    """The rules in short and the lessons; their answers are private."""
    return [button("rules", match, tr("How to play"), "📖"), *tutorial_buttons(face)]


def _choices(match: Match, game: Game) -> Sequence[str]:
    """The choices of players along with a seat; nothing if the match plays on from another one."""
    return () if match.origin is not None else game.choices


def _opening_sentence(match: Match, *, lobby: bool, again: bool) -> str:
    host = names_of(match, match.challenger)
    if not lobby:
        asked = listing([f"<@{match.player(seat).id}>" for seat in sorted(match.invited_seats)])
        if again:
            return tr("{asked}, **{challenger}** asks for a rematch.", asked=asked, challenger=host)
        told = mark("{asked}, **{challenger}** challenges you to a match.")
        return tr(told, asked=asked, challenger=host)
    if again:
        return tr("**{player}** asks for a rematch.", player=host)
    if len(match.players) == 2 and not match.invited_seats:
        return tr("**{player}** is looking for an opponent.", player=host)
    return tr("**{player}** opens a match for {count}.", player=host, count=len(match.players))


def _rematch_lines(match: Match, game: Game, face: Face) -> list[str]:
    """The new seats of a rematch of two, if its players swap sides."""
    # In a game with choices, colours belong to players.
    if len(match.players) != 2 or game.choices or game.keeps_seats:
        return []
    marked = [f"{face.seat_mark(at, '')} {name}" for at, name in enumerate(names_in_text(match), 1)]
    return [tr("You swap sides: {players}.", players=views.join_players(marked))]


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
    return [plays_on, views.heading(match, face)]


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
    vacant, hints = any(it.is_vacant for it in match.players), list[str]()
    chosen = any(match.player(seat).choice for seat in match.invited_seats)
    if chosen and not vacant and _choices(match, game):
        keep = tr("Press “Accept” to keep your colour, or choose another one under “Join with”.")
        hints.append(keep)
    if match.invited_seats and not vacant and len(match.players) > 2:
        asked = names_of(match, *sorted(match.invited_seats))
        begins = trn(
            "The match begins once {players} has accepted.",
            "The match begins once {players} have accepted.",
            len(match.invited_seats),
            players=asked,
        )
        hints.append(begins)
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
        chosen = face.seat_choice(player.choice)
        occupant = " · ".join([occupant, " ".join(filter(None, [chosen.emoji, chosen.label]))])
    # Starting with fewer players closes the gaps, so a seat has its mark only once it is settled.
    sign = face.seat_mark(seat, match.origin.setup) if match.origin is not None else f"{seat}."
    return f"{sign} {occupant}"


def _lobby_rows(match: Match, game: Game, face: Face, *, machine: bool) -> list[list[Item]]:
    """At most one row of buttons, and two menus: one for joining, and one for the host alone."""
    vacant = any(player.is_vacant for player in match.players)
    keys = [face.seat_choice(each) for each in _choices(match, game)]
    row: list[Item] = []
    if vacant:
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
    return [*_joining_menu(match, keys), row, [_host_menu(match, game, machine=machine and vacant)]]


def _joining_menu(match: Match, keys: Sequence[Key]) -> list[list[Item]]:
    """The menu to join with a choice that nobody else has, or to change one's own."""
    taken = {player.choice for player in match.players}
    options = [
        discord.SelectOption(label=key.label, value=key.argument, emoji=key.emoji)
        for key in keys
        if key.argument not in taken
    ]
    joining = menu(_menu_press("join", match), tr("Join with …"), options)
    return [[joining]] if options else []


def _host_menu(match: Match, game: Game, *, machine: bool) -> Item:
    host = plain_names(match)[match.challenger - 1]
    levels = LEVEL_WORDS.items() if machine else ()
    options: list[discord.SelectOption | tuple[str, object]] = [
        discord.SelectOption(label=tr(words.add), value=level, description=tr(words.style))
        for level, words in levels
    ]
    if match.invited_seats and can_start(match, game, alone=True):
        asked = [plain_names(match)[seat - 1] for seat in sorted(match.invited_seats)]
        label = tr("Start without {players}", players=listing(asked))
        options.append((label, START_ALONE_VALUE))
    options.append((tr("Cancel the match"), CANCEL_VALUE))
    placeholder = tr("For {player}, the host", player=host)
    return menu(_menu_press("machine", match), placeholder, options)


def _menu_press(action: OfMatch, match: Match) -> MatchPress:
    """The press of a menu, new after each change: else Discord shows what was chosen before."""
    return MatchPress(action, match.id, match.moment, f"{MENU_ARGUMENT}{match.revision}")


def ended_challenge_view(match: Match, face: Face, *, asked_again: bool) -> Content:
    all_names = names_in_text(match)
    others = [all_names[seat - 1] for seat in match.seats if seat != match.challenger]
    two = len(match.players) == 2 and not any(player.is_vacant for player in match.players)
    sentences = _ENDED if two else _ENDED_OPEN
    sentence = sentences.get(match.ending or Ending.EXPIRED, sentences[Ending.EXPIRED])
    words = tr(sentence, asked=listing(others), challenger=all_names[match.challenger - 1])
    repeatable = match.ending is Ending.EXPIRED and match.origin is None and not asked_again
    again = [[Button(tr("Ask again"), HubPress("again", match.id))]]
    lines = filter(None, [f"### {face.title}", words, reason_line(match.reason)])
    return layout("\n".join(lines), rows=again if repeatable else ())
