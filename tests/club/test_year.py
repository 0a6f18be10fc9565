"""The table of a server's year, and the records of its matches."""

from prowlerbot.club.year import BestOf, Medal, Played, RecordKind, records_of, table_of

ADA, BEN, CLEO = 1, 2, 3


def test_a_place_brings_a_point_for_each_player_divided_by_the_place() -> None:
    won = [Medal(ADA, "Ada", 1, 12), Medal(BEN, "Ben", 2, 12), Medal(CLEO, "Cleo", 3, 12)]
    won += [Medal(BEN, "Benny", 1, 6), Medal(CLEO, "Cleo", 3, 2)]
    lines = [(each.place, each.name, each.points) for each in table_of(won)]
    assert lines == [(1, "Ada", 12), (1, "Benny", 12), (3, "Cleo", 4)]


def test_records_are_held_by_players_who_can_be_named_and_by_the_first_of_equals() -> None:
    def played(match: str, winner: int, lead: int, seconds: int, rank: int = 2) -> Played:
        loser = BEN if winner == ADA else ADA
        return Played(match, "prowler", seconds, [(winner, 1, 10 + lead), (loser, rank, 10)])

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
