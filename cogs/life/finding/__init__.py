"""The search for somebody to play with: its form, its questions, its rounds."""

from __future__ import annotations

from cogs.board.board_messages import BoardMessages
from cogs.board.recovery import Recovery
from cogs.board.rendering import Rendering
from cogs.board.threads import Threads
from cogs.board.unasked import UnaskedBoards
from cogs.connection.patient_bot import PatientBot
from cogs.contract.manifest import Manifests
from cogs.frame.meter import Meter
from cogs.frame.router import Router
from cogs.life.finding.finder import Finder, find_command
from cogs.life.finding.questions import Questions
from cogs.life.finding.rounds import FindingRounds
from cogs.people.matches import PlayedGames
from prowlerbot.service.finding import Finding
from prowlerbot.service.service import Service


async def add_finding(
    bot: PatientBot,
    service: Service,
    router: Router,
    manifests: Manifests,
    *,
    meter: Meter,
    rendering: Rendering,
    boards: BoardMessages,
    threads: Threads,
    recovery: Recovery,
    games: PlayedGames,
) -> None:
    """Add the command, the presses and the rounds of the search."""
    setups = {key: manifest.read_setup({}) for key, manifest in manifests.items()}
    finding = Finding(service, setups)
    questions = Questions(
        bot, service, finding, rendering, boards, UnaskedBoards(bot, boards, threads), recovery
    )
    rounds = FindingRounds(bot, service, finding, questions, meter)
    finder = Finder(service, finding, questions, boards.machines, manifests, rounds.next_round)
    router.add(*finder.routes)
    bot.tree.add_command(find_command(finder, games))
    await bot.add_cog(rounds)
