"""Visibility, decided without a Discord."""

from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied
from prowlerbot.match import timeline
from prowlerbot.match.match import Ending, Match, Phase, Player
from prowlerbot.match.player_statistics import (
    Extent,
    extent_of_leaderboard,
    extent_of_list,
    is_named,
)
from prowlerbot.match.preferences import Visibility
from prowlerbot.match.timeline import Looker, Place

ADA, BEN, CLEO = 1, 2, 3
SERVER, TAVERN, CELLAR, THREAD, GROUP = 70, 71, 72, 73, 80
IN_TAVERN = Place(SERVER, TAVERN, TAVERN)
IN_THREAD = Place(SERVER, THREAD, TAVERN)
IN_GROUP = Place(0, GROUP, 0)


def test_a_place_is_seen_from_itself_and_by_who_belongs_to_its_audience() -> None:
    for looker, place, may in [
        (Looker(CLEO, TAVERN), IN_TAVERN, True),
        (Looker(CLEO, CELLAR), IN_TAVERN, False),
        (Looker(CLEO, CELLAR, {TAVERN}), IN_TAVERN, True),
        (Looker(CLEO, CELLAR, {TAVERN}), IN_THREAD, True),
        (Looker(CLEO, CELLAR, {CELLAR}), IN_THREAD, False),
        (Looker(CLEO, THREAD), IN_THREAD, True),
        (Looker(CLEO, GROUP), IN_GROUP, True),
        (Looker(CLEO, CELLAR, {TAVERN, CELLAR}), IN_GROUP, False),
    ]:
        assert timeline.can_see_place(looker, place) is may
        assert timeline.may_look(looker, {ADA, BEN}, [IN_GROUP, place], public=False) is (
            may or looker.channel == GROUP
        )


def test_players_look_from_anywhere_and_alone_open_a_match_to_others_by_showing_it() -> None:
    afar, stranger = Looker(ADA, 999), Looker(CLEO, 999)
    assert timeline.may_look(afar, {ADA, BEN}, [], public=False)
    assert not timeline.may_look(stranger, {ADA, BEN}, [IN_TAVERN, IN_GROUP], public=False)
    assert timeline.may_look(stranger, {ADA, BEN}, [], public=True)
    for looker, public, opens in (
        (Looker(ADA, CELLAR), False, True),
        (Looker(CLEO, TAVERN), False, False),
        (Looker(CLEO, CELLAR), True, False),
    ):
        assert timeline.opens_to_readers(looker, {ADA, BEN}, [IN_TAVERN], public=public) is opens
    with pytest.raises(Denied, match="Only the players"):
        timeline.opens_to_readers(
            Looker(CLEO, CELLAR, {TAVERN}), {ADA, BEN}, [IN_TAVERN], public=False
        )


def test_players_decide_on_a_match_once_it_is_over_and_one_of_them_keeps_it_private() -> None:
    for wishes, public in [
        ({}, False),
        ({ADA: True}, True),
        ({ADA: True, BEN: True}, True),
        ({ADA: True, BEN: False}, False),
        ({BEN: False}, False),
    ]:
        assert timeline.is_public(wishes) is public
    running = Match("m", "g", (Player(ADA, "Ada"), Player(BEN, "Ben")), 0, setup="x")
    running = replace(running, phase=Phase.PLAYING)
    over = replace(running, phase=Phase.OVER, ending=Ending.PLAYED)
    assert [timeline.can_publish(over, it) for it in (ADA, BEN, CLEO)] == [True, True, False]
    assert not timeline.can_publish(running, ADA)
    assert not timeline.can_publish(replace(over, setup="", ending=Ending.DECLINED), ADA)
    for match, chats in ((running, False), (over, True)):
        timeline.check_spoilers(match, 0, only_in_chats=chats)
    with pytest.raises(Denied, match="before it is over"):
        timeline.check_spoilers(running, 0, only_in_chats=True)


def test_lists_tell_others_what_somebody_has_chosen_and_name_no_player_who_hides() -> None:
    cases: list[tuple[int, Visibility, Extent]] = [
        (CLEO, "server", Extent.HERE),
        (CLEO, "everywhere", Extent.ALL),
        (CLEO, "nowhere", Extent.NOTHING),
        (0, "server", Extent.HERE),
        (0, "nowhere", Extent.NOTHING),
        (ADA, "server", Extent.ALL),
        (ADA, "nowhere", Extent.ALL),
    ]
    for asker, chosen, told in cases:
        assert extent_of_list(asker, ADA, chosen) is told
        listed = Extent.NOTHING if chosen == "nowhere" else told
        assert extent_of_leaderboard(asker, ADA, chosen) is listed
    names: list[tuple[int, Visibility, bool, bool]] = [
        (CLEO, "server", True, True),
        (CLEO, "server", False, False),
        (CLEO, "everywhere", False, True),
        (CLEO, "nowhere", True, False),
        (BEN, "nowhere", False, True),
    ]
    for asker, chosen, here, named in names:
        assert is_named(asker, ADA, chosen, players={ADA, BEN}, played_here=here) is named
