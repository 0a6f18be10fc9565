"""The form of the search fits Discord's limits in every language."""

from __future__ import annotations

import pytest

from cogs.views.finding_views import Reading, question_view, read_wish, wish_form
from prowlerbot.core.i18n import LANGUAGES, Language, speaking
from prowlerbot.finding.wish import Wish
from prowlerbot.storage.proposals import Proposal, Seat, State

TITLES = {"prowler": "Prowler's Passage", "landgrab": "Landgrab"}
_TITLE, _LABEL, _HINT, _OPTION = 45, 45, 100, 100
_FIELDS = 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_fits(language: Language) -> None:
    with speaking(language):
        form = wish_form(Wish(("landgrab",)), TITLES, in_server=True).to_dict()
    assert len(form["title"]) <= _TITLE
    assert len(form["components"]) <= _FIELDS
    for field in form["components"]:
        assert len(field["label"]) <= _LABEL
        assert len(field.get("description", "")) <= _HINT
        assert all(len(option["label"]) <= _OPTION for option in field["component"]["options"])


def test_outside_of_servers_the_form_has_no_choice_of_place() -> None:
    form = wish_form(Wish(("landgrab",)), TITLES, in_server=False).to_dict()
    assert "everywhere" not in str(form)


def test_what_the_form_has_chosen_reads_as_the_same_wish() -> None:
    wish = Wish(("landgrab",), seats=(2, 4), friendly=False)
    form = wish_form(wish, TITLES, in_server=True).to_dict()
    chosen = {
        field["component"]["custom_id"]: [
            option["value"] for option in field["component"]["options"] if option.get("default")
        ]
        for field in form["components"]
    }
    assert read_wish(chosen) == wish


def test_a_question_in_a_chat_is_asked_though_another_player_that_it_may_not_name_has_agreed() -> (
    None
):
    seats = (Seat(1, 1, "Ada", 0, 0, answer=True), Seat(2, 2, "Dora", 0, 0))
    proposal = Proposal("x", "landgrab", 86_400, True, 0, 600, seats, State.ASKING)
    view = question_view(proposal, Reading(2, {}), "Landgrab")
    told = str(view.to_components())  # type: ignore[no-untyped-call] # of discord.py
    assert "one player" in told
    assert "Ada" not in told
