"""The features with their contributions to the spine; this file is above both."""

from collections.abc import Awaitable, Callable, Collection, Mapping

from prowlerbot import club_store, following_store
from prowlerbot.competitions import competition_player_store, competition_store
from prowlerbot.core.errors import Hopeless
from prowlerbot.daily import daily_store
from prowlerbot.daily.daily_service import DailyTries
from prowlerbot.finding import finding_store
from prowlerbot.finding.finding_service import PeopleApart
from prowlerbot.puzzles import puzzle_store
from prowlerbot.reviews import review_store
from prowlerbot.storage.contributions import Contributions, PersonalData
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.match_store import Store

CONTRIBUTIONS: Contributions = (
    PeopleApart(),
    DailyTries(),
    competition_store.CompetitionEvents(),
    following_store.Followers(),
    review_store.ReviewEvents(),
    club_store.ClubEvents(),
)

PERSONAL: Mapping[str, PersonalData] = {
    "club": club_store.PERSONAL,
    "reviews": review_store.PERSONAL,
    "competitions": competition_player_store.PERSONAL,
    "daily": daily_store.PERSONAL,
    "puzzles": puzzle_store.PERSONAL,
    "following": following_store.PERSONAL,
    "finding": finding_store.PERSONAL,
}
"""The personal data in the tables of each feature, by its room."""

_COUNT_RUNNING: Mapping[str, Callable[[Database], Awaitable[int]]] = {
    "competitions": lambda db: competition_store.CompetitionMatches(db).count_running(),
    "daily": lambda db: daily_store.DailyStore(db).count_running(),
}
"""The count of running matches that need a feature."""


def open_store(database: Database) -> Store:
    """The stores of the spine, with the contributions of all features."""
    return Store(database, CONTRIBUTIONS)


async def check_left_out(database: Database, without: Collection[str]) -> None:
    """Raise Hopeless where matches run that need a feature which the host leaves out."""
    for feature, running in _COUNT_RUNNING.items():
        if feature in without and (count := await running(database)):
            raise Hopeless(
                "WITHOUT leaves out {feature}, and matches that need it still run ({count}): start"
                " with {feature} until they are over.",
                feature=feature,
                count=count,
            )
