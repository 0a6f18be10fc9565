"""What a competition tells by itself: the check-in, each round, the end.

Which messages should stand follows from the record, and so does what each of them says: they can
be drawn again at any time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from cogs.board.rendering import Rendering
from cogs.board.views.common_buttons import competition_button
from cogs.board.views.terms_text import outage_line
from cogs.competitions.competition_message import CompetitionMessages
from cogs.competitions.news_keys import (
    CALL,
    CHALLENGE,
    CONFIRM,
    END,
    OUT,
    PINGED_AT_ONCE,
    PLACE,
    REMIND,
    called,
    number_in,
    reminds,
    removed,
    still_played,
)
from cogs.competitions.views import competition_text as words
from cogs.competitions.views import ladder_views
from cogs.competitions.views.competition_state_text import state
from cogs.frame.layout import Button, Content, first_lines, layout
from cogs.presses.addresses import CompetitionPress, OfCompetition
from prowlerbot.competitions.competition_events import Paired
from prowlerbot.competitions.competition_post_store import MAIN
from prowlerbot.competitions.competition_record import Format
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.due_steps import begins_at
from prowlerbot.competitions.ladder import taken
from prowlerbot.competitions.pairings import rounds_in_all
from prowlerbot.competitions.player_steps import takes_late_entries
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.service.match_service import Service

_LISTED = 16
"""Pairings that the message about a round lists."""


_CHECK_IN = mark(
    "The check-in of {name} is open. Confirm before the start ({when}) that you are there, or you"
    " do not take part."
)
_CONFIRM = mark(
    "The next season of {name} starts {when}. Confirm your place before then with one press,"
    " or others can have it."
)
_CUT = {
    "host": mark(
        "The host has set another end of the round: {date} ({when}). These matches are still being"
        " played:"
    ),
    "admin": mark(
        "An admin has set another end of the round: {date} ({when}). These matches are still being"
        " played:"
    ),
}
_OUT = {
    "host": mark("{player}, the host has taken you out of {name}."),
    "admin": mark("{player}, an admin has taken you out of {name}."),
}
_LAST_CALL = mark("The next season of {name} starts {when}, and you have not confirmed your place.")


@dataclass(frozen=True, slots=True)
class News:
    """``pinged`` are the players whom the message calls."""

    content: Content
    pinged: Sequence[int] = ()
    silent: bool = False


@dataclass(eq=False)
class NewsMessages:
    """Everything here is in the current language. A message that calls is also for a chat, where it
    names its ``reader`` alone; in a channel the reader is 0.
    """

    _service: Service
    _rendering: Rendering
    _messages: CompetitionMessages

    async def of(self, stored: Stored, key: str, links: Mapping[str, str], reader: int = 0) -> News:
        """A message by its key; ``links`` lead to the boards of matches."""
        number = number_in(key)
        if key in {MAIN, END}:
            draw = partial(self._end, reader=reader) if key == END else self._messages.content
            return await self._calling(stored, key, await draw(stored))
        if key.startswith(OUT):
            return await self._calling(stored, key, self._out(stored, key, reader))
        if key == CONFIRM or key.startswith(CALL):
            return await self._calling(stored, key, self._asking(stored, key, reader))
        if reminds(key):
            return await self._calling(stored, key, self._still_playing(stored, key, links, reader))
        if key.startswith((PLACE, CHALLENGE)):
            return News(self._place(stored, key, number, links), silent=True)
        return News(self._round(stored, key, number, links))

    def _place(self, stored: Stored, key: str, number: int, links: Mapping[str, str]) -> Content:
        """A challenger wants a place of a ladder, or has taken it."""
        if key.startswith(CHALLENGE):
            row = [self._button(stored, key, tr("Standings"), "standings")]
            line = ladder_views.challenge_line(
                stored, number, links.get(stored.matches.get(number, ""))
            )
            return Content(layout(line, rows=[row]))
        lines = [
            ladder_views.taken_line(stored, each, links.get(stored.matches.get(number, "")))
            for each in taken(stored.competition)
            if each.pairing == number
        ]
        row = [
            self._button(stored, key, tr("Challenge"), "challenge"),
            self._button(stored, key, tr("Standings"), "standings"),
        ]
        return Content(layout("\n".join(lines), rows=[row]))

    async def _calling(self, stored: Stored, key: str, content: Content) -> News:
        """A message with those of the called players who want calls."""
        people = called(stored, key)[:PINGED_AT_ONCE]
        return News(content, [each for each in people if await self._wants_calls(each)])

    async def _wants_calls(self, user: int) -> bool:
        return (await self._service.store.choices(PlayerChoices, user)).calls != "off"

    def _asking(self, stored: Stored, key: str, reader: int) -> Content:
        """Ask players to confirm that they are there."""
        league = stored.competition.terms.format is Format.LEAGUE
        confirm = tr("Confirm my place") if league else tr("Check in")
        row = [
            self._button(stored, key, confirm, "checkin"),
            self._button(stored, key, tr("Leave"), "leave"),
        ]
        return Content(
            layout(
                "\n".join([_start_words(stored, key), *_people(stored, key, reader)]), rows=[row]
            )
        )

    def _still_playing(
        self, stored: Stored, key: str, links: Mapping[str, str], reader: int
    ) -> Content:
        """The matches that are still being played, as a season nears its end or a round has been
        given more time.
        """
        still = [each for each in still_played(stored) if not reader or reader in each.players]
        people = _people(stored, key, reader)
        heading = [f"### {words.title(stored)}", _remind_words(stored, still, key)]
        matches = words.pairing_lines(stored, still, links, reader)
        lines = [*heading, *first_lines(matches, _LISTED, *heading, *people), *people]
        row = [self._button(stored, key, tr("My matches"), "mine")]
        return Content(layout("\n".join(lines), rows=[row]))

    def _out(self, stored: Stored, key: str, reader: int) -> Content:
        """Tell a player that the host or an admin has taken them out."""
        out = removed(stored)[number_in(key) - 1]
        player = reader or out.player
        who = f"<@{player}>" if player > 0 else words.name_of(stored, player)
        text = tr(_OUT[out.by or "host"], player=who, name=words.title(stored))
        label = tr("Players") if stored.competition.course.began is None else tr("Standings")
        return Content(layout(text, rows=[[self._button(stored, key, label, "standings")]]))

    def _round(self, stored: Stored, key: str, number: int, links: Mapping[str, str]) -> Content:
        """The pairings of a round, or of all where all are played at the same time."""
        course = stored.competition.course
        shown = course.of_round(number) if number else [*course.pairings.values()]
        if number:
            heading = tr(
                "Round {number} of {all}", number=number, all=rounds_in_all(stored.competition)
            )
        else:
            heading = tr("All matches begin now.")
        lines = [f"### {words.title(stored)}", f"**{heading}**"]
        until = max((course.until(each) for each in shown), default=0)
        if until:
            lines.append(tr("There is time until {date} ({when}).", **words.moment(until)))
        if number == 1 and (told := _missed(stored)):
            lines.append(told)
        if told := _gone(stored, shown):
            lines.append(told)
        pairings = [
            *words.pairing_lines(stored, shown, links),
            *words.resting_lines(stored, number),
        ]
        lines += first_lines(pairings, _LISTED, *lines)
        row = [
            self._button(stored, key, tr("My matches"), "mine"),
            self._button(stored, key, tr("Pairings"), "pairings", number),
            self._button(stored, key, tr("Standings"), "standings"),
        ]
        return Content(layout("\n".join(lines), rows=[row]))

    async def _end(self, stored: Stored, reader: int) -> Content:
        """The end with its picture to keep. After a cancellation it calls those who still play."""
        pictures = await self._messages.final(stored)
        lines = [f"### {words.title(stored)}", state(stored)]
        course = stored.competition.course
        if not pictures and course.began is not None and not course.cancelled:
            lines += self._messages.best(stored)
        lines += _people(stored, END, reader)
        row = [
            self._button(stored, END, tr("Standings"), "standings"),
            self._button(stored, END, tr("Record file"), "record"),
        ]
        if not course.results:  # nothing is in them
            row = [self._button(stored, END, tr("Rules"), "rules")]
        return Content(layout("\n".join(lines), pictures, [row]), pictures)

    @staticmethod
    def _button(
        stored: Stored, key: str, label: str, way: OfCompetition, number: int = 0
    ) -> Button:
        return competition_button(label, CompetitionPress(way, stored.id, number, 0, key))


def _missed(stored: Stored) -> str:
    """The players who have not checked in and can still join."""
    course = stored.competition.course
    began = course.began.at if course.began is not None else 0
    missed = [
        player
        for player, gone in course.left.items()
        if gone.at == began
        and gone.removed
        and not (gone.by_host or gone.by)
        and player not in course.players
    ]
    if not missed or not takes_late_entries(stored.competition):
        return ""
    names = [words.name_of(stored, each) for each in missed[:_LISTED]]
    return tr("Not checked in: {players}. They can still press “Join”.", players=listed(names))


def _gone(stored: Stored, paired: Sequence[Paired]) -> str:
    """The players who were taken out as the round was paired, as they have left the server."""
    course = stored.competition.course
    at = min((each.at for each in paired), default=0)
    gone = [each for each, out in course.left.items() if out.by == "left" and out.at == at]
    names = [words.name_of(stored, each) for each in gone[:_LISTED]]
    return (
        tr("No longer in this server, so not paired: {players}.", players=listed(names))
        if names
        else ""
    )


def _people(stored: Stored, key: str, reader: int) -> list[str]:
    """The line that names all who are called, for a channel."""
    people = [] if reader else called(stored, key)[:PINGED_AT_ONCE]
    return [" ".join(f"<@{each}>" for each in people)] if people else []


def _start_words(stored: Stored, key: str) -> str:
    """What a call for the start asks of a player."""
    sentence = _CHECK_IN
    if stored.competition.terms.format is Format.LEAGUE:
        sentence = _LAST_CALL if key == CONFIRM else _CONFIRM
    when = f"<t:{begins_at(stored.competition)}:R>"
    told = tr(sentence, name=f"**{words.title(stored)}**", when=when)
    outages = stored.competition.course.outages
    return f"{told} {outage_line(outages[-1])}" if outages and key == CONFIRM else told


def _remind_words(stored: Stored, matches: Sequence[Paired], key: str) -> str:
    """The heading of a reminder of some matches; how the season stands once these are over."""
    if not matches:
        return state(stored)
    course = stored.competition.course
    until = max(map(course.until, matches))
    by = next((course.cut[each.round] for each in matches if each.round in course.cut), "")
    if key != REMIND and by:
        return tr(_CUT[by], **words.moment(until))
    if key != REMIND:
        told = tr(
            "The round has more time, until {date} ({when}). These matches are still being played:",
            **words.moment(until),
        )
        outage = course.prolonged_by
        return f"{outage_line(outage)} {told}" if outage is not None else told
    return tr(
        "The season ends {when}. These matches are still being played:", **words.moment(until)
    )
