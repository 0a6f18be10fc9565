"""The faces of leagues and ladders, which go on from season to season; the list of all faces."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from cogs.board.views.terms_words import span_words
from cogs.competitions import standings_views
from cogs.competitions.competition_text import all_servers_words, name_of, time_fields
from cogs.competitions.formats import tournament_faces
from cogs.competitions.formats.format_face import FormatFace, Pairings, competition_buttons
from cogs.competitions.standings_views import PicturePart, ShownCompetition
from cogs.competitions.state_text import released_words
from cogs.frame.layout import Button, Content, layout
from cogs.frame.router import refusal_sentence
from prowlerbot.competitions import news as news_rules
from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, Stored
from prowlerbot.competitions.course import Warned
from prowlerbot.competitions.formats import ladder, league
from prowlerbot.competitions.news import News, NewsKind
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import label_text, mark, tr, trn
from renderer.competition_table import Movement, Table, TableCell, TableRow
from renderer.standings_picture import MAX_LINES, Duel, draw_ladder

_ARROWS = {"up": "\u00a0↑", "down": "\u00a0↓"}


class LeagueFace(tournament_faces.RoundRobinFace):
    name = title = mark("League")
    idea = mark("All players of a division meet each other, all at the same time.")
    confirm_label = mark("Confirm my place")
    confirm_answer = mark("Your place in the next season is confirmed.")
    confirm_call = mark(
        "The next season of {name} starts {when}. Confirm your place before then with one press,"
        " or others can have it. After a pause you begin again in the lowest division."
    )
    last_confirm_call = mark(
        "The next season of {name} starts {when}, and you have not confirmed your place."
    )
    check_in_rule = ""
    out_call = mark(
        "{player}, you are out of season {season} of {name}, as you made no move in two matches."
        " You can join again from season {next} on."
    )
    cancel_news = mark("{name} is over; no further season follows.")
    cancelled_state = mark("This league has ended for good.")
    too_few_state = mark("The league has ended: fewer than two players confirmed their places.")
    join_first_refusal = mark("Press “Join” to play in season {season}.")
    leave_note = mark("You cannot come back in this season or the next two.")
    has_event = False
    only_admins_end = True

    def called_words(self, stored: Stored, starts: str) -> str:
        count = len(stored.course.checked_in)
        confirmed = trn("{count} player has confirmed.", "{count} players have confirmed.", count)
        return f"**{starts}** {confirmed}"

    def beside_name(self, stored: Stored) -> list[str]:
        return [tr("Season {season}", season=stored.season)]

    def own_terms(self, stored: Stored) -> list[str]:
        """The lengths of a season and of the break."""
        parts = [tr("{time} a season at most", time=span_words(stored.terms.season))]
        if stored.pause:
            parts.append(tr("a break of {time} or more", time=span_words(stored.pause)))
        return parts

    def own_rules(self, stored: Stored, least_moves: int) -> Iterator[str]:
        if stored.is_wide:
            yield all_servers_words()
        yield tr(
            "Divisions have {least} to {most} players, at first by rating. After a season the"
            " last two of a division go down, and the first of the division below goes up.",
            least=league.MIN_IN_DIVISION,
            most=league.MAX_IN_DIVISION,
        )
        if stored.terms.table > 2:
            yield tr(
                "Four play a match: the first gets 3 points, then 2, 1 and 0; everybody plays"
                " four matches."
            )
        yield tr(
            "A season lasts {time} at most. A match that is not over then is lost by the"
            " player who has used clearly more time.",
            time=span_words(stored.terms.season),
        )
        if stored.pause:
            yield tr(
                "The next season starts by itself, {time} or more after the end, with those who"
                " confirm their place and with new players. You can join at any time.",
                time=span_words(stored.pause),
            )
        yield tr(
            "If you leave before half of your matches, you are out with all results; later,"
            " you lose the remaining ones. Either way you miss the next two seasons."
        )

    def movement_signs(self, competition: Competition) -> dict[int, Movement]:
        """The players who would go up or down now, once all of a division have a result."""
        movements: dict[int, Movement] = {}
        course = competition.course
        orders = league.final_orders(competition) if course.results else []
        pairings = (course.pairings[number] for number in course.results)
        decided_players = {player for pairing in pairings for player in pairing.players}
        for number, order in enumerate(orders, 1):
            if not course.ended and not {*order} - course.left.keys() <= decided_players:
                continue
            if number > 1:
                movements.update(dict.fromkeys(order[: league.PROMOTED_PLAYERS], "up"))
            if number < len(orders):
                movements.update(dict.fromkeys(order[-league.RELEGATED_PLAYERS :], "down"))
        return movements

    def is_open(self, stored: Stored) -> bool:
        return bool(stored.pause)

    def start_lines(self, stored: Stored) -> list[str]:
        divisions = stored.course.divisions
        names = ([name_of(stored, player) for player in division] for division in divisions)
        return _division_lines(names)

    def end_lines(self, stored: Stored) -> list[str]:
        """All divisions in their final order, with the players who go up or down."""
        competition = stored.competition
        orders, movements = league.final_orders(competition), self.movement_signs(competition)
        if len(orders) < 2 or competition.course.cancelled:
            return []
        return _division_lines(
            [
                f"{name_of(stored, player)}{_ARROWS.get(movements.get(player, ''), '')}"
                for player in order
                if player not in competition.course.annulled
            ]
            for order in orders
        )

    def pairings(self, stored: Stored, number: int, reader: int) -> Pairings:
        """The pairings of a division, or of the division of the reader."""
        course = stored.course
        last_number = len(course.divisions)
        number = min(number or course.division_of(reader), last_number)
        return Pairings(
            number,
            last_number,
            tr("Division {number}", number=number) if last_number > 1 else tr("Pairings"),
            [pairing for pairing in course.pairings.values() if pairing.division == number],
            tr("Higher division"),
            tr("Lower division"),
        )


def _division_lines(divisions: Iterable[Sequence[str]]) -> list[str]:
    """A line for each division with the names of its players; one alone needs no heading."""
    lines = [", ".join(names) for names in divisions]
    if len(lines) == 1:
        return lines
    return [
        label_text(f"**{tr('Division {number}', number=number)}**", line)
        for number, line in enumerate(lines, 1)
    ]


_IDLE_FALL = mark("🪜 {player} drops to place {place}, after {time} without a match.")
_LATE_FALL = mark("🪜 {player} drops to place {place}, after a match lost on time.")
_MAX_NEWS_OF_A_KIND = 3  # the latest challenges, places taken, and drops after a loss on time


class LadderFace(FormatFace):
    name = title = mark("Ladder")
    idea = mark("If you beat a player above you, you take that place.")
    leave_question = mark("Leave the ladder?")
    leave_note = mark("If you join again, you begin at the last place.")
    out_call = mark(
        "{player}, you are off the ladder, as you made no move in two matches. You can join again"
        " at its end."
    )
    end_question = mark(
        "End the ladder of this server? Its places are kept as a picture. Matches that are being"
        " played go on, but change no places."
    )
    cancel_news = mark("This ladder has ended.")
    only_admins_end = True
    has_points = False
    has_table = False
    has_event = False

    def state_words(self, stored: Stored) -> str:
        """The present season, or at its end the player at the top."""
        ends, order = ladder.ends_at(stored.competition), ladder.ladder_order(stored.competition)
        if not stored.course.ended:
            end = mark("End of season {season}: {date} ({when}).")
            text = tr(end, season=stored.season, **time_fields(ends))
            return text if order else f"{text} {tr('Nobody has joined so far.')}"
        if stored.competition.events[-1].at < ends:
            return f"**{tr(self.cancel_news)}** {released_words(stored)}".rstrip()
        over_words = tr("Season {season} is over; the next one has begun.", season=stored.season)
        if not order:
            return f"**{over_words}**"
        leader_words = tr("🏆 {player} is at the top.", player=name_of(stored, order[0]))
        return f"## {leader_words}\n{over_words}"

    def own_rules(self, stored: Stored, least_moves: int) -> list[str]:
        terms = stored.terms
        return [
            tr("You join at the end of the ladder."),
            tr(
                "You can challenge players up to {reach} places above you, and each of them plays:"
                " nobody declines. {count} of your challenges run at the same time at most, and you"
                " meet the same player again after {days} days.",
                reach=ladder.MAX_REACH,
                count=ladder.MAX_CHALLENGES,
                days=ladder.REMATCH_SECONDS // DAY,
            ),
            tr(
                "You drop one place after {idle} without a match, and with each match that you lose"
                " on time.",
                idle=span_words(terms.idle),
            ),
            tr(
                "A match protects its players from more challenges and from dropping for {days}"
                " days at most.",
                days=ladder.PROTECTION_SECONDS // DAY,
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

    def picture_parts(self, shown: ShownCompetition) -> list[PicturePart]:
        """The ladder from the top down."""
        competition = shown.competition
        order = ladder.ladder_order(competition)
        challenges = [
            (pairing.challenger, other)
            for pairing in (() if competition.course.ended else competition.course.open)
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
            rivals = (rival for challenger, rival in challenges if challenger == player)
            cell = TableCell(against=tuple(("challenges", rival) for rival in rivals))
            is_away = ladder.is_on_holiday(competition, player, shown.now)
            name, is_own = shown.plain_name(player), player == shown.reader
            sign: Movement = "away" if is_away else ""
            rows.append(TableRow(place, player, name, cells=(cell,), movement=sign, own=is_own))
        heading = shown.heading(
            *standings_views.season_words(shown), standings_views.round_or_end_words(competition)
        )
        # The column of the challenges is no column of the picture: there they are arrows.
        table = Table(heading, tuple(rows), columns=("",))
        return standings_views.split_table(shown, table, partial(draw_ladder, duels), MAX_LINES)

    def button_rows(self, stored: Stored, place: str) -> list[list[Button]]:
        buttons = partial(competition_buttons, stored.id, place)
        if stored.course.ended:
            return [buttons("standings", "record", "rules")]
        playing, reading = buttons("challenge", "mine"), buttons("standings", "rules")
        return [playing, reading, buttons("join", "leave", "holiday")]

    def due_news(self, stored: Stored) -> list[News]:
        """The latest places taken, challenges of this season and drops, and who is out."""
        competition, course = stored.competition, stored.course
        if course.channel_lost_at:
            return news_rules.news_without_channel(stored)
        began = course.began.at if course.began is not None else 0
        running = [] if course.ended else course.open
        new_challenges = [pairing.pairing for pairing in running if pairing.at > began]
        is_warned = stored.format.falling_players(competition) and not course.ended
        warned_count = sum(isinstance(event, Warned) for event in competition.events)
        missed_count = len(news_rules.withdrawals_by_others(stored, NewsKind.MISSED))
        places = ladder.replay_places(competition)
        numbers: dict[NewsKind, Iterable[int]] = {
            NewsKind.PLACE: [won.pairing for won in places.won[-_MAX_NEWS_OF_A_KIND:]],
            NewsKind.CHALLENGE: new_challenges[-_MAX_NEWS_OF_A_KIND:],
            NewsKind.MISSED: range(1, missed_count + 1),
            NewsKind.WARNED: [warned_count] if is_warned else [],
            NewsKind.FELL: [fall.number for fall in places.idle_falls[-1:]],
            NewsKind.LATE: [fall.number for fall in places.late_falls[-_MAX_NEWS_OF_A_KIND:]],
            NewsKind.END: [0] if course.ended else [],
        }
        return news_rules.make_numbered_news(stored, numbers)

    def news_content(self, stored: Stored, news: News, links: Mapping[str, str]) -> Content | None:
        number, buttons = news.number, partial(competition_buttons, stored.id, news.key)
        link, row = links.get(stored.matches.get(number, "")), buttons("standings")
        places = ladder.replay_places(stored.competition)
        match news.kind:
            case NewsKind.CHALLENGE:
                lines = [_challenge_line(stored, number, link)]
            case NewsKind.PLACE:
                won_places = [won for won in places.won if won.pairing == number]
                lines = [_won_line(stored, won, link) for won in won_places]
                row = buttons("challenge", "standings")
            case NewsKind.WARNED:
                lines = [
                    tr(
                        "{player}, you drop a place on {date} unless you play.",
                        player=f"<@{player}>" if player > 0 else name_of(stored, player),
                        date=f"<t:{at}:F>",
                    )
                    for player, at in stored.format.falling_players(stored.competition).items()
                ] or [tr("All of them have played since.")]
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
    for other, refusal in ladder.players_in_reach(stored.competition, player, now).items():
        if refusal is not None:
            reason = label_text(name_of(stored, other), refusal_sentence(refusal))
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


def _fall_lines(
    stored: Stored, falls: Sequence[ladder.Fall], number: int, text: str, link: str | None
) -> list[str]:
    """The news that players have dropped in this drop, or after the match of this pairing."""
    lines, time = list[str](), span_words(stored.terms.idle)
    for fall in falls:
        if fall.number == number:
            player = f"**{name_of(stored, fall.player)}**"
            lines.append(_link_text(tr(text, player=player, place=fall.place, time=time), link))
    return lines


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


FACES: Mapping[str, FormatFace] = {
    "swiss": tournament_faces.SwissFace(),
    "round-robin": tournament_faces.RoundRobinFace(),
    "knockout": tournament_faces.KnockoutFace(),
    "double-elimination": tournament_faces.DoubleEliminationFace(),
    "pods": tournament_faces.PodsFace(),
    "arena": tournament_faces.ArenaFace(),
    "league": LeagueFace(),
    "ladder": LadderFace(),
}
"""The faces of all formats by their stored names; an entry gives a format its words and views."""
