"""The formats of competitions: each file has all rules of one, and none of them knows the bot.

The list below registers a format. ``competition_record.py`` has the contract. ``round_robin.py``
has the common part of all formats in rounds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, Cycle, Format
from prowlerbot.competitions.course import read_event
from prowlerbot.competitions.formats.arena import Arena
from prowlerbot.competitions.formats.knockout import DoubleElimination, Knockout
from prowlerbot.competitions.formats.ladder import Ladder
from prowlerbot.competitions.formats.league import League
from prowlerbot.competitions.formats.round_robin import RoundRobin
from prowlerbot.competitions.formats.swiss import Pods, Swiss

FORMATS: Mapping[str, Format] = {
    form.key: form
    for form in (
        Swiss(),
        RoundRobin(),
        Knockout(),
        DoubleElimination(),
        Pods(),
        Arena(),
        League(),
        Ladder(),
    )
}
"""The formats by their stored names."""


def read_competition(terms: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> Competition:
    # Fields that are newer than the JSON have their defaults.
    known = {each.name: terms[each.name] for each in fields(CompetitionTerms) if each.name in terms}
    every = Cycle(terms.get("every", ""))
    return Competition(
        CompetitionTerms(**{**known, "format": FORMATS[terms["format"]], "every": every}),
        tuple(map(read_event, events)),
    )
