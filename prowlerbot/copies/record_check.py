"""The check of all records: whether stored matches agree with the replay of their records."""

from dataclasses import dataclass

from prowlerbot.copies.backup import DamagedFile, Report, report_nothing
from prowlerbot.core.errors import Refused, StoreError, Unusable
from prowlerbot.core.game import Registry
from prowlerbot.match import play
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.storage.match_store import Store

_NEVER_BEGUN = {Ending.DECLINED, Ending.CANCELLED, Ending.WITHDRAWN, Ending.EXPIRED, Ending.DELETED}
"""The endings of challenges that never become matches."""


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The number of replayed records, and the matches that differ from theirs, with reasons."""

    records: int
    broken: tuple[tuple[str, str], ...] = ()

    def refuse_broken(self, place: object) -> None:
        """Raise DamagedFile for the first broken match, if there is any."""
        for match, problem in self.broken:
            raise DamagedFile(
                "{file} is damaged at match “{match}”: {problem}",
                file=place,
                match=match,
                problem=problem,
            )


async def replay_records(
    store: Store, games: Registry, report: Report = report_nothing, sample: int | None = None
) -> ReplayResult:
    """Replay all records, or a ``sample`` of the newest; none known as broken or without a game."""
    known = {each.match for each in await store.broken.all_broken()}
    ids = [match_id for match_id in await store.match_ids() if match_id not in known]
    ids = ids[-sample:] if sample else ids
    broken: list[tuple[str, str]] = []
    for done, match_id in enumerate(ids, 1):
        try:
            match = await store.find_match(match_id)
            if match is not None and match.game in games:
                _replay_match(match, games)
        except Unusable:
            raise  # the database is out of reach
        except Exception as error:  # noqa: BLE001 - a foreign database may hold anything
            problem = str(error) if isinstance(error, Refused) else "It cannot be read."
            broken.append((match_id, problem))
        report(done, len(ids))
    return ReplayResult(len(ids), tuple(broken))


def _replay_match(match: Match, games: Registry) -> None:
    """Raise a Refused if a match differs from its record."""
    game = games.named(match.game)
    if len(match.players) not in game.seats:
        raise StoreError("It has {count} players.", count=len(match.players))
    begun = match.phase is not Phase.LOBBY and match.ending not in _NEVER_BEGUN
    if begun != bool(match.setup) or (match.plays and not begun):
        raise StoreError("Its record does not fit its phase.")
    if (match.ending is None) == (match.phase is Phase.OVER):
        raise StoreError("Its ending does not fit its phase.")
    if begun:
        over = play.replay_match(match, game)[-1].outcome is not None
        if over != (match.ending is Ending.PLAYED):
            raise StoreError("Its record does not fit its ending.")
