"""The bracket of a knock-out, from the record of who has met whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from cogs.competitions.views.competition_headings import NameOf, Part, Shown, state_words
from prowlerbot.competitions.competition_events import Paired
from prowlerbot.competitions.course import Course
from prowlerbot.competitions.knockout import bracket, due, winner
from prowlerbot.core.i18n import tr
from renderer.competition import Bracket, Pair, Side, draw_bracket
from renderer.competition.bracket import joined, pages


@dataclass(frozen=True, slots=True)
class _Meeting:
    """A place of the bracket: its players, None if unknown or free, and their matches."""

    players: tuple[int | None, int | None]
    played: Sequence[Paired]
    on: int | None
    """The one who goes on."""
    going: bool
    """Whether more is to come, if nobody ends the competition before that."""


def bracket_parts(shown: Shown) -> list[Part]:
    """The bracket, three rounds in each picture."""
    course = shown.competition.course
    rounds = _meetings(course)
    pairs = [
        [_pair(shown, each, first=not at) for each in meetings]
        for at, meetings in enumerate(rounds)
    ]
    heading = shown.heading(state_words(shown.competition))
    made = []
    for page in pages(len(rounds)):
        titles = tuple(round_words(at, len(rounds)) for at in page[0])
        draw = partial(draw_bracket, Bracket(heading, titles, tuple(joined(pairs, page))))
        some = list(zip(titles, joined(rounds, page), strict=True))
        made.append(Part(draw, heading, partial(_told, some, ended=course.ended)))
    return made


def current_page(course: Course) -> int:
    """The picture with the first match that is being played or to be paired; at the end the last
    one.
    """
    rounds = _meetings(course)
    numbered = pages(len(rounds))
    for at, page in enumerate(numbered):
        meetings = [each for some in joined(rounds, page)[:-1] for each in some]
        if any(each.going for each in meetings):
            return at
    return len(numbered) - 1


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


def _meetings(course: Course) -> list[list[_Meeting]]:
    places = bracket(course.players)
    open_ones = course.open
    found: list[list[_Meeting]] = []
    while len(places) > 1:
        paired = course.of_round(len(found) + 1)
        meetings = []
        for one, two in zip(places[::2], places[1::2], strict=True):
            here = {one, two} - {None}
            played = [each for each in paired if here & {*each.players}]
            going = any(each in open_ones for each in played) or bool(due(course, played, one, two))
            meetings.append(_Meeting((one, two), played, winner(course, played), going))
        found.append(meetings)
        places = [each.on for each in meetings]
    return found


def _pair(shown: Shown, meeting: _Meeting, *, first: bool) -> Pair:
    course = shown.competition.course
    upper, lower = (_side(shown, meeting, player, first=first) for player in meeting.players)
    playing = any(each in course.open for each in meeting.played) and not course.ended
    return Pair(upper, lower, playing)


def _side(shown: Shown, meeting: _Meeting, player: int | None, *, first: bool) -> Side:
    course = shown.competition.course
    if player is None:
        return Side(free=first or meeting.on is not None)
    return Side(
        name=shown.player(player),
        seed=course.players.index(player) + 1,
        score=" ".join(_scores(course, meeting, player)),
        won=meeting.on == player,
        lost=meeting.on is not None and meeting.on != player,
    )


def _scores(course: Course, meeting: _Meeting, player: int) -> list[str]:
    found = []
    for pairing in meeting.played:
        result = course.results.get(pairing.pairing)
        if result is None or player not in pairing.players:
            continue
        own = result.ranks[pairing.players.index(player)]
        if result.absent:
            found.append("−" if player in result.absent else "+")
        elif result.ranks.count(own) > 1:
            found.append("½")
        else:
            found.append("1" if own == 1 else "0")
    return found


def _told(
    rounds: Sequence[tuple[str, Sequence[_Meeting]]], name: NameOf, *, ended: bool
) -> list[str]:
    told = []
    for title, meetings in rounds:
        lines = list(filter(None, (_meeting_words(each, name, ended=ended) for each in meetings)))
        if lines:
            told += [f"{title}:", *lines]
    return told


def _meeting_words(meeting: _Meeting, name: NameOf, *, ended: bool) -> str:
    known = [each for each in meeting.players if each is not None]
    if not known:
        return ""
    if meeting.on is not None:
        other = next((each for each in known if each != meeting.on), None)
        if other is None:
            return tr("{player} goes on without a match.", player=name(meeting.on))
        return tr("{player} goes on against {other}.", player=name(meeting.on), other=name(other))
    going = meeting.going and not ended
    if len(known) == 1:
        return tr("{player} waits for an opponent.", player=name(known[0])) if going else ""
    upper, lower = map(name, known)
    if going:
        return tr("{player} plays {other}.", player=upper, other=lower)
    return tr("{player} – {other}: nobody goes on.", player=upper, other=lower)
