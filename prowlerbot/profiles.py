"""The finished matches and ratings that one reader may see, by ``match/timeline.py``.

All lists and cards are made from these, so none of them shows more than another.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from prowlerbot.competitions.competition_store import CompetitionStore
from prowlerbot.match.match import SOMEONE, Player
from prowlerbot.match.player_statistics import Extent, FinishedMatch, extent_of_list, is_named
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.profiles_store import Leaderboards
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage.match_store import Store
from prowlerbot.storage.results import NO_LIMIT

_SOMEONE = Player(-1, SOMEONE)


@dataclass(eq=False)
class FinishedMatches:
    _store: Store

    def __post_init__(self) -> None:
        self.leaderboards = Leaderboards(self._store.database)
        self._competitions = CompetitionStore(self._store.database)

    async def history(
        self, reader: Reader, game: str, player: int, skip: int = 0, most: int = NO_LIMIT
    ) -> list[FinishedMatch]:
        """Some finished matches of a player, or all of them; the latest first."""
        if (home := await self._find_home(reader, player)) is None:
            return []
        matches = await self._store.results.finished_matches(game, player, skip, most, home=home)
        return await self._hide_names(reader, player, matches)

    async def count_matches(self, reader: Reader, game: str, player: int) -> int:
        if (home := await self._find_home(reader, player)) is None:
            return 0
        return await self._store.results.count_finished(game, player, home=home)

    async def count_medals(self, reader: Reader, game: str, player: int) -> Counter[int]:
        """The number of a player's medals of each place, as far as the reader may see them."""
        if (home := await self._find_home(reader, player)) is None:
            return Counter()
        return await self._competitions.medals_of(player, game, home)

    async def list_against(self, reader: Reader, game: str, other: int) -> list[FinishedMatch]:
        """The reader's finished matches against a player, in all places, the latest first."""
        chosen = (await self._store.choices.choices_of(PlayerChoices, other)).seen
        if extent_of_list(reader.user, other, chosen) is Extent.NOTHING:
            return []
        return await self._store.results.matches_between(game, reader.user, other)

    async def list_opponents(self, reader: Reader, game: str) -> list[Player]:
        """The opponents in the reader's finished matches, the latest first."""
        matches = await self._store.results.finished_matches(game, reader.user, 0, NO_LIMIT)
        met = dict[int, Player]()
        for player in (player for match in matches for player in match.players):
            if player.is_person and player.id != reader.user:
                met.setdefault(player.id, player)
        choices = await self._store.choices.choices_of_players(met)
        return [
            player
            for player in met.values()
            if extent_of_list(reader.user, player.id, choices[player.id].seen) is not Extent.NOTHING
        ]

    async def _find_home(self, reader: Reader, player: int) -> int | None:
        """The place that limits a reader's view of matches: 0 for no limit, None to see none."""
        chosen = (await self._store.choices.choices_of(PlayerChoices, player)).seen
        visible = extent_of_list(reader.user, player, chosen)
        if visible is Extent.ALL:
            return 0
        return (reader.home or None) if visible is Extent.HERE else None

    async def _hide_names(
        self, reader: Reader, about: int, matches: Sequence[FinishedMatch]
    ) -> list[FinishedMatch]:
        """The matches of a player without the names that the reader must not see."""
        if reader.user == about or not matches:
            return list(matches)
        here = await self._store.results.played_in([each.match for each in matches], reader.home)
        people = {player.id for match in matches for player in match.players if player.is_person}
        choices = await self._store.choices.choices_of_players(people)

        def as_seen(player: Player, finished: FinishedMatch) -> Player:
            if not player.is_person or player.id == about:
                return player
            own, players = choices[player.id].seen, [each.id for each in finished.players]
            is_here = finished.match in here
            named = is_named(reader.user, player.id, own, players=players, played_here=is_here)
            return player if named else _SOMEONE

        return [
            replace(each, players=tuple(as_seen(player, each) for player in each.players))
            for each in matches
        ]
