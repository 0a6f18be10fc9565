"""The one place that opens a store with the effects and the personal data of all features."""

from __future__ import annotations

from collections.abc import Mapping

from prowlerbot.competitions import competition_match_store, competition_player_store
from prowlerbot.daily import daily_store
from prowlerbot.finding import finding_data_store
from prowlerbot.following import follow_store
from prowlerbot.following.follow_store import tell_followers
from prowlerbot.puzzles import puzzle_store
from prowlerbot.reviews import review_store
from prowlerbot.reviews.review_store import drop_review
from prowlerbot.storage.effects import Effects
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.match_store import Store
from prowlerbot.storage.personal_data import PersonalData

EFFECTS = Effects(
    changed=(tell_followers,),
    ended=(daily_store.note_end, competition_match_store.note_end),
    record_deleted=(drop_review,),
    outage_ended=(competition_match_store.look_at_steps,),
    rechosen=(daily_store.post_again,),
)


PERSONAL: Mapping[str, PersonalData] = {
    "reviews": review_store.PERSONAL,
    "competitions": competition_player_store.PERSONAL,
    "daily": daily_store.PERSONAL,
    "puzzles": puzzle_store.PERSONAL,
    "following": follow_store.PERSONAL,
    "finding": finding_data_store.PERSONAL,
}
"""The statements of the features that have tables, by their rooms."""


def open_store(database: Database) -> Store:
    return Store(database, EFFECTS)
