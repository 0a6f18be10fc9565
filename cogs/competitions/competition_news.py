"""The news of a competition as messages, which follow from the record: check-in, rounds, end."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, assert_never

from cogs.board.views.results_text import reason_line
from cogs.board.views.terms_words import outage_line
from cogs.competitions import competition_text as words
from cogs.competitions.competition_message import CompetitionMessages
from cogs.competitions.formats.format_face import competition_button, competition_buttons, face_of
from cogs.competitions.state_text import next_line, state_words
from cogs.frame.layout import PLAIN_LIMIT, Button, Content, first_lines, layout, plain_view
from cogs.frame.names import command
from cogs.frame.replies import NOBODY, edit_args, ping_mentions, send_args
from cogs.presses import CompetitionAction, CompetitionPress
from prowlerbot.competitions import news as news_rules
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.course import Ended
from prowlerbot.competitions.news import News, NewsKind
from prowlerbot.core.errors import Unusable
from prowlerbot.core.i18n import listing, mark, tr, trn
from prowlerbot.service.match_service import Service

_MAX_LISTED = 16  # the most pairings and players that a message lists
_NEW_END = {
    "host": mark(
        "The host has set another end of the round: {date} ({when}). These matches are still being"
        " played:"
    ),
    "admin": mark(
        "An admin has set another end of the round: {date} ({when}). These matches are still being"
        " played:"
    ),
    "": mark(
        "The round has more time. Its end: {date} ({when}). These matches are still being played:"
    ),
}
"""By the role of the person who did it; empty for the bot, after an outage."""
_SEASON_ENDS = mark("The season ends {when}. These matches are still being played:")
_NO_CHANNEL = mark(
    "The channel of {name} is deleted. Matches that are being played go on in your chats with me."
    " {name} ends {when}, unless an admin or the host brings it into another channel with"
    " `{command}`."
)
_NO_SERVER = mark(
    "No server takes part in {name} any more. It ends {when}, unless one takes part again with"
    " `{command}`."
)
_TAKEN_OUT = {
    "host": mark("{player}, the host has taken you out of {name}."),
    "admin": mark("{player}, an admin has taken you out of {name}."),
}
_REPLACED = mark(
    "{player}, a new player has taken your place on the full ladder, as you have not played for so"
    " long. You can join again as soon as a place is free."
)


class PlainText(NamedTuple):
    """A plain message with a row of buttons."""

    text: str
    row: Sequence[Button]

    @property
    def arguments(self) -> dict[str, Any]:
        return {"content": self.text, "view": plain_view(self.row), "allowed_mentions": NOBODY}


class NewsMessage(NamedTuple):
    content: Content | PlainText
    pinged: Sequence[int]  # the players whom it calls
    silent: bool = False

    def sending_arguments(self, pinged: Iterable[int]) -> dict[str, Any]:
        """The arguments with which the bot sends it, pinging these."""
        mentions = ping_mentions(pinged)
        if isinstance(self.content, PlainText):
            return {**self.content.arguments, "allowed_mentions": mentions}
        return send_args(self.content, mentions, silent=self.silent)

    def editing_arguments(self) -> dict[str, Any]:
        content = self.content
        return content.arguments if isinstance(content, PlainText) else edit_args(content)


@dataclass(eq=False)
class NewsMessages:
    """All texts are in the current language. In a chat, a message that calls players names its
    ``reader`` alone; ``reader`` is 0 in a channel.
    """

    _service: Service
    _messages: CompetitionMessages

    async def message_of(
        self, stored: Stored, key: str, links: Mapping[str, str], reader: int = 0
    ) -> NewsMessage:
        """The message of a key; ``links`` lead to the boards of matches."""
        news = news_rules.news_of(stored, key)
        format_content = face_of(stored.format).news_content(stored, news, links)
        content = format_content or await self._content_of(stored, news, links, reader)
        # News of a round ping as the calls of boards do, in whose place they stand.
        is_round = news.kind in {NewsKind.ROUND, NewsKind.PAIRS}
        called = news.called[: news_rules.MAX_PINGED]
        if is_round and not (await self._service.server(stored.guild)).calls:
            called = ()
        choices = [await self._service.player(player) for player in called]
        pinged = [it for it, its in zip(called, choices, strict=True) if its.calls != "off"]
        return NewsMessage(content, pinged, silent=format_content is not None and not news.called)

    async def _content_of(  # noqa: PLR0911 - one for each kind
        self, stored: Stored, news: News, links: Mapping[str, str], reader: int
    ) -> Content | PlainText:
        match news.kind:
            case NewsKind.MAIN:
                return await self._messages.main_content(stored)
            case NewsKind.BEGIN:
                return await self._begin_content(stored, news, reader)
            case NewsKind.END:
                return await self._end_content(stored, news, reader)
            case NewsKind.CALL | NewsKind.CONFIRM:
                return _asking_content(stored, news, reader)
            case NewsKind.REMIND | NewsKind.MORE:
                return _playing_content(stored, news, links, reader)
            case NewsKind.OUT | NewsKind.MISSED:
                return _out_content(stored, news, reader)
            case NewsKind.GONE:
                return _lost_channel_content(stored, news)
            case NewsKind.ROUND | NewsKind.PAIRS:
                return _round_message(stored, news, links, reader)
            case (  # not posted as news, or with words of ladders and arenas
                NewsKind.EVENT
                | NewsKind.WAITS
                | NewsKind.GREETING
                | NewsKind.WARNED
                | NewsKind.FELL
                | NewsKind.LATE
                | NewsKind.PLACE
                | NewsKind.CHALLENGE
                | NewsKind.BEGUN
                | NewsKind.OVER
            ):
                raise ValueError(news.key)
            case _:
                assert_never(news.kind)

    async def _begin_content(self, stored: Stored, news: News, reader: int) -> Content:
        """The beginning of all matches, with a line for all who play and move in as many."""
        lines = _opening_lines(stored, news, tr("All matches begin now."))
        divisions, calls = face_of(stored.format).start_lines(stored), list[str]()
        players_by_counts = defaultdict[tuple[int, int], list[int]](list)
        for player, counts in (await self._first_turns(stored)).items():
            if reader in {0, player}:
                players_by_counts[counts].append(player)
        for (count, turns), players in sorted(players_by_counts.items(), reverse=True):
            text = trn(
                "{count} match has begun; in {turns} it is your turn.",
                "{count} matches have begun; in {turns} it is your turn.",
                count,
                turns=turns,
            )
            calls.append(" ".join([text, *_people_lines(stored, players, reader)]))
        lines += [*first_lines(divisions, _MAX_LISTED, *lines, *calls), *calls]
        row = competition_buttons(stored.id, news.key, "mine", "pairings", "standings")
        return layout("\n".join(lines), rows=[row])

    async def _first_turns(self, stored: Stored) -> dict[int, tuple[int, int]]:
        """For each player the number of matches, and of those in which the first move is theirs."""
        counts = dict[int, tuple[int, int]]()
        for number, match_id in stored.matches.items():
            players = stored.course.pairings[number].players
            with suppress(Unusable):  # a damaged match
                match = await self._service.match(match_id)
                first_to_move = self._service.facts.timeline(match, None).views[0].to_move
                for seat, player in enumerate(players, 1):
                    matches, turns = counts.get(player, (0, 0))
                    counts[player] = matches + 1, turns + (seat in first_to_move)
        return counts

    async def _end_content(self, stored: Stored, news: News, reader: int) -> Content:
        """The end, with the final picture. After a cancellation it calls those who still play."""
        pictures = await self._messages.final_pictures(stored)
        states = filter(None, (state_words(stored), next_line(stored)))
        lines = [f"### {words.title(stored)}", *states]
        course = stored.course
        if not pictures and course.began is not None and not course.cancelled:
            lines += self._messages.best_lines(stored)
        lines += first_lines(face_of(stored.format).end_lines(stored), _MAX_LISTED, *lines)
        lines += _people_lines(stored, news.called, reader)
        actions: list[CompetitionAction] = ["standings", "record"] if course.results else ["rules"]
        last_event = stored.competition.events[-1]
        if stored.terms.every and isinstance(last_event, Ended) and last_event.next:
            actions.insert(0, "again")
        row = competition_buttons(stored.id, news.key, *actions)
        rows = await self._messages.with_tell_button(stored, [row])
        return layout("\n".join(lines), pictures, rows)


def _lost_channel_content(stored: Stored, news: News) -> Content:
    """The news that the channel of a competition, or each server of a league, is gone."""
    way_back = command(stored.format.kind, "follow" if stored.is_wide else "move-here")
    sentence, name = _NO_SERVER if stored.is_wide else _NO_CHANNEL, words.title(stored)
    text = tr(sentence, name=name, command=way_back, **words.time_fields(news.until))
    return layout(text, rows=[competition_buttons(stored.id, news.key, "mine")])


def _asking_content(stored: Stored, news: News, reader: int) -> Content:
    """The call to check in, or to confirm a place in the next season."""
    face, outages = face_of(stored.format), stored.course.outages
    name = f"**{words.title(stored)}**"
    call = face.confirm_call if news.kind is NewsKind.CALL else face.last_confirm_call
    text = tr(call, name=name, **words.time_fields(news.until))
    if outages and news.kind is NewsKind.CONFIRM:
        text = f"{text} {outage_line(outages[-1])}"
    confirm = face.button(stored, news.key, tr(face.confirm_label), "checkin")
    row = [confirm, *competition_buttons(stored.id, news.key, "leave")]
    return layout("\n".join([text, *_people_lines(stored, news.called, reader)]), rows=[row])


def _playing_content(stored: Stored, news: News, links: Mapping[str, str], reader: int) -> Content:
    """The matches still played near the end of a season or with another end; if none, its state."""
    running = news_rules.still_played(stored)
    if reader:
        running = [pairing for pairing in running if reader in pairing.players]
    sentence = _SEASON_ENDS if news.kind is NewsKind.REMIND else _NEW_END[news.by]
    text = tr(sentence, **words.time_fields(news.until)) if running else state_words(stored)
    outage = stored.course.prolonged_by
    if running and news.kind is NewsKind.MORE and not news.by and outage is not None:
        text = f"{outage_line(outage)} {text}"
    heading = [f"### {words.title(stored)}", text]
    people = _people_lines(stored, news.called, reader)
    matches = words.pairing_lines(stored, running, links, reader)
    lines = [*heading, *first_lines(matches, _MAX_LISTED, *heading, *people), *people]
    return layout("\n".join(lines), rows=[competition_buttons(stored.id, news.key, "mine")])


def _out_content(stored: Stored, news: News, reader: int) -> Content:
    """The news to a player that the host, an admin or the bot has taken them out."""
    by_bot = news.kind is NewsKind.MISSED
    withdrawal = news_rules.withdrawals_by_others(stored, news.kind)[news.number - 1]
    face, player = face_of(stored.format), reader or withdrawal.player
    if not by_bot:
        sentence: str = _TAKEN_OUT[news.by]
    elif news_rules.is_out_by_missed_moves(stored, withdrawal):
        sentence = face.out_call
    else:
        sentence = _REPLACED
    text = tr(
        sentence,
        player=f"<@{player}>" if player > 0 else words.name_of(stored, player),
        name=words.title(stored),
        season=stored.season,
        next=stored.season + stored.format.ban_seasons + 1,
    )
    text = " ".join(filter(None, [text, reason_line(withdrawal.reason)]))
    label = tr("Players") if stored.course.began is None else tr("Standings")
    is_still_out = by_bot and withdrawal.player not in stored.course.present
    row = face.return_buttons(stored, news.key) if is_still_out else []
    return layout(text, rows=[[*row, face.button(stored, news.key, label, "standings")]])


def _round_message(stored: Stored, news: News, links: Mapping[str, str], reader: int) -> PlainText:
    """Pairings of a round, with a mention of each player who is called to theirs."""
    number = news_rules.round_of(news)
    heading = face_of(stored.format).round_title(stored.competition, number)
    title, *other_lines = _opening_lines(stored, news, heading)
    paired = news_rules.pairings_of(stored, news.kind, news.number)
    listed = [pairing for pairing in paired if not reader or reader in pairing.players]
    lines = words.pairing_lines(stored, listed, links, called=news.called)
    buttons = competition_buttons(stored.id, news.key, "mine")
    if news.kind is NewsKind.ROUND:
        lines += [] if reader else words.resting_lines(stored, number)
        press = CompetitionPress("pairings", stored.id, number, place=news.key)
        buttons.append(competition_button(tr("Pairings"), press))
        buttons += competition_buttons(stored.id, news.key, "standings")
    text = "\n".join([title, *first_lines(lines, len(lines), title, limit=PLAIN_LIMIT)])
    # The pairings have priority; the other lines follow as far as there is room.
    for line in other_lines if news.kind is NewsKind.ROUND else ():
        if len(text) + len(line) < PLAIN_LIMIT:
            text += f"\n{line}"
    return PlainText(text, buttons)


def _opening_lines(stored: Stored, news: News, heading: str) -> list[str]:
    """The first lines of the news about new matches, with the players who have none."""
    course = stored.course
    lines = [f"### {words.title(stored)}", f"**{heading}**"]
    if news.kind in {NewsKind.ROUND, NewsKind.PAIRS}:
        lines = [f"**{words.title(stored)} · {heading}**"]
    if news.until:
        lines.append(tr("There is time until {date} ({when}).", **words.time_fields(news.until)))
    if news.number == 1 and (missed := _missed_line(stored)):
        lines.append(missed)
    paired = course.pairings_in(news.number) if news.number else course.pairings.values()
    paired_at = min((pairing.at for pairing in paired), default=0)
    gone = [it for it, out in course.left.items() if out.by == "left" and out.at == paired_at]
    if gone:
        names = listing([words.name_of(stored, player) for player in gone[:_MAX_LISTED]])
        lines.append(tr("No longer in this server, so not paired: {players}.", players=names))
    return lines


def _missed_line(stored: Stored) -> str:
    """The players who did not check in and can still join."""
    course = stored.course
    began = course.began.at if course.began is not None else 0
    absent = [
        player
        for player, out in course.left.items()
        if out.at == began
        and out.removed
        and not (out.by_host or out.by)
        and player not in course.players
    ]
    if not absent or not stored.format.takes_late_entries(stored.competition):
        return ""
    names = [words.name_of(stored, player) for player in absent[:_MAX_LISTED]]
    return tr("Not checked in: {players}. They can still press “Join”.", players=listing(names))


def _people_lines(stored: Stored, players: Sequence[int], reader: int) -> list[str]:
    """A line with mentions for a channel, or with names in a league of all servers."""
    called = () if reader else players[: news_rules.MAX_PINGED]
    people = [player for player in called if player > 0]  # others have deleted their data
    if people and stored.is_wide:
        return [listing([words.name_of(stored, player) for player in people])]
    return [" ".join(f"<@{player}>" for player in people)] if people else []


def waiting_news(
    stored: Stored, missing: Sequence[str] | None, *, mention: bool, until: int = 0
) -> NewsMessage:
    """The news to the host of a wait for ``missing`` permissions, which is too long after ``until``
    (0: never), or with None for the game.
    """
    name = words.title(stored)
    if missing is not None:
        text = tr(
            "{name} waits, as I lack permissions in {channel}: {missing}. It goes on by itself"
            " once they are granted.",
            name=name,
            channel=f"<#{stored.channel}>",
            missing=listing([*map(tr, missing)]),
        )
        text += " " + tr("Without them it ends {when}.", when=f"<t:{until}:R>") if until else ""
    else:
        text = tr(
            "{name} waits, as the game “{game}” is not installed here now. No clock runs, and it"
            " goes on by itself once the host of the bot has brought the game back.",
            name=name,
            game=stored.terms.game,
        )
    if mention and stored.host > 0:
        text = f"<@{stored.host}> {text}"
    rules = competition_buttons(stored.id, NewsKind.WAITS, "rules")
    return NewsMessage(layout(text, rows=[rules]), [stored.host])
