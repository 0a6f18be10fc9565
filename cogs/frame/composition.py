"""What the bot is put together from, room by room; it reads from top to bottom."""

from __future__ import annotations

from discord.ext import commands

from cogs.admin import Hosting, add_admin
from cogs.board.deleted_places import Gone
from cogs.board.private_board import OwnViews
from cogs.board.table import Table
from cogs.board.upkeep import Upkeep
from cogs.frame.limits import Gate
from cogs.frame.meter import Meter
from cogs.frame.press import Action
from cogs.frame.presses import Presses
from cogs.frame.tree import Tree
from cogs.frame.workshop import Workshop
from cogs.games.manifest import Manifests
from cogs.life.agreements import Agreements
from cogs.life.animation import Animations
from cogs.life.branch import Branches
from cogs.life.desk import Desk
from cogs.life.game_commands import PlayDesks, game_group
from cogs.life.imports import Imports
from cogs.life.record_commands import RecordDesks, record_commands
from cogs.life.replay import Replays
from cogs.life.tutorial import Tutorial
from cogs.people.call_choices import CallChoices
from cogs.people.call_rows import call_rows
from cogs.people.commands import PersonDesks, person_commands
from cogs.people.matches import OpenMatches
from cogs.people.played_games import PlayedGames
from cogs.people.preferences import LOOKS, PlayerPreferences
from cogs.people.privacy import PrivacyCommands
from cogs.people.profile import Profiles
from cogs.people.standings import Standings
from prowlerbot.service.archive import Archive


async def add_all(
    bot: commands.AutoShardedBot,
    table: Table,
    manifests: Manifests,
    *,
    meter: Meter,
    workshop: Workshop,
    hosting: Hosting,
) -> None:
    """Add all cogs and commands to the bot; no Discord is needed so far."""
    service = table.service
    gate = Gate(service)
    if isinstance(bot.tree, Tree):
        bot.tree.gate = gate

    # life: what happens in a match and to it
    archive = Archive(service)
    desk = Desk(table)
    private = OwnViews(table)
    agreements = Agreements(table)
    replays = Replays(table, archive)
    animations = Animations(table, archive, workshop)
    branches = Branches(table, desk, archive)
    tutorial = Tutorial(table, gate, {key: it.lessons for key, it in manifests.items()})
    await bot.add_cog(tutorial)
    imports = Imports(archive, service.games)
    playing = PlayDesks(desk, private, agreements, tutorial)
    records = RecordDesks(desk, archive, replays, animations, imports, branches)
    for manifest in manifests.values():
        group = game_group(manifest, playing, record_commands(manifest, records))
        bot.tree.add_command(group)

    # people: what belongs to a person, whatever they play
    games = PlayedGames(service, manifests)
    standings = Standings(table)
    profiles = Profiles(table, standings)
    preferences = PlayerPreferences(service.store, gate, (*LOOKS, *call_rows(service.now)))
    await bot.add_cog(preferences)
    matches = OpenMatches(service, games)
    personal = PersonDesks(games, matches, preferences, CallChoices(service), profiles, standings)
    for command in person_commands(personal):
        bot.tree.add_command(command)
    await bot.add_cog(PrivacyCommands(table, gate))

    # board: the presses of all messages, and what happens by itself
    handlers = {
        **replays.handlers,
        **profiles.handlers,
        **agreements.handlers,
        **branches.handlers,
        **private.handlers,
        Action.ANIMATE: animations.press,
    }
    await bot.add_cog(Presses(table, desk, gate, handlers, private.asked_first))
    await bot.add_cog(Gone(service.store))
    upkeep = Upkeep(bot, table)
    await bot.add_cog(upkeep)

    # admin: settings, the doctor, health
    await add_admin(bot, service, gate, meter, upkeep=upkeep, hosting=hosting)
