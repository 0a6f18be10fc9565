"""The scenes of competitions: tournaments of three formats, a league, a ladder."""

import random

import simcord

from cogs.presses import CompetitionPress
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.core.clock import DAY
from prowlerbot.match.leaving import resign
from tests.discord.competitions.test_tournaments import HOUR, create, only, pass_time, play_round
from tests.discord.message import Message
from tests.walk.stage import Stage


async def swiss(on: Stage) -> None:
    cup = await _cup(on, "swiss", check_in=900)
    await on.show("tournament_joined", on.ada, cup)
    await on.told("tournament_rules", on.ada, await on.press(on.ada, cup, "Rules"))
    await pass_time(on, 2 * HOUR - 900)
    await on.show("tournament_check_in", on.ada, cup)
    await on.show("tournament_check_in_call", on.ada, on.messages()[-1])
    for player in _people(on):
        await on.press(player, cup, "Check in")
    await pass_time(on, 900)
    await on.show("tournament_round_news", on.ada, _latest_news(on))
    await on.told("tournament_my_matches", on.ada, await on.press(on.ada, cup, "My matches"))
    rng = random.Random(4)
    await play_round(on, rng)
    await on.show("tournament_second_round", on.ada, cup)
    await on.told("tournament_pairings", on.ada, await on.press(on.ada, cup, "Pairings"))
    await on.told("tournament_standings", on.ada, await on.press(on.ada, cup, "Standings"))
    await on.prefers(on.ben, text_first=True)
    standings = await on.press(on.ben, cup, "Standings")
    await on.told("tournament_standings_in_words", on.ben, standings)
    for _ in range(2):
        await play_round(on, rng)
    await on.show("tournament_end", on.ada, _latest_news(on))
    await on.show("tournament_over", on.ada, cup)


async def play_cup(on: Stage, cup: Message) -> None:
    """All enter a tournament in two hours, and play it to its end."""
    for player in _people(on):
        await on.press(player, cup, "Join")
    await pass_time(on, 2 * HOUR)
    rng = random.Random(4)
    while (await Competitions(on.service).of_guild(on.guild.id, ended=True)) == []:
        await play_round(on, rng)
        await pass_time(on, 60)


async def knock_out(on: Stage) -> None:
    cup = await _cup(on, "knockout", check_in=0, more=("Gus", "Hal", "Ida"))
    await pass_time(on, 2 * HOUR)
    await on.show("knock_out_bracket", on.ada, cup)
    rng = random.Random(4)
    await play_round(on, rng)
    await on.told("knock_out_standings", on.ada, await on.press(on.ada, cup, "Standings"))
    await play_round(on, rng)
    await play_round(on, rng)
    await on.show("knock_out_podium", on.ada, _latest_news(on))


async def round_robin(on: Stage) -> None:
    cup = await _cup(on, "round-robin", check_in=0)
    await pass_time(on, 2 * HOUR)
    await play_round(on, random.Random(4))
    await on.told("round_robin_standings", on.ada, await on.press(on.ada, cup, "Standings"))
    await on.told("tournament_list", on.ada, await on.command(on.ada, "/tournament list"))
    await on.told("tournament_leave", on.ben, await on.press(on.ben, cup, "Leave"))
    for name, options in {
        "end-round": {},
        "remove": {"player": str(on.ben.id)},
        "edit": {"name": "Saturday Cup"},
        "prolong": {"until": "in 2 hours"},
    }.items():
        answer = await on.command(on.gil, name, group="tournament", **options)
        await on.told(f"tournament_{name}", on.gil, answer)
    await pass_time(on, 10)
    await on.show("tournament_other_end", on.ada, on.messages()[-1])
    asked = await on.command(on.gil, "/tournament cancel")
    await on.told("tournament_cancel", on.gil, asked)


async def league(on: Stage) -> None:
    options = {"game": "prowler", "starts": "in 2 days", "weeks": 2, "pause": 3}
    message = (await on.command(on.fay, "/league create", name="Old Town", **options)).message
    for player in _people(on, "Gus", "Hal"):
        await on.press(player, message, "Join")
    await on.show("league_joined", on.ada, message)
    await on.told("league_rules", on.ada, await on.press(on.ada, message, "Rules"))
    await pass_time(on, 2 * DAY)
    it = await only(on)
    rng = random.Random(4)
    for match_id in list(it.matches.values())[:9]:
        await on.play_stored(match_id, rng)
    await pass_time(on, 60)
    await on.show("league_season", on.ada, message)
    pairings = await on.press(on.ada, message, "Pairings")
    await on.told("league_pairings", on.ada, pairings)
    standings = await on.press(on.ada, message, "Standings")
    shown = await on.told("league_standings", on.ada, standings)
    await on.press(on.ada, shown, "All results", show="league_all_results")
    await play_round(on, rng)
    await on.show("league_end_of_season", on.ada, on.messages()[-1])
    await on.show("league_break", on.ada, message)
    await pass_time(on, 2 * DAY + DAY // 2)
    await on.show("league_last_call", on.ada, on.messages()[-1])
    await on.told("league_confirmed", on.ada, await on.command(on.ada, "/league confirm"))


async def ladder(on: Stage) -> None:
    message = (await on.command(on.fay, "/ladder on", game="prowler", pace=DAY)).message
    for player in _people(on, "Gus"):
        await on.press(player, message, "Join")
    await on.show("ladder", on.ada, message)
    await on.told("ladder_rules", on.ada, await on.press(on.ada, message, "Rules"))
    asked = await on.told("ladder_whom", on.cleo, await on.press(on.cleo, message, "Challenge"))
    await on.press(on.cleo, asked, "1. Ada", show="ladder_challenged")
    await pass_time(on, 10)
    it = await only(on)
    await on.service.apply(it.matches[1], resign, on.ada.id)
    await pass_time(on, 10)
    await on.show("ladder_news", on.ada, on.messages()[-1])
    await on.show("ladder_moved", on.ada, message)
    away = await on.told("ladder_holiday", on.ben, await on.press(on.ben, message, "Holiday"))
    await on.press(on.ben, away, "7 days", show="ladder_on_holiday")
    await on.told("ladder_off", on.fay, await on.command(on.fay, "/ladder off"))


def _people(on: Stage, *more: str) -> list[simcord.MemberActor]:
    return [on.ada, on.ben, on.cleo, on.fay, *map(on.join, more)]


async def _cup(on: Stage, form: str, more: tuple[str, ...] = (), **options: object) -> Message:
    answer = await create(on, on.fay, format=form, name="Friday Cup", **options)
    for player in _people(on, *more):
        await on.press(player, answer.message, "Join")
    return answer.message


def _latest_news(on: Stage) -> Message:
    """The newest message about a competition."""
    return [
        each
        for each in on.messages()
        if any(CompetitionPress.read(it.get("custom_id", "")) for it in each.buttons)
    ][-1]
