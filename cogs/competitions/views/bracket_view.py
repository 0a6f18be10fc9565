"""The bracket of a knock-out, from its pairings and results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.competitions.views.competition_headings import NameOf, Part, Shown, state_words
from prowlerbot.competitions.course import Course
from prowlerbot.competitions.formats.knockout import Meeting, meetings
from prowlerbot.core.i18n import tr
from renderer.competition.bracket import Bracket, Pair, Side, draw_bracket, joined, pages


def bracket_parts(shown: Shown) -> list[Part]:
    """The bracket of a knock-out."""
    rounds = meetings(shown.competition.course)
    titles = [round_words(at, len(rounds)) for at in range(len(rounds))]
    return parts_of_rounds(shown, titles, rounds, begins=True)


def parts_of_rounds(
    shown: Shown,
    titles: Sequence[str],
    rounds: Sequence[Sequence[Meeting]],
    name: str = "",
    *,
    begins: bool = False,
) -> list[Part]:
    """A bracket with a ``name`` if there are several, three rounds in each picture. If the first of
    its rounds ``begins`` the tournament, an empty place there is a free one.
    """
    course = shown.competition.course
    pairs = [
        [_pair(shown, each, first=begins and not at) for each in places]
        for at, places in enumerate(rounds)
    ]
    heading = shown.heading(name, state_words(shown.competition))
    made = []
    for page in pages([*map(len, rounds)]):
        some = tuple(titles[at] for at in page[0])
        draw = partial(draw_bracket, Bracket(heading, some, tuple(joined(pairs, page))))
        named = [" · ".join(filter(None, (name, title))) for title in some]
        told = list(zip(named, joined(rounds, page), strict=True))
        made.append(Part(draw, heading, partial(_words, course, told)))
    return made


def current_page(course: Course) -> int:
    """The number of the picture with the first open match; of the last picture if there is none."""
    shown = rounds_of_pages(meetings(course))
    for at, page in enumerate(shown):
        if any(_is_open(course, each) for places in page[:-1] for each in places):
            return at
    return len(shown) - 1


def rounds_of_pages(rounds: Sequence[Sequence[Meeting]]) -> list[list[tuple[Meeting, ...]]]:
    """The rounds of each picture of a bracket."""
    return [joined(rounds, page) for page in pages([*map(len, rounds)])]


def round_words(at: int, rounds: int) -> str:
    """The name of a round, counted from 0."""
    match rounds - at:
        case 1:
            return tr("Final")
        case 2:
            return tr("Semi-finals")
        case 3:
            return tr("Quarter-finals")
        case _:
            return tr("Round {round}", round=at + 1)


def _is_open(course: Course, meeting: Meeting) -> bool:
    """Whether a match is being played or to be paired here."""
    return bool(meeting.due) or any(each in course.open for each in meeting.played)


def _pair(shown: Shown, meeting: Meeting, *, first: bool) -> Pair:
    course = shown.competition.course
    upper, lower = (_side(shown, meeting, player, first=first) for player in meeting.players)
    playing = any(each in course.open for each in meeting.played) and not course.ended
    return Pair(upper, lower, playing)


def _side(shown: Shown, meeting: Meeting, player: int | None, *, first: bool) -> Side:
    course = shown.competition.course
    if player is None:
        return Side(free=first or meeting.winner is not None)
    return Side(
        name=shown.player(player),
        seed=course.players.index(player) + 1,
        score=" ".join(_scores(course, meeting, player)),
        won=meeting.winner == player,
        lost=meeting.winner is not None and meeting.winner != player,
    )


def _scores(course: Course, meeting: Meeting, player: int) -> list[str]:
    signs = []
    for pairing in meeting.played:
        result = course.results.get(pairing.pairing)
        if result is None or player not in pairing.players:
            continue
        own = result.ranks[pairing.players.index(player)]
        if result.absent:
            signs.append("−" if player in result.absent else "+")
        elif result.ranks.count(own) > 1:
            signs.append("½")
        else:
            signs.append("1" if own == 1 else "0")
    return signs


def _words(
    course: Course, rounds: Sequence[tuple[str, Sequence[Meeting]]], name: NameOf
) -> list[str]:
    words = []
    for title, places in rounds:
        lines = list(filter(None, (_meeting_words(course, each, name) for each in places)))
        if lines:
            words += [f"{title}:", *lines]
    return words


def _meeting_words(course: Course, meeting: Meeting, name: NameOf) -> str:
    known = [each for each in meeting.players if each is not None]
    if not known:
        return ""
    if meeting.winner is not None:
        other = next((each for each in known if each != meeting.winner), None)
        if other is None:
            return tr("{player} goes on without a match.", player=name(meeting.winner))
        return tr(
            "{player} goes on against {other}.", player=name(meeting.winner), other=name(other)
        )
    is_open = _is_open(course, meeting) and not course.ended
    if len(known) == 1:
        return tr("{player} waits for an opponent.", player=name(known[0])) if is_open else ""
    upper, lower = map(name, known)
    if is_open:
        return tr("{player} plays {other}.", player=upper, other=lower)
    return tr("{player} – {other}: nobody goes on.", player=upper, other=lower)
