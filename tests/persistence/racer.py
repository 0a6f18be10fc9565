"""A process that does as it is told, at the same moment as the others, on one database."""

from __future__ import annotations

import asyncio
import random
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Any, NamedTuple

from prowlerbot.core.errors import Refused
from prowlerbot.match import lobby
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Phase
from prowlerbot.service.match_service import Service
from tests.persistence.matches import opened
from tests.positions import states


class Job(NamedTuple):
    """A transition, ``play`` of the service, or ``play_out`` with the id of a match."""

    name: str
    arguments: tuple[object, ...]


_TRANSITIONS: dict[str, Any] = {
    "accept": lobby.accept,
    "decline": lobby.decline,
    "cancel": lobby.cancel,
    "resign": resign,
}


class Told(NamedTuple):
    """The result of a call: ``done``, or the kind of refusal."""

    kind: str
    ply: int = 0
    move: str = ""


def run(url: str, number: int, jobs: Connection[Any, Any], start: Barrier) -> None:
    """Do jobs until there are no more."""
    asyncio.run(_run(url, number, jobs, start))


async def _run(url: str, number: int, jobs: Connection[Any, Any], start: Barrier) -> None:
    async with opened(url, seed=number) as service:
        jobs.send("ready")
        while (job := jobs.recv()) is not None:
            start.wait(60)
            if job.name == "play_out":
                jobs.send(await _play_out(service, random.Random(number), *job.arguments))
            else:
                jobs.send(await _tell(service, job))


async def _tell(service: Service, job: Job) -> Told:
    try:
        if job.name == "play":
            await service.play(*job.arguments)  # type: ignore[arg-type]  # as the job has them
        else:
            match_id, user = job.arguments
            await service.apply(str(match_id), _TRANSITIONS[job.name], user)
    except Refused as refused:
        return Told(type(refused).__name__)
    return Told("done")


async def _play_out(service: Service, rng: random.Random, match_id: str) -> list[Told]:
    """Play for the seat to move, beside other processes, until the match is over."""
    told = []
    while (match := await service.match(match_id)).phase is Phase.PLAYING:
        state = states(service, match)[-1]
        (seat,) = state.to_move
        move = str(rng.choice(state.moves(seat)))
        press = (match_id, match.player(seat).id, match.ply, move)
        kind, *_ = await _tell(service, Job("play", press))
        told.append(Told(kind, match.ply, move))
    return told
