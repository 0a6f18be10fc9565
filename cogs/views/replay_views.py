"""The message of a replay: one moment of a match, and the ways to the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord

from cogs.contract.face import Face
from cogs.contract.screen import MOST_IN_A_MENU, Chapter, Screen
from cogs.frame.layout import Button, Item, Picture, layout
from cogs.frame.names import player_name
from cogs.frame.press import Action, ReplayPress
from cogs.views import match_views as views
from prowlerbot.core.game import CHANCE, LEAVE
from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.match import Match, is_imported
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.archive import Publicity

_NEAR = 8
"""The number of moves on each side of the present one that a long list names without a gap."""
_LONGEST_LABEL = 100
_IMPORTED = mark(
    "imported record {id} · ✅ verified: every move is legal · names as the record states"
)

_Select = discord.ui.Select[discord.ui.LayoutView]


def replay_view(
    match: Match,
    known: Timeline,
    at: int,
    text: str,
    pictures: Sequence[Picture],
    *,
    stops: Sequence[int],
    publicity: Publicity | None,
    move_words: Callable[[int], str],
    chapter: Chapter | None = None,
    chapters: Sequence[discord.SelectOption] = (),
) -> discord.ui.LayoutView:
    """The moment after ``at`` moves for one reader, with a ``text``; ``move_words`` describe moves.

    ``stops`` are the moments that the replay leads to, ``at`` among them. ``publicity`` is None for
    readers who do not decide whether the match is public. A replay of a ``chapter`` leads to no
    moment outside of it; ``chapters`` are those to choose from.
    """
    number, first, last = stops.index(at), stops[0], stops[-1]
    back, forward = stops[max(number - 1, 0)], stops[min(number + 1, len(stops) - 1)]
    key = chapter.key if chapter is not None else ""
    rows: list[list[Item]] = [
        [
            _step(match, tr("First"), "first", first, key, enabled=at > first),
            _step(match, tr("Back"), "back", back, key, enabled=at > first),
            _step(match, tr("Forward"), "forward", forward, key, enabled=at < last),
            _step(match, tr("Last"), "last", last, key, enabled=at < last),
        ]
    ]
    if last > first:
        rows.append([_jumps(match, known, at, stops, key, move_words)])
    if chapters:
        rows.append([_chapters(match, at, chapters)])
    rows.append(
        [
            _button(Action.TELL, match, at, tr("Describe"), "🗣️"),
            _button(Action.ANIMATE, match, at, tr("Animation"), views.FILM, key),
            _button(Action.PLAY_ON, match, at, tr("Play on from here"), "🌱"),
            _button(Action.SHARE, match, at, tr("Show to all"), "📌"),
            *([_publishing(match, at, publicity, key)] if publicity is not None else []),
        ]
    )
    return layout(f"{text}{_publicity_words(match, publicity)}", pictures, rows)


def _publishing(match: Match, at: int, publicity: Publicity, chapter: str) -> Button:
    if publicity.public or publicity.wanted:
        return _button(Action.UNPUBLISH, match, at, tr("Make private"), "🔒", chapter)
    return _button(Action.PUBLISH, match, at, tr("Make public"), "🌐", chapter)


def _publicity_words(match: Match, publicity: Publicity | None) -> str:
    if publicity is None or not (publicity.public or publicity.wanted):
        return ""
    if not publicity.public:
        words = tr("🔒 Another player of this match wants it to stay private.")
    elif is_imported(match.id):
        words = tr("🌐 Public: anyone with the id `{id}` can look at it.", id=match.id)
    else:
        words = tr(
            "🌐 Public: anyone with the id `{id}` can look at it. Each of its players can make it"
            " private.",
            id=match.id,
        )
    return f"\n-# {words}"


def shared_view(
    match: Match, at: int, text: str, pictures: Sequence[Picture]
) -> discord.ui.LayoutView:
    """The same moment for everybody, with the way into a private replay."""
    row = [_button(Action.REPLAY, match, at, tr("Replay"), "⏪")]
    return layout(text, pictures, [row])


def moment(  # noqa: PLR0917 - what the text depends on
    match: Match,
    known: Timeline,
    at: int,
    face: Face,
    screen: Screen,
    chapter: Chapter | None = None,
) -> str:
    """The effect of that move, and the score of the match after it."""
    where = [chapter.label] if chapter is not None else []
    count = " · ".join((*where, _count(match, known, at)))
    lines = [views.heading(match, face), f"**{count}**", screen.text]
    if at == known.ply:
        lines.append(views.ended_line(match, known, face))
    imported = is_imported(match.id)
    which = tr(_IMPORTED, id=match.id) if imported else views.which(match)
    lines.append(f"-# {face.title} · {which}")
    return "\n".join(filter(None, lines))


def _count(match: Match, known: Timeline, at: int) -> str:
    if not at:
        return tr("The start, before the first move")
    if match.ending is None:
        return tr("Move {number} of {all} so far", number=at, all=known.ply)
    return tr("Move {number} of {all}", number=at, all=known.ply)


def _button(  # noqa: PLR0917 - what a button says and carries
    action: Action, match: Match, at: int, label: str, emoji: str, chapter: str = ""
) -> Button:
    return Button(
        style=discord.ButtonStyle.secondary,
        label=label,
        emoji=emoji,
        custom_id=str(ReplayPress(action, match.id, at, chapter=chapter)),
    )


def _step(match: Match, label: str, name: str, to: int, chapter: str, *, enabled: bool) -> Button:
    """A button to a move; ``name`` keeps two buttons to the same move apart.

    It has no emoji, so four of them stand side by side on a phone.
    """
    return Button(
        style=discord.ButtonStyle.secondary,
        label=label,
        disabled=not enabled,
        custom_id=str(ReplayPress(Action.STEP, match.id, max(to, 0), name, chapter)),
    )


def _jumps(  # noqa: PLR0917 - what the list depends on
    match: Match,
    known: Timeline,
    at: int,
    stops: Sequence[int],
    chapter: str,
    move_words: Callable[[int], str],
) -> _Select:
    options = []
    for number in listed(len(stops) - 1, stops.index(at)):
        stop, since = stops[number], stops[number - 1] if number else stops[number] - 1
        label = _label(match, known, since, stop, move_words)
        options.append(discord.SelectOption(label=label, value=str(stop), default=stop == at))
    return discord.ui.Select(
        custom_id=str(ReplayPress(Action.JUMP, match.id, at, chapter=chapter)),
        placeholder=tr("Jump to a move"),
        options=options,
    )


def _chapters(match: Match, at: int, options: Sequence[discord.SelectOption]) -> _Select:
    return discord.ui.Select(
        custom_id=str(ReplayPress(Action.CHAPTER, match.id, at)),
        placeholder=tr("Choose a part of the match"),
        options=[*options],
    )


def _label(
    match: Match, known: Timeline, since: int, stop: int, move_words: Callable[[int], str]
) -> str:
    """The move after ``since`` moves, with the results of chance up to the ``stop``."""
    if not stop:
        return tr("The start, before the first move")
    made = known.plays[since]
    if made.seat == CHANCE:
        who, move = tr("chance"), made.move
    else:
        who = tr("drawn by lot") if since in known.lots else player_name(match.player(made.seat))
        words = (move_words(number) for number in range(since + 1, stop + 1))
        move = tr("leaves") if made.move == LEAVE else ", ".join(words)
    return tr("{number} · {player}: {move}", number=stop, player=who, move=move)[:_LONGEST_LABEL]


def listed(last: int, at: int) -> list[int]:
    """The numbers of the stops that the list names: all if there is room, else nearby ones and some
    far ones.

    The far ones stand at even distances, so any move of a long match is two choices away.
    """
    if last < MOST_IN_A_MENU:
        return list(range(last + 1))
    near = {stop for stop in range(at - _NEAR, at + _NEAR + 1) if 0 <= stop <= last}
    spread = MOST_IN_A_MENU - len(near) - 1
    far = {last * step // spread for step in range(spread + 1)}
    found = near | far
    others = sorted(set(range(last + 1)) - found, key=lambda stop: abs(stop - at))
    return sorted([*found, *others[: MOST_IN_A_MENU - len(found)]])
