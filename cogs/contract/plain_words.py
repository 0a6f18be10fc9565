"""The defaults of ``Face``: words, keys, events and typed moves of a game without its own."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from cogs.contract.screen import MOST_IN_A_MENU, Key, Names, Row, in_menus, in_rows, menus
from cogs.contract.sentences import Event, Sentences
from prowlerbot.core import i18n
from prowlerbot.core.capabilities import Secrets
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import CHANCE, LEFT, AnyView, Outcome
from prowlerbot.core.i18n import listing, mark, tr, trn
from prowlerbot.match.match import Ranks
from renderer.theme import rgb

SEAT_MARKS = ("🔴", "🔷", "🟡", "🟢", "🟣", "🟠", "⚪", "🟤")
SEAT_COLOURS = tuple(map(rgb, ("dd2e44", "55acee", "fdcb58", "78b159")))  # those of the first marks
_MAX_BUTTONS = 16  # the most moves shown as buttons, if their labels are short; more become menus
_MAX_SHORT_LABEL = 14  # the most characters of a label for four side by side on a phone
_MAX_MENUS = 4  # the most menus of moves; of more moves, the first menu chooses a part
_PART_KEY = "part:"  # the prefix of a key that opens a part of the moves
_SMALL_WORDS = frozenset(("at", "on", "to", "onto", "into", "in"))
"""Words before a place that add no meaning."""
_AS_BLANKS = str.maketrans(dict.fromkeys("-,·", " "))
_MAX_NAMED = 8  # moves named to a player whose text fits several

_Move = TypeVar("_Move")

Words = Callable[[AnyView, str], str]  # a move made from a view, in the players' words


def players_words(seats: range) -> str:
    if len(seats) == 1:
        return tr("{count} players", count=seats[0])
    return tr("{least} to {most} players", least=seats[0], most=seats[-1])


def seat_names(own: str, seat: int, seats: int) -> list[str]:
    """The names of the seats where one person plays: their ``own``, and words for all others."""
    rivals = [tr("Rival")]
    if seats != len(rivals) + 1:
        rivals = [tr("Rival {number}", number=number) for number in range(1, seats)]
    return [*rivals[: seat - 1], own, *rivals[seat - 1 :]]


def offered_moves(view: AnyView) -> list[str]:
    """The moves on a reader's board: the reader's own, or each seat's on the board of all."""
    seats = sorted(view.to_move - {CHANCE}) if view.viewer is None else [view.viewer]
    moves = (str(move) for seat in seats for move in view.seen.moves(seat))
    return list(dict.fromkeys(moves))


def move_rows(keys: Sequence[Key], choosing: str | None) -> list[Row]:
    """Buttons for a few moves, menus for more, menus of menus for very many. Raises IllegalMove."""
    parts = {f"{_PART_KEY}{number}": part for number, part in enumerate(in_menus(keys))}
    if choosing is not None:
        if choosing not in parts:
            raise IllegalMove("“{typed}” opens no choice.", typed=choosing)
        return menus(tr("Moves"), parts[choosing])
    if len(keys) <= _MAX_BUTTONS and all(len(key.label) <= _MAX_SHORT_LABEL for key in keys):
        return in_rows(keys)
    if len(keys) <= _MAX_MENUS * MOST_IN_A_MENU:
        return menus(tr("Moves"), keys)
    part_keys = [
        Key(f"{part[0].label} … {part[-1].label}"[:100], argument, opens=True)
        for argument, part in parts.items()
    ]
    return menus(tr("Moves"), part_keys)


def in_any_language(name: str) -> set[str]:
    """A marked name and its translations, as a board may be in another language."""
    return {i18n.translate_or_none(name, language) or name for language in i18n.LANGUAGES}


SENTENCES = {
    "played": Sentences(mark("{player} plays {move}.")),
    "moved": Sentences(mark("{player} moves.")),
    "left": Sentences(mark("{player} has left."), mark("{player} left")),
    "drawn": Sentences(mark("Drawn: {move}."), mark("drawn: {move}")),
}


def move_events(views: Sequence[AnyView], words: Words) -> list[Event]:
    """The mover and the move, leavers, and draws; no moves in a game with secrets."""
    start = _before_the_last_move(views)
    left = sorted({*views[-1].seen.left} - {*views[start].seen.left})
    events = [Event("left", seat) for seat in left]
    if not isinstance(views[-1].seen, Secrets):
        for before, after in pairwise(views[start:]):
            events += _step_events(before, after, words)
    return events


def _before_the_last_move(views: Sequence[AnyView]) -> int:
    """The index of the position before the last move or leaving; draws belong to it."""
    index = max(0, len(views) - 2)
    while index and CHANCE in views[index].to_move:
        index -= 1
    return index


def _step_events(before: AnyView, after: AnyView, words: Words) -> list[Event]:
    """The one move that leads from a position to the next; nothing if several players could."""
    steps = set(_moves_between(before, after))
    seats = {seat for seat, _ in steps}
    moves = {words(before, move) for _, move in steps}
    if len(seats) != 1 or (seats == {CHANCE} and len(moves) > 1):
        return []
    (seat,) = seats
    if len(moves) > 1:  # several moves lead there
        return [Event("moved", seat)]
    return [Event("drawn" if seat == CHANCE else "played", seat, fields={"move": moves.pop()})]


def _moves_between(view: AnyView, next_view: AnyView) -> Iterator[tuple[int, str]]:
    for seat in view.to_move:
        for move in view.seen.moves(seat):
            if view.seen.after(seat, move) == next_view.seen:
                yield seat, str(move)


def lines_of_leavers(views: Sequence[AnyView], names: Names) -> list[str]:
    """A line for each player who left before the last move."""
    left = views[_before_the_last_move(views)].seen.left if len(views) > 1 else ()
    return [tr("🚪 {player} has left the match.", player=names[seat - 1]) for seat in left]


def replay_stops(views: Sequence[AnyView], rolling: Callable[[AnyView], bool]) -> list[int]:
    """The moments at which a replay stops: all but those that wait for a roll."""
    last = len(views) - 1
    return [ply for ply, view in enumerate(views) if ply == last or not rolling(view)]


def deciding_names(view: AnyView, names: Names) -> list[str]:
    return [names[seat - 1] for seat in sorted(view.to_move - {CHANCE})]


def decision_sentence(players: Sequence[str]) -> str:
    return tr("To decide: {players}.", players=listing(players)) if players else ""


def fact_lines(view: AnyView) -> list[str]:
    """The facts that a record states about the position, one a line."""
    facts = view.seen.facts().items()
    return [f"{name.replace('_', ' ').capitalize()}: {_fact_words(fact)}" for name, fact in facts]


def _fact_words(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_fact_words(part)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_fact_words, value)) or "–"
    return "–" if value is None else str(value)


def early_end_sentence(ended: Ranks, names: Names) -> str:
    """The end of a match that was not played out."""
    if not ended:
        return tr("The match is over, without a result.")
    return tr("The match is over: {player} won.", player=names[ended.index(1)])


_WON = {
    "": mark("🏆 {player} won {totals}"),
    LEFT: mark("🏆 {player} won: all other players have left"),
}


def result_sentence(outcome: Outcome, names: Names, won: Mapping[str, str] = _WON) -> str:
    """The winner and the margin. ``won`` has the sentence for each rule that can decide."""
    order = sorted(range(1, len(outcome.ranks) + 1), key=lambda seat: outcome.ranks[seat - 1])
    totals = " : ".join(str(outcome.totals[seat - 1]) for seat in order)
    if outcome.winner is None:
        shared = listing([names[seat - 1] for seat in order if outcome.ranks[seat - 1] == 1])
        return tr("🤝 {players} share the victory, {totals}", players=shared, totals=totals)
    sentence = {**_WON, **won}.get(outcome.by, _WON[""])
    return tr(sentence, player=names[outcome.winner - 1], totals=totals)


def most_frequent(counts: Mapping[str, int]) -> str:
    """The name with the highest count; empty if all counts are 0."""
    best = max(counts, key=counts.__getitem__)
    return best if counts[best] else ""


def highlights(matches: Iterable[tuple[Sequence[AnyView], int]]) -> list[str]:
    """The quickest win."""
    won = [
        len(views) - 1
        for views, seat in matches
        if (outcome := views[-1].outcome) is not None and outcome.winner == seat
    ]
    if not won:
        return []
    return [trn("Quickest win: {count} move", "Quickest win: {count} moves", min(won))]


@lru_cache(maxsize=1024)  # each typed move is compared with the same texts
def normal_text(text: str) -> str:
    """A text without the differences that mean nothing: case, signs between words, small words."""
    words = text.casefold().translate(_AS_BLANKS).split()
    return " ".join(word for word in words if word not in _SMALL_WORDS) or " ".join(words)


def read_move(
    typed: str,
    moves: Sequence[_Move],
    *,
    told: Callable[[_Move], Iterable[str]],
    called: Callable[[_Move], Iterable[str]] = lambda _: (),
    refusal: Callable[[str], IllegalMove] | None = None,
) -> str:
    """The text of the meant move, as a record has it. ``told`` are the words that texts have for a
    move, the last one in full; if several moves have the same, they are alike. ``called`` are
    further names; if several moves have the same, the answer asks which one is meant. Both are in
    the current language; the reader accepts them in every language, as a board may speak another
    one. Raises IllegalMove, by default with a sentence that fits any game.
    """
    wanted, found = normal_text(typed), list[_Move]()
    for move in moves:
        if wanted == normal_text(str(move)):
            return str(move)
    for language in (i18n.get_language(), *i18n.LANGUAGES):
        with i18n.speaking(language):
            found = [move for move in moves if wanted in map(normal_text, told(move))][:1]
            found = found or [move for move in moves if wanted in map(normal_text, called(move))]
        if found:
            break
    if len(found) == 1:
        return str(found[0])
    if found:
        labels = i18n.in_parts([*told(move)][-1] for move in found[:_MAX_NAMED])
        raise IllegalMove("“{typed}” can be several moves: {moves}.", typed=typed, moves=labels)
    if refusal is not None:
        raise refusal(typed.strip())
    raise IllegalMove("“{move}” is not a legal move here.", move=typed)
