"""A channel of a simulated Discord with three players and the bot, for tests to read like prose."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property, partialmethod
from typing import Any, Self, TypeVar

import discord
import pytest
import simcord
import simcord.interactions
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

import cogs.frame.rate_limits
from cogs.composition import GamesBot, Hosting
from cogs.contract.manifest import Manifest, Manifests, find_manifests
from cogs.frame.duty_loop import DutyLoop
from cogs.presses import MatchPress
from prowlerbot.core.game import Game, Registry
from prowlerbot.feature_list import CONTRIBUTIONS
from prowlerbot.games import GAMES
from prowlerbot.match.lobby import accept_challenge
from prowlerbot.match.match import Match, Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.scene import Board
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.match_store import Store
from tests.discord.message import Answer, Message, Wire
from tests.discord.settling import note_deleted_by_people
from tests.games import tell_face
from tests.games.tell import TellGame
from tests.persistence.fresh import open_database
from tests.persistence.looks import rested
from tests.persistence.matches import states

START = 1_767_225_600  # 1 January 2026, when the simulated Discord's clock starts too
_COMPONENT = 3
_PUBLIC_THREAD = 11
_SELDOM = timedelta(seconds=6)
_IN_THE_MENU = {"Scores", "Describe", "Replay", "Another game"}
USUAL = Terms()
_Feature = TypeVar("_Feature")
Presser = simcord.MemberActor | simcord.UserHandle
"""A member in a server, or the same user in their chat with the bot."""


def let_everybody_be_experienced(patch: pytest.MonkeyPatch) -> None:
    """Nobody plays a first match."""

    async def nobody(*_: object) -> set[int]:
        return set()

    patch.setattr("prowlerbot.match.scene.SAFE_MATCHES", 0)
    patch.setattr("prowlerbot.storage.match_store.Store.newcomers", nobody)


def let_everybody_be_called(patch: pytest.MonkeyPatch) -> None:
    """Players who press within a minute of each other are called to each turn."""
    patch.setattr("prowlerbot.match.call_rules.AT_BOARD_SECONDS", -1)


def let_everybody_post(patch: pytest.MonkeyPatch) -> None:
    """People have the bot post as often as they like, as the clock stands still."""
    for limit in ("MAX_POSTS_A_MINUTE", "MAX_CHANNEL_POSTS_A_MINUTE"):
        patch.setattr(cogs.frame.rate_limits, limit, 99_999)


@dataclass
class Clock:
    """The service's clock; it stands still until a test moves it."""

    now: int = START

    def __call__(self) -> int:
        return self.now


@dataclass
class Bench:
    """The bot with a database of its own, both to be started anew by a test that restarts."""

    url: str
    seed: int = 1
    clock: Clock = field(default_factory=Clock)
    hosting: Hosting | None = None
    ahead: bool = False
    games: Registry = field(default_factory=lambda: GAMES)
    manifests: Manifests = field(default_factory=lambda: find_manifests(GAMES))
    contributions: Contributions = CONTRIBUTIONS
    beats: bool = False
    """Whether time that a test lets pass is an outage, as no round was gone meanwhile."""
    bot: GamesBot = field(init=False)
    database: Database = field(init=False)
    service: Service = field(init=False)

    async def open(self) -> GamesBot:
        self.database = await open_database(self.url)
        rng = random.Random(self.seed)
        store = Store(self.database, self.contributions)
        self.service = Service(store, games=self.games, clock=self.clock, rng=rng)
        self.bot = GamesBot(
            self.url,
            self.games,
            self.manifests,
            service=self.service,
            hosting=self.hosting,
            draws_ahead=self.ahead,
        )
        answering = self.bot.answering_shards
        self.bot.answering_shards = lambda: answering() if self.beats else ([], 1)  # type: ignore[method-assign]
        return self.bot

    def with_tell(self, picks: int = 1) -> Self:
        """The bench of a bot that hosts Tell too, for one to four; asked before it is opened."""
        return self.with_game(TellGame(range(1, 5), picks), tell_face.MANIFEST)

    def with_game(self, game: Game, manifest: Manifest) -> Self:
        """The bench of a bot that hosts one more game; asked before it is opened."""
        self.games = Registry((*self.games.values(), game))
        self.manifests = {**self.manifests, game.key: manifest}
        return self

    async def close(self) -> None:
        await self.bot.close()
        await self.database.close()


class Room:
    """Ada, Ben and Cleo share a channel with the bot."""

    patch: pytest.MonkeyPatch
    log: pytest.LogCaptureFixture

    def __init__(self, env: simcord.Env, bench: Bench, locale: str = "en-US") -> None:
        self.env = env
        self.bench = bench
        self.guild = env.create_guild("Thieves", preferred_locale=locale)
        self.channel = self.guild.create_text_channel("tavern")
        self.members: list[simcord.MemberActor] = []
        self.names: dict[int, str] = {}
        self.ada, self.ben, self.cleo = (self.join(name) for name in ("Ada", "Ben", "Cleo"))

    @property
    def service(self) -> Service:
        return self.bench.service

    @property
    def clock(self) -> Clock:
        return self.bench.clock

    @cached_property
    def fay(self) -> simcord.MemberActor:
        """Somebody who may host tournaments."""
        return self.join("Fay", may=discord.Permissions(create_events=True))

    @cached_property
    def admin(self) -> simcord.MemberActor:
        """An admin of the server who does not own the bot."""
        return self.join("Gil", may=discord.Permissions(manage_guild=True))

    def join(
        self, name: str, *, bot: bool = False, may: discord.Permissions | None = None
    ) -> simcord.MemberActor:
        """A new member, under a name as it is shown in Discord."""
        user = self.env.create_user(f"user{len(self.members)}", global_name=name, bot=bot)
        roles = [self.guild.create_role(name, permissions=may)] if may else []
        member = self.guild.add_member(user, roles=roles)
        self.members.append(member)
        self.names[member.id] = name
        return member

    def elsewhere(self, *players: simcord.MemberActor) -> tuple[Any, list[simcord.MemberActor]]:
        """A channel of another server, in which these players are too."""
        guild = self.env.create_guild("Elsewhere")
        return guild.create_text_channel("quiet"), [guild.add_member(it.user) for it in players]

    def thread(self, name: str, by: simcord.MemberActor, kind: int = _PUBLIC_THREAD) -> Any:
        """A thread in the channel."""
        made = self.env.backend.create_thread(self.channel.id, name, by.id, type=kind)
        return next(each for each in self.channel.threads if each.id == made.id)

    def reserve(self, channel: Any, permission: str, *members: simcord.MemberActor) -> None:
        """Let only these members, and the bot, have a permission in a channel."""
        value = discord.Permissions(**{permission: True}).value
        users = (self.env.backend.bot_user.id, *(each.id for each in members))
        some = [Overwrite(each, OverwriteType.MEMBER, allow=value) for each in users]
        nobody = Overwrite(self.guild.id, OverwriteType.ROLE, deny=value)
        self.env.backend.edit_channel(channel.id, {}, overwrites=[nobody, *some])

    async def set_up(self, **choices: Any) -> None:
        """Change settings of the server."""
        await self.service.store.choices.change(ServerChoices, self.guild.id, **choices)

    async def prefers(self, player: simcord.MemberActor, **choices: Any) -> None:
        """Change preferences of a player."""
        await self.service.store.choices.change(PlayerChoices, player.id, **choices)

    # ------------------------------------------------------------------ actions of players

    async def claim(self, player: simcord.MemberActor, /, **where: Any) -> Answer:
        """Claim by a command, and confirm that; the answer says what came of it."""
        asked = await self.command(player, "time-up", **where)
        if "cannot be undone" not in asked.told:
            return asked
        return await self.press(player, asked.message, asked.message.labels[-1])

    async def command(
        self,
        player: simcord.MemberActor,
        name: str,
        /,
        *,
        channel: Any = None,
        group: Any = "prowler",
        **options: Any,
    ) -> Answer:
        """Type a command of a group, or one that is written out, with its slash."""
        typed = name[1:] if name.startswith("/") else f"{group} {name}".strip()
        result = await player.slash(channel or self.channel, typed, **options)
        return Answer(self.env, result)

    async def move_board(self, player: simcord.MemberActor, channel: Any, match: str) -> Message:
        """The board of a match that a player moves to another channel, after they are asked."""
        asked = await self.command(player, "board", channel=channel, match=match)
        assert "This takes the match out of" in asked.told
        return (await self.press(player, asked.private, "Bring it here")).message

    async def pick(
        self, player: Presser, message: Message, custom_id: str, values: Sequence[Any]
    ) -> Answer:
        """Choose these values in a select of a message."""
        address = ResponseMessage(self.env, message.stored)
        result = await player.select(address, values, custom_id=custom_id)
        return Answer(self.env, result)

    async def press(self, player: Presser, message: Message, label: str) -> Answer:
        """Press a button on the message or in its menu, or choose an option called so."""
        if label in _IN_THE_MENU and label not in message.labels and "Menu" in message.labels:
            message = (await self.press(player, message, "Menu")).private
        for select in message.selects:
            for option in select.get("options", []):
                if option["label"] == label and label not in message.labels:
                    return await self.pick(player, message, select["custom_id"], [option["value"]])
        custom_id = message.button(label)["custom_id"]
        result = await player.click(ResponseMessage(self.env, message.stored), custom_id=custom_id)
        return Answer(self.env, result)

    async def each_press(self, message: Message, label: str, *players: Presser) -> None:
        for each in players:
            await self.press(each, message, label)

    async def give_reason(
        self, player: Presser, message: Message, label: str, reason: str = ""
    ) -> Answer:
        """Press a button that asks for a reason, and give one or none."""
        asked = await self.press(player, message, label)
        result = await player.submit_modal(asked.result, {"reason": reason})
        await self.env.settle()
        return Answer(self.env, result)

    async def delete_data(self, player: simcord.MemberActor, **where: Any) -> Message:
        """Delete everything about a player; the answer as it stands in the end."""
        asked = (await self.command(player, "/privacy delete", **where)).message
        await self.press(player, asked, "Delete everything")
        return asked

    async def jump(self, player: Presser, replay: Message, to: int) -> Answer:
        """Choose the first (0) or last (-1) moment that a replay leads to, from its page."""
        answers = []
        for _ in range(2):  # a page, and a moment on it
            select = next(it for it in replay.selects if it["placeholder"] == "Jump to a move")
            value = select["options"][to]["value"]
            answers.append(await self.pick(player, replay, select["custom_id"], [value]))
        return answers[-1]

    async def tab(self, player: simcord.MemberActor, tab: str, /, **options: Any) -> Answer:
        """Open a tab of a player's card, if there is a card."""
        shown = await self.command(player, "/profile", **options)
        if tab not in shown.message.labels or shown.message.button(tab).get("disabled"):
            return shown
        return await self.press(player, shown.message, tab)

    async def choose_move(
        self, player: simcord.MemberActor, message: Message, wanted: str = "try:"
    ) -> Answer:
        """Choose the first move of a private board, in a menu or not, that begins like this."""
        action, _, begun = wanted.partition(":")
        for each in message.moves:
            press = MatchPress.read(each["custom_id"])
            if press and press.action == action and press.argument.startswith(begun):
                return await self.late_press(player, message, each["custom_id"])
        select, value = next(
            (select, option["value"])
            for select in message.selects
            for option in select["options"]
            if option["value"].startswith(wanted)
        )
        return await self.pick(player, message, select["custom_id"], [value])

    async def challenge(
        self,
        challenger: simcord.MemberActor | None = None,
        opponent: simcord.MemberActor | None = None,
        **options: Any,
    ) -> Message:
        asker, opponent = challenger or self.ada, opponent or self.ben
        answer = await self.command(asker, "challenge", opponent=opponent, **options)
        assert answer.public, answer.told
        return answer.message

    async def begin(self, **options: Any) -> Message:
        """A match of Ada against Ben that has just been accepted; Ada places first if unsaid."""
        board = await self.challenge(**{"first": "me", **options})
        await self.press(self.ben, board, "Accept")
        return board

    async def begin_nowhere(self, places: int) -> str:
        """A match of Ada against Ben without a board; this seat places first, the other opens."""
        players = [Player(it.id, self.names[it.id]) for it in (self.ada, self.ben)]
        lobby, first = Lobby(self.service), {"first": str(places)}
        asked = await lobby.make_challenge("prowler", players, first, USUAL)
        await self.service.apply(asked.id, accept_challenge, self.ben.id)
        return asked.id

    async def begin_game(
        self, game: str, *players: simcord.MemberActor, terms: Terms = USUAL, **options: str
    ) -> Message:
        """A match that has just begun, shown by the first player; of all three if unsaid."""
        seated = players or (self.ada, self.ben, self.cleo)
        people = [Player(it.id, self.names[it.id]) for it in seated]
        asked = await Lobby(self.service).make_challenge(game, people, options, terms)
        for each in seated[1:]:
            await self.service.apply(asked.id, accept_challenge, each.id)
        answer = await self.command(seated[0], "board", group=game, match=asked.id)
        assert answer.public, answer.told
        return answer.message

    begin_landgrab = partialmethod(begin_game, "landgrab")
    begin_tell = partialmethod(begin_game, "tell")
    """The bench has to be one ``with_tell``."""

    async def play(self, board: Message, labels: Sequence[str]) -> None:
        """Press these buttons, each as the player to move."""
        for label in labels:
            await self.press(await self.mover(board), board, label)

    async def play_on(self, board: Message, rng: random.Random, plies: int = 99) -> Message:
        """Press anything, even Back, up to so many moves or the end; returns the newest board."""
        match_id, shown = board.match, board
        while (board := shown if shown.exists else self.board_of(match_id)).moves:
            if (await self.match(match_id)).ply >= plies:
                break
            labels = [each["label"] for each in board.moves]
            if "Back" in board.labels:
                labels += ["Back"] * 2
            await self.press(await self.mover(match_id), board, rng.choice(labels))
            shown = board
        return board

    def board_of(self, match_id: str) -> Message:
        """The newest board of a match in the channel."""
        boards = [it for it in self.messages() if {"Menu", "Back"} & {*it.labels}]
        return [each for each in boards if each.match == match_id][-1]

    async def play_stored(
        self,
        match_id: str,
        rng: random.Random,
        plies: int = 999,
        until: Callable[[Any], bool] = lambda _: False,
        choose: Callable[..., Any] = lambda rng, now, seat: rng.choice(now.moves(seat)),
    ) -> None:
        """Make moves without Discord, which is ten times as fast; the board knows nothing of it."""
        while (match := await self.match(match_id)).ending is None and match.ply < plies:
            if until(now := states(self.service, match)[-1]):
                break
            seat = min(self.service.facts.to_move(match))
            step, move = match.decision(seat).step, str(choose(rng, now, seat))
            user = match.player(seat).id
            await self.service.make_move(match_id, user, match.moment, move, step=step)

    # ------------------------------------------------------------------ presses as Discord sends

    def send_press(
        self,
        player: simcord.MemberActor,
        message: Message,
        custom_id: str,
        shown: Wire | None = None,
        values: Sequence[str] | None = None,
        **more: Any,
    ) -> Any:
        """Let a press arrive without asking whether it can be made; ``settle`` then answers it."""
        record, payload = simcord.interactions.base_payload(
            self.env.backend,
            type=_COMPONENT,
            channel_id=message.channel,
            guild_id=self.guild.id,
            user_id=player.id,
            data={"custom_id": custom_id, "component_type": 2, **more}
            if values is None
            else {"custom_id": custom_id, "component_type": 3, "values": list(values), **more},
        )
        payload["message"] = shown or message.snapshot()
        record.source_message_id = message.id
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return record

    async def late_press(
        self,
        player: simcord.MemberActor,
        message: Message,
        custom_id: str,
        shown: Wire | None = None,
        values: Sequence[str] | None = None,
    ) -> Answer:
        """A press that was on its way while the message changed, or one that nobody can make."""
        record = self.send_press(player, message, custom_id, shown, values)
        await self.env.settle()
        return Answer(self.env, simcord.InteractionResult(self.env, record))

    async def choose(
        self, player: simcord.MemberActor, message: Message, *values: str, **resolved: Any
    ) -> Answer:
        """Choose something in the first select of a message, be it offered there or not."""
        select, *_ = message.selects
        more = {"component_type": select["type"], **resolved}
        record = self.send_press(player, message, select["custom_id"], None, values, **more)
        await self.env.settle()
        return Answer(self.env, simcord.InteractionResult(self.env, record))

    async def presses_at_once(
        self, message: Message, presses: Sequence[tuple[simcord.MemberActor, str]]
    ) -> list[Answer]:
        records = [self.send_press(player, message, press) for player, press in presses]
        await self.env.settle()
        results = [simcord.InteractionResult(self.env, record) for record in records]
        return [Answer(self.env, result) for result in results]

    # ------------------------------------------------------------------ the present state

    async def match(self, board: Message | str) -> Match:
        return await self.service.match(board if isinstance(board, str) else board.match)

    async def position(self, board: Message | str) -> Any:
        """The present position of a match."""
        return states(self.service, await self.match(board))[-1]

    async def mover(self, board: Message | str) -> simcord.MemberActor:
        match = await self.match(board)
        (seat,) = self.service.facts.to_move(match)
        return self.member(match.player(seat).id)

    def member(self, user: int) -> simcord.MemberActor:
        (found,) = [each for each in self.members if each.id == user]
        return found

    def messages(self, channel: Any = None) -> list[Message]:
        """All messages of the channel that everybody can see, oldest first."""
        place = channel or self.channel
        found = [Message(self.env, place.id, each.id) for each in place.history()]
        return sorted(found, key=lambda message: message.id)

    def chat(self, player: simcord.MemberActor) -> list[Message]:
        """The direct messages with a player, oldest first."""
        known = player.id in self.env.backend.dm_channels
        return self.messages(player.user.dm_channel) if known else []

    def calls(self) -> list[Message]:
        """The short messages that call a player to move."""
        return [each for each in self.messages() if each.stored.content and not each.components]

    def private_boards(self) -> list[Message]:
        """The boards that only their players see, as far as they still exist."""
        stored = self.env.backend.messages[self.channel.id].items()
        found = [Message(self.env, self.channel.id, each) for each, it in stored if it.is_ephemeral]
        return [each for each in found if "Menu" in each.labels]

    def feature(self, kind: type[_Feature]) -> _Feature:
        """The part of the bot of this kind."""
        assert self.bench.bot.features is not None
        return self.bench.bot.features.find_feature(kind)

    async def board_row(self, match_id: str) -> Board:
        """Where a match is shown, as it is stored."""
        found = await self.service.store.boards.board_of(match_id)
        assert found is not None
        return found

    def deny_bot(self, channel: int, **permissions: bool) -> None:
        """Take these permissions from the bot in a channel; without any, give all back."""
        denied = discord.Permissions(**permissions).value
        bot = Overwrite(self.env.backend.bot_user.id, OverwriteType.MEMBER, deny=denied)
        self.env.backend.edit_channel(channel, {}, overwrites=[bot] if permissions else [])

    def deletes(self, message: Message) -> None:
        note_deleted_by_people(self.env.backend, message.id)
        self.env.backend.delete_message(message.channel, message.id)

    def fail(self, request: str, status: int = 500, times: int | None = 1, code: int = 0) -> None:
        """Let Discord fail the next requests of a kind; an own edit is not one of an answer."""
        own = "PATCH", "/channels/*/messages/*"
        for method, path in {
            "callback": [("POST", "/interactions/*/*/callback")],
            "edit": [own, ("PATCH", "/webhooks/*/*/messages/*")],
            "own edit": [own],
            "send": [("POST", "/channels/*/messages")],
            "delete": [("DELETE", "/channels/*/messages/*")],
        }[request]:
            self.env.inject_error(method, path, status=status, code=code, times=times)

    def recover(self) -> None:
        self.env.backend.faults.clear()

    async def hurry(self) -> None:
        """Let all press as often as they like, in places without a server too."""
        for guild in (0, self.guild.id):
            await self.service.store.choices.change(ServerChoices, guild, presses_a_minute=99_999)

    async def time_passes(self, seconds: int) -> None:
        """The service's clock goes on by so much, and the bot has two rounds of upkeep in it.

        Meanwhile it looks seldom for duties, as each look is at the same time of the service.
        """
        self.clock.now += seconds
        rounds, ahead = self.feature(DutyLoop)._rounds, min(seconds, 60)
        usual, rounds._pause = rounds._pause, _SELDOM
        await self.env.advance_time(max(ahead - _SELDOM.seconds, 0))
        rounds._pause = usual
        await self.env.advance_time(min(ahead, _SELDOM.seconds))

    async def rested(self) -> None:
        """The bot does what is due until it has nothing in hand."""
        await rested(self.feature(DutyLoop))
        await self.env.settle()

    async def restart(self) -> None:
        """The bot stops and starts again on the same database."""
        await self.bench.close()
        await self.env.restart_bot(await self.bench.open())
