"""How a message becomes the board of a match. Clocks do not run while nobody can see the match."""

from collections.abc import Callable
from dataclasses import replace

from prowlerbot.core.posts import Post
from prowlerbot.match import banks, closing
from prowlerbot.match.call_rules import first_calls
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import Board, Scene
from prowlerbot.service.match_service import Service
from prowlerbot.storage.boards import put_board
from prowlerbot.storage.engines.database import Work


async def note_shown(
    service: Service,
    scene: Scene,
    board: Board,
    audience: int,
    *,
    calling: bool = True,
    shown: int = 0,
) -> Scene:
    """Record a message as the board of a match, whoever posts it; returns the scene with it.

    If nobody could see the match before, its clocks do not count that time: they are moved in
    the same transaction, exactly once, wherever a process dies. The turns of a live match begin
    with the message, ``shown`` at Discord's time, 0 for now. For a match that is shown for the
    first time, its calls are recorded too if it is ``calling``.
    """
    match, first = scene.match, scene.board is None or not scene.board.message
    to_move = service.facts.to_move(match)
    calls = first_calls(match, to_move, service.now()) if first and calling else ()
    seen = match
    if starts := banks.unshown_starts(match, to_move):
        seen = banks.note_turns(match, starts, shown or service.now(), first=scene.board is None)
    elif match.phase is Phase.PLAYING:
        seen = closing.shift_unseen_clocks(match, service.context(match), scene.unseen_since)
    if seen is match:
        new = await service.store.boards.put_board(board, audience, match.forgotten_count, calls)
    else:
        noted: list[Callable[[], list[Post]]] = []
        # What a message shows does not change as turns begin with it.
        same = board.shown == match.revision
        put_up = replace(board, shown=seen.revision) if same else board

        def put(db: Work) -> None:
            noted[:] = [put_board(db, put_up, audience, match.forgotten_count, calls)]

        if not await service.commit(match, seen, more=put):
            stored = await service.scene(match.id)  # another change came first
            present = replace(scene, match=stored.match, board=stored.board)
            return await note_shown(service, present, board, audience, calling=calling, shown=shown)
        new, board = noted[0](), put_up
    service.store.calls.hand_over(new)
    return replace(scene, match=seen, board=board)


async def note_turns(service: Service, match: Match, shown: int) -> Match:
    """Note that the turns of a match were ``shown`` at Discord's time, 0 for now. Returns the
    match with it, or the same one if that changed nothing or another change came first.
    """
    present, starts = match, banks.unshown_starts(match, service.facts.to_move(match))
    while starts:
        noted = banks.note_turns(present, starts, shown or service.now())
        if noted is present:
            break
        if await service.commit(present, noted):
            return noted if present is match else match
        present = await service.match(match.id)
    return match
