"""``python -m prowlerbot review``."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from prowlerbot.__main__ import main
from prowlerbot.core.record import Record, random_record, to_json
from prowlerbot.games import GAMES
from prowlerbot.opponent.judgement import from_text


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beginning of a match, and a whole one with names."""
    whole = random_record(GAMES["prowler"], random.Random(2))
    begun = Record(whole.game, whole.setup, whole.moves[:9])
    named = Record(whole.game, whole.setup, whole.moves, players=("Ann", "Ben"))
    path = tmp_path_factory.mktemp("records") / "records.jsonl"
    lines = [json.dumps(to_json(each, states=False)) for each in (begun, named)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main(["review", *map(str, arguments), "--seconds", "1"]) == 0
    return capsys.readouterr().out


def test_a_review_tells_every_player_their_accuracy_and_costliest_moves(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, file, "--line", "2")
    first, *rest = out.splitlines()
    assert first.startswith("Prowler's Passage, 27 moves. Ann ")
    for name in ("Ann", "Ben"):
        assert any(line.startswith(f"{name}: accuracy ") for line in rest)
    assert ": played " in out
    assert "; better " in out
    assert "Where the match turned:" in rest
    assert "Luck" not in out


def test_a_match_that_was_not_played_to_its_end_is_reviewed_as_far_as_it_went(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, file)
    assert out.startswith("Prowler's Passage, 9 moves. It was not played to its end.")
    assert "Player 2: accuracy " in out


def test_a_review_as_json_is_one_that_can_be_read(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review = from_text(printed(capsys, file, "--json"))
    assert [each.ply for each in review.judgements] == [*range(9)]
    assert review.course


def test_a_review_without_time_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), "--seconds", "0"]) == 1
    assert "needs some time" in capsys.readouterr().err
