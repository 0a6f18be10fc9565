"""Films: how long each frame of a match stands, and what each shows to the pixel."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from PIL import GifImagePlugin, Image, ImageSequence

from prowlerbot.games.heroes.rules import find_visits
from prowlerbot.games.landgrab.rules import Position as Landgrab
from prowlerbot.games.prowler.rules import Position as Prowler
from renderer.covers import draw_plaque
from renderer.film import PART_INTERVAL, Filmed, animate_pictures
from renderer.heroes import animation as heroes
from renderer.landgrab import animation as landgrab
from renderer.landgrab.cover import draw_cover
from renderer.prowler import board
from tests.games.landgrab.matches import started
from tests.renderer.heroes.matches import SETUPS
from tests.renderer.heroes.matches import match as heroes_match
from tests.renderer.heroes.matches import names as heroes_names
from tests.renderer.landgrab.matches import MATCHES, WHOLE_NAMES
from tests.renderer.matches import NAMES, match
from tests.renderer.scenes.contact import opened

# Frames of one palette stay in it while they are read, which takes a third of the time.
GifImagePlugin.LOADING_STRATEGY = GifImagePlugin.LoadingStrategy.RGB_AFTER_DIFFERENT_PALETTE_ONLY
PACE = 1_600
FIGHT = "RB/1/F6,H6/F7/"
FOUGHT = "p:G6 p:H6 c:F7 d4 a:1 d3 d9"


class Frame(NamedTuple):
    """A picture of a film, in RGB, and its milliseconds."""

    picture: Image.Image
    stands: int


def fight() -> list[Landgrab]:
    """Two seats that claim and attack each other."""
    moves = FOUGHT.split()
    return [started(FIGHT, *moves[:count]) for count in range(len(moves) + 1)]


def scored() -> list[Prowler]:
    """The moves of a match that are scored in the middle and at the end, with those before them."""
    states = match(5)
    half = next(at for at, state in enumerate(states) if state.mid is not None)
    return [*states[:2], *states[half - 1 : half + 1], *states[-2:]]


def _captions(states: Sequence[object], more: int = 0) -> list[str]:
    return [f"after {ply} moves" for ply in range(len(states) + more)]


def _filmed(states: Sequence[Any], names: Sequence[str], more: int = 0, **look: Any) -> Filmed:
    """A film with captions, ``more`` of them than positions."""
    return Filmed(states, names, _captions(states, more), **{"pace": PACE, **look})


def _prowler_ended() -> bytes:
    return board.animate(_filmed(match(3, 12)[10:], NAMES, pace=800, theme="day", ended=(1, 2)))


def _landgrab_grown() -> bytes:
    states = MATCHES["built together"]()[:41]
    return landgrab.animate(_filmed(states, WHOLE_NAMES, ended=(2, 1, 3, 4)))


def _landgrab_over() -> bytes:
    states = MATCHES["fights"]()
    return landgrab.animate(_filmed([states[0], *states[-3:]], WHOLE_NAMES[:2], 1, theme="day"))


def _heroes_card(*, event: bool) -> bytes:
    """A card of an invasion, step by step."""
    states = heroes_match("2/brisk/free/full", 2)
    visit = next(
        each
        for each in find_visits(states)
        if each.over and any(seat.trace for seat in each.shown.seats) != event
    )
    part = states[visit.first : visit.last + 1]
    theme = "day" if event else "night"
    return heroes.animate(_filmed(part, heroes_names(part[0]), theme=theme))


def _heroes_over() -> bytes:
    """From the last card to the sheet."""
    states = heroes_match("3/turns/guided/full", 2)
    last = list(find_visits(states))[-1]
    part = states[last.last - 1 :]
    return heroes.animate(_filmed(part, heroes_names(part[0]), 1, theme="safe"))


def _plaques() -> bytes:
    pictures = [partial(draw_plaque, "Nim", [f"{heap} left"] * (14 - heap)) for heap in (3, 14)]
    return animate_pictures([draw_cover, *pictures], ["first", "second → third", "last"])


FILMS: dict[str, Callable[[], bytes]] = {
    "prowler": lambda: board.animate(_filmed(scored(), NAMES, 1)),
    "prowler-ended": _prowler_ended,
    "landgrab": lambda: landgrab.animate(_filmed(fight(), WHOLE_NAMES[:2], theme="safe")),
    "landgrab-grown": _landgrab_grown,
    "landgrab-over": _landgrab_over,
    "heroes-walk": partial(_heroes_card, event=False),
    "heroes-event": partial(_heroes_card, event=True),
    "heroes-over": _heroes_over,
    "plaques": _plaques,
}


@cache
def film(name: str) -> bytes:
    """A film, drawn once for all that look at it."""
    return FILMS[name]()


def frames_of(gif: bytes) -> list[Frame]:
    """The whole pictures of a film, without those that show a part of a change."""
    frames, before = list[Frame](), 0
    for frame in ImageSequence.Iterator(opened(gif)):
        stands = frame.info["duration"]
        if stands == PART_INTERVAL:
            before += stands
        else:
            frames.append(Frame(frame.convert("RGB"), before + stands))
            before = 0
    return frames


def told(name: str) -> Iterator[str]:
    """A line for each frame of a film: its milliseconds, its size, and a digest of its pixels."""
    for at, (picture, stands) in enumerate(frames_of(film(name))):
        digest = hashlib.sha256(picture.tobytes()).hexdigest()[:16]
        across, down = picture.size
        yield f"{name} {at} {stands} {across}x{down} {digest}"


def chosen() -> Iterator[str]:
    """A line for each picture of the films of whole matches: what it shows, and for how long."""
    for name, draw in MATCHES.items():
        states = draw()
        shots = landgrab.choose_shots(states, _captions(states, 1))
        for ply, mover, caption, stands, sheet in shots:
            yield f"{name}: {ply} {mover} {stands} {'sheet' * sheet} {caption}"
    for setup in SETUPS:
        states_ = heroes_match(setup, 2)
        for shot in heroes.choose_shots(states_, _captions(states_, 1)):
            state, last = shot.state, "sheet" * shot.sheet
            walked = sum(len(seat.trace) for seat in state.seats)
            at = f"{state.phase} {state.turn} {state.event} {state.map} {walked}"
            yield f"{setup}: {at} {shot.share:.4f} {shot.duration} {last} {shot.caption}"


def lines() -> Iterator[str]:
    """All of them, as they are kept beside the golden pictures."""
    for name in FILMS:
        yield from told(name)
    yield from chosen()
