"""The limits of competitions, and of people in them."""

from __future__ import annotations

import unicodedata

from prowlerbot.competitions.competition_record import DAY, Competition, Terms
from prowlerbot.core.errors import Denied
from prowlerbot.core.visible_names import NOTHING_SEEN, cleaned

LONGEST_NAME = 80
LONGEST_TEXT = 400
LATEST_START = 90 * DAY
LONGEST_ROUND = 60 * DAY
LONGEST_PROLONGED = 90 * DAY
"""Seconds from the first end of a round to the latest end that a host can set."""
LEAST_LEFT = 60 * 60
"""Seconds that a round has left at least after a host has set another end."""
MOST_ROUNDS = 15
HOSTED = 3
"""The most competitions that a member hosts in a server at the same time without managing it."""
IN_SERVER = 20
"""The most competitions of a server at the same time."""
OF_MEMBERS = IN_SERVER // 2
"""The most of them whose hosts do not manage the server, so that nobody fills the limit."""
HOSTED_LATELY = 12 * 60 * 60
"""Seconds after a creation in which its host gets no place of another competition."""
_SURE_BEFORE = 60 * 60
"""Seconds before its start from which a competition keeps its place."""


def check_terms(terms: Terms, pace: int, now: int) -> None:
    """Raise Denied for terms with which no competition can begin."""
    if not now <= terms.starts <= now + LATEST_START:
        raise Denied(
            "A competition starts within the next {count} days.", count=LATEST_START // DAY
        )
    terms.format.check_terms(terms, pace)
    most = terms.format.most(terms)
    if not max(2, terms.table) <= terms.most <= most:
        raise Denied(
            "This format is for {least} to {most} players.", least=max(2, terms.table), most=most
        )
    if terms.rounds and not terms.format.sets_rounds:
        raise Denied("In this format the number of rounds follows from the players.")
    if not 0 <= terms.rounds <= MOST_ROUNDS:
        raise Denied("A competition has {count} rounds at most.", count=MOST_ROUNDS)
    if not 0 <= terms.round_time <= LONGEST_ROUND or terms.check_in < 0:
        raise Denied("A round lasts {count} days at most.", count=LONGEST_ROUND // DAY)


def has_spare_place(competition: Competition, now: int) -> bool:
    """Whether a member without a competition can get the place of this one."""
    return len(competition.course.present) < 2 and now < competition.terms.starts - _SURE_BEFORE


def check_words(name: str, text: str) -> None:
    """Raise Denied for a name or a text that is too long, or that cannot be seen or stored."""
    if len(name) > LONGEST_NAME:
        raise Denied("A name has {count} letters at most.", count=LONGEST_NAME)
    if len(text) > LONGEST_TEXT:
        raise Denied("A text has {count} letters at most.", count=LONGEST_TEXT)
    if any(
        unicodedata.category(char) in {"Cc", "Cs"} and not char.isspace() for char in name + text
    ):
        raise Denied("Names and texts have no control characters.")
    if name.strip() and cleaned(name, LONGEST_NAME) == NOTHING_SEEN != name:
        raise Denied("A name needs a letter that can be seen.")
