"""The face of a ladder: its rules and buttons, its news, and its picture."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from cogs.board.views.common_buttons import competition_buttons
from cogs.board.views.terms_words import span_words
from cogs.competitions.formats.format_face import FormatFace
from cogs.competitions.views import standings_views
from cogs.competitions.views.competition_text import name_of, time_fields
from cogs.competitions.views.state_text import released_words
from cogs.frame.layout import Button, Content, layout
from cogs.frame.router import refusal_sentence
from prowlerbot.competitions.competition_record import CompetitionTerms, Stored
from prowlerbot.competitions.course import Warned
from prowlerbot.competitions.formats import ladder
from prowlerbot.competitions.news import (
    News,
    NewsKind,
    news_without_channel,
    numbered_news,
    withdrawals_by_others,
)
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import label_text, mark, tr
from renderer.competition.standings_picture import MOST_LINES, Duel, draw_ladder
from renderer.competition.table import Cell, Row, Table, Way

_IDLE_FALL = mark("🪜 {player} drops to place {place}, after {time} without a match.")
_LATE_FALL = mark("🪜 {player} drops to place {place}, after a match lost on time.")
_LATEST = 3
"""The number of latest challenges, places taken, and drops after a loss on time that are news."""


class LadderFace(FormatFace):
    name = title = mark("Ladder")
    how = mark("If you beat a player above you, you take that place.")
    leave = mark("Leave the ladder?")
    after_leaving = mark("If you join again, you begin at the last place.")
    missed = mark(
        "{player}, you are off the ladder, as you made no move in two matches. You can join again"
        " at its end."
    )
    end = mark(
        "End the ladder of this server? Its places are kept as a picture. Matches that are being"
        " played go on, but change no places."
    )
    cancel = mark("This ladder has ended.")
    of_admins = True
    has_points = False
    has_table = False
    has_event = False

    def state(self, stored: Stored) -> str:
        """The present season, or at its end the player at the top."""
        ends, order = ladder.ends_at(stored.competition), ladder.ladder_order(stored.competition)
        if not stored.course.ended:
            text = tr(
                "End of season {season}: {date} ({when}).",
                season=stored.season,
                **time_fields(ends),
            )
            return text if order else f"{text} {tr('Nobody has joined so far.')}"
        if stored.competition.events[-1].at < ends:
            return f"**{tr(self.cancel)}** {released_words(stored)}".rstrip()
        over = tr("Season {season} is over; the next one has begun.", season=stored.season)
        if not order:
            return f"**{over}**"
        leads = tr("🏆 {player} is at the top.", player=name_of(stored, order[0]))
        return f"## {leads}\n{over}"

    def rules(self, stored: Stored, least: int) -> list[str]:
        terms = stored.terms
        return [
            tr("You join at the end of the ladder."),
            tr(
                "You can challenge players up to {reach} places above you, and each of them plays:"
                " nobody declines. {count} of your challenges run at the same time at most, and you"
                " meet the same player again after {days} days.",
                reach=ladder.REACH,
                count=ladder.MOST_CHALLENGES,
                days=ladder.REMATCH_AFTER // DAY,
            ),
            tr(
                "You drop one place after {idle} without a match, and with each match that you lose"
                " on time.",
                idle=span_words(terms.idle),
            ),
            tr(
                "A match protects its players from more challenges and from dropping for {days}"
                " days at most.",
                days=ladder.PROTECTION // DAY,
            ),
            tr(
                "If you make no move at all in time in two matches of a season, a day or more"
                " apart, you are off the ladder; you can join it again."
            ),
            tr(
                "Once a season you can take a holiday of up to {holiday}: nobody challenges you,"
                " and you do not drop. Matches that are being played go on.",
                holiday=span_words(terms.holiday),
            ),
            tr("A challenge of yours ends your holiday."),
            tr(
                "A season lasts {season}. The next one follows at once: all keep their places, and"
                " matches that are being played count in it.",
                season=span_words(terms.season),
            ),
        ]

    def missing_rule(self, terms: CompetitionTerms) -> str:
        return ""

    def parts(self, shown: standings_views.ShownCompetition) -> list[standings_views.PicturePart]:
        """The ladder from the top down."""
        competition = shown.competition
        order = ladder.ladder_order(competition)
        ended = competition.course.ended
        challenges = [
            (pairing.challenger, other)
            for pairing in (() if ended else competition.course.open)
            for other in pairing.players
            if other != pairing.challenger
        ]
        duels = tuple(
            Duel(order.index(challenger) + 1, order.index(other) + 1)
            for challenger, other in challenges
            if {challenger, other} <= {*order}
        )
        rows = []
        for place, player in enumerate(order, 1):
            cell = Cell(against=tuple(("challenges", it) for by, it in challenges if by == player))
            way: Way = "away" if ladder.is_on_holiday(competition, player, shown.now) else ""
            own = player == shown.reader
            rows.append(Row(place, player, shown.player(player), cells=(cell,), way=way, own=own))
        heading = shown.heading(
            *standings_views.season_words(shown), standings_views.round_or_end_words(competition)
        )
        # The column of the challenges is no column of the picture: there they are arrows.
        table = Table(heading, tuple(rows), columns=("",))
        return standings_views.parts_of(shown, table, partial(draw_ladder, duels), MOST_LINES)

    def rows(self, stored: Stored, place: str) -> list[list[Button]]:
        buttons = partial(competition_buttons, stored.id, place)
        if stored.course.ended:
            return [buttons("standings", "record", "rules")]
        return [
            buttons("challenge", "mine"),
            buttons("standings", "rules"),
            buttons("join", "leave", "holiday"),
        ]

    def due_news(self, stored: Stored) -> list[News]:
        """The latest places taken, challenges of this season and drops, and who is out."""
        competition, course = stored.competition, stored.course
        if course.lost_at:
            return news_without_channel(stored)
        began = course.began.at if course.began is not None else 0
        new = [each.pairing for each in course.open if each.at > began and not course.ended]
        is_warned = stored.format.falling_players(competition) and not course.ended
        warned = sum(isinstance(each, Warned) for each in competition.events)
        missed = len(withdrawals_by_others(stored, NewsKind.MISSED))
        places = ladder.replay_places(competition)
        numbers: dict[NewsKind, Iterable[int]] = {
            NewsKind.PLACE: [each.pairing for each in places.won[-_LATEST:]],
            NewsKind.CHALLENGE: new[-_LATEST:],
            NewsKind.MISSED: range(1, missed + 1),
            NewsKind.WARNED: [warned] if is_warned else [],
            NewsKind.FELL: [each.number for each in places.idle_falls[-1:]],
            NewsKind.LATE: [each.number for each in places.late_falls[-_LATEST:]],
            NewsKind.END: [0] if course.ended else [],
        }
        return numbered_news(stored, numbers)

    def news(self, stored: Stored, news: News, links: Mapping[str, str]) -> Content | None:
        number, buttons = news.number, partial(competition_buttons, stored.id, news.key)
        link, row = links.get(stored.matches.get(number, "")), buttons("standings")
        places = ladder.replay_places(stored.competition)
        match news.kind:
            case NewsKind.CHALLENGE:
                lines = [_challenge_line(stored, number, link)]
            case NewsKind.PLACE:
                some = [each for each in places.won if each.pairing == number]
                lines = [_won_line(stored, each, link) for each in some]
                row = buttons("challenge", "standings")
            case NewsKind.WARNED:
                lines = _warning_lines(stored)
            case NewsKind.LATE:
                lines = _fall_lines(stored, places.late_falls, number, _LATE_FALL, link)
            case NewsKind.FELL:
                lines = _fall_lines(stored, places.idle_falls, number, _IDLE_FALL, None)
            case _:
                return None
        return layout("\n".join(lines), rows=[row])


def reach_lines(stored: Stored, player: int, now: int) -> list[str]:
    """The place of a player, and the reasons why some players in reach cannot be challenged now."""
    order = ladder.ladder_order(stored.competition)
    if player not in order:
        raise Denied("You are not on this ladder; press “Join” first.")
    place = order.index(player) + 1
    lines = [tr("You have place {place} of {count}.", place=place, count=len(order))]
    if place == 1:
        lines.append(tr("You are at the top; players below you challenge you."))
    for other, why in ladder.players_in_reach(stored.competition, player, now).items():
        if why is not None:
            reason = label_text(name_of(stored, other), refusal_sentence(why))
            lines.append(f"- {order.index(other) + 1}\\. {reason}")
    return lines


def holiday_line(stored: Stored, player: int, now: int) -> str:
    """The end of a player's holiday; empty without one."""
    if not ladder.is_on_holiday(stored.competition, player, now):
        return ""
    until = stored.course.holidays[player].until
    return tr("You are on holiday until {date} ({when}).", **time_fields(until))


def _won_line(stored: Stored, won: ladder.WonPlace, link: str | None) -> str:
    """The news that a challenger has taken a place, with a link to the board."""
    text = tr(
        "🪜 {player} beats {other} and takes place {place}.",
        player=f"**{name_of(stored, won.challenger)}**",
        other=f"**{name_of(stored, won.other)}**",
        place=won.place,
    )
    return _link_text(text, link)


def _warning_lines(stored: Stored) -> list[str]:
    """The news to players that they will drop."""
    return [
        tr(
            "{player}, you drop a place on {date} unless you play.",
            player=f"<@{player}>" if player > 0 else name_of(stored, player),
            date=f"<t:{at}:F>",
        )
        for player, at in stored.format.falling_players(stored.competition).items()
    ] or [tr("All of them have played since.")]


def _fall_lines(
    stored: Stored, falls: Sequence[ladder.Fall], number: int, text: str, link: str | None
) -> list[str]:
    """The news that players have dropped in this drop, or after the match of this pairing."""
    return [
        _link_text(
            tr(
                text,
                player=f"**{name_of(stored, each.player)}**",
                place=each.place,
                time=span_words(stored.terms.idle),
            ),
            link,
        )
        for each in falls
        if each.number == number
    ]


def _challenge_line(stored: Stored, pairing: int, link: str | None) -> str:
    """The news of a challenge, to the player who is challenged, with a link to the board."""
    paired, order = stored.course.pairings[pairing], ladder.ladder_order(stored.competition)
    (other,) = {*paired.players} - {paired.challenger}
    text = tr(
        "🪜 {player}, {challenger} challenges you for place {place} of the ladder.",
        player=f"<@{other}>" if other > 0 else name_of(stored, other),
        challenger=name_of(stored, paired.challenger),
        place=order.index(other) + 1 if other in order else "–",
    )
    return _link_text(text, link)


def _link_text(text: str, link: str | None) -> str:
    return f"{text} [{tr('board')}]({link})" if link else text
