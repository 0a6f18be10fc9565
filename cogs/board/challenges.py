"""Begins new matches: challenges by a command, challenges asked for again, and rematches.

An ``Invitation`` says who plays, ``Wishes`` on which terms. A rematch changes who begins.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting, Threads
from cogs.board.lobbies import Welcome
from cogs.board.moving import MovingBoards
from cogs.board.private_boards import PrivateBoards
from cogs.board.views import terms_words
from cogs.board.views.match_views import board_link, find_level
from cogs.contract.manifest import Manifest, Option
from cogs.frame.command_options import Command, give_options
from cogs.frame.features import answers_in_match
from cogs.frame.interaction_gate import Locks
from cogs.frame.names import LEVEL_CHOICES, Verbatim
from cogs.frame.permissions import check_post
from cogs.frame.visit import Visit, visit_of
from cogs.presses import MatchPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import mark
from prowlerbot.match import lobby
from prowlerbot.match.match import VACANT, Ending, Level, Match, Phase, Player, machine
from prowlerbot.match.scene import Scene
from prowlerbot.match.terms import Takebacks, Terms, sufficient_pace
from prowlerbot.service.lobby_service import Destination, Lobby, RematchExists
from prowlerbot.service.match_service import Service


@dataclass(frozen=True, slots=True)
class Invitation:
    """The players that a host wants besides themselves.

    The machine takes every seat without an invited player; without it anyone may take them.
    ``seats`` is the number of all seats; None leaves it to the other options. With ``takeover`` the
    machine plays on for players who leave, with ``substitutes`` unless somebody takes the seat.
    """

    opponents: tuple[discord.User | discord.Member, ...] = ()
    level: Level | None = None
    seats: int | None = None
    takeover: bool = False
    substitutes: bool = False


@dataclass(frozen=True, slots=True)
class Wishes:
    """The terms that a host wants for a match; the server's settings fill in missing ones."""

    pace: int | None = None
    weekend: bool = False
    stopwatch: int = 0
    takebacks: Takebacks = "ask"
    rated: bool | None = None
    hints: bool | None = None
    choice: str = ""  # the host's own choice in the game, such as a colour


_NO_WISHES = Wishes()


@dataclass(eq=False)
class Challenges(commands.Cog):
    """New matches: by a command, asked for again, or as a rematch."""

    _service: Service
    _lobby: Lobby
    _boards: BoardMessages
    _posting: Posting
    _moving: MovingBoards
    _private_boards: PrivateBoards
    _threads: Threads
    _welcome: Welcome

    def __post_init__(self) -> None:
        self._locks = Locks()

    async def challenge(
        self,
        interaction: Interaction,
        game: str,
        invited: Invitation,
        options: Mapping[str, str],
        wishes: Wishes = _NO_WISHES,
        *,
        beginning: lobby.BranchPoint | None = None,
        private: bool = False,
    ) -> None:
        """Ask for a match.

        With a ``beginning``, it plays on from a moment of another one. A ``private`` match begins
        at once, and only its player sees it.
        """
        with_machine = invited.level is not None or invited.takeover
        self._check_place(interaction, machine=with_machine, private=private)
        counts = self._service.games[game].seats
        if beginning is not None:
            count = len(beginning.source.players)
            counts = range(count, count + 1)
            wishes = replace(wishes, stopwatch=beginning.source.terms.stopwatch)
        host = Player(interaction.user.id, interaction.user.display_name, choice=wishes.choice)
        players = seat_players(host, check_invitation(interaction, invited, counts), counts)
        terms = self._terms(visit_of(interaction), game, invited, wishes, seats=len(players))
        self._boards.calls.pings.check_challenge(host.id, players)
        destination = await _find_destination(interaction, private=private)
        if beginning is None:
            match = await self._lobby.make_challenge(game, players, options, terms, destination)
        else:
            match = await self._lobby.make_branch(beginning, players, terms, destination)
        await self._show(interaction, match, private=private)

    def _terms(
        self, visit: Visit, game: str, invited: Invitation, wishes: Wishes, *, seats: int
    ) -> Terms:
        """The terms by a host's wishes and the server's settings."""
        pace = visit.server.pace if wishes.pace is None else wishes.pace
        timed_terms = Terms().at_pace(sufficient_pace(pace, self._service.games[game]))
        if wishes.weekend and (not timed_terms.pace or timed_terms.bank):
            raise Denied(
                "Only a time limit for each move, without a reserve, can pause on weekends."
            )
        return replace(
            timed_terms,
            takebacks=wishes.takebacks,
            takeover=invited.takeover and seats > 2,
            substitutes=invited.substitutes and seats > 2,
            stopwatch=wishes.stopwatch,
            hints=wishes.hints,
            weekend=visit.reader.zone_name if wishes.weekend else "",
        ).with_rating(wanted=wishes.rated, default=visit.server.rated and bool(visit.guild))

    async def ask_again(
        self,
        interaction: Interaction,
        scene: Scene,
        level: Level | None = None,
        *,
        private: bool = False,
    ) -> None:
        """Ask again for a match that the same user asked for, where ``can_repeat`` allows it.

        A challenge that has expired is repeated once. ``level`` is another level of the machine.
        """
        last_match, board = scene.match, scene.board
        self._check_place(interaction, machine=last_match.has_machine, private=private)
        host = Player(interaction.user.id, interaction.user.display_name)
        others = (player for player in last_match.players if player.id != host.id)
        players = [host, *(_reinvite(player, level) for player in others)]
        self._boards.calls.pings.check_challenge(host.id, players)
        destination = await _find_destination(interaction, private=private)
        game, options = last_match.game, last_match.options
        has_expired, terms = last_match.ending is Ending.EXPIRED, last_match.terms.as_own_match
        rematch_of = last_match.id if has_expired else None
        try:
            match = await self._lobby.make_challenge(
                game, players, options, terms, destination, rematch_of=rematch_of
            )
        except RematchExists as earlier:
            await self._show_rematch(interaction, earlier, private=private)
            return
        pressed_id = interaction.message.id if interaction.message is not None else 0
        if has_expired and board is not None and pressed_id == board.message:
            await self._boards.answer(interaction, scene)
        await self._show(interaction, match, private=private)

    @answers_in_match("rematch")
    async def _rematch(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        level, user, private = find_level(press.argument), interaction.user.id, is_private(scene)
        async with self._locks.lock_for(press.match):  # a second press waits for the first one
            self._check_place(interaction, machine=scene.match.has_machine, private=private)
            self._boards.calls.pings.check_challenge(user, scene.match.players)
            destination = await _find_destination(interaction, private=private)
            try:
                match = await self._lobby.make_rematch(press.match, user, destination, level=level)
            except RematchExists as earlier:
                await self._show_rematch(interaction, earlier, private=private)
                return
            await self._post(interaction, match, private=private)
        if not private:  # else it is shown on the board of its player
            await self._welcome.open_board_in_words(interaction, match)

    async def _show_rematch(
        self, interaction: Interaction, asked: RematchExists, *, private: bool
    ) -> None:
        """Show a rematch that has no message, else raise Denied with the way to it."""
        board = await self._service.store.boards.board_of(asked.match)
        if board is None or not board.message:  # lost, deleted, or never there
            show = self._private_boards.show_match if private else self._moving.show_here
            await show(interaction, await self._service.match(asked.match))
            return
        link = await self._boards.links.link_of(visit_of(interaction), asked.match)
        link_or_id = Verbatim(board_link(link) if link else asked.match)
        raise Denied("The rematch is already here: {link}", link=link_or_id) from asked

    def _check_place(self, interaction: Interaction, *, machine: bool, private: bool) -> None:
        """Raise Denied if this place allows no challenge."""
        visit = visit_of(interaction)
        if not private:
            check_post(interaction)
        if machine:
            self._boards.machines.seats.check_allowed(visit.server)

    async def _show(self, interaction: Interaction, match: Match, *, private: bool) -> None:
        await self._post(interaction, match, private=private)
        await self._welcome.offer_introduction(interaction, match)
        if not private:
            await self._welcome.open_board_in_words(interaction, match)

    async def _post(self, interaction: Interaction, match: Match, *, private: bool) -> None:
        """Post the lobby or the board of a new match; a ``private`` one to its player alone."""
        if private:
            await self._private_boards.show_match(interaction, match)
            self._boards.wake_machine(match, interaction.user.id)
            return
        scene = await self._posting.post_challenge(interaction, match)
        if match.phase is not Phase.PLAYING:
            return
        try:
            scene = await self._threads.open_posted(interaction, scene)
        finally:
            await self._boards.calls.call_players(scene, presser=interaction.user.id)


def check_invitation(interaction: Interaction, invited: Invitation, counts: range) -> Invitation:
    """The invitation as it can be sent from this place. Raises Denied if it cannot.

    In a chat that nobody else reads, a game for one player is played alone. ``counts`` are the
    allowed numbers of players.
    """
    for opponent in invited.opponents:
        _check_opponent(interaction, opponent)
    if not interaction.context.dm_channel or invited.level is not None or invited.seats == 1:
        return invited
    if counts.start == 1 and invited.seats is None:
        return replace(invited, seats=1)
    raise Denied(
        "Nobody but you reads this chat, so nobody could join. Play against the machine here, or"
        " open the match in a server or a group."
    )


def _check_opponent(interaction: Interaction, opponent: discord.User | discord.Member) -> None:
    """Raise Denied for a bot, and for a user who would not see the challenge."""
    player = Player(opponent.id, opponent.display_name)
    if interaction.context.dm_channel:
        raise Denied(
            "Nobody but you reads this chat. Challenge {player} in a server, in a group or in"
            " your chat with each other.",
            player=player,
        )
    if opponent.bot:
        raise Denied("Bots do not play; challenge a person.")
    knows_server = interaction.client.get_guild(interaction.guild_id or 0) is not None
    if knows_server and not isinstance(opponent, discord.Member):
        raise Denied("{player} is no longer in this server.", player=player)
    readers = _people_in_chat(interaction)
    if readers and opponent.id not in readers:
        raise Denied(
            "{player} is not in this chat, and would not see the challenge. Challenge them in"
            " a server, in a group or in your chat with each other.",
            player=player,
        )


def seat_players(host: Player, invited: Invitation, counts: range) -> list[Player]:
    """The players of the lobby, the host first; ``counts`` are the allowed numbers of players."""
    guests = [Player(user.id, user.display_name) for user in invited.opponents]
    count = invited.seats or _default_count(1 + len(guests), invited.level, counts)
    free_seats = count - 1 - len(guests)
    if free_seats < 0 and count in counts and invited.seats is not None:
        raise Denied("You are inviting more players than there are seats: {count}.", count=count)
    if free_seats < 1 and invited.level is not None:
        raise Denied("No seat is free for the machine: you have invited a player to each.")
    filler = VACANT if invited.level is None else machine(invited.level)
    return [host, *guests, *[filler] * free_seats]


def _people_in_chat(interaction: Interaction) -> set[int]:
    """The people in a chat of two or a group; empty where Discord does not name them."""
    chat = interaction.channel
    if not isinstance(chat, discord.DMChannel | discord.GroupChannel) or not chat.recipients:
        return set()
    return {interaction.user.id, *(each.id for each in chat.recipients)}


def _default_count(people: int, level: Level | None, counts: range) -> int:
    """The number of seats if nobody has given one: the most possible if nobody was asked."""
    if people == 1 and level is None:
        return counts[-1]
    needed = people if level is None else people + 1  # the machine needs a seat, too
    return min(max(needed, counts.start), max(people, counts[-1]))


async def _find_destination(interaction: Interaction, *, private: bool) -> Destination:
    """The place of the asker, or the chat of the only player of a ``private`` match."""
    visit = visit_of(interaction)
    if not private:
        return Destination(visit.server.open_challenges, visit.post_place)
    chat = await interaction.client.create_dm(interaction.user)
    return Destination(visit.server.open_challenges, chat=chat.id)


def is_private(scene: Scene) -> bool:
    """Whether a match has one person, and only that person sees it."""
    match = scene.match
    return scene.unshared and len(match.people) == 1 and not match.terms.day


def can_repeat(interaction: Interaction, last_scene: Scene) -> bool:
    """Whether the asker can repeat an earlier match here.

    People can be asked again only in the same server or the same chat. In a private chat with the
    bot, the machine is the only opponent.
    """
    others = [player for player in last_scene.match.players if player.id != interaction.user.id]
    if any(player.is_forgotten for player in others):
        return False
    if all(player.is_machine for player in others):
        return True
    board, guild_id = last_scene.board, interaction.guild_id or 0
    if interaction.context.dm_channel or board is None:
        return False
    return board.guild == guild_id if guild_id else board.channel == interaction.channel_id


def _reinvite(player: Player, level: Level | None) -> Player:
    if player.level is not None:
        return machine(level or player.level)
    return VACANT if player.is_vacant else Player(player.id, player.name)


_OPPONENT_PREFIX = "opponent_"
"""The names of the options for further opponents begin so; their numbers follow, from 2 on."""
_OPPONENT_TEXT = mark("Another opponent")
_MACHINE_TEXT = mark("The machine takes the seats that are left")
_SEATS_TEXT = mark("How many players; anyone can take the seats that are left")
_ALONE_TEXT = mark("How many players, 1 to play alone; anyone can take the seats that are left")
_TAKEOVER = Option(
    "takeover",
    mark("The seat of a player who leaves (default: as the rules say)"),
    (
        (mark("Another player can take it, else the machine"), "people"),
        (mark("The machine plays on"), "machine"),
        (mark("As the rules say"), "rules"),
    ),
)
_CLOCK = Option(
    "clock",
    mark("Time for all players together in the live stage (default: 2:30)"),
    terms_words.STOPWATCHES,
)


def challenge_command(manifest: Manifest, game: Game, challenges: Challenges) -> Command:
    """The command `challenge` of a game, with the options that the game adds to it."""
    seating = seating_options(game.seats)
    choice_options = [manifest.choice] if manifest.choice is not None else []

    @app_commands.command(description="Challenge a player, anyone or the machine to a match")
    @app_commands.describe(
        opponent="Your opponent; leave it out to let anyone join",
        pace="A clock for the match, or a time limit for each move",
        weekend="Whether the time limit pauses on weekends, in the time zone that you chose",
        takebacks="When a move can be taken back (default: if all agree)",
        rated="Rated or friendly; always friendly alone or with the machine",
        hints="Hints from the machine, in friendly matches (default: only alone or against it)",
    )
    @app_commands.choices(pace=terms_words.pace_choices(game))
    @app_commands.choices(weekend=terms_words.WEEKEND_CHOICES)
    @app_commands.choices(takebacks=terms_words.TAKEBACK_CHOICES)
    @app_commands.choices(rated=terms_words.RATED_CHOICES)
    @app_commands.choices(hints=terms_words.HINT_CHOICES)
    @give_options([_CLOCK] if manifest.live is not None else [], after="pace")
    @give_options([_TAKEOVER] if game.seats[-1] > 2 else [], after="rated")
    @give_options([*seating, *manifest.setup, *choice_options], after="opponent")
    async def challenge(
        interaction: Interaction,
        /,
        *,
        opponent: discord.User | None = None,
        pace: int | None = None,
        weekend: Literal["pause", "counts"] = "counts",
        takebacks: Takebacks = "ask",
        rated: Literal["yes", "no"] | None = None,
        hints: Literal["yes", "no"] | None = None,
        **added: Any,
    ) -> None:
        values = {option.name: added.get(option.name) for option in manifest.setup}
        setup = {name: value for name, value in values.items() if value is not None}
        rules = manifest.read_setup(setup)
        wishes = Wishes(
            pace=pace,
            weekend=weekend == "pause",
            stopwatch=_stopwatch_of(manifest, rules, added),
            takebacks=takebacks,
            rated=None if rated is None else rated == "yes",
            hints=None if hints is None else hints == "yes",
            choice="".join(added.get(option.name) or "" for option in choice_options),
        )
        invited = read_invitation(opponent, added)
        await challenges.challenge(interaction, manifest.key, invited, rules, wishes)

    return challenge


def _stopwatch_of(manifest: Manifest, rules: Mapping[str, str], added: Mapping[str, Any]) -> int:
    """The clock of a live stage; 0 for a match without one."""
    is_live = manifest.live is not None and manifest.live(rules)
    return int(added.get(_CLOCK.name) or terms_words.DEFAULT_STOPWATCH) if is_live else 0


def seating_options(seats: range, *, fixed: bool = False) -> list[Option]:
    """The options for the other players; ``fixed`` means a settled number of seats."""
    options = [
        Option(f"{_OPPONENT_PREFIX}{number}", _OPPONENT_TEXT, kind=discord.User)
        for number in range(2, seats[-1])
    ]
    options.append(Option("machine", _MACHINE_TEXT, LEVEL_CHOICES))
    if len(seats) > 1 and not fixed:
        kind = app_commands.Range[int, seats.start, seats[-1]]
        options.append(Option("seats", _ALONE_TEXT if 1 in seats else _SEATS_TEXT, kind=kind))
    return options


def read_invitation(opponent: discord.User | None, added: Mapping[str, Any]) -> Invitation:
    """The invitation by an opponent, ``seating_options`` and ``_TAKEOVER``, as they were chosen."""
    others = [user for name, user in added.items() if name.startswith(_OPPONENT_PREFIX)]
    return Invitation(
        opponents=tuple(filter(None, [opponent, *others])),
        level=added.get("machine"),
        seats=added.get("seats"),
        takeover=added.get(_TAKEOVER.name) in {"people", "machine"},
        substitutes=added.get(_TAKEOVER.name) == "people",
    )
