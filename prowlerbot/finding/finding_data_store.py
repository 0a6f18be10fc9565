"""The data of the search for players about a person."""

from __future__ import annotations

from prowlerbot.finding.avoidance_store import AVOIDED
from prowlerbot.finding.finding_store import WISHES, forget_wish
from prowlerbot.finding.proposal_store import PROPOSAL_SEATS, PROPOSALS
from prowlerbot.storage.engines.database import Work
from prowlerbot.storage.personal_data import Deletion, PersonalData, without


def _delete(db: Work, deletion: Deletion) -> None:
    forget_wish(db, deletion.user, deletion.now)


PERSONAL = PersonalData(
    stored={
        "wishes": (without(WISHES), "player = $1"),
        "proposals": (PROPOSALS, "id IN (SELECT proposal FROM proposal_seats WHERE player = $1)"),
        "proposal_seats": (without(PROPOSAL_SEATS), "player = $1"),
        "avoided": (without(AVOIDED), "player = $1"),
    },
    delete=_delete,
)
