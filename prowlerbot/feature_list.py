"""The features with their contributions to the spine; this file is above both."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping

from prowlerbot.competitions import competition_player_store
from prowlerbot.competitions.competition_player_store import CompetitionMatches
from prowlerbot.core.errors import Hopeless
from prowlerbot.daily import daily_service, daily_store
from prowlerbot.daily.daily_store import DailyStore
from prowlerbot.finding import finding_store
from prowlerbot.finding.finding_service import check_together
from prowlerbot.following import follow_store
from prowlerbot.following.follow_store import drop_follows, tell_followers
from prowlerbot.puzzles import puzzle_store
from prowlerbot.reviews import review_store
from prowlerbot.reviews.review_store import drop_review
from prowlerbot.storage.contributions import Contributions, PersonalData
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.match_store import Store

CONTRIBUTIONS = Contributions(
    together=(check_together,),
    luck=(daily_service.luck,),
    replies=(daily_service.reply,),
    only_in_chats=(competition_player_store.is_of_all_servers,),
    counting=(daily_service.counting,),
    match_changed=(tell_followers,),
    match_ended=(daily_store.note_end, competition_player_store.note_end),
    record_deleted=(drop_review, drop_follows),
    outage_ended=(competition_player_store.look_at_steps,),
    choices_changed=(daily_store.post_again,),
)

PERSONAL: Mapping[str, PersonalData] = {
    "reviews": review_store.PERSONAL,
    "competitions": competition_player_store.PERSONAL,
    "daily": daily_store.PERSONAL,
    "puzzles": puzzle_store.PERSONAL,
    "following": follow_store.PERSONAL,
    "finding": finding_store.PERSONAL,
}
"""The statements of the features that have tables, by their rooms."""

_RUNNING: Mapping[str, Callable[[Database], Awaitable[int]]] = {
    "competitions": lambda database: CompetitionMatches(database).running(),
    "daily": lambda database: DailyStore(database).running(),
}
"""How many matches run that need a feature."""


def open_store(database: Database) -> Store:
    return Store(database, CONTRIBUTIONS)


async def check_left_out(database: Database, without: Collection[str]) -> None:
    """Raise Hopeless where matches run that need a feature which the host leaves out."""
    for feature, running in _RUNNING.items():
        if feature in without and (count := await running(database)):
            raise Hopeless(
                "WITHOUT leaves out {feature}, and matches that need it still run ({count}): start"
                " with {feature} until they are over.",
                feature=feature,
                count=count,
            )
