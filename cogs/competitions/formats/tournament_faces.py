"""The faces of tournaments: round robin, Swiss, tables of four, knock-outs and the arena."""

from collections.abc import Mapping, Sequence
from functools import partial

from cogs.board.views.terms_words import span_words
from cogs.competitions import competition_text as words
from cogs.competitions import standings_views
from cogs.competitions.formats.format_face import FormatFace, Pairings, competition_buttons
from cogs.competitions.standings_views import BracketPart, PicturePart, ShownCompetition
from cogs.frame.layout import Button, Content, layout
from cogs.presses import CompetitionAction
from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, Stored
from prowlerbot.competitions.course import Course
from prowlerbot.competitions.formats import arena, knockout
from prowlerbot.competitions.news import News, NewsKind, make_news, news_of_rounds, still_played
from prowlerbot.core.i18n import mark, tr, trn

_LAST_ROUNDS: Sequence[str] = (mark("Quarter-finals"), mark("Semi-finals"), mark("Final"))
_MISSED_AGAIN = mark(
    "A player who makes no move at all in time in a second match is out, so nobody waits for them."
)
_MISSED_AT_ONCE = mark(
    "A player who makes no move at all in time in two matches, a day or more apart, is out, so"
    " nobody waits for them."
)


class RoundRobinFace(FormatFace):
    name = mark("Round robin")
    idea = mark("All players meet each other once, one round after another.")

    def missing_rule(self, terms: CompetitionTerms) -> str:
        return _MISSED_AT_ONCE if terms.at_once else _MISSED_AGAIN


class SwissFace(FormatFace):
    name = mark("Swiss")
    idea = mark(
        "In each round you meet somebody with about as many points as you. Nobody is out, and you"
        " meet the same player again only if there is no other way, at most once."
    )
    late_entry_rule = mark(
        "You can join until half of the rounds are paired; each round that you missed counts half"
        " of a win. A round without an opponent counts as a win."
    )


class PodsFace(SwissFace):
    name = mark("Tables of four")
    idea = mark(
        "In each round you sit at a table of four, or three, with players who have about as many"
        " points as you. The first of a table gets 3 points, then 2, 1 and 0."
    )


class KnockoutFace(FormatFace):
    name = mark("Knock-out")
    idea = mark(
        "The loser of a match is out. A match without a single winner is played again with the"
        " seats changed; after a second one the better seed goes on."
    )
    bye_line = mark("{player} goes on without a match")
    has_points = False
    last_rounds = _LAST_ROUNDS
    has_table = False

    def brackets(self, competition: Competition) -> list[BracketPart]:
        """The brackets from the first one on."""
        rounds = knockout.meetings_by_round(competition.course)
        titles = [self.round_title(competition, number) for number in range(1, len(rounds) + 1)]
        return [BracketPart(titles, rounds)]

    def picture_parts(self, shown: ShownCompetition) -> list[PicturePart]:
        return [
            part
            for index, bracket in enumerate(self.brackets(shown.competition))
            for part in standings_views.bracket_parts(shown, bracket, begins=not index)
        ]

    def first_page(self, competition: Competition) -> int:
        return self.public_pages(competition)[0]

    def public_pages(self, competition: Competition) -> Sequence[int]:
        """A picture of each bracket where somebody plays or waits, two at most; else the last."""
        course, pages_before, open_pages = competition.course, 0, list[int]()
        for bracket in self.brackets(competition):
            pages = standings_views.rounds_of_pages(bracket.rounds)
            if not course.ended and (page := standings_views.open_page(pages)) is not None:
                open_pages.append(pages_before + page)
            pages_before += len(pages)
        return open_pages[:2] or [pages_before - 1]


class DoubleEliminationFace(KnockoutFace):
    name = mark("Double elimination")
    idea = mark(
        "After two lost matches you are out: after the first one you go on in the losers’ bracket."
    )
    last_rounds = (mark("Final"), mark("Decider"))

    def own_rules(self, stored: Stored, least_moves: int) -> list[str]:
        return [
            tr(
                "In the final the winners of both brackets meet. The player from the losers’"
                " bracket must win twice there, the unbeaten one once. The loser of the last"
                " match of the losers’ bracket is third."
            ),
            tr(
                "A match without a single winner is played again with the seats changed; after a"
                " second one the better seed goes on, and the other player has lost."
            ),
            tr(
                "Players who do not come to a match, or leave, are out at once, also unbeaten ones."
            ),
        ]

    def brackets(self, competition: Competition) -> list[BracketPart]:
        """Both brackets, and their last matches with the final, numbered by the record."""
        both = knockout.brackets_of(competition.course)
        *winners, last_of_winners = both.winners
        *losers, last_of_losers = both.losers or [()]
        upper_rounds = map(knockout.round_of_winners, range(1, len(winners) + 1))
        lower_rounds = map(knockout.round_of_losers, range(1, len(losers) + 1))
        upper_titles = [tr("Round {round}", round=number) for number in upper_rounds]
        lower_titles = [tr("Round {round}", round=number) for number in lower_rounds]
        end_titles = [tr("Bracket finals"), tr("Final"), tr("Decider")][: 1 + len(both.finals)]
        return [
            *([BracketPart(upper_titles, winners, tr("Winners’ bracket"))] if winners else []),
            *([BracketPart(lower_titles, losers, tr("Losers’ bracket"))] if losers else []),
            BracketPart(end_titles, [[*last_of_winners, *last_of_losers], *both.finals]),
        ]


class ArenaFace(FormatFace):
    name = mark("Arena")
    idea = mark(
        "When your match ends, you get a new opponent at once, for as long as the arena lasts. You"
        " can join at any time."
    )
    short_note = mark("(too short)")
    out_call = mark(
        "{player}, you are out of {name}, as you made no move in time. “Play” brings you back."
    )
    leave_note = mark("You can come back, and your points stay.")
    has_table = False
    edit_pause = 5
    repost_pause = 3 * 60

    def state_words(self, stored: Stored) -> str:
        """The time that is left, and how many play."""
        competition, course = stored.competition, stored.course
        if course.began is None or course.ended:
            return super().state_words(stored)
        if course.reminded:
            when = f"<t:{arena.ends_at(stored.competition) + arena.OVERTIME_SECONDS}:R>"
            over_words = tr("Time is up: nobody gets a new opponent.")
            if arena.has_first_rules(stored.competition):
                rest_words = tr("Matches that end {when} at the latest count.", when=when)
            else:
                rest_words = tr("The clocks end matches that still run {when}.", when=when)
            return f"**{over_words}** {rest_words} {_played_words(stored)}"
        time_fields = words.time_fields(arena.ends_at(competition))
        end_words = tr("End of the arena: {date} ({when}).", **time_fields)
        count = len(arena.active_players(competition))
        player_words = trn("{count} player is in.", "{count} players are in.", count)
        return f"**{end_words}** {player_words} {_played_words(stored)}"

    def own_terms(self, stored: Stored) -> list[str]:
        return [span_words(stored.terms.season)]

    def own_rules(self, stored: Stored, least_moves: int) -> list[str]:
        if arena.has_first_rules(stored.competition):
            early, opponents, end = _first_rules()
        else:
            early, opponents, end = _present_rules(least_moves)
        return [
            tr(
                "A win is worth {win} points, a tie {tie}. From the third win in a row on, each is"
                " worth {row}.",
                win=arena.WIN,
                tie=arena.TIE,
                row=arena.WIN_IN_A_ROW,
            ),
            early,
            opponents,
            tr(
                "Of matches in a row of the same two players, the first {count} bring points.",
                count=arena.MAX_MEETINGS_IN_A_ROW,
            ),
            tr("“Pause” gives you no new opponent until you press “Play”. Your points stay."),
            end,
        ]

    def missing_rule(self, terms: CompetitionTerms) -> str:
        return mark("A player who makes no move at all in time is out until they press “Play”.")

    def pairings(self, stored: Stored, number: int, reader: int) -> Pairings:
        """The matches that are being played, then the latest ones that are over."""
        course = stored.course
        finished = [course.pairings[number] for number in reversed(course.results)]
        paired = [*course.open, *finished]
        return Pairings(1, 1, tr("Matches"), paired, previous_label="", next_label="")

    def button_rows(self, stored: Stored, place: str) -> list[list[Button]]:
        if stored.course.began is None or stored.course.ended:
            return super().button_rows(stored, place)
        buttons = partial(competition_buttons, stored.id, place)
        matches = self.button(stored, place, tr("Matches"), "pairings")
        reading_row = [*buttons("standings"), matches, *buttons("rules")]
        return [buttons("mine", *_coming_presses(stored.course)), reading_row]

    def waiting_sentence(self, stored: Stored, player: int) -> str:
        competition, course = stored.competition, stored.course
        if not _is_pairing(course) or player not in course.present:
            return ""
        if arena.has_paused(competition, player):
            return tr("You get no new opponent until you press “Play”.")
        if any(player in pairing.players for pairing in course.open):
            return ""
        player_state = arena.replay_arena(competition).players[player]
        if player_state.ready_at > player_state.waiting_since:
            time = f"<t:{player_state.ready_at}:T>"
            return tr("You gave up early or paused briefly, so you wait until {time}.", time=time)
        return tr("Your next match begins as soon as an opponent is free.")

    def return_buttons(self, stored: Stored, place: str) -> list[Button]:
        return competition_buttons(stored.id, place, "play") if _is_pairing(stored.course) else []

    def due_news(self, stored: Stored) -> list[News]:
        """The beginning, or the end of the time for new matches."""
        course, due = stored.course, news_of_rounds(stored)
        if course.began is None or course.ended or not due:
            return due
        return [make_news(stored, NewsKind.OVER if course.reminded else NewsKind.BEGUN), *due[1:]]

    def news_content(self, stored: Stored, news: News, links: Mapping[str, str]) -> Content | None:
        if news.kind not in {NewsKind.BEGUN, NewsKind.OVER}:
            return None
        lines = [f"### {words.title(stored)}", self.state_words(stored)]
        lines += words.pairing_lines(stored, still_played(stored), links)
        actions = ("mine", *_coming_presses(stored.course), "standings")
        return layout("\n".join(lines), rows=[competition_buttons(stored.id, news.key, *actions)])


def _first_rules() -> tuple[str, str, str]:
    """The rules of the first arenas: giving up early, the opponents, and the end."""
    early = tr(
        "A match that you lose by resigning or on time before your third move brings nobody"
        " points, and ends your row of wins."
    )
    opponents = tr(
        "Your opponent has about as many points as you. You meet the same player twice in a"
        " row only if nobody else waits."
    )
    end = tr(
        "At the end nobody gets a new opponent. Matches that end within {time} after that count.",
        time=span_words(arena.OVERTIME_SECONDS),
    )
    return early, opponents, end


def _present_rules(least_moves: int) -> tuple[str, str, str]:
    """The same rules of an arena of today."""
    early = tr(
        "You give up early if you resign or run out of time before your move {count}. Your"
        " opponent then gets {win} points and keeps their row of wins. You wait {time} for"
        " a match, and each further time twice as long. A pause between two matches lasts"
        " as long at least.",
        count=least_moves,
        win=arena.WIN,
        time=span_words(arena.MIN_REST_SECONDS),
    )
    opponents = tr(
        "Your opponent has about as many points as you. A further match with the same"
        " player brings points after you both have met all others as often. It begins"
        " before that only if you both find nobody else for {time}.",
        time=span_words(arena.REMATCH_SECONDS),
    )
    others = tr(
        "You need not meet a player who waits after giving up. Each {time} that a player"
        " spends in one match counts as a meeting with everybody.",
        time=span_words(arena.SLOW_MATCH_SECONDS),
    )
    end = tr(
        "At the end nobody gets a new opponent. Matches that still run end {time} later. A"
        " player who used more than twice the other’s time, and half of the time since the"
        " match began, loses. Else the player to move loses, if that player has used more"
        " time; else it is a tie.",
        time=span_words(arena.OVERTIME_SECONDS),
    )
    return early, f"{opponents} {others}", end


def _coming_presses(course: Course) -> tuple[CompetitionAction, ...]:
    """The presses on which new matches depend, as long as there are any."""
    return () if course.reminded else ("play", "pause")


def _is_pairing(course: Course) -> bool:
    """Whether the time for new matches runs."""
    return course.began is not None and not (course.reminded or course.ended)


def _played_words(stored: Stored) -> str:
    return trn("{count} match is over.", "{count} matches are over.", len(stored.course.results))
