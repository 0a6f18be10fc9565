"""Builds the screens of a private board: the present position, the preview of a move, a choice."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from cogs.board.machine_moves import Machines
from cogs.board.match_message import Page, Screens, clock_line, running_due_line
from cogs.board.rendering import Rendering
from cogs.board.views import match_views as views
from cogs.board.views.agreement_views import claim_button, late_line
from cogs.board.views.hint_views import hint_buttons
from cogs.board.views.match_boards import Sight, end_rows
from cogs.board.views.match_views import Keyboard, button, result_button
from cogs.board.views.results_text import hints_line
from cogs.board.views.terms_words import clock_time
from cogs.contract.screen import IN_A_ROW, TEXT_LIMIT, Order, Screen, enabled_rows, fitted
from cogs.frame.layout import Button, Content, Item, layout
from cogs.frame.names import names_in_text, unescape
from cogs.presses import MatchAction, MatchPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import label_text, tr
from prowlerbot.match.banks import bank_left, is_first_move
from prowlerbot.match.machine_help import find_hint
from prowlerbot.match.match import Match, Phase, seat_at
from prowlerbot.match.play import planning_seats
from prowlerbot.match.scene import Scene
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.match_service import Service


def secret_step_rows(match: Match, seat: int) -> list[list[Item]]:
    """The button that takes the latest secret step back; no row without one."""
    decision = match.decision(seat)
    if not decision.concealed:
        return []
    return [[button("unplan", match, tr("Take back"), "↩️", step=decision.step)]]


_CHOICE_ACTIONS: set[MatchAction] = {"choose", "wonder", "wonder1"}
_LIST_ACTIONS: set[MatchAction] = {"try1", "wonder1"}
"""Presses in the list of moves beside the shared board; “Back” leads there."""
_MAX_KEY_ROWS = 6
"""The rows of keys that a phone has room for; in more of them, only keys to press are shown."""

_Note: TypeAlias = Callable[[Match], Awaitable[str]]  # a line about a match; empty for most matches


@dataclass(eq=False)
class PrivateScreens:
    """The messages in which a player sees a match alone; ``PrivateBoards`` shows them."""

    _service: Service
    _rendering: Rendering
    _screens: Screens
    _machines: Machines
    _note_makers: list[_Note] = field(default_factory=list[_Note], init=False)

    def add_note(self, note: _Note) -> None:
        """Let a feature say something of the matches that no message shows to all."""
        self._note_makers.append(note)

    def board_stays(self, user: int, scene: Scene) -> bool:
        """Whether a private board stays after a move, and follows the match."""
        is_player = scene.match.seat_of(user) is not None
        words_first = is_player and scene.reader_choices(user).text_first
        return words_first or self._rendering.moves_on_own_board(scene)

    def asks_first(self, user: int, scene: Scene, *, final: bool) -> bool:
        """Whether a move is shown before it counts; a ``final`` one cannot be taken back."""
        return (final and self._is_careful(user, scene)) or self._rendering.confirms(user, scene)

    def keyboard(self, user: int, scene: Scene, *, listed: bool = False) -> Keyboard:
        """The keys of a private board; ``listed`` ones stand beside the shared board."""
        match = scene.match
        seat = match.seat_of(user)
        step = 0 if seat is None else match.decision(seat).step
        if listed:
            return Keyboard(match, "try1", "wonder1", "planpick", step)
        confirms = self._rendering.confirms(user, scene)
        counts_at_once = self._rendering.moves_on_own_board(scene) and not confirms
        move: MatchAction = "plan" if counts_at_once else "try"
        final: MatchAction | None = "try" if self._is_careful(user, scene) else None
        return Keyboard(match, move, "wonder", "planpick", step, final)

    def _is_careful(self, user: int, scene: Scene) -> bool:
        """Whether final secret steps are shown first: never live, and by a clock only if chosen."""
        seat = scene.match.seat_of(user)
        if seat is None or self._service.facts.is_live(scene.match):
            return False
        choices = scene.choices_of(seat)
        is_timed = scene.match.terms.is_timed and choices.confirm is None and not choices.text_first
        return scene.confirms_moves(seat) and not is_timed

    async def _unshared_lines(self, scene: Scene) -> list[str]:
        """Notes for the readers of a match that no message shows to all."""
        match = scene.match
        for note in self._note_makers:
            if line := await note(match):
                return [line]
        if len(match.people) > 1:
            return [running_due_line(self._service, scene)]
        if match.phase is Phase.OVER:
            return ["-# " + tr("Only you see this match.")]
        if match.terms.day:
            return []
        label = tr("Your matches")
        return ["-# " + tr("Only you see this match; “{button}” leads back to it.", button=label)]

    def notice(self, match: Match) -> str:
        """The notice to readers who wait for the machine; empty if they do not wait."""
        return self._machines.notice(match) if match.has_machine else ""

    def opening_page(self, user: int, scene: Scene) -> str:
        match = scene.match
        seat = match.seat_of(user)
        if seat is None or match.phase is not Phase.PLAYING:
            return ""
        known = self._service.facts.timeline(match, user)
        return self._rendering.face(match).opening_page(known.views, match.player(seat).orders)

    def present_page(self, user: int, scene: Scene) -> str:
        """The page of a private board that shows the present."""
        known = self._service.facts.timeline(scene.match, user)
        return self._rendering.face(scene.match).present_page(known.views)

    async def present_content(
        self, user: int, scene: Scene, intro: str = "", *, page: str = ""
    ) -> Content:
        """The current position, with its keys if it is the asker's turn, or a page before it."""
        match, known = scene.match, self._known_timeline(user, scene)
        machines_think = self._service.facts.only_machines_to_move(match)
        here = Page(known, known.views_until(), name=page, aside=machines_think)
        sight, seat = self._screens.build_sight(user, scene, here), known.viewer
        private = self._rendering.face(match).private
        lines = [clock_line(self._service, scene) if private else "", self.notice(match)]
        rows, keyboard, hints = list[list[Item]](), None, list[Button]()
        if match.phase is Phase.PLAYING and seat is not None:
            rows = secret_step_rows(match, seat)
            if seat in known.present.to_move:
                keyboard, hints = self.keyboard(user, scene), self._hint_buttons(scene, known)
            else:
                lines += self._idle_lines(user, scene, known)
                rows += self._idle_rows(user, scene, known, page)
                rows += await self.next_match_rows(user, match)
            if not scene.unshared:
                has_menu = scene.choices_of(seat).text_first or not private
                items = [*hints, *(_menu_buttons(match, sight.screen) if has_menu else [])]
                if items:
                    rows[:1] = [[*(rows[0] if rows else ()), *items]]
        if scene.unshared and seat is not None:
            lines += await self._unshared_lines(scene)
            if not rows or keyboard is not None:
                rows.append([])
            first_row, *others = _unshared_rows(match, known, sight.screen)
            rows = [*rows[:-1], [*rows[-1], *hints, *first_row], *others]
        if match.phase is Phase.OVER and not scene.unshared:
            rows = [*rows, *end_rows(match, known, own=True)]
        due = self._due_line(scene, seat, sight, is_to_move=keyboard is not None)
        lines = [intro, *_result_lines(match, known, sight), due, *lines]
        return await self._message(scene, here, sight, lines=lines, rows=rows, keyboard=keyboard)

    def _due_line(self, scene: Scene, seat: int | None, sight: Sight, *, is_to_move: bool) -> str:
        """The deadline if the shared board is no help, and whether a reader's own clock runs."""
        match = scene.match
        has_own_clock = self._rendering.face(match).private and match.terms.is_timed
        is_needed = sight.look.words or has_own_clock
        if match.phase is not Phase.PLAYING or scene.unshared or not is_needed:
            return ""
        due = running_due_line(self._service, scene, seat if is_to_move else None)
        if not (due and has_own_clock and seat) or (is_to_move and is_first_move(match, seat)):
            return due
        if not is_to_move:
            time = clock_time(bank_left(match, seat))
            return tr("⏱️ Your clock has stopped at {time}, until your next decision.", time=time)
        deadline = f"<t:{self._service.clocks.deadline(scene, seat)}:R>"
        return tr("⏱️ Your clock runs until you have finished; it is empty {when}.", when=deadline)

    def _live_clock_line(self, scene: Scene, seat: int | None) -> str:
        """The live clock of a player who decides beside the board; empty without one."""
        return running_due_line(self._service, scene, seat) if scene.match.terms.is_timed else ""

    async def move_list_content(self, user: int, scene: Scene) -> Content:
        """The moves with the effect of each, beside the shared board: it has all other buttons."""
        match, known = scene.match, self._known_timeline(user, scene)
        hints = self._hint_buttons(scene, known)
        if find_hint(match, seat_at(match, user)) is not None:
            hints = [replace(hint, label=tr("Back to the hint")) for hint in hints]
        row = [button("menu", match, tr("Menu")), *hints]
        here = Page(known, known.views_until(), listed=True, aside=True)
        sight = self._screens.build_sight(user, scene, here)
        lines = [*_result_lines(match, known, sight), self._live_clock_line(scene, known.viewer)]
        keyboard = self.keyboard(user, scene, listed=True)
        return await self._message(scene, here, sight, lines=lines, rows=[row], keyboard=keyboard)

    def _known_timeline(self, user: int, scene: Scene) -> Timeline:
        if not scene.match.setup:
            raise Denied("This challenge was not accepted, so there is no board.")
        return self._service.facts.timeline(scene.match, user)

    def _hint_buttons(self, scene: Scene, known: Timeline) -> list[Button]:
        admitted = self._machines.seats.admits_machine(scene.server)
        return hint_buttons(scene.match, known, admitted=admitted)

    async def _message(
        self,
        scene: Scene,
        shown_page: Page,
        sight: Sight,
        *,
        lines: Sequence[str],
        rows: Sequence[Sequence[Item]],
        keyboard: Keyboard | None,
    ) -> Content:
        """A private board with its keys, if any; an earlier page only leads to those after it."""
        match, screen, seat = scene.match, sight.screen, shown_page.known.viewer
        keys: list[list[Item]] = []
        if screen.pages:
            rows = [_page_buttons(match, screen.pages)]
        elif keyboard is not None and seat is not None:
            is_crowded = len(screen.rows) > _MAX_KEY_ROWS
            keys = keyboard.rows(enabled_rows(screen.rows) if is_crowded else screen.rows)
            rows = [*rows, *_split_into_rows(_order_buttons(match, seat, screen.orders))]
        if screen.film is not None:
            rows = [*rows, [views.film_button(match, len(shown_page.views) - 1, screen.film)]]
        text, topics = "\n".join(filter(None, lines)), _topic_rows(match, sight)
        return await self._rendering.message(match, sight, text, join_rows([*keys, *topics], rows))

    async def topic_content(self, user: int, press: MatchPress, scene: Scene) -> Content:
        """The words that a reader of words first asks for, above the way back to the board."""
        known = self._known_timeline(user, scene)
        page = Page(known, known.views_until(), name=self.opening_page(user, scene))
        topics = self._screens.build_sight(user, scene, page).topics
        index = int(press.argument) if press.argument.isdecimal() else 0
        if not topics:
            raise Denied("This position is told by its picture; “Words first” tells it in words.")
        label, words = topics[min(index, len(topics) - 1)]
        lines = fitted([f"### {label}", *words.split("\n")], TEXT_LIMIT, "\n")
        return layout(lines, rows=[[self._back_button(user, scene)]])

    def _idle_lines(self, user: int, scene: Scene, known: Timeline) -> list[str]:
        """The notes to a player who is not to move: of a plan, and of players who are late."""
        lines, late = list[str](), self._service.clocks.claimable_seats(scene, user)
        if known.plan and known.viewer in planning_seats(scene.match, known.present.seen):
            lines.append(f"{views.PLAN} {tr('Your plan waits. Only you know of it.')}")
        return [*lines, late_line(scene.match, late)] if late else lines

    def _idle_rows(self, user: int, scene: Scene, known: Timeline, page: str) -> list[list[Item]]:
        """The row of a player who is not to move; an only board has the button that updates it."""
        match, row = scene.match, list[Item]()
        if self._service.clocks.claimable_seats(scene, user):
            row.append(claim_button(match))
        can_plan = known.viewer in planning_seats(match, known.present.seen)
        if can_plan:
            row.append(views.plan_button(match))
        if scene.unshared or (not can_plan and self.board_stays(user, scene)):
            row.append(button("lookback", match, tr("Look again"), views.REFRESH, argument=page))
        return [row] if row else []

    async def next_match_rows(self, user: int, match: Match) -> list[list[Item]]:
        """The way to the most urgent other match that waits for the reader; no row without one."""
        waiting = await self._service.lists.waiting_matches(user, match.id)
        if not waiting:
            return []
        other = await self._service.match(waiting[0])
        title = tr("Daily challenge") if other.terms.day else self._rendering.face(other).title
        return [[button("nextboard", match, tr("Next: {match}", match=title), "⏭️")]]

    async def preview_content(self, user: int, press: MatchPress, scene: Scene) -> Content:
        """The effect of a move before it counts, or the choice that completes a move."""
        draw = self._choice_content if press.action in _CHOICE_ACTIONS else self._effect_content
        return await draw(user, press, scene)

    async def _effect_content(self, user: int, press: MatchPress, scene: Scene) -> Content:
        """The position after a move that is not made yet, and the value of the move."""
        match, facts = scene.match, self._service.facts
        face, names, seat = self._rendering.face(match), names_in_text(match), seat_at(match, user)
        present = facts.position_to_move(match, user, press.moment, step=press.step)
        known = facts.timeline(match, user)
        present_view, next_view = known.present, facts.foresee_move(present, seat, press.argument)
        shown_views = (*known.views, next_view)
        move = face.move_words(present_view, press.argument)
        lines = [
            "### " + tr("If you make this move"),
            face.news(shown_views, names) or label_text(f"**{names[seat - 1]}**", f"{move}."),
            face.gain(present_view, next_view, seat, names),
            self._live_clock_line(scene, seat),
        ]
        words_first = scene.choices_of(seat).text_first  # its reader looks at each move first
        if not words_first:
            lines.append("-# " + self._reason_words(user, scene))
        on_own_board = self._rendering.moves_on_own_board(scene)
        action: MatchAction = "plan" if on_own_board else "confirm"
        answer_button = partial(button, match=match, argument=press.argument, step=press.step)
        back, hint = self._back_button(user, scene, press), find_hint(match, seat)
        if hint is not None and press.action == "try" and not self.board_stays(user, scene):
            back = button("hint", match, tr("Back"), argument=str(hint.hint_steps), step=press.step)
        row: list[Item] = [answer_button(action, label=tr("Confirm"), emoji="✅"), back]
        if self._rendering.confirms(user, scene) and not on_own_board and not words_first:
            row.append(answer_button("atonce", label=tr("Confirm and don't ask again"), emoji="⏩"))
        text = "\n".join(filter(None, lines))
        sight = self._screens.build_sight(user, scene, Page(known, shown_views))
        return await self._rendering.message(match, sight, text, [row], asks=True)

    def _reason_words(self, user: int, scene: Scene) -> str:
        """The reason for the preview of a move, and when previews end."""
        if scene.choices_of(seat_at(scene.match, user)).confirm is None:
            if self._rendering.face(scene.match).private:
                return tr(
                    "In your first matches, a step that cannot be taken back counts once you"
                    " confirm it."
                )
            if self._rendering.confirms(user, scene):
                return tr("In your first matches a move counts once you confirm it.")
        return tr("Only you see this; nothing counts until you confirm.")

    def _back_button(self, user: int, scene: Scene, press: MatchPress | None = None) -> Button:
        if press is not None and press.action in _LIST_ACTIONS:
            return button("look", scene.match, tr("Back"), argument="moves")
        return button("lookback", scene.match, tr("Back"), argument=self.present_page(user, scene))

    async def _choice_content(self, user: int, press: MatchPress, scene: Scene) -> Content:
        match = scene.match
        self._service.facts.position_to_move(match, user, press.moment, step=press.step)
        known = self._service.facts.timeline(match, user)
        page = Page(known, known.views_until(), press.argument)
        sight = self._screens.build_sight(user, scene, page)
        lines = [views.match_heading(match, sight.face), sight.screen.text]
        text = "\n".join(filter(None, [*lines, self._live_clock_line(scene, known.viewer)]))
        keyboard = self.keyboard(user, scene, listed=press.action in _LIST_ACTIONS)
        back: list[Item] = [self._back_button(user, scene, press)]
        rows = [*keyboard.rows(sight.screen.rows), back]
        return await self._rendering.message(match, sight, text, rows, asks=True)


def _result_lines(match: Match, known: Timeline, sight: Sight) -> list[str]:
    """The result once all pages are seen, the players unless pictured, and the text below."""
    face, screen = sight.face, sight.screen
    is_final = match.phase is Phase.OVER and not screen.pages
    result = views.ended_line(match, known, face) if is_final else ""
    has_picture = face.pictures is not None and screen.drawings and not sight.look.words
    players = f"{views.match_heading(match, face)} · {face.title}"
    hints = hints_line(match) if is_final else ""
    return [result, "" if has_picture and screen.text else players, screen.text, hints]


def join_rows(keys: Sequence[list[Item]], rows: Sequence[Sequence[Item]]) -> list[list[Item]]:
    """The rows below the keys; short ones share a row, as each is a line on a phone."""
    joined = [*keys]
    for row in rows:
        joined_row = [*joined[-1], *row] if joined else []
        if 0 < len(joined_row) <= IN_A_ROW and all(isinstance(item, Button) for item in joined_row):
            joined[-1] = joined_row
        else:
            joined.append([*row])
    return joined


def _menu_buttons(match: Match, screen: Screen) -> list[Button]:
    scores = [views.scores_button(match)] if screen.has_table else []
    return [*scores, button("menu", match, tr("Menu"))]


def _split_into_rows(buttons: Sequence[Item]) -> list[list[Item]]:
    return [[*buttons[start : start + IN_A_ROW]] for start in range(0, len(buttons), IN_A_ROW)]


def _order_buttons(match: Match, seat: int, orders: Sequence[Order]) -> list[Item]:
    """The buttons that give standing orders, and that take given ones back, marked by a minus."""
    given_orders, buttons = match.player(seat).orders, list[Item]()
    for order in orders:
        if order.key in given_orders:
            buttons.append(button("order", match, order.label, "☑️", argument=f"-{order.key}"))
        elif order.asked:
            buttons.append(button("order", match, order.label, "🔲", argument=order.key))
    return buttons


def _topic_rows(match: Match, sight: Sight) -> list[list[Item]]:
    """The buttons for what the board of a reader of words first does not say."""
    buttons = [
        button("topic", match, unescape(topic.label), argument=str(number))
        for number, topic in enumerate(sight.topics)
    ]
    return _split_into_rows(buttons)


def _page_buttons(match: Match, pages: Sequence[str]) -> list[Item]:
    following = button("lookback", match, tr("Next"), "▶️", argument=pages[0])
    if len(pages) == 1:
        return [following]
    return [following, button("lookback", match, tr("Skip to the end"), "⏭️", argument=pages[-1])]


def _unshared_rows(match: Match, known: Timeline, screen: Screen) -> list[list[Item]]:
    """The last rows of a board that is the only one its reader has."""
    menu = button("menu", match, tr("Menu"))
    if match.phase is not Phase.OVER:
        return [[views.scores_button(match), menu] if screen.has_table else [menu]]
    if not match.terms.day:
        return end_rows(match, known, shared=False, own=True)
    result = result_button(match.game, match.terms.day)
    return [[result, views.last_board_button(match, known), menu]]
