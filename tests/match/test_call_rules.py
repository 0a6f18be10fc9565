"""The reasons for calls, and the calls that come again without a change of the match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.match.call_rules import (
    FREE,
    REASONS,
    CallKey,
    Word,
    call_key,
    further_calls,
    reason_of,
)
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.scene import Board, Scene
from tests.persistence.matches import NOON, begun

LATER = NOON + 24 * 60 * 60


def scene(*calls: Post, server: ServerChoices | None = None) -> Scene:
    match = begun()
    choices = tuple(PlayerChoices() for _ in match.players)
    board = Board(match.id, 7, 8, 90)
    return Scene(match, board, choices, server or ServerChoices(), calls, (0, 0))


def call_to(match_id: str, key: CallKey, part: str = "turn") -> Post:
    return Post(PostName(PostKind.CALL, match_id, str(key), part), NOON)


def further(of: Scene, *called: CallKey, presser: int = 0, reposted: bool = True) -> list[str]:
    found = further_calls(of, ({1}, frozenset()), called, LATER, presser=presser, reposted=reposted)
    return [f"{call.key} {call.part}" for call in found]


def test_each_stored_word_has_a_reason_and_stays_as_it_is() -> None:
    words = "turn again anew awaited absence half last question refused seat gone"
    assert [*Word] == words.split()
    assert {*REASONS} == {*Word}
    assert [word for word, reason in REASONS.items() if not reason.loud] == ["again", "anew"]


@pytest.mark.parametrize("part", ["awaited:12", "awaited"])
def test_a_call_has_the_reason_of_its_word_and_an_unknown_word_is_a_turn(part: str) -> None:
    assert reason_of(call_to("m", CallKey(1, 0), part)) is REASONS[Word.AWAITED]
    assert reason_of(call_to("m", CallKey(1, 0), "older")) is REASONS[Word.TURN]


def test_a_board_that_is_shown_again_repeats_a_call_without_a_sound_and_makes_a_first_one() -> None:
    first = scene()
    key = call_key(first.match, 1)
    again = scene(call_to("m", key))
    assert further(first) == [f"{key} turn:90"]
    assert further(again) == [f"{key} anew:90"]
    assert further(again, key) == [], "it is called just now"
    assert further(first, reposted=False) == [f"{key} turn"], "recorded before, if it has a board"
    assert further(again, presser=first.match.player(1).id) == []
    off = tuple(replace(each, calls="off") for each in again.choices)
    assert further(replace(again, choices=off)) == []
    assert further(scene(server=ServerChoices(calls=False))) == [], "the server wants none"


def test_a_free_seat_is_told_once_where_the_server_wants_that() -> None:
    shown = scene(server=ServerChoices(free_seats=True))
    one, two = shown.match.players
    free = replace(shown, match=replace(shown.match, players=(one, replace(two, offered=LATER))))
    key, turn = CallKey(FREE + 2, 0), call_key(free.match, 1)
    assert further(free, turn) == [f"{key} seat:{free.match.decision(2).moment}"]
    assert further(free, turn, key) == []
    assert further(replace(free, server=ServerChoices(free_seats=False)), turn) == []
