"""Visibility, decided without a Discord."""

from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied
from prowlerbot.match import timeline
from prowlerbot.match.match import Ending, Match, Phase, Player
from prowlerbot.match.preferences import Seen

ADA, BEN, CLEO = 1, 2, 3
SERVER, TAVERN, CELLAR, THREAD, GROUP = 70, 71, 72, 73, 80
IN_TAVERN = timeline.Place(SERVER, TAVERN, TAVERN)
IN_THREAD = timeline.Place(SERVER, THREAD, TAVERN)
IN_GROUP = timeline.Place(0, GROUP, 0)


def test_a_place_is_seen_from_itself_and_by_who_belongs_to_its_audience() -> None:
    for looker, place, may in [
        (timeline.Looker(CLEO, TAVERN), IN_TAVERN, True),
        (timeline.Looker(CLEO, CELLAR), IN_TAVERN, False),
        (timeline.Looker(CLEO, CELLAR, {TAVERN}), IN_TAVERN, True),
        (timeline.Looker(CLEO, CELLAR, {TAVERN}), IN_THREAD, True),
        (timeline.Looker(CLEO, CELLAR, {CELLAR}), IN_THREAD, False),
        (timeline.Looker(CLEO, THREAD), IN_THREAD, True),
        (timeline.Looker(CLEO, GROUP), IN_GROUP, True),
        (timeline.Looker(CLEO, CELLAR, {TAVERN, CELLAR}), IN_GROUP, False),
    ]:
        assert timeline.may_go(looker, place) is may
        assert timeline.may_look(looker, {ADA, BEN}, [IN_GROUP, place], public=False) is (
            may or looker.channel == GROUP
        )


def test_players_look_from_anywhere_others_only_where_it_was_shown_or_is_public() -> None:
    afar, stranger = timeline.Looker(ADA, 999), timeline.Looker(CLEO, 999)
    assert timeline.may_look(afar, {ADA, BEN}, [], public=False)
    assert not timeline.may_look(stranger, {ADA, BEN}, [IN_TAVERN, IN_GROUP], public=False)
    assert timeline.may_look(stranger, {ADA, BEN}, [], public=True)


def test_only_players_open_a_match_to_others_by_showing_it() -> None:
    assert timeline.opens(timeline.Looker(ADA, CELLAR), {ADA, BEN}, [IN_TAVERN], public=False)
    assert not timeline.opens(timeline.Looker(CLEO, TAVERN), {ADA, BEN}, [IN_TAVERN], public=False)
    assert not timeline.opens(timeline.Looker(CLEO, CELLAR), {ADA, BEN}, [IN_TAVERN], public=True)
    with pytest.raises(Denied, match="Only the players"):
        timeline.opens(
            timeline.Looker(CLEO, CELLAR, {TAVERN}), {ADA, BEN}, [IN_TAVERN], public=False
        )


def test_one_player_makes_a_match_public_and_one_keeps_it_private() -> None:
    for wishes, public in [
        ({}, False),
        ({ADA: True}, True),
        ({ADA: True, BEN: True}, True),
        ({ADA: True, BEN: False}, False),
        ({BEN: False}, False),
    ]:
        assert timeline.is_public(wishes) is public


def test_players_decide_on_a_match_once_it_is_over() -> None:
    running = Match("m", "g", (Player(ADA, "Ada"), Player(BEN, "Ben")), 0, setup="x")
    running = replace(running, phase=Phase.PLAYING)
    over = replace(running, phase=Phase.OVER, ending=Ending.PLAYED)
    assert [timeline.can_publish(over, it) for it in (ADA, BEN, CLEO)] == [True, True, False]
    assert not timeline.can_publish(running, ADA)
    assert not timeline.can_publish(replace(over, setup="", ending=Ending.DECLINED), ADA)


def test_a_match_in_chats_alone_is_shown_to_nobody_before_it_is_over() -> None:
    running = Match("m", "g", (Player(ADA, "Ada"), Player(BEN, "Ben")), 0, setup="x")
    running = replace(running, phase=Phase.PLAYING)
    timeline.check_spoilers(running, 0, only_in_chats=False)
    with pytest.raises(Denied, match="before it is over"):
        timeline.check_spoilers(running, 0, only_in_chats=True)
    over = replace(running, phase=Phase.OVER, ending=Ending.PLAYED)
    timeline.check_spoilers(over, 0, only_in_chats=True)


def test_lists_tell_others_what_somebody_has_chosen_and_themselves_all() -> None:
    cases: list[tuple[int, Seen, timeline.Extent]] = [
        (CLEO, "server", timeline.Extent.HERE),
        (CLEO, "everywhere", timeline.Extent.ALL),
        (CLEO, "nowhere", timeline.Extent.NOTHING),
        (0, "server", timeline.Extent.HERE),
        (0, "nowhere", timeline.Extent.NOTHING),
        (ADA, "server", timeline.Extent.ALL),
        (ADA, "nowhere", timeline.Extent.ALL),
    ]
    for asker, chosen, told in cases:
        assert timeline.extent(asker, ADA, chosen) is told
        assert timeline.listing_extent(asker, ADA, chosen) is (
            timeline.Extent.NOTHING if chosen == "nowhere" else told
        )


def test_a_list_about_somebody_else_names_no_player_who_hides() -> None:
    cases: list[tuple[int, Seen, bool, bool]] = [
        (CLEO, "server", True, True),
        (CLEO, "server", False, False),
        (CLEO, "everywhere", False, True),
        (CLEO, "nowhere", True, False),
        (BEN, "nowhere", False, True),
    ]
    for asker, chosen, here, named in cases:
        assert timeline.is_named(asker, ADA, chosen, players={ADA, BEN}, played_here=here) is named


def test_the_home_of_a_place_is_its_server_or_the_chat_itself() -> None:
    assert (IN_THREAD.home, IN_GROUP.home) == (SERVER, GROUP)
