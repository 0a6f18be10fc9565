"""People at tables: they ask for matches, press and type moves, and try again without an answer.

Each of their moves is written down first, with whether Discord has shown them that it counts.
"""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import NamedTuple

from bench.discord_data import Person, Typed, typed_data
from cogs.contract.manifest import find_manifests
from cogs.frame.names import plain_names
from cogs.presses import MatchAction, MatchPress
from prowlerbot.core.errors import Refused
from prowlerbot.core.game import AnyView
from prowlerbot.games import GAMES
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.service.match_service import Service
from tests.kills.town import DEFERRED, UPDATE, Asked, Posted, Town

_PRESS, _COMMAND = 3, 2
"""Kinds of interactions."""
_MANIFESTS = find_manifests(GAMES)
_TYPED, _TWICE = 0.15, 0.1
"""How often a move is typed, and how often a button is pressed twice."""
_PLANNING, _PLANNED = "prowler", 0.3
"""The game in which they plan answers, and how often."""
_MACHINE_WAITED_FOR = 60.0


class Move(NamedTuple):
    """A move as its player sent it: the seat, the text, and the decision that it answers."""

    match: str
    seat: int
    move: str
    moment: int
    step: int


class Answer(NamedTuple):
    """An answer that a seat planned, with the move that it answers at a moment of the match."""

    match: str
    seat: int
    moment: int
    answered: str
    move: str


@dataclass
class Journal:
    """All moves that were sent; ``counted`` are those that the board showed to their players.

    ``planned`` are all answers that were sent, ``awaited`` those that the bot has confirmed.
    """

    sent: set[Move] = field(default_factory=set[Move])
    counted: set[Move] = field(default_factory=set[Move])
    planned: set[Answer] = field(default_factory=set[Answer])
    awaited: set[Answer] = field(default_factory=set[Answer])
    matches: set[str] = field(default_factory=set[str])
    presses: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])
    longest_for_machine: float = 0.0

    def check(self, match: Match) -> None:
        """Compare the record of a match with what its players sent."""
        played = Counter(
            Move(match.id, play.seat, play.move, play.moment, play.step)
            for play in match.plays
            if play.moment >= 0 and match.player(play.seat).is_person and not play.planned
        )
        self.faults += [f"doubled: {move}" for move, times in played.items() if times > 1]
        self.faults += [
            f"nobody's: {move}"
            for move in played.keys() - self.sent
            if not match.player(move.seat).orders  # which answer for their player
        ]
        counted = {move for move in self.counted if move.match == match.id}
        self.faults += [f"lost: {move}" for move in counted - played.keys()]
        self._check_plans(match)

    def _check_plans(self, match: Match) -> None:
        """Each planned move answers what it was planned for; no confirmed one is left out."""
        made = {
            Answer(match.id, answer.seat, before.moment, before.move, answer.move)
            for before, answer in pairwise(match.plays)
            if answer.planned
        }
        if len(made) != sum(play.planned for play in match.plays):
            self.faults.append(f"a planned move is doubled or answers nothing: {match.id}")
        self.faults += [f"unplanned: {answer}" for answer in made - self.planned]
        played = {(play.moment, play.move) for play in match.plays}
        self.faults += [
            f"not answered: {answer}"
            for answer in self.awaited - made
            if answer.match == match.id and (answer.moment, answer.answered) in played
        ]


class Table:
    """Two people, or one and the machine, who play one match after the other in a server."""

    def __init__(
        self,
        town: Town,
        service: Service,
        journal: Journal,
        rng: random.Random,
        *,
        guild: int,
        number: int,
        pause: float,
    ) -> None:
        self._town, self._service, self._journal, self._rng = town, service, journal, rng
        self._guild = guild
        self._game = list(GAMES)[number % len(GAMES)]
        self._machine = number // len(GAMES) % 2 == 1
        self._users = [1_000 + 10 * number + seat for seat in (1, 2)]
        self._pause = pause
        self.stopping = False

    async def sit_down(self) -> None:
        for user in self._users:  # whose presses count at once
            await self._service.store.choices.put_choices(user, PlayerChoices(confirm=False))

    async def play(self) -> None:
        while not self.stopping:
            match_id, message = await self._begin()
            await self._accept(match_id, message)
            waits_since = _now()
            while not self.stopping:
                match = await self._service.match(match_id)
                if match.phase is not Phase.PLAYING:
                    break
                to_move = self._service.facts.to_move(match)
                seats = [it for it in to_move if match.player(it).is_person]
                if seats:
                    await self._move(match, self._rng.choice(seats), message)
                    waits_since = _now()
                else:
                    undisturbed = max(waits_since, self._town.disturbed[self._guild])
                    self._wait_for_machine(match, _now() - undisturbed)
                await asyncio.sleep(self._rng.uniform(0.5, 1.5) * self._pause)

    def _wait_for_machine(self, match: Match, waited: float) -> None:
        self._journal.longest_for_machine = max(self._journal.longest_for_machine, waited)
        if waited > _MACHINE_WAITED_FOR:
            told = f"the machine did not move within {_MACHINE_WAITED_FOR:.0f} s: {match.id}"
            if told not in self._journal.faults:
                self._journal.faults.append(told)

    async def _begin(self) -> tuple[str, Posted]:
        """Challenge until a match is on the table, by whichever answer."""
        opponent = {"machine": "easy"} if self._machine else {"opponent": Person(self._users[1])}
        typed = typed_data(Typed((self._game, "challenge"), dict(opponent)))
        for wait in count(1):
            for scene in await self._service.lists.open_matches(self._users[0], self._game):
                message = self._town.messages.get(scene.board.message if scene.board else 0)
                if message is not None:
                    self._journal.matches.add(scene.match.id)
                    return scene.match.id, message
            await self._ask(_COMMAND, self._users[0], typed)
            await asyncio.sleep(min(wait, 10))
        raise AssertionError("it counts for ever")

    async def _accept(self, match_id: str, message: Posted) -> None:
        while (await self._service.match(match_id)).phase is Phase.LOBBY:
            await self._press(self._users[1], MatchPress("accept", match_id), message)
            await asyncio.sleep(self._pause)

    async def _move(self, match: Match, seat: int, message: Posted) -> None:
        """Make any move; the same one again until it counts or the match has gone on."""
        user, decision = match.player(seat).id, match.decision(seat)
        view = self._service.facts.position_to_move(match, user, match.moment)
        text = str(self._rng.choice(view.moves()))
        private = _MANIFESTS[match.game].face.private
        if match.game == _PLANNING and self._rng.random() < _PLANNED:
            text = await self._plan(match, seat, [*map(str, view.moves())]) or text
        typed = "" if private or self._rng.random() > _TYPED else self._typed(match, view, text)
        move = Move(match.id, seat, text, match.moment, decision.step)
        self._journal.sent.add(move)
        own_board = Posted(message.id + 1, channel=message.channel)
        while not self.stopping:
            if typed:
                counts = await self._type(user, typed, match)
            else:
                action: MatchAction = "plan" if private else "m"
                press = MatchPress(action, match.id, move.moment, text, move.step)
                times = 2 if self._rng.random() < _TWICE else 1
                at = own_board if private else message
                pressed = [self._press(user, press, at) for _ in range(times)]
                counts = any(each.kind == UPDATE for each in await asyncio.gather(*pressed))
            if counts:
                self._journal.counted.add(move)
                return
            present = await self._service.match(match.id)
            if present.phase is Phase.OVER or present.decision(seat) != decision:
                return
            await asyncio.sleep(self._rng.uniform(0.3, 1.0))

    async def _plan(self, match: Match, mover: int, moves: list[str]) -> str:
        """The other player plans an answer to a move that the mover then makes; "" for none."""
        other = 3 - mover
        plain = [move for move in moves if move.isdecimal()]
        if len(plain) < 2 or not match.player(other).is_person:
            return ""
        answered, move = self._rng.sample(plain, 2)
        answer = Answer(match.id, other, match.moment, answered, move)
        self._journal.planned.add(answer)
        typed = Typed((match.game, "plan"), {"answers": f"{answered}: {move}", "match": match.id})
        asked = await self._ask(_COMMAND, match.player(other).id, typed_data(typed))
        if asked.kind and (asked.kind != DEFERRED or await _finished(asked)):
            stored = await self._service.match(match.id)
            if stored.player(other).plan == f"{answered}: {move}":
                self._journal.awaited.add(answer)
        return answered

    def _typed(self, match: Match, view: AnyView, move: str) -> str:
        """The text to type for a move; empty if it takes more than one option."""
        face, names = _MANIFESTS[match.game].face, plain_names(match)
        for _, text in face.typed_options(view, names):
            try:
                if face.typed_move(view, text, None, names) == move:
                    return text
            except Refused:
                continue
        return ""

    async def _type(self, user: int, text: str, match: Match) -> bool:
        option = _MANIFESTS[match.game].move.name
        typed = Typed((match.game, "play"), {option: text, "match": match.id})
        asked = await self._ask(_COMMAND, user, typed_data(typed))
        return asked.kind == DEFERRED and await _finished(asked)

    async def _press(self, user: int, press: MatchPress, message: Posted) -> Asked:
        data = {"custom_id": str(press), "component_type": 2}
        return await self._ask(_PRESS, user, data, message)

    async def _ask(
        self, kind: int, user: int, data: dict[str, object], message: Posted | None = None
    ) -> Asked:
        asked = await self._town.ask(self._guild, kind, user, data, message)
        self._journal.presses["answered" if asked.kind else "unanswered"] += 1
        return asked


async def _finished(asked: Asked) -> bool:
    try:
        await asyncio.wait_for(asked.finished.wait(), 5)
    except TimeoutError:
        return False
    return True


def _now() -> float:
    return asyncio.get_running_loop().time()
