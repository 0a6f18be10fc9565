"""The face of a league."""

from collections.abc import Iterable, Sequence

from cogs.board.views.terms_words import span_words
from cogs.competitions.formats.format_face import Pairings
from cogs.competitions.formats.tournament_faces import RoundRobinFace
from cogs.competitions.views.competition_text import all_servers_words, name_of
from prowlerbot.competitions.competition_record import Competition, Stored
from prowlerbot.competitions.formats import league
from prowlerbot.core.i18n import label_text, mark, tr, trn
from renderer.competition.table import Way

_ARROWS = {"up": "\u00a0↑", "down": "\u00a0↓"}


class LeagueFace(RoundRobinFace):
    name = title = mark("League")
    how = mark("All players of a division meet each other, all at the same time.")
    confirm = mark("Confirm my place")
    confirmed = mark("Your place in the next season is confirmed.")
    call = mark(
        "The next season of {name} starts {when}. Confirm your place before then with one press,"
        " or others can have it. After a pause you begin again in the lowest division."
    )
    last_call = mark(
        "The next season of {name} starts {when}, and you have not confirmed your place."
    )
    check_in = ""
    missed = mark(
        "{player}, you are out of season {season} of {name}, as you made no move in two matches."
        " You can join again from season {next} on."
    )
    cancel = mark("{name} is over; no further season follows.")
    cancelled = mark("This league has ended for good.")
    too_few = mark("The league has ended: fewer than two players confirmed their places.")
    join_first = mark("Press “Join” to play in season {season}.")
    after_leaving = mark("You cannot come back in this season or the next two.")
    has_event = False
    of_admins = True

    def called_words(self, stored: Stored, starts: str) -> str:
        count = len(stored.course.checked_in)
        confirmed = trn("{count} player has confirmed.", "{count} players have confirmed.", count)
        return f"**{starts}** {confirmed}"

    def beside_name(self, stored: Stored) -> list[str]:
        return [tr("Season {season}", season=stored.season)]

    def terms(self, stored: Stored) -> list[str]:
        """The lengths of a season and of the break."""
        parts = [tr("{time} a season at most", time=span_words(stored.terms.season))]
        if stored.pause:
            parts.append(tr("a break of {time} or more", time=span_words(stored.pause)))
        return parts

    def rules(self, stored: Stored, least: int) -> list[str]:
        sentences = [
            tr(
                "Divisions have {least} to {most} players, at first by rating. After a season the"
                " last two of a division go down, and the first of the division below goes up.",
                least=league.LEAST_IN_DIVISION,
                most=league.MOST_IN_DIVISION,
            )
        ]
        if stored.is_wide:
            sentences.insert(0, all_servers_words())
        if stored.terms.table > 2:
            sentences.append(
                tr(
                    "Four play a match: the first gets 3 points, then 2, 1 and 0; everybody plays"
                    " four matches."
                )
            )
        sentences.append(
            tr(
                "A season lasts {time} at most. A match that is not over then is lost by the"
                " player who has used clearly more time.",
                time=span_words(stored.terms.season),
            )
        )
        if stored.pause:
            sentences.append(
                tr(
                    "The next season starts by itself, {time} or more after the end, with those who"
                    " confirm their place and with new players. You can join at any time.",
                    time=span_words(stored.pause),
                )
            )
        sentences.append(
            tr(
                "If you leave before half of your matches, you are out with all results; later,"
                " you lose the remaining ones. Either way you miss the next two seasons."
            )
        )
        return sentences

    def ways(self, competition: Competition) -> dict[int, Way]:
        """The players who would go up or down now, once all of a division have a result."""
        ways: dict[int, Way] = {}
        course = competition.course
        orders = league.final_orders(competition) if course.results else []
        decided = {it for number in course.results for it in course.pairings[number].players}
        for number, order in enumerate(orders, 1):
            if not course.ended and not {*order} - course.left.keys() <= decided:
                continue
            if number > 1:
                ways.update(dict.fromkeys(order[: league.GOING_UP], "up"))
            if number < len(orders):
                ways.update(dict.fromkeys(order[-league.GOING_DOWN :], "down"))
        return ways

    def is_open(self, stored: Stored) -> bool:
        return bool(stored.pause)

    def at_the_start(self, stored: Stored) -> list[str]:
        divisions = stored.course.divisions
        return _division_lines([name_of(stored, each) for each in some] for some in divisions)

    def at_the_end(self, stored: Stored) -> list[str]:
        """All divisions in their final order, with the players who go up or down."""
        competition = stored.competition
        orders, ways = league.final_orders(competition), self.ways(competition)
        if len(orders) < 2 or competition.course.cancelled:
            return []
        out = competition.course.taken_out
        return _division_lines(
            [
                f"{name_of(stored, each)}{_ARROWS.get(ways.get(each, ''), '')}"
                for each in order
                if each not in out
            ]
            for order in orders
        )

    def pairings(self, stored: Stored, number: int, reader: int) -> Pairings:
        """The pairings of a division, or of the division of the reader."""
        course = stored.course
        last = len(course.divisions)
        number = min(number or course.division(reader), last)
        return Pairings(
            number,
            last,
            tr("Division {number}", number=number),
            [each for each in course.pairings.values() if each.division == number],
            tr("Higher division"),
            tr("Lower division"),
        )


def _division_lines(divisions: Iterable[Sequence[str]]) -> list[str]:
    """A line for each division with the names of its players."""
    return [
        label_text(f"**{tr('Division {number}', number=number)}**", ", ".join(names))
        for number, names in enumerate(divisions, 1)
    ]
