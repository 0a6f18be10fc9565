"""The screens and texts of each game in whole matches: they fit, and offer what is legal."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

import pytest

from cogs.contract.face import Face
from cogs.contract.screen import Key, Look, Screen, Select, enabled_rows, keys_of
from cogs.contract.sign import spelled
from cogs.presses import CUSTOM_ID_LIMIT, MatchPress
from prowlerbot.core.game import CHANCE, AnyState, AnyView
from prowlerbot.core.i18n import LANGUAGES, Language, speaking
from prowlerbot.match.preferences import Theme
from tests.cases import each_of, rotating
from tests.cogs.games.shown import FACES, MATCHES, NAMES, look, match, sampled, views

DESCRIPTION, ALT, LABEL, COMPONENTS, IN_A_MENU = 4_000, 1_024, 80, 40, 25


class Limits(NamedTuple):
    """The room that the messages of a game have."""

    in_a_row: int = 4
    around_the_rows: int = 9
    """The text, a container, and rows below the keys: back or take back, two orders, the film."""
    recap: int = 200
    pitch: int = 120


LIMITS = {"prowler": Limits(in_a_row=5, around_the_rows=4, recap=400, pitch=140)}
_RAW = re.compile(r"<a?:\w")
"""How the code of an emoji begins; a label that is cut off may have lost its end."""
SIGNS = [sign for face in FACES.values() for sign in face.signs]
every_match = each_of(("game", "setup", "seed"), MATCHES)


@pytest.fixture(autouse=True, scope="module")
def signs_are_uploaded() -> Iterator[None]:
    """As where the application has its emoji; a code is longer than an emoji."""
    for theme in get_args(Theme):
        for number, sign in enumerate(SIGNS):
            sign.show(theme, f"<:{sign.name}:{number:019}>")
    yield
    for theme in get_args(Theme):
        for sign in SIGNS:
            sign.show(theme, None)


def check(screen: Screen, limits: Limits) -> None:
    """Discord takes the screen, and shows it as it is meant."""
    keys = [key for row in screen.rows for key in keys_of(row)]
    assert len({(key.argument, key.opens) for key in keys}) == len(keys)
    assert len({key.label for key in keys if key.enabled}) == sum(key.enabled for key in keys), (
        "two keys that look the same"
    )
    assert 0 < len(screen.text) <= 3_500
    for row in screen.rows:
        assert 1 <= len(keys_of(row)) <= (IN_A_MENU if isinstance(row, Select) else limits.in_a_row)
    shown = sum(1 if isinstance(row, Select) else len(keys_of(row)) for row in screen.rows)
    assert shown + len(screen.rows) + len(screen.drawings) + limits.around_the_rows <= COMPONENTS
    for key in keys:
        assert 0 < len(key.label) <= LABEL
        press = MatchPress("wonder", "abcdefgh", 9_999, key.argument, 99)
        assert len(str(press)) <= CUSTOM_ID_LIMIT
    for drawing in screen.drawings:
        assert 0 < len(drawing.alt) <= ALT
    assert not [each for each in written(screen) if _RAW.search(each)], "a label shows raw code"


def written(screen: Screen) -> Iterator[str]:
    """All that Discord shows as it is written, without emoji of the application."""
    for row in screen.rows:
        if isinstance(row, Select):
            yield row.placeholder
        for key in keys_of(row):
            yield from (key.label, key.hint)
    yield from (order.label for order in screen.orders)
    yield from (drawing.alt for drawing in screen.drawings)
    if screen.film is not None:
        yield screen.film.label


def moves_offered(face: Face, line: Sequence[AnyView], told: Look) -> tuple[set[str], int]:
    """The moves that presses lead to, and the most presses that one takes."""
    found: dict[str, int] = {}
    screens, opened = [(face.screen(line, told), 1)], set[str]()
    while screens:
        screen, presses = screens.pop(0)
        check(screen, LIMITS.get(face.key, Limits()))
        for key in pressable(screen):
            if not key.opens:
                found.setdefault(key.argument, presses)
            elif key.argument not in opened:
                opened.add(key.argument)
                screens.append((face.screen(line, told, key.argument), presses + 1))
    return set(found), max(found.values(), default=0)


def pressable(screen: Screen) -> list[Key]:
    offered = [key for row in enabled_rows(screen.rows) for key in keys_of(row)]
    assert all(key.enabled for key in offered)
    return offered


def readers(face: Face, seats: int) -> list[tuple[int | None, set[int]]]:
    """Each viewer who has keys, with the seats for which they press."""
    everybody = range(1, seats + 1)
    return [(seat, {seat}) for seat in everybody] if face.private else [(None, {*everybody})]


def legal(position: AnyState, seats: set[int]) -> set[str]:
    return {str(move) for seat in seats & position.to_move for move in position.moves(seat)}


@every_match
def test_exactly_the_legal_moves_are_three_presses_away(game: str, setup: str, seed: int) -> None:
    face, line, seats = FACES[game], match(game, setup, seed), int(setup[0])
    for ply in sampled(line):
        if game == "prowler" and not line[ply].to_move:
            continue  # the message of a match that is over has no keys
        for viewer, pressed_for in readers(face, seats):
            seen = views(line[: ply + 1][-60:], viewer)
            for listed in (True,) if face.private else (False, True):
                offered, presses = moves_offered(face, seen, look(seats, listed=listed))
                assert offered == legal(line[ply], pressed_for)
                assert presses <= 3


def texts_fit(game: str, setup: str, seed: int, *, few: bool) -> None:
    face, line, seats = FACES[game], match(game, setup, seed), int(setup[0])
    names, limits = NAMES[:seats], LIMITS.get(game, Limits())
    for ply in [*[*sampled(line)][:: 4 if few else 1], len(line) - 1]:
        for viewer in (None, 1, seats) if face.private else (None,):
            seen = views(line[: ply + 1][-60:], viewer)
            for ended in (None, (), tuple(range(1, seats + 1))):
                assert 0 < len(face.describe(seen[-1], names, ended)) <= DESCRIPTION
                assert 0 < len(face.brief(seen[-1], names, ended)) <= ALT
            assert 0 < len(face.scores(seen[-1], names)) <= DESCRIPTION
            assert len(face.news(seen, names)) <= 2_000
            with spelled():
                recap, options = face.recap(seen, names), face.typed_options(seen[-1], names)
            assert len(recap) <= limits.recap
            assert all(0 < len(label) <= 100 for label, _ in options)
            words = [face.move_words(seen[-1], move) for move in legal(line[ply], {*range(1, 5)})]
            assert all(0 < len(each) <= 40 for each in words)
            told = [recap, *words, *(label for label, _ in options)]
            assert not [each for each in told if _RAW.search(each)]
    found = face.chapters(views(line, None))
    assert len(found) < IN_A_MENU or game == "landgrab", "which has the latest ones in its menu"
    assert len({each.key for each in found}) == len(found)
    assert len({each.label for each in found}) == len(found)
    if game == "landgrab":  # the rounds, one after another
        assert (found[0].first, found[-1].last) == (0, len(line) - 1)
        assert [each.last for each in found[:-1]] == [each.first for each in found[1:]]
    for chapter in found:
        assert 0 < len(chapter.label) <= 100
        assert not _RAW.search(chapter.label)
        assert 0 <= chapter.first < chapter.last < len(line)
    assert 0 < len(face.rules) <= DESCRIPTION
    assert 0 < len(face.pitch) <= limits.pitch


def of_each_game() -> Iterator[tuple[Language, tuple[str, str, int]]]:
    """English with every match, each other language with one match of each game in turn."""
    for game in FACES:
        yield from rotating(LANGUAGES, [each for each in MATCHES if each[0] == game])


@each_of(("language", "played"), of_each_game())
def test_every_text_fits_its_place(language: Language, played: tuple[str, str, int]) -> None:
    with speaking(language):
        texts_fit(*played, few=language != "en")


_OF_EACH = [next(each for each in MATCHES if each[0] == game) for game in FACES]


@each_of(("game", "setup", "seed"), [*_OF_EACH, ("landgrab", "2/together", 0)])
def test_a_review_marks_the_move_played_and_the_better_one_wherever_a_move_has_a_place(
    game: str, setup: str, seed: int
) -> None:
    face, line, seats = FACES[game], match(game, setup, seed), int(setup[0])
    drawn = set[tuple[str, ...]]()
    for ply in sampled(line):
        for seat in line[ply].to_move - {CHANCE}:
            first, *_, last = (moves := line[ply].moves(seat))[0], moves[-1]
            kinds = tuple(str(getattr(move, "kind", ply > 0)) for move in (first, last))
            if first == last or kinds in drawn:
                continue
            drawn.add(kinds)
            view = line[ply].view(seat)
            asked = face.compared(view, look(seats), str(first))
            told = face.compared(view, look(seats), str(first), str(last))
            if game != "heroes":  # there, a turn that is ended has no place
                assert asked is not None
            if told is None:
                continue
            assert 0 < len(told.alt) <= ALT
            better = face.compared(view, look(seats), str(last))
            assert asked is None or (asked.draw() == told.draw()) is (better is None)
    assert drawn


@each_of(("game", "setup", "seed"), [each for each in MATCHES if each[0] != "prowler"])
def test_whatever_is_suggested_can_be_typed(game: str, setup: str, seed: int) -> None:
    face, line = FACES[game], match(game, setup, seed)
    for ply in [*sampled(line)][:: 2 if game == "heroes" else 1]:
        for seat in line[ply].to_move - {CHANCE}:
            view, names = line[ply].view(seat), NAMES[: int(setup[0])]
            options = face.typed_options(view, names)
            assert {value for _, value in options} == legal(line[ply], {seat})
            for label, value in options[:12] if face.private else options:
                assert face.typed_move(view, value.upper(), None, names) == value
                if face.private:
                    assert face.typed_move(view, label, None, names) in dict(options).values()
