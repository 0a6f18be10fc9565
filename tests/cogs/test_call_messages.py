"""Which calls share a message."""

from __future__ import annotations

from dataclasses import replace

from cogs.board.call_messages import Call
from prowlerbot.match.call_rules import CallKey
from prowlerbot.match.match import Phase
from prowlerbot.match.scene import Access
from tests.match.test_hours import call_to, scene


def call(match_id: str, seat: int, part: str, *, channel: int = 8, over: bool = False) -> Call:
    shown = scene()
    assert shown.board is not None
    match = replace(shown.match, id=match_id, phase=Phase.OVER if over else Phase.PLAYING)
    board = replace(shown.board, match=match_id, channel=channel)
    key = CallKey(-seat if over else seat, 3)
    return Call(replace(shown, match=match, board=board), board, call_to(match_id, key, part), seat)


def test_reminders_of_a_player_share_a_message_in_each_channel_and_one_in_their_own_chat() -> None:
    one, two = call("one", 1, "half:0"), call("two", 1, "last:0")
    elsewhere, other = call("three", 1, "half:0", channel=9), call("four", 2, "half:0")
    assert one.sharing_key(direct=False) == two.sharing_key(direct=False)
    assert len({each.sharing_key(direct=False) for each in (one, elsewhere, other)}) == 3
    assert one.sharing_key(direct=True) == elsewhere.sharing_key(direct=True)
    assert one.sharing_key(direct=True) != other.sharing_key(direct=True)


def test_the_end_of_a_match_is_told_in_one_message_and_each_turn_in_one_of_its_own() -> None:
    ends = [call("one", seat, "turn", over=True) for seat in (1, 2)]
    assert len({each.sharing_key(direct=False) for each in ends}) == 1
    assert len({each.sharing_key(direct=True) for each in ends}) == 2
    assert call("two", 1, "turn", over=True).sharing_key(direct=False) != ends[0].sharing_key(
        direct=False
    )
    turns = [call("one", seat, "turn") for seat in (1, 2)]
    assert len({each.sharing_key(direct=False) for each in turns}) == 2
    behind = [each._replace(board=replace(each.board, access=Access.INTERACTION)) for each in turns]
    assert len({each.sharing_key(direct=False) for each in behind}) == 1, "they follow one answer"
