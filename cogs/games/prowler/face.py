"""The face of Prowler's Passage in Discord."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from cogs.contract import count_words
from cogs.contract.account import Lettered, Merit
from cogs.contract.face import Face, Pictures, PlayedOut
from cogs.contract.screen import Drawing, Key, Look, Row, Screen, Select, in_menus, in_rows, menus
from cogs.contract.sentences import Event, Part, Topic, join_parts, sentences_of
from cogs.contract.sign import worded
from cogs.games.prowler import merits, spoken, texts, typed
from cogs.games.prowler.lessons import rules
from cogs.games.prowler.texts import DISTRICT_SIGNS, SEAT_SIGNS, SIGNS, TILE_SIGNS
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.final_count import Count
from prowlerbot.core.game import View, find_move
from prowlerbot.core.i18n import label_text, mark, signed_words, tr
from prowlerbot.games.prowler.board import PATHWAYS
from prowlerbot.games.prowler.final_count import final_count
from prowlerbot.games.prowler.position import DISTRICTS, WILD, Move
from prowlerbot.games.prowler.rules import OPENINGS, Position
from prowlerbot.games.prowler.words import CATEGORY_NAMES, DISTRICT_NAMES
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme
from renderer.prowler import parts_to_prepare
from renderer.prowler.board import animate, draw_board, draw_choice, draw_compared, draw_lit
from renderer.prowler.city import dress
from renderer.prowler.colours import COLOURS
from renderer.prowler.cover import draw_cover
from renderer.theme import Colour

_NARROW = "\u200b\u2007"
"""Pads a one-digit label to the width of two, so that button columns align: a figure space, which a
zero-width sign protects from being trimmed.
"""
_Seen = View[Position]
"""Nothing is hidden in this game, so a view shows the position unchanged."""


class ProwlerFace(Face):
    tells_lead = True
    signs = SIGNS
    sentences = texts.SENTENCES
    pictures = Pictures(
        draw_cover,
        mark("The city from above, with the lit passages of two thieves under its streets."),
        parts_to_prepare,
        animate,
        dress,
    )

    def setup_words(self, options: Mapping[str, str], names: Sequence[str]) -> str:
        """The player who digs first, if the challenger chose one: the opponent opens."""
        first = options.get("first")
        if first is None or len(names) != 2:
            return ""
        digs, opens = names if first == "1" else (names[1], names[0])
        return tr("{first} digs first; {second} opens.", first=digs, second=opens)

    @property
    def pitch(self) -> str:
        return tr(
            "Two thieves tunnel under a city: dig, pull districts to your side, and the most wealth"
            " wins. 27 moves, about 15 minutes."
        )

    @property
    def rules(self) -> str:
        return rules()

    def seat_mark(self, seat: int, setup: str) -> str:
        return str(SEAT_SIGNS[seat - 1])

    def seat_look(self, seat: int, setup: str, theme: Theme) -> tuple[int, Colour]:
        return seat, COLOURS[theme].seats[seat - 1]

    def screen(self, views: Sequence[_Seen], look: Look, choosing: str | None = None) -> Screen:
        position, names = views[-1].seen, look.names
        ahead = texts.scoring_words(position) if look.ended is None else ""
        if look.sees_board:
            short = views[-1].viewer is None and (ahead or _has_scored(views, 2))
            lines = self._board_news(views, names, room=0 if short else 2)
        else:
            lines = [self.news(views, names)]
        effects = tr("What does it bring?") if position.ply else ""
        if choosing is not None:
            question, keys = _marker_choice(position, choosing, look)
            # A reader of words has just read the news.
            text = "\n".join(filter(None, (*([] if look.words else lines), question)))
            drawing = self._choice_drawing(position, int(choosing), look)
            return Screen(text, [drawing], [keys], look=effects)
        if position.outcome is None and look.ended is None:
            viewer = views[-1].viewer
            waits = viewer is not None and viewer not in position.to_move
            if look.listed and not (look.words and waits):
                lines.append(merits.best_gains(position, names))
            lines.append(f"-# {ahead}" if ahead else "")
            if not look.aside:
                lines.append(texts.turn_words(position, names, keys=look.sees_board))
        text = "\n".join(filter(None, lines))
        if look.listed and not look.words and position.ply and views[-1].viewer in position.to_move:
            best = (move for move, _ in merits.best_moves(position))
            keys = [_worded_key(position, move, valued=True) for move in best]
            # The shared message has the board.
            return Screen(text, [], menus(tr("Dig, the best first"), keys))
        rows = _menu_rows(position) if look.wants_menus else _key_rows(position)
        new = look.ended is None and not position.over and _has_scored(views, 2)
        return Screen(text, self._drawings(views, look), rows, look=effects, has_table=new)

    def news(self, views: Sequence[_Seen], names: Sequence[str]) -> str:
        """The mid-game scoring comes first, as it weighs most, and its reasons are small."""
        told = super().news(views, names)
        if not _has_scored(views[-2:], 1):
            return told
        *lines, scoring = told.split("\n")
        return "\n".join([scoring, *(line if worded() else f"-# {line}" for line in lines)])

    def glance(self, views: Sequence[_Seen], names: Sequence[str]) -> str:
        """One line of small print; mid-game scoring may take the place of the passage."""
        if len(views) < 2:
            return ""
        passage, rare, scoring = _latest_news(views)
        if scoring or (rare and texts.scoring_is_near(views[-1].seen)):
            told = rare or [_plain_passage(passage, names)]
            return "\n".join(f"-# {it}" for it in (" ".join(told), *scoring))
        signs, marked = [*map(str, SEAT_SIGNS)], partial(texts.mark_player, names=names)
        short = (lambda seat: signs[seat - 1]) if rare else marked
        (line,) = sentences_of([passage], texts.AT_A_GLANCE, names, short)
        return f"-# {' '.join([line.removeprefix('-# '), *rare])}"

    def _board_news(self, views: Sequence[_Seen], names: Sequence[str], room: int) -> list[str]:
        """The passage, and in small print all that is rare; the markers before it, if that is less
        than ``room`` sentences. Mid-game scoring stands in large print.
        """
        if len(views) < 2:
            return []
        passage, rare, scoring = _latest_news(views)
        if scoring:
            headline, parts = scoring
            return [
                f"-# {' '.join([_plain_passage(passage, names), *rare])}",
                headline,
                f"-# {parts}",
            ]
        if views[-1].seen.ply > texts.FIRST_TURNS and len(rare) < room:
            moved = (each for each in self.events(views) if each.kind == "moved")
            signs = [*map(str, SEAT_SIGNS)]
            rare[:0] = [f"{it}." for it in sentences_of(moved, texts.SENTENCES, signs)]
        marked = partial(texts.mark_player, names=names)
        lines = sentences_of([passage], texts.AT_A_GLANCE, names, marked)
        return [*lines, f"-# {' '.join(rare)}"] if rare else lines

    def events(self, views: Sequence[_Seen]) -> Iterator[Event]:
        return texts.events_between(views[-2].seen, views[-1].seen)

    def marked(self, view: _Seen, seat: int, names: Sequence[str]) -> str:
        return texts.mark_player(seat, names)

    def result(self, view: _Seen, names: Sequence[str]) -> str:
        outcome = view.outcome
        return texts.verdict_words(outcome, names) if outcome is not None else ""

    def opening(self, names: Sequence[str]) -> str:
        return label_text(self.title, f"{names[0]} {tr('against')} {names[1]}")

    def scores(self, view: _Seen, names: Sequence[str]) -> str:
        text = super().scores(view, names)
        if view.seen.over:
            return text
        heading, counts = text.split("\n", 1)
        scoring = texts.scoring_if_now(view.seen, names)
        return "\n".join([heading, *scoring, counts, "", texts.achievements_words(view.seen)])

    def table(self, views: Sequence[_Seen], look: Look) -> list[Drawing]:
        return [] if views[-1].seen.half is None else self.sheet(views, look)

    def final_count(self, views: Sequence[_Seen]) -> Count:
        return final_count([view.seen for view in views])

    def course(self) -> str:
        return ", ".join(tr(name) for name in CATEGORY_NAMES)

    def _drawings(self, views: Sequence[_Seen], look: Look) -> list[Drawing]:
        position, theme = views[-1].seen, look.theme
        draw = partial(draw_board, position, look.plain, theme=theme, ended=look.ended)
        board = Drawing("board.png", draw, self.brief(views[-1], look.plain, look.ended))
        if position.over:
            return [*self.sheet(views, look), board]
        # With the keys below a board, no screen has room for a second picture.
        shown = look.replayed and _has_scored(views, 1)
        return [board, *self.sheet(views, look)] if shown else [board]

    def _choice_drawing(self, position: Position, pathway: int, look: Look) -> Drawing:
        """The board with the new passage, the markers it has moved, and the next space of each."""
        draw = partial(draw_choice, position, pathway, look.plain, theme=look.theme)
        shown = View(position.preview_of(pathway), position.seat)
        words = self.describe(shown, look.names)
        return Drawing("board.png", draw, self.brief(shown, look.plain), words)

    def parts(self, view: _Seen, names: Sequence[str], ended: Ranks | None) -> list[Part]:
        return spoken.spoken_parts(view.seen, names, ended, view.viewer)

    def topics(self, views: Sequence[_Seen], look: Look) -> list[Topic]:
        """The position with the count at the end, and the gains of all moves."""
        view, position = views[-1], views[-1].seen
        found = [Topic(tr("Position"), self.describe(view, look.names, look.ended))]
        if position.ply and view.viewer in position.to_move and look.ended is None:
            found.append(Topic(tr("What does it bring?"), merits.all_gains(position)))
        return found

    def describe(self, view: _Seen, names: Sequence[str], ended: Ranks | None = None) -> str:
        sheet = count_words.scoring_parts(final_count([view.seen]), names) if view.seen.over else ()
        return join_parts([*self.parts(view, names, ended), *sheet])

    def gain(self, before: _Seen, after: _Seen, seat: int, names: Sequence[str]) -> str:
        return merits.gain(before.seen, after.seen, seat, names)

    def typed_options(self, view: _Seen, names: Sequence[str]) -> list[tuple[str, str]]:
        """List a wild shovel once: its marker is an option of its own."""
        moves = {str(move.pathway or move): move for move in view.seen.legal}
        return [(typed.move_label(view.seen, move), value) for value, move in moves.items()]

    def move_words(self, view: _Seen, move: str) -> str:
        return typed.move_words(find_move(view, view.seen.seat, move))

    def lit(self, view: _Seen, look: Look, moves: Sequence[Lettered]) -> Drawing | None:
        made = [(letter, find_move(view, view.seen.seat, move)) for letter, move in moves]
        at = [(letter, move.pathway) for letter, move in made if move.pathway]
        draw = partial(draw_lit, view.seen, look.plain, at, theme=look.theme)
        return Drawing("board.png", draw, self.brief(view, look.plain)) if at else None

    def compared(self, view: _Seen, look: Look, played: str, better: str = "") -> Drawing | None:
        made = [find_move(view, view.seen.seat, each) for each in (played, better) if each]
        draw = partial(draw_compared, view.seen, look.plain, *made, theme=look.theme)
        return Drawing("board.png", draw, self.brief(view, look.plain))

    def begun_words(self, begun: str) -> str:
        return tr("pathway {number}", number=begun)

    def reply_words(self, view: _Seen, player: str, moves: str, answer: str) -> str:
        sentence = mark("If {player} digs {moves}, you dig {answer}.")
        if not view.seen.ply:
            sentence = mark("If {player} moves the {moves}, you dig {answer}.")
        return tr(sentence, player=player, moves=moves, answer=answer)

    def typed_move(self, view: _Seen, text: str, detail: str | None, names: Sequence[str]) -> str:
        return typed.move_as_typed(view.seen, text, detail)

    def merits(
        self, view: _Seen, seat: int, move: str, names: Sequence[str], than: str = ""
    ) -> Sequence[Merit]:
        made, other = find_move(view, seat, move), find_move(view, seat, than) if than else None
        return merits.merits(view.seen, seat, made, names, other)

    def compared_words(self, view: _Seen, called: Mapping[str, str], names: Sequence[str]) -> str:
        better, other = (find_move(view, view.seen.seat, move) for move in called.values())
        return merits.compared_words(view.seen, (better, other), [*called], names)

    def drawback(self, view: _Seen, seat: int, move: str) -> str:
        return merits.drawback(view.seen, seat, find_move(view, seat, move))

    def purpose(self, view: _Seen, seat: int, move: str, names: Sequence[str]) -> str:
        return merits.purpose(view.seen, find_move(view, seat, move), names)

    def lures(self, view: _Seen, seat: int) -> Mapping[str, str]:
        return merits.lures(view.seen) if seat in view.to_move else {}

    def stakes(self, view: _Seen, seat: int, names: Sequence[str]) -> list[str]:
        """The mid-game scoring, once it is near."""
        ahead, (own, others) = texts.scoring_words(view.seen), (seat - 1, 2 - seat)
        mid = view.seen.score_mid_game().mid if ahead else None
        told = mark("Now it would bring you {wealth}, {player} {others}.")
        fields = {"wealth": mid[own].total, "others": mid[others].total} if mid else {}
        return [f"{ahead} {tr(told, player=names[others], **fields)}"] if ahead else []

    def expected_words(self, view: _Seen, seat: int, move: str) -> str:
        return tr("In brackets: gain in lead at once; “leaves”: the rival's best gain")

    def gains(self, view: _Seen, seat: int) -> Mapping[str, str]:
        return merits.gains(view.seen) if seat in view.to_move else {}

    def regions(self, view: _Seen, seat: int, move: str) -> Sequence[str]:
        return [*merits.regions(view.seen, find_move(view, seat, move))]

    def amount(self, count: int) -> str:
        return tr("{count} wealth", count=count)

    def highlights(self, matches: Iterable[PlayedOut]) -> list[str]:
        return merits.highlights([(views[-1].seen, seat) for views, seat in matches])

    def favourite(self, matches: Iterable[PlayedOut]) -> str:
        return merits.favourite([(views[-1].seen, seat) for views, seat in matches])


def _latest_news(views: Sequence[_Seen]) -> tuple[Event, list[str], list[str]]:
    """The passage, short sentences about all that is rarer, and mid-game scoring if it came, with
    the categories that paid.
    """
    signs, scored = [*map(str, SEAT_SIGNS)], _has_scored(views[-2:], 1)
    told = texts.events_between(views[-2].seen, views[-1].seen)
    passage, *rest = (each for each in told if each.kind != "moved")
    rare = sentences_of(rest, texts.AT_A_GLANCE, signs)
    if not scored:
        return passage, rare, []
    banked = rare.pop()
    counted = zip(CATEGORY_NAMES, *(views[-1].seen.mid or ()), strict=True)
    parts = [f"{tr(name)} {one} : {other}" for name, one, other in counted if one or other]
    return passage, rare, [f"🧮 **{banked}**", " · ".join(parts)]


def _plain_passage(passage: Event, names: Sequence[str]) -> str:
    """A passage in letters, as signs make a line higher."""
    (dug,) = sentences_of([passage], texts.SENTENCES, names)
    return f"{dug}."


def _key_rows(position: Position) -> list[Row]:
    if not position.ply:
        return [[_marker_key(move.marker or 0, str(move)) for move in OPENINGS]]
    return in_rows([_pathway_key(position, pathway.number) for pathway in PATHWAYS])


def _menu_rows(position: Position) -> list[Row]:
    """The keys as menus, with the labels of typed moves."""
    if not position.ply:
        return _key_rows(position)
    found = {move.pathway: move for move in position.legal if move.marker in {None, 0}}
    keys = [_worded_key(position, move) for move in found.values()]
    rows: list[Row] = []
    for part in in_menus(keys):
        first, last = part[0].argument, part[-1].argument
        rows.append(Select(tr("Pathways {first} to {last}", first=first, last=last), part))
    return rows


def _worded_key(position: Position, move: Move, *, valued: bool = False) -> Key:
    number, tile = str(move.pathway), position.setup.tile(move.pathway)
    label, emoji = typed.move_label(position, move), str(TILE_SIGNS[tile])
    if move.marker is None:
        hint = merits.effect_words(position, move) if valued else ""
        return Key(label, number, emoji, hint=hint)
    hint = "" if worded() else tr("then choose a marker")  # the words name the wild shovel
    return Key(label, number, emoji, opens=True, hint=hint)


def _pathway_key(position: Position, number: int) -> Key:
    argument = str(number)
    label = argument if number > 9 else _NARROW + argument
    for seat in (1, 2):
        if position.passages[seat - 1] >> number & 1:
            return Key(label, argument, str(SEAT_SIGNS[seat - 1]), enabled=False)
    tile = position.setup.tile(number)
    free = not position.over
    return Key(label, argument, str(TILE_SIGNS[tile]), enabled=free, opens=tile == WILD)


def _marker_choice(position: Position, argument: str, look: Look) -> tuple[str, list[Key]]:
    """The question that a wild shovel asks, and a key for each marker."""
    moves = [move for move in position.legal if move.marker is not None and move.pathway]
    if not (moves := [move for move in moves if str(move.pathway) == argument]):
        raise IllegalMove("There is no wild shovel on “{typed}”.", typed=argument)
    keys = [_marker_key(move.marker or 0, str(move)) for move in moves]
    leads = [signed_words(merits.effect(position, move).lead) for move in moves]
    return texts.choice_words(position, int(argument), look.names, leads), keys


def _has_scored(views: Sequence[_Seen], moves: int) -> bool:
    """Whether the mid-game scoring came with one of the last ``moves``, within these views."""
    now, half = views[-1].seen, views[-1].seen.half
    return half is not None and views[0].seen.half is None and now.ply - half.ply < moves


def _marker_key(marker: int, argument: str) -> Key:
    letter = DISTRICTS[marker]
    return Key(tr(DISTRICT_NAMES[letter]), argument, str(DISTRICT_SIGNS[letter]))
