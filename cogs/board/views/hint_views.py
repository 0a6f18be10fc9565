"""The screens of a hint, and the buttons that lead to them.

A hint shows where to look, then a few candidates, then the machine's choice. The places of the
candidates are lit on the board.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import islice, takewhile
from math import hypot
from typing import NamedTuple

from cogs.board.views.match_views import Keyboard, button
from cogs.contract.account import Merit, add_letters, aims, reasons, whole_percent
from cogs.contract.face import Face
from cogs.contract.screen import Drawing, Key, Look, Names
from cogs.contract.sign import worded
from cogs.frame.layout import Button, Content, Picture, layout
from cogs.frame.names import names_in_text
from cogs.presses import MatchAction
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import in_parts, label_text, listing, mark, tr
from prowlerbot.match.machine_help import CANDIDATES, WHERE, has_hints
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.timeline import Timeline
from prowlerbot.opponent.judgement import Appraisal, Estimate, JudgedMove
from renderer.canvas import draw_spotlight, draw_thumbnail

_HINT_EMOJI = "💡"
_MOST_CANDIDATES = 3
_PLACES = 3  # the first step names at most one move of so many, if some place has so few
_ROOM, _ROOM_OF_REASONS = 420, 465
"""The letters of candidates that fit on a phone below a heading, or below one that is shorter."""
_COMPARED = 1e-6  # the least error of an estimate that comes from playouts
_CLOSE, _DOUBTED = 0.8, 1.5
"""The share of the weightiest reason from which results decide between moves of no sure difference;
the factor for the error of a move that is better by its result but not by its reasons."""
_LEVEL, _LEVEL_BY_REASONS = 2, 5
"""The matches of 100 by which a move that is no better than another one may differ, the second of
games in which reasons decide between such moves."""

_TOLD = 0.5  # the least difference in treasure that is told
_DECIDED, _MORE, _MUCH = 95, 2, 4
"""The wins of 100 from which a match is all but decided, so that only leads tell moves apart; the
least difference of leads, in points, that does, and that of a match that is open.
"""


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
            if len(moves) < 2:  # one is the move itself, unless the words name it too
                moves = [*self.gains, *self.face.lures(self.view, self.seat)]
                moves = moves if self.face.level_by_reasons else []
            marked = [("", move) for move in moves]
        else:
            marked = add_letters([each.move for each in self._candidates])
        lit = self.face.lit(self.view, look, marked) if marked else None
        if lit is None:
            return []
        if step < CANDIDATES:
            draw = partial(draw_thumbnail, lit.draw)
            # Games without chances put letters at the corners of places, so letters show no place.
            if self._best.chance is not None:
                lettered = self.face.lit(self.view, look, [("A", move) for _, move in marked])
                draw = partial(draw_spotlight, lit.draw, lettered.draw) if lettered else draw
            lit = replace(lit, draw=draw)
        return [lit]

    def content_to_step(self, step: int, pictures: Sequence[Picture] = ()) -> Content:
        """This step, with the button for the next one."""
        heading = f"### {_HINT_EMOJI} {tr('Hint')}"
        if step == WHERE:
            private = tr("Only you see this. The result will say who took how many hints.")
            last = f"{self._place_words()}\n-# {private}"
        elif step == CANDIDATES:
            expected = tr("Wins of 100 matches played on from here")
            asked = partial(self.face.expected_words, self.view, self.seat)
            parts = next(filter(None, (asked(each.move) for each in self._candidates)), "")
            if self._tells_lead:
                expected = tr("Candidates and the best answers")
            elif self._by_rule:
                expected, parts = tr("Candidates, and what each is good for"), ""
            elif self._best.chance is None:
                expected = tr("Candidates, and the treasure expected from this round")
            room = (_ROOM_OF_REASONS if self.face.level_by_reasons else _ROOM) - 2 * len(parts) // 3
            last = self._candidate_list(self._candidates, room)
            expected = self._shared_result(self._candidates) or expected
            heading = "\n-# ".join(filter(None, [f"{_HINT_EMOJI} **{expected}**", parts]))
        else:
            lines = self._lead_lines() if self._tells_lead else self._compared_lines()
            last = "\n".join(filter(None, lines))
        following = {WHERE: tr("Candidates"), CANDIDATES: tr("The machine's choice")}
        equal = add_letters([each.move for each in self._candidates[: 1 + (len(self._level) or 1)]])
        leads = [each.margin.mean for each in self._candidates[:2]]
        if label := following.get(step):
            row = [self._button("hint", label, _HINT_EMOJI, str(step + 1))]
        elif self._level or (self._tells_lead and len(leads) > 1 and leads[0] - leads[1] <= 1):
            row = [self._play_button(tr("Play {letter}", letter=it), move) for it, move in equal]
        else:
            row = [self._play_button(tr("Play it"), self._best.move)]
        if step != CANDIDATES:  # below three candidates a phone has no room for a second line
            row += gains_buttons(self.match, self.view.seen.moves(self.seat), self.gains)
        return layout(heading, pictures, [last, row])

    def _play_button(self, label: str, move: str) -> Button:
        key = Key(label, move, "✅", final=self.face.is_final(self.view, move))
        return self._button(self.keyboard.action(key), label, "✅", move)

    def _button(self, action: MatchAction, label: str, emoji: str, argument: str) -> Button:
        step = self.match.decision(self.seat).step
        return button(action, self.match, label, emoji, argument=argument, step=step)

    @cached_property
    def _options(self) -> list[JudgedMove]:
        """The compared moves by the result that a hint tells, the best first; those of equal result
        by their gains. Those about equal may stand by their weightiest reasons.
        In a game without chances, moves of its very same points mostly begin the same plan and give
        way to others, and so do moves without a reason.
        """
        found = self.found.options
        if self.face.level_by_reasons:
            told, ahead = [it for it in found if reasons(self._merits(it.move))], self._is_ahead
            found = tuple(it for it in found if it in told or all(ahead(it, each) for each in told))
        best, *others = sorted(found, key=self._results, reverse=True)
        if best.chance is None:
            others.sort(key=lambda it: (*self._results(it), self._weight(it)), reverse=True)
            others = [it for it in others if reasons(self._merits(it.move))] or others
            alike = others and round(others[0].margin.mean, 1) == round(best.margin.mean, 1)
            if alike and not reasons(self._merits(best.move)):
                best, *others = others
            least = best.margin.mean - _COMPARED
            return [best, *([it for it in others if it.margin.mean < least] or others)]
        if self.face.level_by_reasons:
            level = [each for each in (best, *others) if not self._is_ahead(best, each)]
            level.sort(key=self._weight, reverse=True)
            least, over = _CLOSE * self._weight(level[0]), self._reasons_over
            close = [it for it in level if self._weight(it) >= least]
            best = max(close, key=self._results)
            better = (it for it in level if over(it.move, best.move))
            first = next((it for it in better if not over(best.move, it.move)), best)
            level = [first, *(it for it in level if not self._is_ahead(first, it) and it != first)]
        else:
            wins, _ = self._results(best)
            level = [it for it in (best, *others) if self._results(it)[0] == wins]
            level = [each for each in level if not self._is_ahead(best, each)]
            level.sort(key=self._gain_rank)
        others = sorted(found, key=self._results, reverse=True)
        return [*level, *(each for each in others if each not in level)]

    def _results(self, option: JudgedMove) -> tuple[float, float]:
        """The wins of a move as they are told, where the lead is told too, and its lead."""
        chance = 0.0 if option.chance is None else option.chance.mean
        return whole_percent(chance) if self.face.tells_lead else chance, option.margin.mean

    def _gain_rank(self, option: JudgedMove) -> int:
        """The number of larger gains at once than that of a move; 0 without any known."""
        gains = [*dict.fromkeys(self.gains.values())]
        return gains.index(self.gains[option.move]) if option.move in self.gains else 0

    def _weight(self, option: JudgedMove) -> float:
        return max((merit.worth for merit in self._merits(option.move)), default=0.0)

    @property
    def _best(self) -> JudgedMove:
        return self._options[0]

    def _move_name(self, option: JudgedMove, remark: str = "") -> str:
        """The move with its letter on the board, as exact as the other options demand, and what it
        brings at once if the game knows, with a ``remark``.
        """
        others = [each.move for each in self._options[:_MOST_CANDIDATES]]
        words = self.face.exact_words(self.view, option.move, others, self._names)
        named = add_letters([each.move for each in self._candidates])
        gain = ", ".join(filter(None, [self.gains.get(option.move), remark]))
        (letter,) = (letter for letter, move in named if move == option.move)
        return f"{letter} · **{words}**" + (f" ({gain})" if gain else "")

    def _row(self, option: JudgedMove, words: str) -> str:
        name = self._move_name(option)
        return f"- {label_text(name, words) if words else name}"

    def _candidate_list(self, options: Sequence[JudgedMove], room: int) -> str:
        """Moves with their results, prices and as many reasons as there is ``room`` for."""
        (costs, common), shared = self._costs(options), self._shared_result(options)
        by_reasons = self.face.level_by_reasons
        good = [reasons(self._merits(each.move)) for each in options]
        results = ["" if shared else self._result_words(each) for each in options]
        if self._best.chance is None and not shared:
            results[1:] = map(self._compared_result, options[1:])
        if self._tells_lead:  # these have all reasons and no result
            good = [[*told, *filter(None, [cost])] for told, cost in zip(good, costs, strict=True)]
            results = costs = [""] * len(options)
        while True:
            lines = [*common]
            for each, result, cost, told in zip(options, results, costs, good, strict=True):
                parts = [*filter(None, [result, *told])]
                dear = len(parts) if shared or by_reasons else 1
                words = in_parts([_price_words(in_parts(parts[:dear]), cost), *parts[dear:]])
                lines.append(self._row(each, words))
            text = "\n".join(lines)
            if self._tells_lead or len(text) <= room or not any(good):
                return text
            full = [(len(it), at > 0, len(in_parts(it))) for at, it in enumerate(good)]
            good[full.index(max(full))].pop()

    def _costs(self, options: Sequence[JudgedMove]) -> tuple[list[str], list[str]]:
        """The main thing against each move of known result, or in a line that against all alike."""
        costs = [self.face.drawback(self.view, self.seat, each.move) for each in options]
        if common := costs[0] if len(costs) > len({*costs}) == 1 else "":
            return [""] * len(costs), [tr("⚠️ Each of them {cost}.", cost=common)]
        often = max(costs, key=costs.count)
        if self.face.level_by_reasons and often and costs.count(often) > 1:
            named = zip(add_letters([each.move for each in options]), costs, strict=True)
            letters = listing([letter for (letter, _), cost in named if cost == often])
            line = tr("⚠️ Each of {moves} {cost}.", moves=letters, cost=often)
            return ["" if cost == often else cost for cost in costs], [line]
        return [""] * len(costs) if self._by_rule else costs, []

    @cached_property
    def _candidates(self) -> list[JudgedMove]:
        """The best move, the one that brings most at once, others that players ask about, and the
        best for other ideas. Moves that begin alike are one idea.
        """
        found, lures = [self._best], [self._tempting, *self.face.lures(self.view, self.seat)]
        tempting = [it for it in self._options if it.move in lures]
        for option in [*tempting, *self._options]:
            idea, ideas = self._idea(option.move), [self._idea(each.move) for each in found]
            alike = any(_begin_alike(option.move, each.move) for each in found)
            known = idea and idea in ideas
            if (
                len(found) < _MOST_CANDIDATES
                and not alike
                and (option in tempting or not (known or self._is_worse(option, *found)))
            ):
                found.append(option)
        others = sorted(self._options[1:], key=lambda it: _begin_alike(it.move, self._best.move))
        worse, best = self._is_worse, self._best
        if self.gains:  # else many moves are alike, and a second one shows what counts
            others = [it for it in others if not worse(it, best) or worse(best, it)]
        if self.face.level_by_reasons:  # the same in words is no other idea
            told = reasons(self._merits(best.move))
            others = [it for it in others if reasons(self._merits(it.move)) != told]
            others = others or self._options[1:] or [it for it in self.found.options if it != best]
        second = others[:1] if len(found) == 1 else []
        return [*sorted(found, key=self._options.index), *second]

    @cached_property
    def _place(self) -> _HintPlace:
        """The place of the best move with all moves there: the first with a third of all at most,
        else the smallest; the first of a purpose; none that tells the move itself or nothing.
        """
        legal = [str(move) for move in self.view.seen.moves(self.seat)]
        regions = {move: self.face.regions(self.view, self.seat, move) for move in legal}
        found = [
            _HintPlace(place, there)
            for place in regions[self._best.move]
            if 1 < len(there := [move for move in legal if place in regions[move]]) < len(legal)
        ]
        most = len(legal) / (1 if self.face.tells_lead else _PLACES)
        narrow = (each for each in found if len(each.moves) <= most)
        smallest = min(found, key=lambda each: len(each.moves), default=_HintPlace("", ()))
        return next(narrow, smallest)

    @cached_property
    def _same_aim(self) -> list[str]:
        """The moves with the purpose of the best one, in its place if the game names one."""
        told, aim = self._merits, aims(self._merits(self._best.move))
        there = self._place.moves or [str(move) for move in self.view.seen.moves(self.seat)]
        return [move for move in there if aims(told(move)) == aim] if aim else []

    def _place_words(self) -> str:
        """The place, what to look for there without naming the move itself, and the stakes."""
        place, merits = self._place.name, self._merits(self._best.move)
        stakes = self.face.stakes(self.view, self.seat, self._names)
        said = [tr("Look at {region}.", region=place)] if place else []
        if bool(place or stakes) and len(self._same_aim) < 2:
            merits = [each for each in merits if not each.worth]
        if purpose := self.face.purpose(self.view, self.seat, self._best.move, self._names):
            said.append(purpose)
        elif (aimed := aims(merits)) and not (self.face.level_by_reasons and self.gains):
            said.append(tr("Look for: {aims}.", aims=in_parts(aimed)))
        told = "\n".join(filter(None, [" ".join(said), *stakes]))
        return told or tr("No place stands out; compare all your moves.")

    def _compared_lines(self) -> Iterator[str]:
        """The choice with its plan, then the other candidates, each with what it has over the
        choice, and the choice over it.
        """
        best, *others = self._candidates
        (cost, *costs), _ = self._costs(self._candidates)
        told = self._result_words(best, named=True)
        result = _price_words(told, cost) if told else ""
        if self.face.level_by_reasons:
            costs, result = [""] * len(costs), told
            result = "" if self._shared_result(self._candidates) else result
        good = in_parts([*filter(None, [result]), *reasons(self._merits(best.move))[:1]])
        name = self._move_name(best)
        yield tr("The machine's choice: {move}.", move=label_text(name, good) if good else name)
        yield self.face.machine_plan_words(self.view, self.seat, best.move)
        if self._by_rule and best.chance is not None:
            yield tr("The machine goes by a simple rule here and compares nothing.")
            return
        rows = [self._compared_row(each, price) for each, price in zip(others, costs, strict=True)]
        reasons_for_it = {over for _, over in rows}
        if len(rows) > len(reasons_for_it) == 1 and (reason := rows[0][1]):
            yield from (row for row, _ in rows)
            _, *lettered = add_letters([each.move for each in self._candidates])
            letters = listing([letter for letter, _ in lettered])
            yield tr("A before {letters}: {reason}.", letters=letters, reason=reason)
            return
        for row, over in rows:
            why = tr("For {letter}: {reason}.", letter="A", reason=over) if over else ""
            yield " ".join(filter(None, [row, why]))

    def _compared_row(self, option: JudgedMove, price: str) -> tuple[str, str]:
        """A candidate with what it has over the choice, and what the choice has over it."""
        best, own = self._best, reasons(self._merits(option.move))
        told = [*filter(None, [_price_words(self._compared_result(option), price)])]
        if self._by_rule and best.chance is not None:
            return f"{self._row(option, in_parts([*told, *own]))}.", ""
        better = self._tells_apart(option.move, best.move)[:1]
        over = next(iter(self._tells_apart(best.move, option.move)), "")
        verdict = ""
        if self._is_equal(option) and (self.face.level_by_reasons or not better):
            better, verdict = [], tr("Equal: take either.")
        elif over and best.chance is None and not self._by_rule:
            better = []  # a phone has room for one of them
        elif not (better or over):
            better = own[:1]
        if not (over or verdict) and option not in self._level:
            main = next(iter(reasons(self._merits(best.move))), "")
            if best.chance is not None:
                better = [it for it in better if it != main]
                verdict = tr("The trial matches favour {letter}.", letter="A")
            elif main and better != [main]:
                over = main
            else:
                verdict = tr("No reason stands out; the expected treasure decides.")
        row = f"{self._row(option, in_parts([*told, *better]))}."
        return " ".join(filter(None, [row, verdict])), over

    def _is_equal(self, option: JudgedMove) -> bool:
        """Whether neither the machine nor a reason puts the choice before a candidate."""
        least = (_CLOSE if self.face.level_by_reasons else 1) * self._weight(self._best)
        level = option in self._level and self._weight(option) >= least
        return level and not self._tells_apart(self._best.move, option.move)

    def _compared_result(self, option: JudgedMove) -> str:
        """The result of a candidate beside that of the choice; empty if words tell it before."""
        best, result = self._best, self._result_words(option)
        if self.face.level_by_reasons or not result:
            return "" if result in self._result_words(best, named=True) else result
        if option in self._level:
            return tr("about as good")
        if best.chance is not None:
            return result
        less = max(1, round(best.margin.mean - option.margin.mean))
        return tr("about {count} treasure less", count=less)

    def _lead_lines(self) -> Iterator[str]:
        """The choice with the lead that it ends with, then each other candidate: what it is, its
        lead, and what the choice has over it.
        """
        best, most, lures = self._best, self._tempting, self.face.lures(self.view, self.seat)
        compared = partial(self.face.compared_words, self.view, names=self._names)
        fields = {"move": self._move_name(best), "result": self._result_words(best)}
        choice = tr("The machine's choice: {move}, {result}.", **fields)
        at_once = "" if most or not self.gains else tr("Nothing brings more at once.")
        counted = tr("Searched to the end.") if self.found.exact else ""
        yield " ".join(filter(None, [choice, at_once, counted]))
        first, *others = add_letters([each.move for each in self._candidates])
        for each, other in zip(self._candidates[1:], others, strict=True):
            told = [tr("about as good")] if each in self._level else []
            result = in_parts([*told, self._result_words(each)])
            over = compared(called=dict([first, other]))
            if is_equal := not over and each in self._level:
                over = compared(called=dict([other, first]))
            remark = lures.get(each.move, "") if each.move != most else tr("most at once")
            told = [f"{it}." for it in (result, over) if it]
            if is_equal:
                told.append(tr("Equal: take either."))
            elif not (over or self.found.exact):
                told.append(tr("The trial matches favour {letter}.", letter=first[0]))
            yield f"- {label_text(self._move_name(each, remark), ' '.join(told))}"

    def _reasons_over(self, move: str, than: str) -> list[str]:
        """The advantages of a move over another one, beside its own reasons."""
        own = reasons(self._merits(move))
        return [it for it in self._face_reasons(move, than) if it not in own]

    def _tells_apart(self, move: str, than: str) -> list[str]:
        """The advantages of a move over another one; not its main reason, if that is told."""
        main = reasons(self._merits(move))[:1]
        if self._best.chance is None:
            merits = self.face.merits(self.view, self.seat, move, self._names, than)
            known = main if move == self._best.move else []
            return [it for it in reasons(merits, self._merits(than)) if it not in known]
        known = [*main, *(merit.words for merit in self._merits(than))]
        return [it for it in self._face_reasons(move, than) if it not in known]

    @cached_property
    def _face_reasons(self) -> Callable[[str, str], Sequence[str]]:
        """The reasons for a move over another one; the face is asked once for each two."""
        asked = partial(self.face.reasons, self.view, self.seat)
        return cache(lambda move, than: asked(move, self._names, than))

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

    def _idea(self, move: str) -> Sequence[str]:
        """The purpose of a move, which tells it apart from moves of other ideas."""
        purpose = self.face.purpose(self.view, self.seat, move, self._names)
        named = purpose and self._best.chance is not None  # else one fits several ideas
        return [purpose] if named else sorted(aims(self._merits(move)))

    @cached_property
    def _merits(self) -> Callable[[str], Sequence[Merit]]:
        """The merits of a move; the face is asked once for each."""
        return cache(partial(self.face.merits, self.view, self.seat, names=self._names))

    @cached_property
    def _names(self) -> Names:
        return names_in_text(self.match)

    @property
    def _tells_lead(self) -> bool:
        """Whether the lead at the end is told of each move."""
        return self.face.tells_lead and self._best.chance is not None and not self._by_rule

    @property
    def _by_rule(self) -> bool:
        """Whether the machine has chosen without any difference to tell."""
        chance = self._best.chance
        compared = self._best.margin.mean if chance is None else chance.error >= _COMPARED
        same = len({option.margin.mean for option in self.found.options}) == 1
        return same and not (compared or self.found.exact)

    def _is_ahead(self, best: JudgedMove, second: JudgedMove) -> bool:
        """Whether a move is probably better than a second one, by more than a little. Where reasons
        decide, that has to be sure, the more so for a move of weaker reasons.
        """
        if self.found.exact:
            return best.margin.mean != second.margin.mean
        if best.chance is None and best.margin.mean - second.margin.mean < _TOLD:
            return False
        chances = [
            whole_percent(each.chance.mean) for each in (best, second) if each.chance is not None
        ]
        by_reasons = self.face.level_by_reasons
        if chances and chances[0] - chances[-1] <= (_LEVEL_BY_REASONS if by_reasons else _LEVEL):
            lead = best.margin.mean - second.margin.mean
            decided = min(chances) >= _DECIDED or max(chances) <= 100 - _DECIDED
            return self.face.tells_lead and lead >= (_MORE if decided else _MUCH)
        error = hypot(second.loss.error, best.loss.error)
        if by_reasons and self._weight(best) < self._weight(second):
            error *= _DOUBTED
        ahead = Estimate(second.loss.mean - best.loss.mean, error)
        return ahead.is_sure if by_reasons else ahead.is_likely

    def _is_worse(self, move: JudgedMove, *others: JudgedMove) -> bool:
        """Whether a move has nothing over one of the others, where reasons decide."""
        return self.face.level_by_reasons and any(
            self._weight(each) >= self._weight(move)
            and not self._reasons_over(move.move, each.move)
            for each in others
        )

    def _result_words(self, option: JudgedMove, *, named: bool = False) -> str:
        """The result that the machine expects, by which it chooses; empty if it compares none. It
        is ``named`` once in a message.
        """
        lead = option.margin.mean
        if self._by_rule:
            return ""
        if self._tells_lead or self.found.exact:
            amount = self.face.amount(round(abs(lead)))
            words = mark("you end {amount} behind") if lead < 0 else mark("you end {amount} ahead")
            told = tr(words, amount=amount) if round(lead) else tr("you end level")
            best = self._best
            equal = option is not best and option in self._level
            behind = equal or round(lead) < round(best.margin.mean)
            if self.found.exact or option.chance is None or behind:
                return told
            count = whole_percent(option.chance.mean)
            return tr("{result} (wins: {count} of 100)", result=told, count=count)
        if option.chance is None:
            words, full = mark("about {count} treasure"), mark("about {count} treasure this round")
            return tr(full if named else words, count=round(lead))
        chance, best = option.chance, self._best
        step = _LEVEL_BY_REASONS if self.face.level_by_reasons else 1  # no more than playouts tell
        if step > 1 and option is not best and best.chance is not None:
            level = option in self._level or chance.mean > best.chance.mean
            chance = best.chance if level else chance
        words = mark("wins {count} of 100")
        full = mark("wins {count} of 100 matches played on from here")
        return tr(full if named else words, count=step * round(whole_percent(chance.mean) / step))

    def _shared_result(self, options: Sequence[JudgedMove]) -> str:
        """The result of these moves, once, if it tells none of them apart, but reasons may."""
        result, *others = dict.fromkeys(map(self._result_words, options))
        if self._best.chance is None and len(self._level) == len(options) - 1 > 0:
            found = [each.margin.mean for each in options]
            ends = dict.fromkeys(str(round(it)) for it in (min(found), max(found)))
            words = mark("About equal: {treasure} treasure expected each. Compare what they bring.")
            return tr(words, treasure="–".join(ends))
        if not result or others or not self.face.level_by_reasons or len(options) == 1:
            return ""
        chances = [it.chance.mean for it in self.found.options if it.chance is not None]
        if 100 * min(chances, default=0) >= _DECIDED:
            return tr("All moves win almost surely: risk no life.")
        equal = len(options[1:]) == 1 and self._is_equal(options[-1])
        asked = tr("Equal: take either.") if equal else tr("What do they bring?")
        return f"{tr('Each {result}, as near as trials tell.', result=result)} {asked}"


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
    step = match.decision(seat).step
    return [button("hint", match, tr("Hint"), _HINT_EMOJI, argument=str(WHERE), step=step)]
