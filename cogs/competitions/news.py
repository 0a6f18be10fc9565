"""What a competition tells its channel by itself: the check-in, each round, the end.

Which messages should stand follows from the record, and so does what each of them says: they can
be drawn again at any time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogs.board.rendering import Rendering
from cogs.competitions.message import CompetitionMessages
from cogs.competitions.news_keys import (
    CALL,
    CHALLENGE,
    CONFIRM,
    END,
    MORE,
    OUT,
    PINGED_AT_ONCE,
    PLACE,
    REMIND,
    removed,
)
from cogs.frame.layout import Button, Content, first_lines, layout
from cogs.presses.addresses import CompetitionPress, OfCompetition
from cogs.views import competition_words as words
from cogs.views import ladder_views
from cogs.views.competition_buttons import competition_button
from cogs.views.competition_state import state
from prowlerbot.competition.chores import begins_at
from prowlerbot.competition.events import Paired
from prowlerbot.competition.ladder import taken
from prowlerbot.competition.planning import rounds_in_all
from prowlerbot.competition.record import Format
from prowlerbot.competition.steps import takes_late_entries
from prowlerbot.core.formats import listed
from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.service.service import Service
from prowlerbot.storage.competitions import Stored

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
_LAST_CALL = mark("The next season of {name} starts {when}, and you have not confirmed your place.")


@dataclass(frozen=True, slots=True)
class News:
    """``pinged`` are the players whom the message calls."""

    content: Content
    pinged: Sequence[int] = ()
    silent: bool = False


@dataclass(eq=False)
class NewsMessages:
    """Everything here is in the current language."""

    _service: Service
    _rendering: Rendering
    _messages: CompetitionMessages

    async def of(self, it: Stored, key: str, links: Mapping[str, str]) -> News:
        """A message by its key; ``links`` lead to the boards of matches."""
        number = int("".join(filter(str.isdecimal, key)) or 0)
        if key.startswith(CALL):
            return await self._check_in(it, key, number)
        if key == CONFIRM:
            return await self._confirm(it)
        if reminds(key):
            return await self._still_playing(it, key, links)
        if key == END or key.startswith(OUT):
            return News(await self._end(it)) if key == END else await self._out(it, number)
        if key.startswith((PLACE, CHALLENGE)):
            return News(self._place(it, key, number, links), silent=True)
        return News(self._round(it, key, number, links))

    def _place(self, it: Stored, key: str, number: int, links: Mapping[str, str]) -> Content:
        """A challenger wants a place of a ladder, or has taken it."""
        if key.startswith(CHALLENGE):
            row = [self._button(it, key, tr("Standings"), "standings")]
            line = ladder_views.challenge_line(it, number, links.get(it.matches.get(number, "")))
            return Content(layout(line, rows=[row]))
        lines = [
            ladder_views.taken_line(it, each, links.get(it.matches.get(number, "")))
            for each in taken(it.competition)
            if each.pairing == number
        ]
        row = [
            self._button(it, key, tr("Challenge"), "challenge"),
            self._button(it, key, tr("Standings"), "standings"),
        ]
        return Content(layout("\n".join(lines), rows=[row]))

    async def _check_in(self, it: Stored, key: str, number: int) -> News:
        """The call for the check-in, to some of the players."""
        course = it.competition.course
        first = (number - 1) * PINGED_AT_ONCE
        called = [*course.entries][first : first + PINGED_AT_ONCE]
        called = [each for each in called if each > 0 and each not in course.left]
        return await self._asking(it, key, start_words(it, key), called)

    async def _confirm(self, it: Stored) -> News:
        """The reminder of a league to those who have not confirmed that they play on."""
        course = it.competition.course
        missing = [each for each in course.present if each not in course.checked_in and each > 0]
        text = start_words(it, CONFIRM)
        return await self._asking(it, CONFIRM, text, missing[:PINGED_AT_ONCE])

    async def _asking(self, it: Stored, key: str, text: str, called: Sequence[int]) -> News:
        """A message that asks some players to confirm that they are there."""
        league = it.competition.terms.format is Format.LEAGUE
        people = " ".join(f"<@{each}>" for each in called)
        confirm = tr("Confirm my place") if league else tr("Check in")
        row = [
            self._button(it, key, confirm, "checkin"),
            self._button(it, key, tr("Leave"), "leave"),
        ]
        content = Content(layout(f"{text}\n{people}", rows=[row]))
        return News(content, await self._pinging(called))

    async def _still_playing(self, it: Stored, key: str, links: Mapping[str, str]) -> News:
        """The matches that are still being played, as a season nears its end or a round has been
        given more time.
        """
        still = still_played(it)
        players = dict.fromkeys(player for each in still for player in each.players)
        called = [player for player in players if player > 0][:PINGED_AT_ONCE]
        people = " ".join(f"<@{each}>" for each in called)
        around = [f"### {words.title(it)}", remind_words(it, still, key), people]
        matches = words.pairing_lines(it, still, links)
        lines = [*around[:2], *first_lines(matches, _LISTED, *around), around[2]]
        row = [self._button(it, key, tr("My matches"), "mine")]
        return News(Content(layout("\n".join(lines), rows=[row])), await self._pinging(called))

    async def _out(self, it: Stored, number: int) -> News:
        """Tell a player that the host has taken them out."""
        player = removed(it)[number - 1].player
        begun = it.competition.course.began is not None
        row = [self._button(it, f"{OUT}{number}", tr("Standings"), "standings")]
        content = Content(layout(out_words(it, player), rows=[row] if begun else []))
        return News(content, await self._pinging([player] if player > 0 else []))

    async def _pinging(self, players: Sequence[int]) -> list[int]:
        """Those of some players who want calls."""
        return [each for each in players if await self._wants_calls(each)]

    async def _wants_calls(self, user: int) -> bool:
        return (await self._service.store.choices(PlayerChoices, user)).calls != "off"

    def _round(self, it: Stored, key: str, number: int, links: Mapping[str, str]) -> Content:
        """The pairings of a round, or of all where all are played at the same time."""
        course = it.competition.course
        shown = course.of_round(number) if number else [*course.pairings.values()]
        if number:
            heading = tr(
                "Round {number} of {all}", number=number, all=rounds_in_all(it.competition)
            )
        else:
            heading = tr("All matches begin now.")
        lines = [f"### {words.title(it)}", f"**{heading}**"]
        until = max((course.until(each) for each in shown), default=0)
        if until:
            lines.append(tr("There is time until {date} ({when}).", **words.moment(until)))
        if number == 1 and (told := _missed(it)):
            lines.append(told)
        pairings = [*words.pairing_lines(it, shown, links), *words.resting_lines(it, number)]
        lines += first_lines(pairings, _LISTED, *lines)
        row = [
            self._button(it, key, tr("My matches"), "mine"),
            self._button(it, key, tr("Pairings"), "pairings", number),
            self._button(it, key, tr("Standings"), "standings"),
        ]
        return Content(layout("\n".join(lines), rows=[row]))

    async def _end(self, it: Stored) -> Content:
        """The end with its picture to keep."""
        pictures = await self._messages.final(it)
        lines = [f"### {words.title(it)}", state(it)]
        course = it.competition.course
        if not pictures and course.began is not None and not course.cancelled:
            lines += self._messages.best(it)
        row = [
            self._button(it, END, tr("Standings"), "standings"),
            self._button(it, END, tr("Record file"), "record"),
        ]
        if not course.results:  # nothing is in them
            row = [self._button(it, END, tr("Rules"), "rules")]
        return Content(layout("\n".join(lines), pictures, [row]), pictures)

    @staticmethod
    def _button(it: Stored, key: str, label: str, way: OfCompetition, number: int = 0) -> Button:
        return competition_button(label, CompetitionPress(way, it.id, number, 0, key))


def _missed(it: Stored) -> str:
    """The players who have not checked in and can still join."""
    course = it.competition.course
    began = course.began.at if course.began is not None else 0
    missed = [
        player
        for player, gone in course.left.items()
        if gone.at == began and gone.removed and not gone.by_host and player not in course.players
    ]
    if not missed or not takes_late_entries(it.competition):
        return ""
    names = [words.name_of(it, each) for each in missed[:_LISTED]]
    return tr("Not checked in: {players}. They can still press “Join”.", players=listed(names))


def out_words(it: Stored, player: int) -> str:
    """The message to a player whom the host has taken out."""
    who = f"<@{player}>" if player > 0 else words.name_of(it, player)
    return tr("{player}, the host has taken you out of {name}.", player=who, name=words.title(it))


def start_words(it: Stored, key: str) -> str:
    """What a call for the start asks of a player."""
    if key == CONFIRM:
        sentence = _LAST_CALL
    else:
        sentence = _CONFIRM if it.competition.terms.format is Format.LEAGUE else _CHECK_IN
    when = f"<t:{begins_at(it.competition)}:R>"
    return tr(sentence, name=f"**{words.title(it)}**", when=when)


def still_played(it: Stored) -> Sequence[Paired]:
    """The matches of which a season reminds its players; after its end they are matches of their
    own.
    """
    course = it.competition.course
    return () if course.ended else course.open


def reminds(key: str) -> bool:
    """Whether a message names matches that are still being played."""
    return key == REMIND or key.startswith(MORE)


def remind_words(it: Stored, matches: Sequence[Paired], key: str = REMIND) -> str:
    """The heading of a reminder of some matches; how the season stands once these are over."""
    if not matches:
        return state(it)
    until = max(it.competition.course.until(each) for each in matches)
    if key != REMIND and it.competition.course.cut.intersection(each.round for each in matches):
        return tr(
            "The host has set another end of the round: {date} ({when}). These matches are still"
            " being played:",
            **words.moment(until),
        )
    if key != REMIND:
        return tr(
            "The round has more time, until {date} ({when}). These matches are still being played:",
            **words.moment(until),
        )
    return tr(
        "The season ends {when}. These matches are still being played:", **words.moment(until)
    )
