"""The scenes of a walk: how players and admins get each of their messages."""

import json
import random
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import discord

from cogs.presses import ReplayPress
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.match.deadlines import MAX_IDLE_SECONDS
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import CHALLENGE_SECONDS
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.terms import Motion
from tests.discord.competitions.test_tournaments import create
from tests.discord.test_replays_and_reviews import record, written
from tests.persistence.matches import states
from tests.walk import attention, competitions, heroes, judging, newcomers
from tests.walk.judging import free_pathway
from tests.walk.stage import Stage

Scene: TypeAlias = Callable[[Stage], Awaitable[None]]


async def challenges(on: Stage) -> None:
    ada, ben = on.ada, on.ben
    await on.show("challenge", ben, await on.challenge())
    asked = await on.challenge(first="them", pace=600, takebacks="free", rated="no")
    await on.show("challenge_friendly", ben, asked)
    await on.press(ben, asked, "Decline")
    await on.show("challenge_declined", ada, asked)
    asked = await on.challenge(ada, on.cleo, pace=0, takebacks="never", first="me")
    await on.show("challenge_no_limit", on.cleo, asked)
    await on.press(ada, asked, "Withdraw", show="challenge_cancelled")
    asked = await on.challenge(ada, on.cleo)
    await on.time_passes(CHALLENGE_SECONDS + 1)
    await on.show("challenge_expired", ada, asked)
    await on.set_up(threads=True)
    await on.show("thread", ada, await on.begin())


async def moves(on: Stage) -> None:
    ada, ben = on.ada, on.ben
    board = await on.begin()
    await on.show("opening", ben, board)
    await on.press(ben, board, "Castle")
    await on.show("first_placement", ada, board)
    await on.show("call", ada, *on.calls())
    await on.told("menu", ada, await on.act(ada, board, "menu"))
    await on.told("menu_of_a_spectator", on.cleo, await on.act(on.cleo, board, "menu"))
    menu = await on.menu(ada, board)
    await on.told("scores", ada, await on.act(ada, menu, "scores"))
    await on.told("played", ada, await on.command(ada, "play", pathway=free_pathway(board)))
    while not any(each["custom_id"].startswith("choose:") for each in board.moves):
        await on.move_on(board)
    await on.act(await on.mover(board), board, "choose")
    await on.show("wild_shovel", await on.mover(board), board)
    await on.act(await on.mover(board), board, "back")
    await on.show("moved", ben, board)
    old = board
    moved = await on.command(ada, "board")
    await on.show("moved_away", ada, old)
    await on.show("shown_anew", ada, moved.message)


async def private_views(on: Stage) -> None:
    board = await on.match_after(9)
    mover = await on.mover(board)
    own = await on.told("my_view", mover, await on.command(mover, "board", private=True))
    await on.choose_move(mover, own)
    await on.show("preview", mover, own)
    await on.act(mover, own, "confirm", show="preview_confirmed")
    mover = await on.mover(board)
    await on.prefers(mover, text_first=True, confirm=True)
    await on.told("my_view_in_words", mover, await on.command(mover, "board", private=True))
    await on.told("asked_first", mover, await on.act(mover, board, "m"))
    for told, action in (("describe", "describe"), ("rules", "rules"), ("record", "record")):
        menu = await on.menu(mover, board)
        await on.told(told, mover, await on.act(mover, menu, action))
    await on.prefers(mover, confirm=False)
    await on.prefers(on.ada, text_first=True)
    await on.prefers(on.ben, text_first=True)
    await on.move_on(board)
    await on.show("call_in_words", await on.mover(board), *on.calls()[-1:])


async def scoring(on: Stage) -> None:
    board = await on.begin()
    rng = random.Random(4)
    position: Any = None
    while position is None or position.mid is None:
        ply = position.ply if position else 0
        await on.play_stored(board.match, rng, ply + 1)
        position = states(on.service, await on.match(board))[-1]
    await on.catch_up()
    await on.show("mid_game", on.ada, board)
    menu = await on.menu(on.ada, board)
    await on.told("scores_after_mid_game", on.ada, await on.act(on.ada, menu, "scores"))
    await on.play_on_stage(board, rng)
    await on.show("final", on.ben, board)
    await on.show("calls_at_the_end", on.ada, *on.calls()[-2:])
    await on.told("menu_at_the_end", on.ada, await on.act(on.ada, board, "menu"))
    await on.show("rematch", on.ada, (await on.act(on.ben, board, "rematch")).message)
    await on.told("rematch_again", on.ada, await on.act(on.ada, board, "rematch"))


async def takebacks(on: Stage) -> None:
    board = await on.match_after(6)
    asker, other = (on.ben, on.ada) if await on.mover(board) is on.ada else (on.ada, on.ben)
    menu = await on.menu(asker, board)
    await on.show("menu_with_takeback", asker, menu)
    await on.act(asker, menu, "ask", Motion.TAKEBACK, show="takeback_asked")
    question = on.messages()[-1]
    await on.show("takeback_question", other, question)
    await on.show("takeback_on_the_board", other, board)
    await on.told("menu_of_the_asked", other, await on.act(other, board, "menu"))
    await on.told("menu_of_the_asker", asker, await on.act(asker, board, "menu"))
    await on.act(other, question, "refuse")
    menu = await on.menu(asker, board)
    await on.show("takeback_refused", asker, menu)
    await on.move_on(board)
    menu = await on.menu(other, board)
    await on.act(other, menu, "ask", Motion.TAKEBACK)
    answering = await on.menu(asker, board)
    await on.act(asker, answering, "agree", show="takeback_agreed")
    await on.show("takeback_done", asker, board)


async def agreements(on: Stage) -> None:
    board = await on.match_after(5)
    menu = await on.menu(on.ada, board)
    await on.act(on.ada, menu, "ask", Motion.CANCEL, show="cancel_asked")
    await on.show("cancel_question", on.ben, on.messages()[-1])
    await on.show("cancel_on_the_board", on.ben, board)
    menu = await on.menu(on.ada, board)
    await on.act(on.ada, menu, "withdraw", show="cancel_withdrawn")
    await on.move_on(board)
    menu = await on.menu(on.ada, board)
    await on.act(on.ada, menu, "ask", Motion.CANCEL)
    menu = await on.menu(on.ben, board)
    await on.act(on.ben, menu, "refuse", show="cancel_refused")
    await on.move_on(board)
    menu = await on.menu(on.ben, board)
    await on.act(on.ben, menu, "ask", Motion.CANCEL)
    await on.act(on.ada, on.messages()[-1], "agree")
    await on.show("cancelled", on.ada, board)


async def endings(on: Stage) -> None:
    board = await on.match_after(7, pace=DAY)
    waiting = on.ben if await on.mover(board) is on.ada else on.ada
    await on.time_passes(DAY // 2 + HOUR)
    await on.show("reminder_half", on.ada, *on.calls()[-1:])
    await on.time_passes(DAY // 2 - 2 * HOUR)
    await on.show("reminder_last", on.ada, *on.calls()[-1:])
    await on.challenge(on.cleo, on.ada)
    await on.challenge(on.ada, on.cleo)
    await on.told("matches", on.ada, await on.command(on.ada, "/matches"))
    await on.time_passes(2 * HOUR)
    menu = await on.told("menu_overdue", waiting, await on.act(waiting, board, "menu"))
    asked = await on.told("claim_asked", waiting, await on.act(waiting, menu, "claim"))
    await on.told("claim", waiting, await on.act(waiting, asked, "claim!"))
    await on.show("claimed", waiting, board)
    board = await on.match_after(4)
    asked = await on.told("resign", on.ada, await on.command(on.ada, "resign"))
    answer = await on.act(on.ada, asked, "resign!")
    await on.told("resigned_answer", on.ada, answer)
    await on.show("resigned", on.ben, board)
    board = await on.match_after(8, pace=600)
    await on.time_passes(MAX_IDLE_SECONDS + HOUR)
    await on.show("abandoned", on.ben, board)


async def replays(on: Stage) -> None:
    ada = on.ada
    board = await on.match_after(99)
    menu = await on.menu(ada, board)
    shown = await on.told("replay_start", ada, await on.act(ada, menu, "replay"))
    for number, step in enumerate(("forward", "forward", "back", "forward"), 1):
        await on.act(ada, shown, "step", step, show=f"replay_{number}_{step}")
    await on.told("replay_told", ada, await on.act(ada, shown, "tell"))
    share = str(ReplayPress("share", board.match, 2))
    await on.show("replay_shared", ada, (await on.late_press(ada, shown, share)).message)
    await on.act(ada, shown, "playon", show="play_on")
    branched = await on.command(ada, "branch", opponent=on.ben, move=6)
    await on.show("branch_challenge", on.ben, branched.message)
    await on.press(on.ben, branched.message, "Accept")
    await on.show("branch_board", on.ben, branched.message)


async def animations(on: Stage) -> None:
    board = await on.match_after(99)
    shown = (await on.act(on.ada, await on.menu(on.ada, board), "replay")).message
    await on.told("animation", on.ada, await on.act(on.ada, shown, "animate"))
    await heroes.film(on)


async def imports(on: Stage) -> None:
    ada = on.ada
    file = ("record.jsonl", written(record(moves=12)))
    shown = await on.told("imported", ada, await on.command(ada, "import", file=file))
    jump = shown.selects[0]
    await on.pick(ada, shown, jump["custom_id"], [jump["options"][0]["value"]])
    await on.show("imported_start", ada, shown)
    good = record(moves=3, states=False)
    twice = json.dumps({**good, "moves": [*good["moves"], good["moves"][0]]}).encode()
    unknown = json.dumps({**good, "game": "chess"}).encode()
    for number, data in enumerate((b"", b"{", b"[1]", twice, unknown), 1):
        answer = await on.command(ada, "import", file=("record.jsonl", data))
        await on.told(f"import_refused_{number}", ada, answer)


async def standings(on: Stage) -> None:
    ada, ben, cleo = on.ada, on.ben, on.cleo
    await on.told("no_leaderboard", ada, await on.command(ada, "/leaderboard"))
    await on.told("no_profile", ada, await on.command(ada, "/profile", player=ben))
    await on.told("no_matches", ada, await on.command(ada, "/matches"))
    for seed in range(1, 5):
        await on.play_stored((await on.begin()).match, random.Random(seed))
        on.clock.now += DAY
    for player in (ada, ben, ada, ada, ada, ada):
        begun = await on.challenge(cleo, player)
        await on.press(player, begun, "Accept")
        await on.play_stored(begun.match, random.Random(3), 12)
        await on.service.apply(begun.match, resign, cleo.id)
    own = (await on.command(ada, "/profile")).message
    for action in ("history", "statistics", "against"):
        await on.act(ada, own, action, show=f"own_{action}")
    board = await on.told("leaderboard", ada, await on.command(ada, "/leaderboard"))
    await on.act(ada, board, "leaders")
    await on.act(ada, board, "listed", show="leaderboard_hidden")
    card = await on.told("profile", ada, await on.command(ada, "/profile", player=ben))
    await on.show("profile_shared", ada, (await on.act(ada, card, "profile")).message)
    await on.act(ada, card, "against", show="against")


async def preferences(on: Stage) -> None:
    ada = on.ada
    await on.told("preferences", ada, await on.command(ada, "/preferences"))
    away = PlayerChoices().holiday_changes(on.clock.now + 3 * DAY, on.clock.now)
    await on.prefers(ada, confirm=True, text_first=True, theme="safe", calls="dm", **away)
    await on.prefers(ada, quiet_from=23, quiet_to=7, timezone="Europe/Berlin")
    await on.told("preferences_chosen", ada, await on.command(ada, "/preferences"))


async def hosting(on: Stage) -> None:
    fay = on.fay
    await on.told("settings", fay, await on.command(fay, "/prowler-admin settings"))
    await on.match_after(3)
    await on.challenge(on.ada, on.cleo)
    found = await on.told("doctor", fay, await on.command(fay, "/prowler-admin doctor"))
    hal = on.join("Hal", may=discord.Permissions(create_events=True))
    await create(on, hal, name="Friday Cup")
    asked = await on.command(fay, "/prowler-admin bar", player=hal)
    barred = await on.told("host_barred", fay, asked)
    await on.press(fay, barred, "Cancel their competitions")
    on.clock.now += 25 * HOUR
    on.deny_bot(on.channel.id, attach_files=True, create_public_threads=True)
    await on.set_up(threads=True, channels=(on.channel.id, 1))
    await on.told("doctor_worried", fay, await on.command(fay, "/prowler-admin doctor"))
    on.bench.bot.owner_id = fay.id
    await on.told("doctor_for_owners", fay, await on.command(fay, "/prowler-admin doctor"))
    await on.press(fay, found, "Repair", show="doctor_repaired")
    await on.told("settings_changed", fay, await on.command(fay, "/prowler-admin settings"))


async def club(on: Stage) -> None:
    """The page of a server after a cup, “Tell me”, and the settings for both."""
    cup = await create(on, on.fay, name="Friday Cup", every="week", check_in=0)
    await on.told("told", on.cleo, await on.press(on.cleo, cup.message, "Tell me"))
    await competitions.play_cup(on, cup.message)
    await on.challenge()
    await on.told("server_page", on.ada, await on.command(on.ada, "/server"))
    settings = (await on.command(on.gil, "/prowler-admin settings")).message
    for page in ("News", "Rewards"):
        await on.press(on.gil, settings, page, show=f"settings_{page.lower()}")
    await on.show("podium_again", on.ada, *[it for it in on.messages() if "Again" in it.labels])


async def privacy(on: Stage) -> None:
    ada = on.ada
    await on.told("nothing_stored", ada, await on.command(ada, "/privacy delete"))
    board = await on.match_after(5)
    await on.challenge(on.cleo, ada)
    await on.told("export", ada, await on.command(ada, "/privacy export"))
    asked = await on.told("delete", ada, await on.command(ada, "/privacy delete"))
    await on.press(ada, asked, "Delete everything", show="deleted")
    await on.show("board_of_someone", on.ben, board, *on.calls()[-1:])


async def landgrab(on: Stage) -> None:
    """The lobby with its colours, building, a choice, turns, the end, a lesson and a profile."""
    ada, ben = on.ada, on.ben
    asked = await on.command(ada, "/landgrab challenge", opponent=ben)
    await on.show("landgrab_lobby", ben, asked.message)
    board = await on.begin_landgrab(ada, ben, map="together")
    await on.show("landgrab_tiles", ben, board)
    await on.act(await on.mover(board), board, "choose")
    await on.show("landgrab_choice", ada, board)
    board = await on.begin_landgrab(ada, ben, map="duel")
    rng = random.Random(4)
    for plies in (2, 60):
        await on.play_on_stage(board, rng, plies)
        await on.show(f"landgrab_after_{plies}", ada, board)
    await on.play_on_stage(board, rng, 9_999)
    await on.show("landgrab_end", ada, board)
    lesson = await on.command(ada, "/landgrab tutorial")
    await on.press(ada, lesson.message, "Next lesson")
    await on.show("landgrab_lesson", ada, lesson.message)
    await on.told("landgrab_profile", ada, await on.command(ada, "/profile", player=ada))


NEWCOMERS: set[Scene] = {newcomers.first_minutes}
"""The scenes whose players have never played; in all others everybody has."""
SCENES: tuple[Scene, ...] = (
    *(newcomers.hub, newcomers.guests, newcomers.daily, challenges, newcomers.first_minutes),
    *(moves, private_views, scoring, judging.hints, attention.plans, takebacks, agreements),
    *(endings, attention.attention, attention.calls_elsewhere, attention.free_seats),
    *(attention.finding, competitions.swiss, competitions.knock_out, competitions.round_robin),
    *(competitions.league, competitions.ladder, replays, judging.reviews, animations),
    *(heroes.invasions, imports, standings, preferences, newcomers.tutorial, judging.puzzles),
    *(hosting, club, privacy, landgrab, heroes.heroes_challenges, heroes.heroes_building),
    *(heroes.heroes_questions, heroes.heroes_end, heroes.heroes_tutorial),
    *(judging.refusals, judging.more_refusals),
)
