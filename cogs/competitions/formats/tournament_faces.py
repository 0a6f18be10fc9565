"""The faces of tournaments in rounds: round robin, Swiss, tables of four and knock-outs."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from cogs.competitions.formats.format_face import FormatFace
from cogs.competitions.views import standings_views
from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, Stored
from prowlerbot.competitions.formats.knockout import (
    Meeting,
    brackets_of,
    losers_number,
    meetings_by_round,
    winners_number,
)
from prowlerbot.core.i18n import mark, tr

_MISSED_AGAIN = mark(
    "A player who makes no move at all in time in a second match is out, so nobody waits for them."
)
_MISSED_AT_ONCE = mark(
    "A player who makes no move at all in time in two matches, a day or more apart, is out, so"
    " nobody waits for them."
)


class RoundRobinFace(FormatFace):
    name = mark("Round robin")
    how = mark("All players meet each other once, one round after another.")

    def missing_rule(self, terms: CompetitionTerms) -> str:
        return _MISSED_AT_ONCE if terms.at_once else _MISSED_AGAIN


class SwissFace(FormatFace):
    name = mark("Swiss")
    how = mark(
        "In each round you meet somebody with about as many points as you. Nobody is out, and you"
        " meet the same player again only if there is no other way, at most once."
    )
    late_entry = mark(
        "You can join until half of the rounds are paired; each round that you missed counts half"
        " of a win. A round without an opponent counts as a win."
    )


class PodsFace(SwissFace):
    name = mark("Tables of four")
    how = mark(
        "In each round you sit at a table of four, or three, with players who have about as many"
        " points as you. The first of a table gets 3 points, then 2, 1 and 0."
    )


class _Tree(NamedTuple):
    """A part of the brackets with pictures of its own."""

    titles: Sequence[str]
    rounds: Sequence[Sequence[Meeting]]
    name: str = ""


class KnockoutFace(FormatFace):
    name = mark("Knock-out")
    how = mark(
        "The loser of a match is out. A match without a single winner is played again with the"
        " seats changed; after a second one the better seed goes on."
    )
    bye = mark("{player} goes on without a match")
    has_points = False
    last_rounds: ClassVar[Sequence[str]] = (
        mark("Quarter-finals"),
        mark("Semi-finals"),
        mark("Final"),
    )
    has_table = False

    def trees(self, competition: Competition) -> list[_Tree]:
        """The brackets from the first one on."""
        rounds = meetings_by_round(competition.course)
        titles = [self.round_title(competition, at) for at in range(1, len(rounds) + 1)]
        return [_Tree(titles, rounds)]

    def parts(self, shown: standings_views.ShownCompetition) -> list[standings_views.PicturePart]:
        return [
            part
            for at, tree in enumerate(self.trees(shown.competition))
            for part in standings_views.parts_of_rounds(
                shown, tree.titles, tree.rounds, tree.name, begins=not at
            )
        ]

    def first_page(self, competition: Competition) -> int:
        return self.public_pages(competition)[0]

    def public_pages(self, competition: Competition) -> Sequence[int]:
        """A picture of each bracket where somebody plays or waits, two at most; else the last."""
        course, count, found = competition.course, 0, list[int]()
        for tree in self.trees(competition):
            shown = standings_views.rounds_of_pages(tree.rounds)
            if not course.ended and (page := standings_views.open_page(shown)) is not None:
                found.append(count + page)
            count += len(shown)
        return found[:2] or [count - 1]


class DoubleEliminationFace(KnockoutFace):
    name = mark("Double elimination")
    how = mark(
        "After two lost matches you are out: after the first one you go on in the losers’ bracket."
    )
    last_rounds = (mark("Final"), mark("Decider"))

    def rules(self, stored: Stored, least: int) -> list[str]:
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

    def trees(self, competition: Competition) -> list[_Tree]:
        """Both brackets, and their last matches with the final, numbered by the record."""
        both = brackets_of(competition.course)
        *winners, last = both.winners
        *losers, other = both.losers or [()]
        upper = [tr("Round {round}", round=winners_number(at)) for at in range(1, len(winners) + 1)]
        lower = [tr("Round {round}", round=losers_number(at)) for at in range(1, len(losers) + 1)]
        end = [tr("Bracket finals"), tr("Final"), tr("Decider")][: 1 + len(both.finals)]
        return [
            *([_Tree(upper, winners, tr("Winners’ bracket"))] if winners else []),
            *([_Tree(lower, losers, tr("Losers’ bracket"))] if losers else []),
            _Tree(end, [[*last, *other], *both.finals]),
        ]
