"""What the features add to what is stored: the one place that opens a store with all of it."""

from __future__ import annotations

from prowlerbot.competitions import competition_match_store
from prowlerbot.daily import daily_store
from prowlerbot.following.follow_store import tell_followers
from prowlerbot.reviews.review_store import drop_review
from prowlerbot.storage.effects import Effects
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.match_store import Store

EFFECTS = Effects(
    changed=(tell_followers,),
    ended=(daily_store.note_end, competition_match_store.note_end),
    record_deleted=(drop_review,),
    outage_ended=(competition_match_store.look_at_steps,),
    rechosen=(daily_store.post_again,),
)


def open_store(database: Database) -> Store:
    return Store(database, EFFECTS)
