"""Readers with words first can read all that the pictures of a competition show."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import pytest

from cogs.contract.screen import TEXT_LIMIT
from cogs.views.competition_words import title
from cogs.views.competitions.bracket import bracket_parts
from cogs.views.competitions.ladder import ladder_parts
from cogs.views.competitions.shown import MOST_WORDS, Part, Shown
from cogs.views.competitions.tables import standings_parts, table_parts
from prowlerbot.competition.limits import LONGEST_NAME
from prowlerbot.competition.record import Competition, Format, Terms
from prowlerbot.core.i18n import LANGUAGES, speaking
from tests.cogs.shown_competitions import shown, stored
from tests.competition.building import START, begun, better_wins, settled, terms

ROUND_ROBIN = terms(Format.ROUND_ROBIN)
PLAIN = "Player{player:04}"
LONGEST = "*" * 28 + "{player:04}"
"""With a backslash before each asterisk, in a text with markdown."""


@cache
def played(of: Terms, players: int) -> Competition:
    it = begun(of, range(1, players + 1))
    while not it.course.ended:
        it = settled(better_wins(it), START)
    return it


def readable(made: Iterable[Part], view: Shown) -> list[str]:
    """The lines of all pictures; those of one fit beside the longest name of a competition."""
    lines: list[str] = []
    for part in made:
        own = part.lines(view.marked_player)
        assert len("\n".join(own)) <= MOST_WORDS
        lines += own
    return lines


@pytest.mark.parametrize("person", [PLAIN, LONGEST])
@pytest.mark.parametrize(
    ("of", "players"),
    [
        (ROUND_ROBIN, 16),
        (ROUND_ROBIN, 24),
        (terms(Format.SWISS, rounds=15), 24),
        (terms(Format.PODS, table=4, rounds=4), 32),
    ],
)
def test_words_tell_the_results_of_all_matches(of: Terms, players: int, person: str) -> None:
    it = played(of, players)
    view = shown(it, person=person, words=True)
    lines, name = readable(table_parts(view), view), view.marked_player
    for pairing in it.course.pairings.values():
        for player in pairing.players:
            own = "".join(line for line in lines if line.startswith(name(player)))
            assert all(name(other) in own for other in pairing.players)


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        (Format.SWISS, standings_parts),
        (Format.LEAGUE, standings_parts),
        (Format.KNOCKOUT, bracket_parts),
        (Format.LADDER, ladder_parts),
    ],
)
def test_words_name_everybody_in_the_standings_in_every_language(
    kind: Format, made: Callable[[Shown], list[Part]]
) -> None:
    it = played(terms(kind), 36) if kind is not Format.LADDER else begun(terms(kind), range(1, 37))
    view = shown(it, person=LONGEST, words=True)
    for language in LANGUAGES:
        with speaking(language):
            text = "\n".join(readable(made(view), view))
            assert all(view.marked_player(player) in text for player in it.course.entries)


def test_the_words_have_room_below_the_longest_name_of_a_competition() -> None:
    name = title(stored(played(terms(Format.SWISS), 4), "*" * LONGEST_NAME))
    assert len(f"### {name}\n") + MOST_WORDS <= TEXT_LIMIT


def test_each_result_is_told_beside_its_column_alone() -> None:
    view = shown(played(ROUND_ROBIN, 16), person=PLAIN, words=True)
    name = view.marked_player
    own = [line for line in readable(table_parts(view), view) if line.startswith(name(1))]
    assert [line.count(name(2)) for line in own] == [1, 0]
    assert [line.count(name(16)) for line in own] == [0, 1]


def test_only_for_readers_with_words_first_pictures_have_as_few_rows_as_words_have_room_for() -> (
    None
):
    it = played(ROUND_ROBIN, 16)
    seen, read = (table_parts(shown(it, person=LONGEST, words=words)) for words in (False, True))
    assert len(seen) < len(read)
