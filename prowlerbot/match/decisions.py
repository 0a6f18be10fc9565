"""The decisions of the seats of a match, and their plays, takebacks and hints."""

from __future__ import annotations

from dataclasses import dataclass

PLANNED = -1
"""The value of ``Play.own`` for a move that the plan of its player made."""


@dataclass(frozen=True, slots=True)
class Play:
    """One entry of the record. Its ply is its place in the list; ``at`` is in epoch seconds.

    ``moment`` and ``own`` identify the decision that it answered (see Decision), so that a repeated
    press is recognised. A play that answered no decision, such as a move of chance or a move copied
    from another match, has the moment -1.
    """

    seat: int
    move: str
    at: int
    moment: int = -1
    own: int = 0

    @property
    def planned(self) -> bool:
        return self.own == PLANNED


@dataclass(frozen=True, slots=True)
class Decision:
    """The present decision of a seat, or its latest one.

    It began at the public moment ``moment``, and its clock at ``since``, in epoch seconds. A clock
    that starts later than now waits for its player, who cannot know of the turn yet. If the seat is
    not to move, ``since`` is the start of the decision that it has answered. ``own`` counts
    the concealed steps that the seat has made in it, those taken back included; ``concealed``
    counts those that still hold. A press is late if the decision is younger than the position that
    the presser saw. Moves of other seats do not make it late.
    """

    since: int
    moment: int = 0
    own: int = 0
    concealed: int = 0


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A play that was taken back: the last one at that time, with ``ply`` plays before it.

    ``at`` is the time of the takeback.
    """

    ply: int
    seat: int
    move: str
    at: int


@dataclass(frozen=True, slots=True)
class HintTaken:
    """The hints that a seat took at one decision. ``moment`` and ``own`` identify the decision as
    in a play. ``ply`` plays came before it. ``steps`` counts the steps of the hint.
    """

    ply: int
    seat: int
    steps: int
    moment: int
    own: int = 0
