"""The questions of players to each other with their answers, and the screens of a hint.

A hint shows where to look, then a few candidates, then the machine's choice. The places of the
candidates are lit on the board.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice, takewhile
from math import hypot
from typing import NamedTuple

from cogs.board.views.common_buttons import Keyboard
from cogs.board.views.match_views import board_link, button, draw_button, names_in_text, names_of
from cogs.contract.account import Merit, aims, lettered, reasons, share
from cogs.contract.face import Face
from cogs.contract.screen import Drawing, Key, Look
from cogs.contract.sign import spelled, worded
from cogs.frame.layout import Button, Content, Picture, layout
from cogs.presses import OfMatch
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import in_parts, label_text, mark, one_decimal_words, tr, trn
from prowlerbot.match.agreements import deciders
from prowlerbot.match.machine_help import CANDIDATES, WHERE, has_hints
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.terms import Asked, Question
from prowlerbot.match.timeline import Timeline
from prowlerbot.opponent.judgement import Appraisal, Estimate, JudgedMove
from renderer.canvas import draw_small

_ASKS = {
    Asked.CANCEL: mark("❓ **{player}** asks to end the match without a result."),
    Asked.DRAWN: mark("❓ **{player}** asks to have the rest of the set-up drawn by lot."),
    Asked.TAKEBACK: mark("❓ **{player}** asks to take back {move}."),
}
_REFUSED = {
    Asked.CANCEL: mark("✋ **{player}** refused to end the match without a result."),
    Asked.DRAWN: mark("✋ **{player}** refused to have the rest of the set-up drawn by lot."),
    Asked.TAKEBACK: mark("✋ **{player}** refused: {asker} cannot take back {move}."),
}


def move_words(seat: int, known: Timeline, face: Face) -> str:
    """The move that a seat can take back, in the players' words; empty if there is none."""
    ply = known.retractable
    if ply is None or known.plays[ply].seat != seat:
        return ""
    return _move_words(known.views[ply], known.plays[ply].move, face)


def _move_words(view: AnyView, move: str, face: Face) -> str:
    """A move in the players' words; only the news tell what a reader may know of another one."""
    return face.move_words(view, move) if move else tr("the last move")


def question_line(match: Match, known: Timeline, face: Face) -> str:
    """The open question, for everybody to read; empty if there is none."""
    if (question := match.open_question) is None:
        if refused := refused_line(match, known, face):
            return refused
        if known.drawn:
            return trn(
                "🎲 The rest of the set-up was drawn by lot: {count} move.",
                "🎲 The rest of the set-up was drawn by lot: {count} moves.",
                known.drawn,
            )
        return taken_back_line(match, known, face)
    asker, move = names_of(match, question.seat), move_words(question.seat, known, face)
    asks = tr(_ASKS[question.asked], player=asker, move=f"**{move}**")
    agreed = names_of(match, *question.agreed)
    lines = [asks, tr("{player} agreed.", player=agreed)] if agreed else [asks]
    return " ".join([*lines, _waiting_words(match, known, question)])


def _waiting_words(match: Match, known: Timeline, question: Question) -> str:
    waiting = names_of(match, *seats_to_answer(match, known, question))
    return tr("Waiting for {players}.", players=waiting)


def seats_to_answer(match: Match, known: Timeline, question: Question) -> list[int]:
    needed = deciders(match, known.present, question.asked)
    return sorted(needed - {question.seat, *question.agreed})


def refused_line(match: Match, known: Timeline, face: Face) -> str:
    """The refusal of a question, until play goes on."""
    question = match.question
    if question is None or question.open:
        return ""
    player, asker = names_of(match, question.refused_by), names_of(match, question.seat)
    move = f"**{move_words(question.seat, known, face)}**"
    return tr(_REFUSED[question.asked], player=player, asker=asker, move=move)


def outcome_text(before: Match, match: Match, user: int, known: Timeline, face: Face) -> str:
    """The private text for the asker after this user's answer to the question."""
    asked, question = before.question, match.open_question
    if refused := refused_line(match, known, face):
        return refused
    seat = match.seat_of(user)
    if asked is None or seat is None or seat == asked.seat:
        return tr("You have withdrawn your question.")
    agreed = tr("{player} agreed.", player=names_of(match, *sorted({*asked.agreed, seat})))
    if question is None:
        return agreed
    return f"{agreed} {_waiting_words(match, known, question)}"


def taken_back_line(match: Match, known: Timeline, face: Face, reader: int = 0) -> str:
    """The note that a move was just taken back, and for the ``reader`` who asked, who agreed."""
    undone = known.undone
    if undone is None or undone.ply != known.ply:
        return ""
    move = f"**{_move_words(known.present, undone.move, face)}**"
    agreed = deciders(match, known.present, Asked.TAKEBACK) - {undone.seat}
    if reader == undone.seat and agreed and match.terms.takebacks == "ask":
        players = names_of(match, *sorted(agreed))
        return tr("↩️ {players} agreed: {move} is taken back.", players=players, move=move)
    return tr("↩️ {player} took back {move}.", player=names_of(match, undone.seat), move=move)


def question_view(
    match: Match, known: Timeline, face: Face, question: Question, link: str
) -> Content:
    """The message with the question to the others; it mentions the players yet to answer."""
    hint = tr("No need to answer: it lapses with the next move.")
    if match.has_machine and question.asked is Asked.DRAWN:
        hint = tr("No need to answer: it lapses with a player's next move.")
    to_answer = seats_to_answer(match, known, question)
    mentions = " ".join(f"<@{match.player(seat).id}>" for seat in to_answer)
    text = f"{mentions} {question_line(match, known, face)} {link}\n-# {hint}"
    row = [*answer_buttons(match, known, face), _question_button(match, "withdraw", tr("Withdraw"))]
    return layout(text, rows=[row])


def answer_buttons(match: Match, known: Timeline, face: Face) -> list[Button]:
    """The buttons for the players who are asked."""
    if (question := match.open_question) is None:
        return []
    if question.asked is Asked.CANCEL:
        yes = tr("Agree: no result")
    elif question.asked is Asked.DRAWN:
        yes = tr("Agree: draw the rest")
    else:
        with spelled():
            undone = move_words(question.seat, known, face)
        yes = tr("Agree: take back {move}", move=undone)
    return [_question_button(match, "agree", yes), _question_button(match, "refuse", tr("Refuse"))]


def question_buttons(
    match: Match, seat: int, known: Timeline, face: Face, *, late: Collection[int]
) -> list[Button]:
    """The questions, answers and claims open to a player now; ``late`` seats can be claimed."""
    if match.phase is not Phase.PLAYING or seat in match.left:
        return []
    question = match.open_question
    row = list[Button]()
    if question is None:
        row = _askable_buttons(match, seat, known, face)
    elif question.seat == seat:
        row = [_question_button(match, "withdraw", tr("Withdraw"))]
    elif seat in deciders(match, known.present, question.asked) - {*question.agreed}:
        row = answer_buttons(match, known, face)
    if late:
        row.append(claim_button(match))
    return row


_CLAIM = mark("Claim the win against {players}? This cannot be undone.")
_CLAIM_OF_SEVERAL = mark("Make {players} leave the match? This cannot be undone.")


def claim_button(match: Match, *, sure: bool = False) -> Button:
    two = len(match.players) == 2
    label = tr("Claim victory") if two else tr("Make late players leave")
    return button("claim!" if sure else "claim", match, label, "⌛")


def late_line(match: Match, late: Collection[int]) -> str:
    """The players whose time is up; empty without any."""
    players = names_of(match, *sorted(late))
    return tr("The time of {players} is up.", players=players) if late else ""


def claim_question(before: Match, after: Match) -> Content:
    """The question before a claim that leads to the match ``after`` it."""
    gone = sorted(before.voters - after.voters)
    others = gone or sorted(before.voters - {after.ended_by})
    asked = tr(_CLAIM_OF_SEVERAL if gone else _CLAIM, players=names_of(before, *others))
    hint = "-# " + tr("To keep waiting, dismiss this message.")
    lines = [asked, _unrated_line(before, after), hint]
    return layout("\n".join(filter(None, lines)), rows=[[claim_button(before, sure=True)]])


def _askable_buttons(match: Match, seat: int, known: Timeline, face: Face) -> list[Button]:
    row = list[Button]()
    with spelled():
        move = move_words(seat, known, face)
    if move:
        label = tr("Take back {move}", move=move)
        row.append(button("ask", match, label, "↩️", argument=Asked.TAKEBACK))
    if known.present.drawable and seat not in known.present.out:
        row.append(draw_button(match))
    may_cancel = not match.has_machine and not match.terms.competition
    if may_cancel and len(match.players) > 1:
        row.append(button("ask", match, tr("Cancel match"), "🤝", argument=Asked.CANCEL))
    refused = match.question
    if refused is not None and refused.seat == seat:
        again = f":{refused.asked}"
        row = [each for each in row if not each.custom_id.endswith(again)]
    return row


def asked_text(match: Match, seat: int, known: Timeline, face: Face, link: str | None) -> str:
    """The text for the asker: the question waits, or its effect with a ``link`` to the board."""
    if match.question is None:
        effect = taken_back_line(match, known, face) or question_line(match, known, face)
        return f"{effect} {board_link(link)}" if link else effect
    if match.question.seat != seat:
        return tr("You have agreed.")  # another player had asked for the same
    asked = names_of(match, *seats_to_answer(match, known, match.question))
    return tr("Waiting for {players}. You can withdraw your question in the menu.", players=asked)


def answered_text(match: Match, question: Question | None, user: int) -> str:
    """The text in the menu for the player who answered."""
    if question is not None and match.seat_of(user) == question.seat:
        return tr("You have withdrawn your question.")
    if match.question is not None and match.question.refused_by:
        return tr("You have refused.")
    return tr("You have agreed.")


def claimed_text(before: Match, after: Match) -> str:
    """The text for the player who claimed. It says if the match is no longer rated."""
    return "\n".join(filter(None, [_claim_words(before, after), _unrated_line(before, after)]))


def _unrated_line(before: Match, after: Match) -> str:
    if not before.terms.rated or after.terms.rated or before.terms.takeover:
        return ""
    if before.terms.is_timed and len(before.players) > 2:  # perhaps somebody never came
        return ""
    return tr(
        "The match is not rated, because a player who stays may remove others from this server."
    )


def _claim_words(before: Match, after: Match) -> str:
    """The effect of a claim: the player has won, or the late players are out of the match."""
    if len(before.players) == 2:
        other = names_of(before, 3 - after.ended_by)
        return tr("⌛ {player} ran out of time. You win the match.", player=other)
    gone = [seat for seat in before.voters if seat not in after.voters]
    players = names_of(before, *gone)
    if not gone:
        return tr("⌛ The match is over.")
    if after.left == before.left:
        return tr("⌛ The machine plays on for {players}.", players=players)
    return tr("⌛ {players} had to leave the match.", players=players)


def _question_button(match: Match, action: OfMatch, label: str) -> Button:
    asked = match.question.asked if match.question is not None else ""
    return button(action, match, label, argument=asked)


_HINT_EMOJI = "💡"
_SECOND = mark("Second best: {move}, {result}.")
_MOST_CANDIDATES = 3
_PLACES = 3
"""The first step names at most one move of so many, if some place has so few."""
_ROOM, _ROOM_BELOW, _ROOM_OF_TWO_ROWS = 420, 350, 310
"""The letters of candidates that fit on a phone: below a heading, with other sentences, and above
two rows of buttons besides.
"""
_COMPARED = 1e-6
"""The least error of an estimate that comes from playouts."""
_LEVEL, _LEVEL_BY_REASONS = 2, 5
"""The matches of 100 by which a move that is no better than another one may differ, the second of
games in which reasons decide between such moves."""


class _HintPlace(NamedTuple):
    """A part of the board, empty if the game names none, and the moves there."""

    name: str
    moves: Sequence[str]


def _begin_alike(move: str, other: str) -> bool:
    begun, of_other = (each.partition(">")[0] for each in (move, other))
    return move == other or begun == of_other != ""


def most_at_once(moves: Sequence[str]) -> tuple[str, ...]:
    """The first of the moves that bring most at once, and the next one that begins otherwise if
    others begin like the first: the machine may find no move besides those.
    """
    first, alike = moves[:1], [each for each in moves if _begin_alike(each, moves[0])]
    others = (each for each in moves if each not in alike)
    return (*first, *islice(others, len(alike) > 1))


def _results(option: JudgedMove) -> tuple[float, float]:
    return option.chance.mean if option.chance is not None else 0.0, option.margin.mean


@dataclass(frozen=True)
class HintScreen:
    """A hint for the player of a seat, with what each move ``gains`` at once. The ``keyboard`` of
    the player's board decides which moves are shown before they count.
    """

    match: Match
    face: Face
    view: AnyView
    seat: int
    found: Appraisal
    gains: Mapping[str, str]
    keyboard: Keyboard

    def drawings(self, step: int, look: Look) -> list[Drawing]:
        """The board: in small with the place of the first step, then with the candidates lit; none
        for those who want words first.
        """
        if worded():
            return []
        if step < CANDIDATES:
            moves = self._place.moves or self._same_aim
            marked = [("", move) for move in moves if len(moves) > 1]  # one is the move itself
        else:
            chosen = [self._best, *(self._level or self._second)]
            shown = self._candidates if step == CANDIDATES else chosen
            marked = lettered([each.move for each in shown])
        lit = self.face.lit(self.view, look, marked) if marked else None
        if lit is not None and step < CANDIDATES:
            lit = replace(lit, draw=partial(draw_small, lit.draw))
        return [] if lit is None else [lit]

    def content_to_step(self, step: int, pictures: Sequence[Picture] = ()) -> Content:
        """This step, with the button for the next one."""
        heading = f"### {_HINT_EMOJI} {tr('Hint')}"
        if step == WHERE:
            private = tr("Only you see this. The result will say who took how many hints.")
            last = f"{self._place_words()}\n-# {private}"
        elif step == CANDIDATES:
            expected = tr("Wins of 100 matches between equals")
            if self._by_rule:
                expected = tr("Candidates, and what each is good for")
            elif self.found.exact:
                expected = tr("Candidates, and what the machine expects of each")
            elif self._best.chance is None:
                expected = tr("Candidates, and the treasure expected from this round")
            last = self._candidate_list(self._candidates, _ROOM)
            heading = f"{_HINT_EMOJI} **{self._shared_result(self._candidates) or expected}**"
        else:
            last = self._choice_words()
        following = {WHERE: tr("Candidates"), CANDIDATES: tr("The machine's choice")}
        equal = lettered([each.move for each in (self._best, *self._level)])
        if label := following.get(step):
            row = [self._button("hint", label, _HINT_EMOJI, str(step + 1))]
        elif self._level:
            row = [self._play_button(tr("Play {letter}", letter=it), move) for it, move in equal]
        else:
            row = [self._play_button(tr("Play it"), self._best.move)]
        if step != CANDIDATES:  # below three candidates a phone has no room for a second line
            row += gains_buttons(self.match, self.view.seen.moves(self.seat), self.gains)
        return layout(heading, pictures, [last, row])

    def _play_button(self, label: str, move: str) -> Button:
        key = Key(label, move, "✅", final=self.face.is_final(self.view, move))
        return self._button(self.keyboard.action(key), label, "✅", move)

    def _button(self, action: OfMatch, label: str, emoji: str, argument: str) -> Button:
        own = self.match.decision(self.seat).own
        return button(action, self.match, label, emoji, argument=argument, own=own)

    @cached_property
    def _options(self) -> list[JudgedMove]:
        """The compared moves by the result that a hint tells, the best first. Those about equal to
        it may stand by their weightiest reasons. In a game without chances, moves of its very same
        points mostly begin the same plan and give way to others, and so do moves without a reason.
        """
        best, *others = sorted(self.found.options, key=_results, reverse=True)
        if best.chance is None:
            others.sort(key=lambda it: (*_results(it), self._weight(it)), reverse=True)
            others = [it for it in others if reasons(self._merits[it.move])] or others
            alike = others and round(others[0].margin.mean, 1) == round(best.margin.mean, 1)
            if alike and not reasons(self._merits[best.move]):
                best, *others = others
        least = best.margin.mean - _COMPARED
        apart = [each for each in others if each.chance is not None or each.margin.mean < least]
        if best.chance is None or not self.face.level_by_reasons:
            return [best, *(apart or others)]
        level = [each for each in (best, *others) if not self._is_ahead(best, each)]
        level.sort(key=self._weight, reverse=True)
        return [*level, *(each for each in others if each not in level)]

    def _weight(self, option: JudgedMove) -> float:
        return max((merit.worth for merit in self._merits[option.move]), default=0.0)

    @property
    def _best(self) -> JudgedMove:
        return self._options[0]

    def _move_name(self, option: JudgedMove) -> str:
        """The move with its letter on the board, as exact as the other options demand, and what it
        brings at once if the game knows.
        """
        others = [each.move for each in self._options[:_MOST_CANDIDATES]]
        words = self.face.exact_words(self.view, option.move, others, names_in_text(self.match))
        named = lettered([each.move for each in self._candidates])
        gain = self.gains.get(option.move)
        (letter,) = (letter for letter, move in named if move == option.move)
        return f"{letter} · **{words}**" + (f" ({gain})" if gain else "")

    def _candidate_list(
        self, options: Sequence[JudgedMove], room: int, *, named: bool = False
    ) -> str:
        """Moves with their results, prices and as many reasons as there is ``room`` for; the first
        result may be ``named``.
        """
        (costs, common), shared = self._costs(options), self._shared_result(options)
        good = [[*reasons(self._merits[each.move])] for each in options]
        heads = [
            (
                self._move_name(each),
                "" if shared else self._result_words(each, named=named and each is options[0]),
                cost,
                self.gains.get(each.move),
            )
            for each, cost in zip(options, costs, strict=True)
        ]
        while True:
            lines = [*common]
            for (name, result, cost, gain), told in zip(heads, good, strict=True):
                parts = [it for it in (result, *told) if it and it != gain]
                dear = len(parts) if shared else 1
                words = in_parts([_price_words(in_parts(parts[:dear]), cost), *parts[dear:]])
                lines.append(f"- {label_text(name, words) if words else name}")
            text = "\n".join(lines)
            if len(text) <= room or not any(good):
                return text
            max(good, key=lambda told: (len(told), len(in_parts(told)))).pop()

    def _costs(self, options: Sequence[JudgedMove]) -> tuple[list[str], list[str]]:
        """The main thing against each move of known result, or in a line that against all alike."""
        costs = [self.face.drawback(self.view, self.seat, each.move) for each in options]
        if common := costs[0] if len(costs) > len({*costs}) == 1 else "":
            return [""] * len(costs), [tr("⚠️ All alike: {cost}.", cost=common)]
        return [""] * len(costs) if self._by_rule else costs, []

    @cached_property
    def _candidates(self) -> list[JudgedMove]:
        """The best move, the one that brings most at once, and the best for other ideas. Moves that
        begin alike are one idea.
        """
        found = [self._best]
        tempting = [it for it in self._options if it.move == self._tempting]
        for option in [*tempting, *self._options]:
            ideas = [{*aims(self._merits[each.move])} for each in found]
            idea = {*aims(self._merits[option.move])}
            if (
                len(found) < _MOST_CANDIDATES
                and not any(_begin_alike(option.move, each.move) for each in found)
                and (option in tempting or not idea or idea not in ideas)
            ):
                found.append(option)
        others = sorted(self._options[1:], key=lambda it: _begin_alike(it.move, self._best.move))
        second = others[:1] if len(found) == 1 else []
        return sorted([*found, *second], key=self._options.index)

    @cached_property
    def _place(self) -> _HintPlace:
        """The place of the best move with all moves there: the first with a third of all at most,
        else the smallest; none that tells the move itself or nothing.
        """
        legal = [str(move) for move in self.view.seen.moves(self.seat)]
        regions = {move: self.face.regions(self.view, self.seat, move) for move in legal}
        found = [
            _HintPlace(place, there)
            for place in regions[self._best.move]
            if 1 < len(there := [move for move in legal if place in regions[move]]) < len(legal)
        ]
        narrow = (each for each in found if len(each.moves) <= len(legal) / _PLACES)
        smallest = min(found, key=lambda each: len(each.moves), default=_HintPlace("", ()))
        return next(narrow, smallest)

    @cached_property
    def _same_aim(self) -> list[str]:
        """The moves with the purpose of the best one, in its place if the game names one."""
        told = partial(self.face.merits, self.view, self.seat, names=names_in_text(self.match))
        aim = aims(self._merits[self._best.move])
        there = self._place.moves or [str(move) for move in self.view.seen.moves(self.seat)]
        return [move for move in there if aims(told(move)) == aim] if aim else []

    def _place_words(self) -> str:
        """The place, what to look for there, unless that names the move itself, and the stakes."""
        place, merits = self._place.name, self._merits[self._best.move]
        stakes = self.face.stakes(self.view, self.seat, names_in_text(self.match))
        said = [tr("Look at {region}.", region=place)] if place else []
        if merits and (len(self._same_aim) > 1 or not (place or stakes)):
            said.append(tr("Look for: {aims}.", aims=in_parts(aims(merits))))
        return " ".join([*said, *stakes]) or tr("No place stands out; compare all your moves.")

    def _choice_words(self) -> str:
        """The machine's move, and what it has over the second best."""
        if self._level:
            return self._level_words()
        if not self._result_words(self._best):
            return self._rule_words()
        than = next((each.move for each in self._second), "")
        explained = not than or bool(self._face_reasons(self._best.move, than))
        (cost, *costs), common = self._costs([self._best, *self._second])
        move = self._move_name(self._best)
        result = _price_words(self._result_words(self._best, named=True), cost)
        choice = tr("The machine's choice: {move}, {result}.", move=move, result=result)
        lines = [choice, *self._why_lines(than, explained=explained), self._plan_words()]
        for each, cost in zip(self._second, costs, strict=True):
            result = _price_words(self._result_words(each), cost)
            lines.append(tr(_SECOND, move=self._move_name(each), result=result))
        return "\n".join(filter(None, [*lines, *common]))

    def _why_lines(self, than: str, *, explained: bool) -> list[str]:
        """The reasons beyond what the move's name tells; its own may not explain the choice."""
        best, lines = self._best.move, list[str]()
        why = self._face_reasons(best, than) or reasons(self._merits[best])[:1]
        told = in_parts([each for each in why if each != self.gains.get(best)])
        if told:
            words = mark("Why: {reasons}.") if explained else mark("For it: {reasons}.")
            lines.append(tr(words, reasons=told))
        elif why and explained:
            lines.append(tr("Why: it brings more at once."))
        return lines if explained else [*lines, tr("The difference comes later.")]

    def _rule_words(self) -> str:
        """The choice of a machine that compares nothing."""
        choice = tr("The machine's choice: {move}.", move=self._move_name(self._best))
        lines = [choice, *self._why_lines("", explained=True), self._plan_words()]
        if self._best.chance is not None:
            lines.append(tr("The machine goes by a simple rule here and compares nothing."))
        else:
            for each in self._second:
                good = in_parts(reasons(self._merits[each.move]))
                lines.append(tr(_SECOND, move=self._move_name(each), result=good))
        return "\n".join(filter(None, lines))

    def _plan_words(self) -> str:
        return self.face.machine_plan_words(self.view, self.seat, self._best.move)

    def _level_words(self) -> str:
        """The choice among equal moves, each with its result and its own reasons, the first with
        what it has over the next one and the plan that it begins.
        """
        equal = [self._best, *self._level]
        (letter, _), (other, _), *_ = lettered([each.move for each in equal])
        level = self._shared_result(equal) or tr("About equal, as far as it can tell:")
        words = tr("The machine's choice: {move}.", move=letter)
        told, own = self._plan_words(), reasons(self._merits[self._best.move])
        if self.face.level_by_reasons or not told:
            over = self._face_reasons(self._best.move, equal[1].move)
            why = [tr("Why: {reasons}.", reasons=it) for it in over if it not in own]
            if self.face.level_by_reasons:
                why.append(tr("I know no reason for {one} over {other}.", one=letter, other=other))
            told = " ".join(filter(None, [*why[:1], told]))
        rows = gains_buttons(self.match, self.view.seen.moves(self.seat), self.gains)
        room = (_ROOM_OF_TWO_ROWS if rows else _ROOM_BELOW) - len(level)
        listed = self._candidate_list(equal, room - len(told), named=True)
        if rows and len(listed) + len(told) > room:
            told, listed = "", self._candidate_list(equal, room, named=True)
        lines = listed.splitlines()
        others = len(lines) - len(self._level)
        return "\n".join(filter(None, [f"{words} {level}", *lines[:others], told, *lines[others:]]))

    def _face_reasons(self, move: str, than: str) -> Sequence[str]:
        return self.face.reasons(self.view, self.seat, move, names_in_text(self.match), than)

    @property
    def _second(self) -> list[JudgedMove]:
        """The candidate next to the best one, if any."""
        return self._candidates[1:2]

    @cached_property
    def _level(self) -> list[JudgedMove]:
        """The next candidates that are about as good as the best one."""
        told = self._candidates[1:] if self._result_words(self._best) else []
        return list(takewhile(lambda each: not self._is_ahead(self._best, each), told))

    @property
    def _tempting(self) -> str:
        """The move that brings most at once, if that is more than the best one brings."""
        most = next(iter(self.gains), "")
        return most if most and self.gains[most] != self.gains.get(self._best.move) else ""

    @cached_property
    def _merits(self) -> Mapping[str, Sequence[Merit]]:
        """The merits of each compared move."""
        told = partial(self.face.merits, self.view, self.seat, names=names_in_text(self.match))
        return {each.move: told(each.move) for each in self.found.options}

    @property
    def _by_rule(self) -> bool:
        """Whether the machine has chosen without any difference to tell."""
        chance = self._best.chance
        compared = self._best.margin.mean if chance is None else chance.error >= _COMPARED
        same = len({option.margin.mean for option in self.found.options}) == 1
        return same and not (compared or self.found.exact)

    def _is_ahead(self, best: JudgedMove, second: JudgedMove) -> bool:
        """Whether a move is probably better than a second one, by more than a little. Where reasons
        decide, a move with no better reason is only if that is sure.
        """
        if self.found.exact:
            return best.margin.mean != second.margin.mean
        chances = [share(each.chance.mean) for each in (best, second) if each.chance is not None]
        by_reasons = self.face.level_by_reasons
        if chances and chances[0] - chances[-1] <= (_LEVEL_BY_REASONS if by_reasons else _LEVEL):
            return False
        error = hypot(second.behind.error, best.behind.error)
        ahead = Estimate(second.behind.mean - best.behind.mean, error)
        return ahead.sure if by_reasons and self._outweighs(second, best) else ahead.likely

    def _outweighs(self, move: JudgedMove, other: JudgedMove) -> bool:
        """Whether a move has the weightier reason, and the other one nothing that it has not."""
        seat, names = self.seat, names_in_text(self.match)
        compared = self.face.merits(self.view, seat, other.move, names, move.move)
        alone = len(compared) == len(self._merits[other.move])
        return alone and self._weight(move) > self._weight(other)

    def _result_words(self, option: JudgedMove, *, named: bool = False) -> str:
        """The result that the machine expects, by which it chooses; empty if it compares none. It
        is ``named`` once in a message.
        """
        lead = option.margin.mean
        if self._by_rule:
            return ""
        if self.found.exact:
            amount = self.face.amount(round(abs(lead)))
            words = mark("ends {amount} behind") if lead < 0 else mark("ends {amount} ahead")
            return tr(words, amount=amount) if round(lead) else tr("ends level")
        if option.chance is None:
            words = mark("expects {treasure} treasure")
            if named:
                words = mark("expects {treasure} treasure this round")
            return tr(words, treasure=one_decimal_words(lead))
        chance, best = option.chance, self._best
        step = _LEVEL_BY_REASONS if self.face.level_by_reasons else 1  # no more than playouts tell
        if step > 1 and option is not best and option in self._level:
            chance = best.chance or chance
        words = mark("wins {count} of 100")
        if named:
            words = mark("wins {count} of 100 matches between equals")
        return tr(words, count=step * round(share(chance.mean) / step))

    def _shared_result(self, options: Sequence[JudgedMove]) -> str:
        """The result of these moves, once, if it tells none of them apart, but reasons may."""
        result, told = self._result_words(options[0], named=True), map(self._result_words, options)
        if not result or not self.face.level_by_reasons or not len({*told}) == 1 < len(options):
            return ""
        return tr("About equal: each {result}.", result=result)


def _price_words(good: str, cost: str) -> str:
    """A result, or reasons, with the main thing against the move."""
    return tr("{result}, but {cost}", result=good, cost=cost) if good and cost else good or cost


def gains_buttons(match: Match, moves: Sequence[object], gains: Mapping[str, str]) -> list[Button]:
    """The way to a list of what all ``moves`` bring, if the game knows it of each."""
    if not moves or len(gains) < len(moves):
        return []
    return [button("look", match, tr("What does it bring?"), argument="moves")]


def hint_buttons(match: Match, known: Timeline, *, admitted: bool) -> list[Button]:
    """The way to a hint for a player who may take one now; ``admitted``: the machine plays here."""
    seat = known.viewer
    if seat is None or not admitted or match.phase is not Phase.PLAYING or not has_hints(match):
        return []
    if seat not in known.present.to_move or seat in match.left:
        return []
    own = match.decision(seat).own
    return [button("hint", match, tr("Hint"), _HINT_EMOJI, argument=str(WHERE), own=own)]
