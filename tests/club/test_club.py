"""What a server remembers: its year and records, who has earned roles, and who waits for what."""

from dataclasses import replace

import pytest

from prowlerbot.club import (
    BestOf,
    Medal,
    Played,
    PlayedSeat,
    RecordKind,
    earned_by_division,
    earned_by_rating,
    records_of,
    year_table,
)
from prowlerbot.club_store import (
    DAILY_SUBJECT,
    PERSONAL,
    REWARD_DUTY,
    TELL_DUTY,
    GivenRoles,
    ToldStore,
    next_day,
)
from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions.competition_record import Competition
from prowlerbot.match.ratings import PROVISIONAL, PlayerStanding, Rating
from prowlerbot.storage.contributions import Deletion
from prowlerbot.storage.engines.database import Database
from tests.competitions import kinds
from tests.competitions.building import START, begun, stored, terms

ADA, BEN, CLEO = 5, 6, 7


def test_a_place_brings_a_point_for_each_player_divided_by_the_place() -> None:
    won = [Medal(ADA, "Ada", 1, 12), Medal(BEN, "Ben", 2, 12), Medal(CLEO, "Cleo", 3, 12)]
    won += [Medal(BEN, "Benny", 1, 6), Medal(CLEO, "Cleo", 3, 2)]
    lines = [(each.place, each.name, each.points) for each in year_table(won)]
    assert lines == [(1, "Ada", 12), (1, "Benny", 12), (3, "Cleo", 4)]


def test_records_are_held_by_players_who_can_be_named_and_by_the_first_of_equals() -> None:
    def played(match: str, winner: int, lead: int, seconds: int, rank: int = 2) -> Played:
        loser = BEN if winner == ADA else ADA
        seats = [PlayedSeat(winner, 1, 10 + lead), PlayedSeat(loser, rank, 10)]
        return Played(match, "prowler", seconds, seats)

    matches = [played("m1", BEN, 5, 90), played("m2", ADA, 1, 60), played("m3", ADA, 3, 60)]
    matches.append(played("m4", ADA, 9, 5, rank=1))  # a draw breaks a streak and is no win
    matches.append(played("m5", ADA, 2, 70))
    assert records_of(matches, {ADA, BEN}) == [
        BestOf(RecordKind.MATCHES, ADA, 5),
        BestOf(RecordKind.STREAK, ADA, 2),
        BestOf(RecordKind.LEAD, BEN, 5, "m1"),
        BestOf(RecordKind.FASTEST, ADA, 60, "m2"),
    ]
    assert {each.player for each in records_of(matches, {ADA})} == {ADA}
    assert records_of(matches, set()) == []


LOW, MIDDLE, HIGH = 7, 8, 9


def test_each_division_of_a_league_has_a_role_the_highest_for_division_1() -> None:
    season = changes.withdraw_player(begun(terms(kinds.LEAGUE), range(12)), 1, START)
    league, cup = stored(season), stored(begun(terms(kinds.SWISS), range(20, 24)))
    first, second = season.course.divisions
    wanted = {(HIGH, each) for each in first if each != 1} | {(LOW, each) for each in second}
    assert earned_by_division([cup, league], [], (LOW, HIGH)) == wanted
    next_one = replace(league, competition=Competition(terms(kinds.LEAGUE)))
    assert earned_by_division([next_one], [league], (LOW, HIGH)) == wanted, "in the break"
    assert earned_by_division([], [league], (LOW, HIGH)) == set()
    assert {role for role, _ in earned_by_division([league], [], (LOW, MIDDLE, HIGH))} == {
        MIDDLE,
        HIGH,
    }


def rated(player: int, points: int, matches: int = PROVISIONAL) -> PlayerStanding:
    standing = PlayerStanding(player, Rating(points * 1_000_000 // 60 + 1), matches)
    assert standing.rating.points == points
    return standing


def test_a_rating_from_a_minimum_on_brings_its_role_once_it_is_reliable() -> None:
    people = [rated(1, 1600), rated(2, 1999), rated(3, 2000), rated(4, 2400, PROVISIONAL - 1)]
    people.append(rated(1, 1000))  # in another game
    found = earned_by_rating(people, (LOW, MIDDLE, HIGH), (2000, 1600))
    assert found == {(LOW, 1), (LOW, 2), (LOW, 3), (MIDDLE, 3)}, "HIGH has no minimum"


HERE, NOW = 1, 100


@pytest.mark.both_databases
async def test_a_competition_is_noted_once_for_all_who_wait_for_it(database: Database) -> None:
    told = ToldStore(database)
    for player, subject in ((ADA, "tournament"), (BEN, "cabc"), (BEN, "cabc")):
        await told.add_wait(player, HERE, subject, NOW)
    for competition, kind in (("c1", "tournament"), ("c1", "tournament"), ("c2", "league")):
        await told.note_opened(competition, NOW, guild=HERE, kind=kind, series="cabc")
    await told.note_opened("c3", NOW, guild=HERE + 1, kind="tournament", series="other")
    opened = [(await told.read_waiting(each))[0].opened for each in (ADA, BEN)]
    assert opened == [["c1"], ["c1", "c2"]]
    await told.note_told(BEN, NOW)
    assert [it.opened for it in await told.read_waiting(BEN)] == [[]]
    await told.remove_wait(BEN, HERE, "cabc")
    assert await told.read_waiting(BEN) == []


@pytest.mark.both_databases
async def test_a_deletion_ends_all_waiting_and_takes_roles_away_at_once(database: Database) -> None:
    told, roles = ToldStore(database), GivenRoles(database)
    await told.add_wait(ADA, HERE, DAILY_SUBJECT, NOW)
    for player in (ADA, BEN):
        await roles.note_role(HERE, 77, player, given=True)
    await database.run(lambda db: PERSONAL.delete(db, Deletion(ADA, -1, NOW)))
    assert await told.read_waiting(ADA) == []
    assert await roles.roles_in(HERE) == {(77, ADA), (77, BEN)}, "until the bot has taken it"
    duties = await database.read("SELECT subject, what, at FROM duties ORDER BY what")
    wanted = [(str(HERE), REWARD_DUTY, NOW), (str(ADA), TELL_DUTY, next_day(NOW))]
    assert [tuple(each) for each in duties] == wanted
    await roles.note_role(HERE, 77, ADA, given=False)
    assert await roles.roles_in(HERE) == {(77, BEN)}
    await roles.forget_role(HERE, 77)
    assert await roles.roles_in(HERE) == set()
