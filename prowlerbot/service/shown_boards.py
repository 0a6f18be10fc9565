"""Records which message shows a match, whoever posts it. The clocks do not count the time before
that in which nobody could see the match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from prowlerbot.core.posts import Post
from prowlerbot.match import closing
from prowlerbot.match.match import Phase
from prowlerbot.match.scene import Board, Scene
from prowlerbot.service.match_service import Service
from prowlerbot.storage.boards import put_board
from prowlerbot.storage.engines.database import Work


async def note_shown(
    service: Service, scene: Scene, board: Board, audience: int, *, calling: bool = True
) -> Scene:
    """Record a message as the board of a match; returns the scene with it.

    If nobody could see the match before, its clocks are moved in the same transaction: exactly
    once, wherever a process dies. For a match that is shown for the first time, its calls are
    recorded too if it is ``calling``.
    """
    match, first = scene.match, scene.board is None or not scene.board.message
    calls = service.first_calls(match) if first and calling else ()
    seen = match
    if scene.unseen_since and match.phase is Phase.PLAYING:
        seen = closing.unseen(match, service.context(match), scene.unseen_since)
    if seen is match:
        new = await service.store.boards.put(board, audience, match.forgotten, calls)
    else:
        noted: list[Callable[[], list[Post]]] = []

        def put(db: Work) -> None:
            noted[:] = [put_board(db, board, audience, match.forgotten, calls)]

        if not await service.commit(match, seen, more=put):
            stored = await service.scene(match.id)  # another change came first
            present = replace(scene, match=stored.match, board=stored.board)
            return await note_shown(service, present, board, audience, calling=calling)
        new = noted[0]()
    service.store.calls.hand_over(new)
    return replace(scene, match=seen, board=board)
