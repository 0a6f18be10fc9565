"""The bot and the resources of its lifetime; ``composition.py`` connects them."""

from __future__ import annotations

import logging

from cogs.composition import Hosting, add_all
from cogs.connection.application_emoji import ApplicationEmoji
from cogs.connection.patient_bot import PatientBot
from cogs.contract.manifest import Manifests
from cogs.frame.features import Features
from prowlerbot.copies.database_move import refuse_unfinished
from prowlerbot.core.game import Registry
from prowlerbot.feature_list import open_store
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.storage.duty_store import ChoreStore
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.leases import Leases

log = logging.getLogger(__name__)


class GamesBot(PatientBot):
    """The resources of one process.

    ``manifests`` has one entry for each game of the registry. Tests may pass a ``service``;
    otherwise the bot opens the database at its start and closes it at its end. With ``ahead`` the
    bot draws the common parts of all pictures while it logs in, and uploads the games' signs to
    Discord.
    """

    def __init__(
        self,
        database_url: str,
        games: Registry,
        manifests: Manifests,
        *,
        service: Service | None = None,
        hosting: Hosting | None = None,
        ahead: bool = False,
    ) -> None:
        self._hosting = hosting or Hosting()
        super().__init__(self._hosting.shards)
        self._url = database_url
        self._games = games
        self._manifests = manifests
        self._given = service
        self._ahead = ahead
        self._database: Database | None = None
        self.features: Features | None = None
        signs = [sign for manifest in manifests.values() for sign in manifest.face.signs]
        self.emoji = ApplicationEmoji(self, signs)

    async def prepare(self) -> None:
        await self.add_commands()

    async def setup_hook(self) -> None:
        await super().setup_hook()
        if self._ahead:
            self.emoji.begin_upload()

    async def add_commands(self) -> None:
        """Open the database and add all cogs and commands; this needs no connection to Discord."""
        service = self._given or await self._open()
        self.chores = self.emoji.notes = ChoreStore(service.store.database)
        housekeeping = Housekeeping(service)
        await housekeeping.free_claims()
        await housekeeping.enter_missing_results()
        for problem in service.games.left_out.values():
            log.warning("%s", problem)
        hosting, ahead = self._hosting, self._ahead
        self.features = await add_all(self, service, self._manifests, hosting, ahead=ahead)

    async def _open(self) -> Service:
        self._database = await open_database(self._url)
        await refuse_unfinished(self._database)
        store, serves = open_store(self._database), self.serves if self._database.remote else None
        return Service(store, games=self._games, clock=self.clock, serves=serves)

    def leases(self) -> Leases | None:
        database = self._database
        return Leases(database) if database is not None and database.remote else None

    async def on_ready(self) -> None:
        log.info("ready as %s; servers: %d", self.user, len(self.guilds))

    async def close(self) -> None:
        try:
            await super().close()
        finally:  # otherwise the thread of the database keeps the process alive
            self.emoji.close()
            await self._hosting.drawing.close()
            if self._database is not None:
                await self._database.close()
