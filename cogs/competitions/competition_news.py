"""The news of a competition as messages: the check-in, each round, the end.

The content of each message follows from the record, so it can be drawn again at any time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from cogs.board.rendering import Rendering
from cogs.board.views.common_buttons import competition_button, competition_buttons
from cogs.board.views.terms_text import outage_line
from cogs.competitions.competition_message import CompetitionMessages
from cogs.competitions.formats.format_face import face_of
from cogs.competitions.news_keys import (
    BEGIN,
    CALL,
    CONFIRM,
    END,
    GONE,
    MISSED,
    OUT,
    PINGED_AT_ONCE,
    REMIND,
    WAITS,
    called,
    is_reminder,
    number_in,
    removed,
    still_played,
    taken_off,
)
from cogs.competitions.views import competition_text as words
from cogs.competitions.views.competition_state_text import next_line, state
from cogs.frame.layout import Content, first_lines, layout
from cogs.frame.names import command
from cogs.presses.addresses import CompetitionPress
from prowlerbot.competitions.competition_events import Paired, Withdrew
from prowlerbot.competitions.competition_post_store import MAIN
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.due_steps import HELD, begins_at
from prowlerbot.core.errors import Unusable
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.service.match_service import Service

_LISTED = 16
"""The most pairings and players that a message lists."""


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
_NO_CHANNEL = mark(
    "The channel of {name} is deleted. Matches that are being played go on in your chats with me."
    " {name} ends {when}, unless an admin or the host brings it into another channel with"
    " `{command}`."
)
_NO_SERVER = mark(
    "No server takes part in {name} any more. It ends {when}, unless one takes part again with"
    " `{command}`."
)
_OUT = {
    "host": mark("{player}, the host has taken you out of {name}."),
    "admin": mark("{player}, an admin has taken you out of {name}."),
}
_REPLACED = mark(
    "{player}, a new player has taken your place on the full ladder, as you have not played for so"
    " long. You can join again as soon as a place is free."
)


@dataclass(frozen=True, slots=True)
class News:
    """A message; ``pinged`` are the players whom it calls."""

    content: Content
    pinged: Sequence[int] = ()
    silent: bool = False


@dataclass(eq=False)
class NewsMessages:
    """All texts are in the current language.

    A message that calls players can be for a chat: there it names its ``reader`` alone.
    ``reader`` is 0 in a channel.
    """

    _service: Service
    _rendering: Rendering
    _messages: CompetitionMessages

    async def of(self, stored: Stored, key: str, links: Mapping[str, str], reader: int = 0) -> News:
        """The message of a key; ``links`` lead to the boards of matches."""
        if key in {MAIN, BEGIN, END}:
            draw = self._messages.content
            if key != MAIN:
                draw = partial(self._begin if key == BEGIN else self._end, reader=reader)
            return await self._calling(stored, key, await draw(stored))
        if key.startswith((OUT, MISSED, GONE)):
            return await self._calling(stored, key, self._out(stored, key, reader))
        if key == CONFIRM or key.startswith(CALL):
            return await self._calling(stored, key, self._asking(stored, key, reader))
        if is_reminder(key):
            return await self._calling(stored, key, self._still_playing(stored, key, links, reader))
        if (own := face_of(stored.format).news(stored, key, links)) is not None:
            news = await self._calling(stored, key, own)
            return replace(news, silent=not called(stored, key))
        return News(self._round(stored, key, number_in(key), links))

    async def _calling(self, stored: Stored, key: str, content: Content) -> News:
        """A message that pings those of the called players who want calls."""
        people = called(stored, key)[:PINGED_AT_ONCE]
        return News(
            content, [each for each in people if (await self._service.player(each)).calls != "off"]
        )

    def _asking(self, stored: Stored, key: str, reader: int) -> Content:
        """The call to check in, or to confirm a place in the next season."""
        face = face_of(stored.format)
        confirm = face.button(stored, key, tr(face.confirm), "checkin")
        row = [confirm, *competition_buttons(stored.id, key, "leave")]
        return layout(
            "\n".join([_start_words(stored, key), *_people(stored, key, reader)]), rows=[row]
        )

    def _still_playing(
        self, stored: Stored, key: str, links: Mapping[str, str], reader: int
    ) -> Content:
        """The matches that are still being played near the end of a season, or in a round that has
        another end.
        """
        still = [each for each in still_played(stored) if not reader or reader in each.players]
        people = _people(stored, key, reader)
        heading = [f"### {words.title(stored)}", _reminder_heading(stored, still, key)]
        matches = words.pairing_lines(stored, still, links, reader)
        lines = [*heading, *first_lines(matches, _LISTED, *heading, *people), *people]
        return layout("\n".join(lines), rows=[competition_buttons(stored.id, key, "mine")])

    def _gone(self, stored: Stored, key: str) -> Content:
        """The news that a competition has no channel any more."""
        text = tr(
            _NO_SERVER if stored.is_wide else _NO_CHANNEL,
            name=words.title(stored),
            when=f"<t:{stored.course.lost_at + HELD}:R>",
            command=command(stored.format.kind, "follow" if stored.is_wide else "move-here"),
        )
        return layout(text, rows=[competition_buttons(stored.id, key, "mine")])

    def _out(self, stored: Stored, key: str, reader: int) -> Content:
        """The news to a player that the host, an admin or the bot has taken them out."""
        if key.startswith(GONE):
            return self._gone(stored, key)
        (out,) = (removed if key.startswith(OUT) else taken_off)(stored)[number_in(key) - 1 :][:1]
        player = reader or out.player
        name = f"<@{player}>" if player > 0 else words.name_of(stored, player)
        sentence = _OUT[out.by or "host"] if key.startswith(OUT) else _missed(stored, out)
        text = tr(
            sentence,
            player=name,
            name=words.title(stored),
            season=stored.season,
            next=stored.season + stored.format.seasons_out + 1,
        )
        face = face_of(stored.format)
        label = tr("Players") if stored.course.began is None else tr("Standings")
        is_out = key.startswith(MISSED) and out.player not in stored.course.present
        back = face.ways_back(stored, key) if is_out else []
        row = [*back, face.button(stored, key, label, "standings")]
        return layout(text, rows=[row])

    async def _begin(self, stored: Stored, reader: int) -> Content:
        """The beginning of all matches, with a line for all who play and move in as many."""
        course = stored.course
        lines = [f"### {words.title(stored)}", f"**{tr('All matches begin now.')}**"]
        lines += _paired_lines(stored, [*course.pairings.values()])
        divisions, calls = face_of(stored.format).at_the_start(stored), list[str]()
        groups = defaultdict[tuple[int, int], list[int]](list)
        for player, group in (await self._first_turns(stored)).items():
            if reader in {0, player}:
                groups[group].append(player)
        for (count, turns), players in sorted(groups.items(), reverse=True):
            text = trn(
                "{count} match has begun; in {turns} it is your turn.",
                "{count} matches have begun; in {turns} it is your turn.",
                count,
                turns=turns,
            )
            people = [] if reader else [f"<@{each}>" for each in players if each > 0]
            calls.append(" ".join([text, *people]))
        lines += [*first_lines(divisions, _LISTED, *lines, *calls), *calls]
        row = competition_buttons(stored.id, BEGIN, "mine", "pairings", "standings")
        return layout("\n".join(lines), rows=[row])

    async def _first_turns(self, stored: Stored) -> dict[int, tuple[int, int]]:
        """For each player the number of matches, and of those in which the first move is theirs."""
        known = dict[int, tuple[int, int]]()
        for number, match_id in stored.matches.items():
            players = stored.course.pairings[number].players
            with suppress(Unusable):  # a damaged match
                match = await self._service.match(match_id)
                first = self._service.timeline(match, None).views[0].to_move
                for seat, player in enumerate(players, 1):
                    matches, turns = known.get(player, (0, 0))
                    known[player] = matches + 1, turns + (seat in first)
        return known

    def _round(self, stored: Stored, key: str, number: int, links: Mapping[str, str]) -> Content:
        """The pairings of a round."""
        shown = stored.course.of_round(number)
        heading = face_of(stored.format).round_title(stored, number)
        lines = [f"### {words.title(stored)}", f"**{heading}**"]
        lines += _paired_lines(stored, shown)
        pairings = [
            *words.pairing_lines(stored, shown, links),
            *words.resting_lines(stored, number),
        ]
        lines += first_lines(pairings, _LISTED, *lines)
        mine, standings = competition_buttons(stored.id, key, "mine", "standings")
        press = CompetitionPress("pairings", stored.id, number, place=key)
        row = [mine, competition_button(tr("Pairings"), press), standings]
        return layout("\n".join(lines), rows=[row])

    async def _end(self, stored: Stored, reader: int) -> Content:
        """The end, with the final picture. After a cancellation it calls those who still play."""
        pictures = await self._messages.final(stored)
        lines = [f"### {words.title(stored)}", *filter(None, (state(stored), next_line(stored)))]
        course = stored.course
        if not pictures and course.began is not None and not course.cancelled:
            lines += self._messages.best(stored)
        lines += first_lines(face_of(stored.format).at_the_end(stored), _LISTED, *lines)
        lines += _people(stored, END, reader)
        row = competition_buttons(stored.id, END, "standings", "record")
        if not course.results:
            row = competition_buttons(stored.id, END, "rules")
        return layout("\n".join(lines), pictures, [row])


def _missed(stored: Stored, out: Withdrew) -> str:
    """The reason why the bot has taken a player out."""
    results = stored.course.results.values()
    if not any(out.player in each.absent and each.at <= out.at for each in results):
        return _REPLACED
    return face_of(stored.format).missed


def _paired_lines(stored: Stored, paired: Sequence[Paired]) -> list[str]:
    """The end of the time for some pairings, and the players who were not paired in them."""
    until = max(map(stored.course.until, paired), default=0)
    time = tr("There is time until {date} ({when}).", **words.moment(until)) if until else ""
    missed = _missed_line(stored) if any(each.round == 1 for each in paired) else ""
    return [*filter(None, (time, missed, _gone_line(stored, paired)))]


def _missed_line(stored: Stored) -> str:
    """The players who did not check in and can still join."""
    course = stored.course
    began = course.began.at if course.began is not None else 0
    missed = [
        player
        for player, gone in course.left.items()
        if gone.at == began
        and gone.removed
        and not (gone.by_host or gone.by)
        and player not in course.players
    ]
    if not missed or not stored.format.takes_late_entries(stored.competition):
        return ""
    names = [words.name_of(stored, each) for each in missed[:_LISTED]]
    return tr("Not checked in: {players}. They can still press “Join”.", players=listed(names))


def _gone_line(stored: Stored, paired: Sequence[Paired]) -> str:
    """The players who are not paired because they have left the server."""
    at = min((each.at for each in paired), default=0)
    gone = [each for each, out in stored.course.left.items() if out.by == "left" and out.at == at]
    if not gone:
        return ""
    names = [words.name_of(stored, each) for each in gone[:_LISTED]]
    return tr("No longer in this server, so not paired: {players}.", players=listed(names))


def _people(stored: Stored, key: str, reader: int) -> list[str]:
    """A line with all called players, for a channel."""
    people = [] if reader else called(stored, key)[:PINGED_AT_ONCE]
    return [" ".join(f"<@{each}>" for each in people)] if people else []


def _start_words(stored: Stored, key: str) -> str:
    """The request of a call to check in or to confirm a place."""
    face = face_of(stored.format)
    sentence = face.last_call if key == CONFIRM else face.call
    when = f"<t:{begins_at(stored.competition)}:R>"
    text = tr(sentence, name=f"**{words.title(stored)}**", when=when)
    outages = stored.course.outages
    return f"{text} {outage_line(outages[-1])}" if outages and key == CONFIRM else text


def _reminder_heading(stored: Stored, matches: Sequence[Paired], key: str) -> str:
    """The heading of a reminder of some matches; the state of the season if they are all over."""
    if not matches:
        return state(stored)
    course = stored.course
    until = max(map(course.until, matches))
    by = next((course.cut[each.round] for each in matches if each.round in course.cut), "")
    if key != REMIND and by:
        return tr(_CUT[by], **words.moment(until))
    if key != REMIND:
        text = tr(
            "The round has more time, until {date} ({when}). These matches are still being played:",
            **words.moment(until),
        )
        outage = course.prolonged_by
        return f"{outage_line(outage)} {text}" if outage is not None else text
    return tr(
        "The season ends {when}. These matches are still being played:", **words.moment(until)
    )


def permissions_news(stored: Stored, missing: Sequence[str], *, mention: bool) -> News:
    """The request for missing permissions, while a competition waits for them."""
    text = tr(
        "{name} waits, as I lack permissions in {channel}: {missing}. It goes on by itself"
        " once they are granted.",
        name=words.title(stored),
        channel=f"<#{stored.channel}>",
        missing=listed([tr(each) for each in missing]),
    )
    return _to_host(stored, text, mention=mention)


def without_game_news(stored: Stored, *, mention: bool) -> News:
    """The message to the host while the game of a competition is not installed."""
    text = tr(
        "{name} waits, as the game “{game}” is not installed here now. No clock runs, and it goes"
        " on by itself once the host of the bot has brought the game back.",
        name=words.title(stored),
        game=stored.terms.game,
    )
    return _to_host(stored, text, mention=mention)


def _to_host(stored: Stored, text: str, *, mention: bool) -> News:
    if mention and stored.host > 0:
        text = f"<@{stored.host}> {text}"
    rules = competition_buttons(stored.id, WAITS, "rules")
    return News(layout(text, rows=[rules]), [stored.host])
