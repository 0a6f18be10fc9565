"""The face of Heroes Beware in Discord.

With ``look.words``, the message also has the position in words, so its screen tells less. Where
``worded()`` holds, words replace signs. A page of a replay may have both, and a picture's lines.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from cogs.contract.account import Lettered, Merit
from cogs.contract.face import Face, Pictures, PlayedOut
from cogs.contract.screen import Chapter, Drawing, Look, Names, Row, Screen
from cogs.contract.sentences import Event, Part, Topic
from cogs.contract.sign import Sign, worded
from cogs.games.heroes import (
    account,
    building_questions,
    colony_words,
    invasion_questions,
    lessons,
    moments,
    shown_cards,
    situation,
    spoken,
    typed,
)
from cogs.games.heroes.happened import SENTENCES, profit_event
from prowlerbot.core.final_count import Count
from prowlerbot.core.game import View, find_move
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.heroes.final_count import final_count
from prowlerbot.games.heroes.moves import END, Move
from prowlerbot.games.heroes.rules import Line, Position
from prowlerbot.games.heroes.seat import Seat, Stage
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme
from renderer.heroes import parts_to_prepare as drawn_ahead
from renderer.heroes.animation import animate
from renderer.heroes.board import Made, OptionMark, draw_board, draw_compared, draw_own
from renderer.heroes.colours import COLOURS, draw_cover, dress
from renderer.theme import Colour

_Seen = View[Position]


class HeroesFace(Face):
    private = True
    chaptered = True
    sentences = SENTENCES
    signs: Sequence[Sign] = colony_words.SIGNS
    pictures = Pictures(
        draw_cover,
        mark("A colony under the ground, with its entrance above."),
        drawn_ahead,
        animate,
        dress,
    )

    @property
    def pitch(self) -> str:
        return tr(
            "Build an underground colony, and the same heroes rob every colony."
            " 1 to 4 players, about 30 minutes."
        )

    @property
    def rules(self) -> str:
        return lessons.rules()

    def setup_words(self, options: Mapping[str, str], names: Names) -> str:
        return lessons.setup_words(options)

    def medals(self, options: Mapping[str, str]) -> str:
        return situation.medal_totals(options)

    def seat_mark(self, seat: int, setup: str) -> str:
        return colony_words.seat_mark(seat)

    def seat_look(self, seat: int, setup: str, theme: Theme) -> tuple[int, Colour]:
        return seat, COLOURS[theme].seats[seat - 1]

    def screen(self, views: Sequence[_Seen], look: Look, choosing: str | None = None) -> Screen:
        view, line = views[-1], _line_of(views)
        over = view.outcome is not None
        end = (self.ending(view, look.names), self.sheet(views, look)) if over else ("", ())
        if view.viewer is None or look.ended is not None:
            return _shared_board(line, look, end=end)
        cards = shown_cards.cards_from_page(line, look.page) if choosing is None else []
        # Words have room for all cards beside the present.
        if cards and not look.words:
            return shown_cards.card_page(cards, view.viewer, look)
        if over:
            return _shared_board(line, look, cards, view.viewer, end)
        return _own_board(line, view.viewer, look, choosing, cards)

    def opening_page(self, views: Sequence[_Seen], orders: Collection[str]) -> str:
        view = views[-1]
        if view.viewer is None or view.outcome is not None:
            return ""
        return shown_cards.opening_page(_line_of(views), view.viewer, orders)

    def present_page(self, views: Sequence[_Seen]) -> str:
        return shown_cards.present_page(_line_of(views), views[-1].viewer or 0)

    def events(self, views: Sequence[_Seen]) -> Sequence[Event]:
        return account.latest_events(_line_of(views))

    def marked(self, view: _Seen, seat: int, names: Names) -> str:
        return situation.mark_player(seat, names)

    def news(self, views: Sequence[_Seen], names: Names) -> str:
        return account.news_text(_line_of(views), names)

    def recap(self, views: Sequence[_Seen], names: Names) -> str:
        return account.recap_words(_line_of(views), names)

    def result(self, view: _Seen, names: Names) -> str:
        return spoken.verdict_words(view.seen, names)

    def chapters(self, views: Sequence[_Seen]) -> Sequence[Chapter]:
        return account.chapters(_line_of(views))

    def scores(self, view: _Seen, names: Names) -> str:
        return spoken.scores_text(view.seen, names)

    def final_count(self, views: Sequence[_Seen]) -> Count:
        return final_count([view.seen for view in views])

    def course(self) -> str:
        return tr("the rounds")

    def topics(self, views: Sequence[_Seen], look: Look) -> list[Topic]:
        """The own colony and the table, each other colony, and the ways that only pictures show."""
        line, view, found = _line_of(views), views[-1], super().topics(views, look)
        if view.viewer is not None and look.page and look.ended is None and view.outcome is None:
            cards = shown_cards.cards_from_page(line, look.page)
            if ways := "\n".join(account.missed_way_lines(line, view.viewer, cards)):
                found.append(Topic(tr("Ways of the invaders"), ways))
        return found

    def parts(self, view: _Seen, names: Names, ended: Ranks | None) -> Sequence[Part]:
        return [*spoken.spoken_parts(view.seen, view.viewer, names, ended)]

    def gain(self, before: _Seen, after: _Seen, seat: int, names: Names) -> str:
        gained = colony_words.gain_words(before.seen, after.seen, seat)
        ends = situation.turn_end_words(before.seen, after.seen, seat, names)
        return "\n".join(filter(None, (gained, ends)))

    def typed_options(self, view: _Seen, names: Names) -> list[tuple[str, str]]:
        return [] if view.viewer is None else typed.list_typed_moves(view.seen, view.viewer)

    def move_words(self, view: _Seen, move: str) -> str:
        return typed.words_of_text(move)

    def own_words(self, view: _Seen, move: str) -> str:
        return moments.own_move_words(_own_seat(view), typed.parse_move(move))

    def did(self, view: _Seen, player: str, move: str) -> str:
        return moments.deed_words(view.seen, _own_seat(view), player, typed.parse_move(move))

    def is_final(self, view: _Seen, move: str) -> bool:
        own = _own_seat(view)
        return own is not None and building_questions.is_final(own, typed.parse_move(move))

    def asked_before(self, view: _Seen, move: str) -> str:
        if (own := _own_seat(view)) is None:
            return ""
        written = typed.parse_move(move)
        asks = building_questions.asking_argument(own, written, last=view.seen.last)
        return asks or invasion_questions.asking_argument(own, written)

    def moment(self, view: _Seen) -> str:
        return situation.brief_moment(view.seen)

    def count(self, view: _Seen) -> int | None:
        return view.seen.round

    def lit(self, view: _Seen, look: Look, moves: Sequence[Lettered]) -> Drawing | None:
        return _letter_board(view.seen, view.viewer, look, moves)

    def compared(self, view: _Seen, look: Look, played: str, better: str = "") -> Drawing | None:
        return _compare_on_board(view.seen, view.viewer, look, (played, better))

    def typed_move(self, view: _Seen, text: str, detail: str | None, names: Names) -> str:
        return text if view.viewer is None else typed.read_typed(view.seen, view.viewer, text)

    def merits(
        self, view: _Seen, seat: int, move: str, names: Names, than: str = ""
    ) -> Sequence[Merit]:
        return [*moments.list_merits(_consider(view, seat, move, than))]

    def purpose(self, view: _Seen, seat: int, move: str, names: Names) -> str:
        return moments.purpose_words(_consider(view, seat, move))

    def drawback(self, view: _Seen, seat: int, move: str) -> str:
        return moments.drawback_words(_consider(view, seat, move))

    def reasons(self, view: _Seen, seat: int, move: str, names: Names, than: str = "") -> list[str]:
        """Those of any move, before the rule for a piece of the offer."""
        found = super().reasons(view, seat, move, names, than)
        made = find_move(view, seat, move)
        rule = moments.rule_for_pieces(made.piece) if made.kind == "choose" else ""
        return [*found, *filter(None, [rule])]

    def expected_words(self, view: _Seen, seat: int, move: str) -> str:
        return moments.expected_words(_consider(view, seat, move))

    def machine_plan_words(self, view: _Seen, seat: int, move: str) -> str:
        return moments.plan_words(_consider(view, seat, move))

    def regions(self, view: _Seen, seat: int, move: str) -> Sequence[str]:
        return [*moments.region_words(_consider(view, seat, move))]

    def amount(self, count: int) -> str:
        return trn("{count} treasure", "{count} treasure", count)

    def highlights(self, matches: Iterable[PlayedOut]) -> list[str]:
        return account.highlights(matches)

    def favourite(self, matches: Iterable[PlayedOut]) -> str:
        return account.favourite(matches)


def _consider(view: _Seen, seat: int, move: str, than: str = "") -> moments.Considered:
    other = find_move(view, seat, than) if than else None
    return moments.Considered(view.seen, seat, find_move(view, seat, move), other)


def _own_seat(view: _Seen) -> Seat | None:
    return view.seen.seats[view.viewer - 1] if view.viewer else None


def _line_of(views: Sequence[_Seen]) -> Line:
    return [view.seen for view in views]


def _shared_board(
    line: Line,
    look: Look,
    cards: Sequence[account.Shown] = (),
    seat: int = 0,
    end: tuple[str, Sequence[Drawing]] = ("", ()),
) -> Screen:
    """The shared board: the awaited players, every colony in small; at the ``end`` the
    count in words and drawn, below the ``cards`` that the player of a ``seat`` has not seen yet.
    """
    position, names = line[-1], look.names
    ended_cards, card = shown_cards.ended_cards(line, look), account.present_card(line)
    earlier = card.seats_before if card is not None else ()
    draw = partial(
        draw_board, position, look.plain, theme=look.theme, ended=look.ended, earlier=earlier
    )
    board = Drawing("board.png", draw, spoken.alt_text(position, None, look.plain, look.ended))
    drawings = [*ended_cards, board]
    lines = account.lines_since(line, seat, names, cards) if cards else []
    if position.outcome is None:
        lines += _running_lines(line, look)
        if ended_cards and not (look.words or look.replayed):
            drawings = ended_cards  # a phone has room for one; the next event brings the board
    else:
        # The colonies are gone after the last round, unless all other players left earlier.
        drawings = [*end[1], *([board] if position.left else []), *ended_cards]
        if not look.words:
            lines.append(spoken.all_losses_lines(line, seat) if seat else end[0])
        elif not lines:  # the position has the count, the pictures have no cards for their readers
            lines = [account.news_text(line, names)]
    flips = position.live and look.ended is None
    rows: list[Row] = building_questions.pile_rows(position) if flips else []
    return Screen("\n".join(filter(None, lines)), drawings, rows, film=account.film_of(line))


def _running_lines(line: Line, look: Look) -> Iterator[str]:
    """The lines of the shared board before the end of the match."""
    position, names = line[-1], look.names
    known = shown_cards.last_step_in_table(line)
    news = account.news_text(line, names, after=known, alone=look.replayed)
    yield news
    yield "" if look.words else situation.present_card_words(position, news)
    owned = position.left or any(it.treasure or it.tokens.anywhere for it in position.seats)
    # A table, and every running board, has it in the picture.
    if owned and (look.words or (look.replayed and position.phase != "planning")):
        yield spoken.standing_lines(position, names)
    if look.ended is None:
        yield situation.goal_words(position)
        yield situation.cleared_words(position)
        yield f"-# {situation.moment_words(position)}"
        yield situation.race_words(position)
        yield "" if look.aside else situation.awaited_words(position, names)


def _own_board(
    line: Line, seat: int, look: Look, choosing: str | None, cards: Sequence[account.Shown]
) -> Screen:
    """A player's own board with their actions or an open choice, below the unseen ``cards``."""
    position = line[-1]
    choice = _own_question(position, seat, look, choosing)
    if look.words and not look.replayed:  # the position in words has the rest
        lines = _lines_in_words(line, seat, look, choice, choosing=choosing, cards=cards)
    else:
        lines = _lines_with_picture(line, seat, look, choosing, choice.question)
    card = account.present_card(line)
    draw = partial(
        draw_own,
        *(position, seat),
        theme=look.theme,
        marks=choice.marks,
        options=choice.options,
        names=look.plain,
        earlier=card.seats_before[seat - 1] if card is not None else None,
    )
    drawings = [Drawing("own.png", draw, spoken.alt_text(position, seat, look.plain, look.ended))]
    orders = []
    if choosing is None:
        if look.words or not look.page:  # pages have shown them
            drawings = [*shown_cards.ended_own_cards(line, seat, look, cards), *drawings]
        orders = building_questions.offered_orders(line, seat)
    text = "\n".join(filter(None, lines))
    return Screen(text, drawings, choice.rows(), orders, account.film_of(line))


def _own_question(
    position: Position, seat: int, look: Look, choosing: str | None
) -> building_questions.Choice:
    """The open choice or the question of a player, or the players awaited in their place."""
    own = position.seats[seat - 1]
    if choosing is not None and own.stage in {"inspection", "populate"}:
        return invasion_questions.open_choice(position, seat, choosing)
    if choosing is not None:
        choice = building_questions.open_choice(position, seat, choosing)
        if choosing == building_questions.ASK_END:
            ends = situation.turn_end_words(position, position.after(seat, END), seat, look.names)
            return choice._replace(question=f"{choice.question}\n{ends}")
        return choice
    if seat not in position.to_move:
        awaited = situation.idle_words(position, seat, look.names, alone=look.aside)
        return building_questions.Choice(awaited)
    if own.stage == "draft":
        return building_questions.turn_choice(position, seat)
    return _QUESTIONS.get(own.stage, invasion_questions.stage_choice)(position, seat)


def _has_news(own: Seat, choosing: str | None) -> bool:
    """Whether a board tells the moves of others; a race leaves no time to read them."""
    return choosing is None and own.stage != "live"


def _summary_words(position: Position, own: Seat) -> str:
    """The summary of a colony, as long as it can change."""
    summed = position.building or own.stage in {"closing", "inspection"}
    return colony_words.colony_summary(own.colony) if summed else ""


_MOST_WORDS = 95
"""The words of a private board before the position; the players and a standing order have more."""


def _lines_in_words(
    line: Line,
    seat: int,
    look: Look,
    choice: building_questions.Choice,
    *,
    choosing: str | None,
    cards: Sequence[account.Shown],
) -> list[str]:
    """The lines of an own board in words; too many become brief, else lose the turn, else both."""
    position, own = line[-1], line[-1].seats[seat - 1]
    news = _has_news(own, choosing)
    around = [*_help_lines(line, seat)] if choosing is None else []
    gets = _summary_words(position, own) if choosing is None else ""
    turn = f"-# {situation.brief_moment(position)}" if news and position.shown else ""
    lines = list[str]()
    for with_turn, briefly in ((True, False), (True, True), (False, False), (False, True)):
        lines = account.lines_since(line, seat, look.names, cards, briefly=briefly) if news else []
        lines += [*around, turn if with_turn else "", choice.question]
        lines += [*(choice.shorter if briefly else choice.words), gets]
        if len("\n".join(lines).split()) <= _MOST_WORDS:
            break
    return lines


def _lines_with_picture(
    line: Line, seat: int, look: Look, choosing: str | None, question: str
) -> list[str]:
    """The lines of an own board above its picture."""
    position, own = line[-1], line[-1].seats[seat - 1]
    lines, story = list[str](), ""
    if _has_news(own, choosing):
        known = shown_cards.last_step_on_pages(line, look.page)
        turns = look.replayed or own.stage != "draft"
        told = account.news_text(line, look.names, after=known, alone=look.replayed, turns=turns)
        story = "" if look.replayed else account.story_line(position, seat, look.names)
        asked = position.phase == "invasion" and seat in position.to_move
        lines.append(told if look.replayed or not (story or asked) else "")
    lines += _lines_around(line, seat, choosing, look.names, "".join(lines))
    lines.append(story)
    # In a replay nobody decides, and “Describe” has the rest in words.
    lines.append("" if look.words else question)
    if choosing is None or look.words:
        lines.append(_summary_words(position, own))
    return lines


def _lines_around(
    line: Line, seat: int, choosing: str | None, names: Names, news: str
) -> Iterator[str]:
    """The lines between the ``news`` and the question, except those that the news has. Only its
    finished text shows that, as a long one loses its oldest lines.
    """
    position, own = line[-1], line[-1].seats[seat - 1]
    yield f"-# {situation.moment_words(position)}"
    card_words = situation.present_card_words(position, news)
    gone = own.walk is None and account.story_line(position, seat, names)
    yield card_words.split("\n")[0] if gone else card_words  # its rules no longer matter
    if choosing is None:
        if position.phase == "build" and not worded():  # before, the shared board has it
            yield situation.cleared_words(position)
        aims = situation.medal_words(position) if position.phase == "planning" or worded() else ""
        yield f"-# {aims}" if aims and situation.round_begins(position) else ""
        # Others may have chosen pieces since the round ended.
        if position.phase == "planning" and position.rounds:
            profit = "\n".join(account.tell_events([profit_event(position)], names))
            yield "" if profit in news else profit
            yield spoken.losses_line(line, seat)
        if not worded():
            yield from _help_lines(line, seat)


def _help_lines(line: Line, seat: int) -> Iterator[str]:
    """The tiles passed, and help for newcomers."""
    position, own = line[-1], line[-1].seats[seat - 1]
    if own.stage == "draft" and not own.built_now:
        stuck = building_questions.has_turned_up(line, seat)
        yield tr("-# No tile fitted: your queue was turned up.") if stuck else ""
        yield "" if stuck else situation.passed_words(line, seat)
        # The position has the features of all tiles.
        yield "" if worded() else situation.new_features(line, seat)
    if tip := situation.newcomer_tip(position, own):
        yield situation.goal_words(position) if worded() else ""  # the shared board has it
        yield tip


_QUESTIONS: dict[Stage, Callable[[Position, int], building_questions.Choice]] = {
    "live": building_questions.live_choice,
    "closing": building_questions.closing_choice,
    "inspection": invasion_questions.inspection_choice,
    "populate": invasion_questions.populate_choice,
    "planning": invasion_questions.planning_choice,
}
"""The question that waits for a seat, by stage; all others belong to the invasion."""


def _letter_board(
    position: Position, seat: int | None, look: Look, moves: Sequence[Lettered]
) -> Drawing | None:
    """The board of a seat with all squares of each move, the letters, if any, on the first."""
    if seat is None:
        return None
    lit: dict[int, OptionMark] = {}
    for letter, text in moves:
        if (goal := _goal_of(position.seats[seat - 1], typed.parse_move(text))) is not None:
            (first, *_), before = goal.squares, lit.get(goal.squares[0], OptionMark(()))
            squares = tuple(dict.fromkeys((*goal.squares, *before.squares)))
            lit[first] = OptionMark(squares, before.label + letter)
    if not lit and position.phase != "planning":  # its picture has the pieces on offer
        return None
    marks = [*lit.values()]
    draw = partial(draw_own, position, seat, theme=look.theme, marks=marks, names=look.plain)
    return Drawing("own.png", draw, spoken.alt_text(position, seat, look.plain, look.ended))


def _compare_on_board(
    position: Position, seat: int | None, look: Look, moves: Sequence[str]
) -> Drawing | None:
    """The board of a seat with the way of the played move and of the better one, if given."""
    if seat is None:
        return None
    own = position.seats[seat - 1]
    made = [_goal_of(own, typed.parse_move(move)) if move else None for move in moves]
    if not any(made):
        return None
    draw = partial(draw_compared, position, seat, *made, theme=look.theme)
    return Drawing("own.png", draw, spoken.alt_text(position, seat, look.plain, look.ended))


def _goal_of(own: Seat, move: Move) -> Made | None:
    """The goal of a move and, if it has a direction, its start; None if it has no place."""
    if move.at < 0:
        return None
    match move.kind:
        case "queue" | "hand" | "reserve":
            placed = building_questions.placed_piece(own, move)
            return Made(tuple(square for square, _ in placed.cells), placed=placed)
        case "move":
            return Made((move.to,), move.at)
        case "step" if own.walk is not None:
            return Made((move.at,), own.walk.square)
        case _:
            return Made((move.at,))
