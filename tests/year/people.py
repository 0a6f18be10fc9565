"""Ten people in ten time zones who play for a year: some are there each day, some forget."""

import random
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from prowlerbot.competitions.competition_changes import check_in
from prowlerbot.competitions.competition_record import CompetitionTerms, Format
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.formats.ladder import challenge
from prowlerbot.competitions.standings import standings
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.core.errors import Denied
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import accept_challenge
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.preferences import PlayerChoices, days_left, is_in_peace
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby_service import Lobby
from tests.competitions import kinds
from tests.competitions.building import asked
from tests.persistence.matches import states
from tests.year.machine import Machine

ZONES = (
    *("Europe/Berlin", "Australia/Sydney", "America/New_York", "Pacific/Auckland"),
    *("America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe", "America/Santiago"),
    *("Africa/Cairo", "Pacific/Kiritimati"),
)
PEOPLE = tuple(Player(number, f"P{number}") for number, _ in enumerate(ZONES, 1))
IN_COMPETITIONS = frozenset({1, 2, 3, 6, 7, 8, 9})
"""The others have holidays, for which no competition waits."""
DILIGENT = frozenset({1, 2, 3, 4, 5})
_OFTEN, _SELDOM = 8 * HOUR, 30 * HOUR
_PACES = (HOUR, DAY, DAY, 3 * DAY)
_GUILD = 7


@dataclass(eq=False)
class People:
    machine: Machine
    rng: random.Random
    coming: list[tuple[int, int, str, int]] = field(default_factory=list[tuple[int, int, str, int]])
    """What somebody does at a true time: a visit of a player, or a competition is made."""
    number: int = 0
    visits: int = 0
    matches: int = 0

    def plan(self, at: int, what: str, who: int = 0) -> None:
        self.number += 1
        heappush(self.coming, (at, self.number, what, who))

    async def settle(self) -> None:
        """Let everybody choose their hours, and plan their first visit."""
        for player, zone in zip(PEOPLE, ZONES, strict=True):
            night = self.rng.choice(((22, 7), (23, 8), (21, 6), (0, 9)))
            chosen: dict[str, Any] = {"timezone": zone, "quiet_from": night[0]}
            await self.machine.service.store.choices.change(
                PlayerChoices, player.id, **chosen, quiet_to=night[1]
            )
            self.plan(self.machine.true + self.rng.randrange(HOUR, 8 * HOUR), "visit", player.id)
        for kind in (kinds.SWISS, kinds.LEAGUE, kinds.LADDER, kinds.KNOCKOUT):
            self.plan(self.machine.true + self.rng.randrange(DAY), f"create {kind}")

    async def next(self) -> None:
        """Do what comes next, or try again soon if the bot does not answer."""
        _, _, what, who = heappop(self.coming)
        if what == "visit":
            await self._visit(who)
        elif what == "check in":
            await self._play_competitions(who)
        else:
            await self._create(FORMATS[what.partition(" ")[2]])

    def come_back(self) -> None:
        """Whoever is there each day hears that the bot is back, and looks at the check-in."""
        for who in DILIGENT & IN_COMPETITIONS:
            self.plan(self.machine.true + self.rng.randrange(60, 14 * 60), "check in", who)

    # ------------------------------------------------------------------ visits

    async def _visit(self, who: int) -> None:
        machine, rng = self.machine, self.rng
        choices = await machine.service.player(who)
        if is_in_peace(choices, at := machine.true):  # asleep, or on holiday
            while is_in_peace(choices, at):
                at += 20 * 60
            self.plan(at, "visit", who)
            return
        if not machine.answers:
            self.plan(machine.true + rng.randrange(10 * 60, 2 * HOUR), "visit", who)
            return
        self.visits += 1
        machine.clock.check_event(machine.true)  # a press tells the time
        pause = _OFTEN if who in DILIGENT else _SELDOM
        self.plan(machine.true + rng.randrange(30 * 60, pause), "visit", who)
        for scene in await machine.service.lists.open_matches(who):
            if scene.match.phase is Phase.LOBBY:
                await self._answer(scene.match, who)
            elif who in DILIGENT or rng.random() < 0.6:
                await self._play(scene.match, who)
        if who in IN_COMPETITIONS:
            await self._play_competitions(who)
        elif rng.random() < 0.02:
            await self._go_away(who, choices)
        if len(await machine.service.lists.open_matches(who)) < 3:
            await self._challenge(who)

    async def _go_away(self, who: int, choices: PlayerChoices) -> None:
        """Go on holiday, as long as that stops the clocks of rated matches too."""
        now, days = self.machine.service.now(), self.rng.randint(1, 5)
        if days < days_left(choices.absences, now):
            away = choices.holiday_changes(now + days * DAY, now)
            await self.machine.service.store.choices.change(PlayerChoices, who, **away)

    async def _answer(self, match: Match, who: int) -> None:
        if match.players[1].id == who and self.rng.random() < 0.8:
            with suppress(Denied):
                await self.machine.service.apply(match.id, accept_challenge, who)
                self.matches += 1

    async def _challenge(self, who: int) -> None:
        other = self.rng.choice([each for each in PEOPLE if each.id != who])
        terms = Terms(
            pace=self.rng.choice(_PACES),
            rated=self.rng.random() < 0.3,
            weekend=self.rng.choice(ZONES) if self.rng.random() < 0.3 else "",
        )
        players = [PEOPLE[who - 1], other]
        with suppress(Denied):
            await Lobby(self.machine.service).make_challenge("prowler", players, {}, terms)

    async def _play(self, match: Match, who: int) -> None:
        """Move where that is one's turn, and claim what the other one has lost."""
        service, seat = self.machine.service, match.seat_of(who)
        if seat is None or match.phase is not Phase.PLAYING:
            return
        with suppress(Denied):
            if seat not in service.facts.to_move(match):
                if not match.terms.competition and self.rng.random() < 0.7:
                    await service.claim(match.id, who)
            elif match.ply > 8 and self.rng.random() < 0.3:
                await service.apply(match.id, resign, who)
            else:
                move = str(self.rng.choice(states(service, match)[-1].moves(seat)))
                step = match.decision(seat).step
                await service.make_move(match.id, who, match.moment, move, step=step)

    # ------------------------------------------------------------------ competitions

    async def _create(self, kind: Format) -> None:
        """Make a competition of a kind, and another one once that should be over."""
        machine, rng = self.machine, self.rng
        if not machine.answers:
            self.plan(machine.true + HOUR, f"create {kind}")
            return
        starts = machine.service.now() + rng.randint(2, 4) * DAY
        terms = CompetitionTerms(kind, "prowler", starts, round_time=3 * DAY)
        pause = 0
        match kind:
            case kinds.LEAGUE:
                terms = CompetitionTerms(kind, "prowler", starts, round_time=2 * DAY, at_once=True)
                pause = 7 * DAY
            case kinds.LADDER:
                terms = CompetitionTerms(kind, "prowler", starts, season=90 * DAY, idle=5 * DAY)
            case _:
                terms = CompetitionTerms(kind, "prowler", starts, check_in=DAY, round_time=3 * DAY)
        cup = asked(terms, "Cup", host=99, guild=_GUILD, pause=pause, admin=True)
        it = await machine.competitions.create(cup)
        for player in PEOPLE:
            if player.id in IN_COMPETITIONS:
                await machine.competitions.enter(it.id, player)
        if kind not in {kinds.LADDER, kinds.LEAGUE}:
            self.plan(machine.true + 30 * DAY, f"create {kind}")

    async def _play_competitions(self, who: int) -> None:
        competitions = self.machine.competitions
        if not self.machine.answers:
            return
        for competition in await competitions.store.ids_of_guild(_GUILD, ended=False, most=99):
            it = await competitions.get(competition)
            course = it.competition.course
            waits = course.called and course.began is None and who not in course.checked_in
            with suppress(Denied):
                if waits and (who in DILIGENT or self.rng.random() < 0.8):
                    await competitions.apply(it.id, check_in, who)
                if it.competition.terms.format is kinds.LADDER and self.rng.random() < 0.1:
                    order = [line.player for line in standings(it.competition)]
                    if who in order:
                        above = order[max(0, order.index(who) - self.rng.randint(1, 3))]
                        await competitions.apply(it.id, challenge, who, above)
