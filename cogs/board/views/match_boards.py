"""The boards of a match that has begun, their words, and the messages in place of a moved one.

A board is running, in an open choice, or over. The boards only carry contents: each press is
answered from the data of its button. The text of the last move has some moves before it, too.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import discord

from cogs.board.views import match_views as views
from cogs.board.views.results_text import ended_sentence, shown_reason
from cogs.contract.face import Face
from cogs.contract.screen import IN_A_ROW, TEXT_LIMIT, Drawing, Look, Screen, fitted
from cogs.contract.sentences import Topic
from cogs.frame.layout import Button, Content, Item, fits, layout
from cogs.frame.names import names_in_text, plain_names, player_name, safe_player_name
from cogs.presses import MatchPress
from prowlerbot.core.game import CHANCE, AnyView
from prowlerbot.core.i18n import label_text, listing, tr
from prowlerbot.match.match import Match, Phase, Play, Player
from prowlerbot.match.timeline import Timeline

_LONGEST_THREAD_NAME = 100  # Discord's limit
_MOST_EARLIER = 20  # the most moves and rolls in the text before the last move
_MOST_BESIDE_PICTURE = 2  # the same where players turn the pages of boards of their own
_MOST_WORDS = 100  # the most words of a text for readers of words first, who hear all of it


class Sight(NamedTuple):
    """A view as one reader sees it."""

    face: Face
    view: AnyView
    look: Look
    screen: Screen
    topics: Sequence[Topic] = ()  # for a reader of words first, in the place of a description


class BoardExtras(NamedTuple):
    """The lines and the buttons of a running board beside those of its screen."""

    notes: Sequence[str] = ()
    due: str = ""  # the deadline
    plannable: bool = False
    """Whether it has a button to plan if there is room; the menu always has one."""
    may_be_old: bool = False  # whether only a press changes the board, so that a button updates it
    claims: Sequence[Button] = ()


def running_board(match: Match, known: Timeline, sight: Sight, extras: BoardExtras) -> Content:
    """The board of a running match with its buttons."""
    screen, due = sight.screen, extras.due
    rows = views.Keyboard(match).rows(screen.rows)
    last_row = _last_row(match, known, sight, extras, rows)
    # The deadline continues the last sentence if that is alone in its line.
    continues = due and ". " not in screen.text.rpartition("\n")[2]
    texts = [f"{screen.text.removesuffix('.')} · {due}"] if continues else [screen.text, due]
    lines = [*players_heading(match, sight.face), *texts, *_left_lines(match), *extras.notes]
    if extras.may_be_old:
        lines.append("-# " + _lasting_line(match, sight.face, last_row, tr("Menu")))
    if screen.has_room_for(len(last_row)):
        rows[-1] += last_row
    else:
        if screen.look and screen.has_room_for(1):  # three would take two lines on a phone
            rows[-1].append(last_row.pop())
        rows.append(last_row)
    rows += [[seat_button] for seat_button in _seat_buttons(match)]
    return _public_content(match, sight, lines, rows)


def _last_row(
    match: Match, known: Timeline, sight: Sight, extras: BoardExtras, keys: list[list[Item]]
) -> list[Item]:
    """The buttons below the keys of a running board, as many as fit; the menu is the last one."""
    screen, row = sight.screen, list[Item]()
    if sight.face.private:
        row.append(views.own_board_button(match))
    elif screen.look:
        row.append(views.button("look", match, screen.look, "🔎"))
    if screen.film is not None:
        row.append(views.film_button(match, known.ply, screen.film))
    if known.present.seen.drawable:
        row.append(views.draw_button(match))
    menu, more = views.button("menu", match, tr("Menu")), [*extras.claims]
    if extras.may_be_old:
        more.append(views.button("refresh", match, tr("Refresh"), views.REFRESH))
    if screen.has_table:
        more.append(views.scores_button(match))
    if extras.plannable:
        more.append(views.plan_button(match))
    if known.count_moves() < len(match.players):  # at the first decisions
        # Without an emoji it fits beside another button on a phone.
        more.append(views.button("rules", match, tr("How to play")))
    return [*row, *_fit_buttons(more, screen, [*keys, [*row, menu]]), menu]


def _fit_buttons(more: Sequence[Button], screen: Screen, rows: list[list[Item]]) -> list[Button]:
    """As many of these buttons as a message takes in its last row, the first ones first."""
    *above, last = rows
    for count in range(len(more), 0, -1):
        if fits(screen.drawings, [*above, [*last, *more[:count]]]):
            return [*more[:count]]
    return []


def _seat_buttons(match: Match) -> list[Button]:
    """The buttons for the free seats, each with its player's name if there are several."""
    if match.phase is not Phase.PLAYING:
        return []
    free, buttons = [seat for seat in match.seats if match.player(seat).offered], list[Button]()
    for seat in free:
        name = player_name(views.as_person(match.player(seat)))
        label = tr("Take the seat of {player}", player=name)
        if len(free) == 1:
            label = tr("Take this seat")
        buttons.append(views.button("takeseat", match, label, "🪑", argument=str(seat)))
    return buttons


def _left_lines(match: Match) -> list[str]:
    """The players who have left, with the players of their seats and a moderator's reason."""
    lines = []
    if match.phase is Phase.PLAYING and match.reason:
        reason = shown_reason(match.reason)
        lines.append(tr("🛑 A moderator took a player out of the match: {reason}", reason=reason))
    replaced = [player for player in match.players if player.is_substitute and not player.offered]
    if replaced:
        players = listing([safe_player_name(views.as_person(player)) for player in replaced])
        lines.append(tr("🤖 {players} left; the machine plays on.", players=players))
    lines += [views.free_seat_line(player) for player in match.players if player.offered]
    return [*lines, _taken_seats_line(match)]


def choice_board(match: Match, sight: Sight, *, may_be_old: bool = False) -> Content:
    """The board with the answers to an open choice."""
    rows: list[list[Item]] = views.Keyboard(match).rows(sight.screen.rows)
    rows.append([views.button("back", match, tr("Back"))])
    lines = [*players_heading(match, sight.face), sight.screen.text]
    if may_be_old:
        refresh = views.button("refresh", match, tr("Refresh"), views.REFRESH)
        rows[-1] += _fit_buttons([refresh], sight.screen, rows)
        lines.append("-# " + _lasting_line(match, sight.face, rows[-1], tr("Back")))
    return _public_content(match, sight, lines, rows)


def _lasting_line(match: Match, face: Face, row: Sequence[Item], other: str) -> str:
    """A sentence that stays true, with the button that leads to the present, and the match."""
    presses = [item.press for item in row if isinstance(item, Button)]
    actions = [press.action for press in presses if isinstance(press, MatchPress)]
    words = tr(
        "{game}, {players}. Press {button} to see where it stands.",
        game=face.title,
        players=views.join_players(names_in_text(match)),
        button=f"**{tr('Refresh') if 'refresh' in actions else other}**",
    )
    return f"{words}\n-# {views.match_words(match)}"


def lasting_board(match: Match, face: Face) -> Content:
    """The board of a running match that stays true for good, as only a press can change it."""
    look = Button(tr("Open my board"), MatchPress("look", match.id), emoji="👁️")
    menu = Button(tr("Menu"), MatchPress("menu", match.id))
    words = _lasting_line(match, face, [], look.label)
    return layout(words, rows=[[look, menu], *([seat] for seat in _seat_buttons(match))])


def short_board(match: Match, known: Timeline, face: Face) -> Content:
    """A finished match on one line, above the next board of a player."""
    line = label_text(views.marked_players(match, face), ended_sentence(match, known, face))
    return layout(
        line, rows=[[*views.review_buttons(match, known), views.replay_button(match, known)]]
    )


def ended_board(match: Match, known: Timeline, sight: Sight, notes: Sequence[str] = ()) -> Content:
    """The board of a finished match with ``notes``; a picture of the final count has the rest."""
    text = sight.screen.text
    if any(drawing.counted for drawing in sight.screen.drawings):
        last_event = sight.face.recap(known.views, sight.look.names)
        text = last_event and f"-# {last_event}."
    footer = f"-# {sight.face.title} · {views.match_words(match)}"
    lines = [text, _taken_seats_line(match), *notes, footer]
    result = views.ended_line(match, known, sight.face)
    return _public_content(match, sight, lines, end_rows(match, known), result)


def _taken_seats_line(match: Match) -> str:
    """The players who have taken the seats of others; empty if nobody has."""
    words = [
        tr(
            "🪑 {player} plays on for {former}.",
            player=safe_player_name(views.as_person(player)),
            former=safe_player_name(Player(player.former.id, player.former.name)),
        )
        for player in match.players
        if player.former is not None
    ]
    return "\n".join(words)


def end_rows(
    match: Match, known: Timeline, *, shared: bool = True, own: bool = False
) -> list[list[Item]]:
    """The buttons below a finished match, without emoji, so that they fit on a phone.

    After a loss to the machine the review comes first. A rematch with people needs a match that is
    ``shared``, as they must accept it; a competition pairs its players itself. A reader's ``own``
    board has more buttons, but no rematch for a reader who was no player.
    """
    several, is_spectator = len(match.people) > 1, own and known.viewer is None
    rematch, row = list[Button](), list[Item]()
    if not (match.terms.competition or is_spectator or (several and not shared)):
        rematch.append(
            views.button("rematch", match, tr("Rematch") if several else tr("Play again"))
        )
    won = views.has_won_alone(match, known)
    press = partial(MatchPress, "rematch", match.id, match.moment)
    levels = [] if is_spectator else views.level_buttons(match, press, won=won)
    review = views.review_buttons(match, known)
    if review and len(match.people) == 1 and match.has_machine and not won:
        rematch = [replace(each, style=discord.ButtonStyle.secondary) for each in rematch]
        row += [replace(review[0], style=discord.ButtonStyle.primary), *rematch, *levels]
    else:
        row += [*rematch, *review, *levels]
    if own or not levels:  # the menu has it, but some people have no other way
        row.append(views.another_game_button())
    last: list[Item] = [views.button("menu", match, tr("Menu"))]
    if own or known.present.outcome is not None:
        last.insert(0, views.last_board_button(match, known))
    return [[*row, *last]] if len(row) + len(last) <= IN_A_ROW else [row, last]


def players_heading(match: Match, face: Face) -> list[str]:
    """The heading of a board, unless the game's own picture names the players."""
    return [] if face.pictures is not None else [views.match_heading(match, face)]


def _public_content(
    match: Match, sight: Sight, lines: Sequence[str], rows: Sequence[Sequence[Item]], top: str = ""
) -> Content:
    """The message of a match for all; its lines stand below the picture if ``top`` is above it."""
    if match.terms.released:
        words = tr("Its competition was ended early, so this match no longer counts in it.")
        lines = [*lines, f"-# {words}"]
    text = "\n".join(filter(None, lines))
    return layout(top or text, sight.screen.drawings, [text, *rows] if top else rows)


def position_in_words(
    sight: Sight, text: str, choice: Sequence[Drawing] = ()
) -> tuple[str, Sequence[Drawing]]:
    """The position in words below a ``text``, as far as there is room, and the pictures below it.

    A ``choice`` that shows another position than that of the view has the words of its picture.
    Pictures that the words describe in full say no more.
    """
    face, view, look = sight.face, sight.view, sight.look
    brief = face.brief(view, look.plain, look.ended)
    choice = [drawing for drawing in choice if drawing.words or drawing.alt != brief]
    heading = f"### {tr('Position')}"
    fitting = fitting_words(f"{text}\n{heading}", sight, choice).strip()
    words = f"{heading}\n\n{fitting}" if fitting else ""
    is_whole = words.endswith(face.describe(view, look.names, look.ended))
    by_alt: dict[str, Drawing] = {}  # pictures with the same words are shown once
    for drawing in sight.screen.drawings:
        describes_view = drawing.counted or view.outcome is None or drawing.alt == brief
        if (is_whole and describes_view) or words.endswith(drawing.words or drawing.alt):
            alt = tr("The position described above.")
            by_alt.setdefault(alt, replace(drawing, alt=alt))
        else:
            by_alt.setdefault(drawing.alt, drawing)
    return words, [*by_alt.values()]


def fitting_words(text: str, sight: Sight, choice: Sequence[Drawing] = ()) -> str:
    """The position in words if it fits below a ``text``, else the lines that fit, or short words.

    An open ``choice`` has the words of its picture instead, which shows the choices so far.
    """
    if choice:
        return choice[-1].words or choice[-1].alt
    room, (face, view, look, *_) = TEXT_LIMIT - len(text) - len("\n\n"), sight
    words = face.describe(view, look.names, look.ended)
    if len(words) > room:
        words = fitted(words.split("\n"), room, "\n") or face.brief(view, look.names, look.ended)
    return words if len(words) <= room else ""


def with_earlier_moves(
    match: Match, known: Timeline, face: Face, look: Look, text: str, *, reader: int | None = None
) -> str:
    """The text of the last move, preceded by the reader's own latest move and the moves since.

    The machine answers within seconds, so nobody could read the move before in time. With more than
    two players, the player to move must know the outcome of their last move and all later effects
    on them. The text of a move includes its rolls. Moves by the reader, or with an effect on the
    reader, appear in full; other moves appear in small print. The ``reader`` is a seat; by default
    it is the seat of ``_seat_addressed``.
    """
    reader = reader or _seat_addressed(match, known)
    by_hand = all(play.seat != CHANCE and not play.planned for play in known.plays)
    if by_hand and not reader and not match.has_machine:
        return text  # nothing has followed the last move by itself
    summed_up = face.private and match.phase is Phase.OVER  # the picture has all the last cards
    if known.drawn or summed_up:
        return text
    # When only machines play on, there is room for only the latest of many moves.
    most = _MOST_BESIDE_PICTURE if face.private and not look.words else _MOST_EARLIER
    earlier = _earlier_plies(match, known, reader)[-most:]
    named = enumerate(look.names, 1)
    concerned = [name for seat, name in named if _is_addressed(match, seat, reader)]
    earlier_lines = _lines_of_moves(earlier, known, face, look, concerned)
    if look.words and reader not in known.present.to_move:  # a decision needs all of them
        earlier_lines = _latest_lines(earlier_lines, _MOST_WORDS - len(text.split()))
    # The text of a move repeats some news of the move before, for those who read it alone.
    first_line, *rest = text.split("\n")
    new_lines = [line for line in rest if line not in earlier_lines]
    return "\n".join([*earlier_lines, first_line, *new_lines])


def _seat_addressed(match: Match, known: Timeline) -> int:
    """The single person to move in a match of more than two players; 0 if there is none."""
    playing = match.phase is Phase.PLAYING
    if playing and len(match.players) > 2 and len(to_move := known.present.to_move) == 1:
        (seat,) = to_move
        return seat if _is_addressed(match, seat, 0) else 0
    return 0


def _earlier_plies(match: Match, known: Timeline, reader: int) -> range:
    """The plies from the first move in the text to the one before the last move.

    There are none unless somebody else has moved since: the machine, or anybody for a ``reader``.
    """
    last, first = len(known.plays) - 1, first_move_in_text(match, known.plays, reader)
    since = known.plays[first + 1 :]
    while last > first and known.plays[last].seat not in match.seats:
        last -= 1
    others = [match.player(play.seat) for play in since if play.seat in match.seats]
    answered = bool(others) if reader else any(player.is_machine for player in others)
    begun = known.first_ply_of_change(last)
    if begun < last and known.plays[begun].seat != known.plays[last].seat:
        # The bot played a plan together with the move that it answers.
        return range(min(first, begun), last) if first >= 0 else range(0)
    return range(first, last) if answered and first >= 0 else range(0)


def first_move_in_text(match: Match, plays: Sequence[Play], reader: int = 0) -> int:
    """The index of the first move in the text: the latest move by a person, or by the ``reader``.

    It never precedes the latest turn of an abandoned seat: the player who left may have made the
    moves before that turn, and the text must not attribute them to anybody else.
    """
    later_seats: list[int] = []  # the latest move first
    for ply in range(len(plays) - 1, -1, -1):
        seat = plays[ply].seat
        if match.is_by_former(ply, plays):
            return ply + 1
        if _is_addressed(match, seat, reader):
            return ply
        if seat in match.seats:
            had_turn = seat in later_seats[:-1] and seat != later_seats[-1]
            if had_turn and match.player(seat).is_substitute:
                return ply + 1
            later_seats.append(seat)
    return -1


def _is_addressed(match: Match, seat: int, reader: int) -> bool:
    """Whether the text speaks to this seat: the ``reader``, or any person if there is none."""
    if reader:
        return seat == reader
    return seat in match.seats and match.player(seat).is_person


def _lines_of_moves(
    plies: range, known: Timeline, face: Face, look: Look, concerned: Collection[str]
) -> list[str]:
    """The lines of some moves: in full if they name somebody ``concerned``, else in small print."""
    lines, previous = list[str](), ""
    for ply in plies:
        # Nobody made a move that was drawn by lot, and the roll of a move tells the move.
        if ply in known.drawn_plays or face.rolling(known.views[ply + 1]):
            previous = ""
            continue
        views_so_far = known.views[: ply + 2]
        line = face.recap(views_so_far, look.names)
        if CHANCE in known.views[ply].to_move and previous and line.startswith(previous):
            lines.pop()  # the text of a draw repeats that of the move before
        previous = line
        if any(name in line for name in concerned):
            tell = face.glance if look.sees_board else face.news
            lines.append(tell(views_so_far, look.names))
        elif line:
            lines.append(f"-# {line}.")
    return [part for line in lines for part in line.split("\n") if part]


def _latest_lines(lines: Sequence[str], words: int) -> list[str]:
    """The latest lines, with at most as many words."""
    first = len(lines)
    while first and (words := words - len(lines[first - 1].split())) >= 0:
        first -= 1
    before = [f"-# {tr('The replay has the turns before these.')}"] if first else []
    return [*before, *lines[first:]]


def moved_view(match: Match, face: Face, link: str | None, *, away: bool = False) -> Content:
    """The short message in place of a board that has moved, perhaps ``away`` to another channel."""
    moved = tr("The board of {players} has moved.", players=listing(names_in_text(match)))
    back = away and match.phase is not Phase.OVER
    rows = [[views.button("repost!", match, tr("Bring it back here"))]] if back else []
    return layout(f"### {face.title}\n{moved} {views.board_link(link) if link else ''}", rows=rows)


def thread_name(match: Match) -> str:
    return views.join_players(plain_names(match))[:_LONGEST_THREAD_NAME]


def thread_view(match: Match, face: Face, thread: str) -> Content:
    """The short message that replaces a challenge after its match has moved to a thread."""
    where = tr("The match is played in {thread}.", thread=thread)
    return layout(f"{views.match_heading(match, face)}\n{where}")
