"""The terms and rules that only leagues have, in words."""

from __future__ import annotations

from cogs.board.views.terms_text import lasting
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.formats.league import LEAST, MOST
from prowlerbot.core.i18n import tr


def terms_parts(stored: Stored) -> list[str]:
    """The lengths of a season and of the break, for a line of terms."""
    parts = [tr("{time} a season", time=lasting(stored.competition.terms.season))]
    if stored.pause:
        parts.append(tr("a break of {time}", time=lasting(stored.pause)))
    return parts


def rules(stored: Stored) -> list[str]:
    terms = stored.competition.terms
    sentences = [
        tr(
            "Divisions have {least} to {most} players, in the first season by rating; three or"
            " fewer, and seven, stay together. After each season the last two of a division go"
            " down, and the first of the division below goes up. Free places go to players below,"
            " in the order of their last division and place.",
            least=LEAST,
            most=MOST,
        ),
        tr(
            "Among players who are equal in all tie-breaks, the one with the better rating at the"
            " start of the season goes up or stays."
        ),
    ]
    if terms.table > 2:
        sentences.append(
            tr(
                "Four play a match: the first gets 3 points, then 2, 1 and 0; everybody plays four"
                " matches."
            )
        )
    sentences.append(
        tr(
            "A season lasts {time}. A match that is not over then is lost by the player who has"
            " used more than twice as much time as each other one, else by the player to move, if"
            " that player has used more time than all others; else nobody wins it.",
            time=lasting(terms.season),
        )
    )
    if stored.pause:
        sentences.append(
            tr(
                "The next season starts {time} after the end, by itself, with those who confirm"
                " their place with one press, and with new players.",
                time=lasting(stored.pause),
            )
        )
    sentences.append(
        tr(
            "Players who leave before half of their matches are taken out with all results; after"
            " that, they lose the remaining ones. They have no place in the next two seasons."
        )
    )
    return sentences
