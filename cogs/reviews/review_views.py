"""The message of a review: the course of a match, then its important moments, one by one.

The loss by a move is in one unit: the chance to win, the lead, or treasure.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import discord

from cogs.board.views import match_views as views
from cogs.board.views.results_text import ended_sentence
from cogs.board.views.terms_words import thought_words
from cogs.contract.account import reasons, whole_percent
from cogs.contract.face import Face
from cogs.contract.screen import ALT_LIMIT, MOST_IN_A_MENU, Drawing, fitted
from cogs.contract.sign import spelled
from cogs.frame.layout import Button, Item, menu
from cogs.frame.names import names_in_text, plain_names
from cogs.presses import ReplayPress, ReviewPress, ReviewStep, TryPress
from cogs.puzzles import UNEXPLAINED, unit_line
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import (
    in_parts,
    label_text,
    mark,
    one_decimal_words,
    percent_words,
    signed_words,
    tr,
)
from prowlerbot.match.match import Ending, Match
from prowlerbot.match.preferences import Theme
from prowlerbot.match.timeline import Timeline
from prowlerbot.opponent.judgement import JudgedMove
from prowlerbot.reviews.review_digest import TREASURE, Digest, Point, accuracy_percent
from renderer import review as picture

TURNING_POINTS = "t"
"""The name of the list of turning points; the list of a seat has its number as a name."""
_ANY_MOMENT = "any"
WITH_ANSWER = "answer"
"""The ``beside`` of a press that shows a point with the better move."""
_PLAYED_SIGN, _BETTER_SIGN = " ✗", " ✓"
"""The signs on the board of the move played and of the better one."""
_MOST_LISTED, _MOST_OWN = 3, 2
"""The points that the overview names, and those of the reader: a phone has room for no more."""

_UNITS = {
    "treasure": (picture.TREASURE, mark("cost {count} treasure")),
    "wins": (mark("Of 100 matches {player} wins"), mark("cost the win in {count} of 100 matches")),
    "lead": (mark("Lead of {player} at the end"), mark("cost {amount} of the lead at the end")),
}
"""The words for the results of moves in each unit, and for a loss."""


def _top_points(points: Sequence[Point], most: int) -> list[Point]:
    """The largest points, in their order."""
    told = sorted(points, key=lambda each: -abs(each.points.mean))[:most]
    return [each for each in points if each in told]


def _figures(point: Point, *options: JudgedMove) -> tuple[str, list[float]]:
    """The unit that tells the move of the match from the best one, and the result of each move in
    it: a loss counts from the best move of the review, also that of a move judged later.
    """
    best, made = point.options[0], point.played or point.options[0]
    if best.chance is None:
        rounded = partial(round, ndigits=1) if made.loss.mean < 1 else round
        return "treasure", [rounded(best.margin.mean - it.loss.mean) for it in options]
    known = {it.move: it.chance.mean for it in point.options if it.chance is not None}
    first = best.chance.mean  # a move judged later never surely loses
    means = {it.move: max(0.001, first - it.loss.mean) for it in (best, made, *options)} | known
    wins = {move: whole_percent(mean) for move, mean in means.items()}
    if made.loss.is_likely and wins[made.move] < wins[best.move]:  # visible, larger than its error
        return "wins", [wins[it.move] for it in options]
    return "lead", [round(it.margin.mean) for it in options]


def _figure_words(unit: str, figure: float) -> str:
    if unit == "lead":
        return signed_words(round(figure))
    return str(figure) if isinstance(figure, int) else one_decimal_words(figure)


def signed_decimal(number: float) -> str:
    rounded = round(number, 1)
    sign = "±" if not rounded else "−" if rounded < 0 else "+"
    return f"{sign}{one_decimal_words(abs(rounded))}"


@dataclass(frozen=True, slots=True)
class ReviewScreen:
    """A review for one ``reader``, who may know all, by seat if they played; ``outdated`` if by an
    earlier machine. The accuracy changes as long as it is ``growing``, so it is left open.
    """

    match: Match
    known: Timeline
    face: Face
    digest: Digest
    outdated: bool = False
    reader: int | None = None
    growing: bool = False

    # ------------------------------------------------------------------ the whole match

    def overview_text(self) -> str:
        """The result, the reader's costliest moves, which a button asks to improve, and the other
        turning points; the picture has accuracy and luck.
        """
        heading = views.match_heading(self.match, self.face)
        lines = [heading, ended_sentence(self.match, self.known, self.face)]
        lines += [self._resigned_words(), *self._own_lines()]
        costly = [each for points in self.digest.costly for each in points if each not in self._own]
        if costly and not self.digest.turns:
            lines.append(tr("No single move turned the match. Those that cost most:"))
            lines += self._point_lines(_top_points(costly, _MOST_LISTED - len(self._own)))
        lines += self.turning_point_lines(_MOST_LISTED)
        if not (costly or self.digest.turns or self._own):
            lines.append(tr("No move gave away much."))
        return "\n".join(filter(None, [*lines, self._legend_line(), self._small_line()]))

    @property
    def _names(self) -> list[str]:
        return names_in_text(self.match)

    @property
    def _own(self) -> Sequence[Point]:
        """The costliest moves of the reader."""
        return self.digest.costly[self.reader - 1][:_MOST_OWN] if self.reader else ()

    def _resigned_words(self) -> str:
        """That a player resigned while the machine expected them to win; empty otherwise."""
        seat = self.match.ended_by if self.match.ending is Ending.RESIGNED else 0
        if not (seat and self.digest.chances):
            return ""
        wins = whole_percent(self.digest.course[-1][1][seat - 1].mean)
        words = mark("{player} was ahead: the machine expected {count} wins in 100 matches.")
        return tr(words, player=self._names[seat - 1], count=wins) if wins > 50 else ""

    def _legend_line(self) -> str:
        """The meaning of what the picture has in figures, and a reason for a missing accuracy."""
        chance = mark("Luck: chance to win gained or lost at random.")
        treasure = mark("Luck: treasure gained or lost at random.")
        possible = {
            mark("“–”: too few decisions for an accuracy."): None in self.digest.accuracy,
            mark("Moves after a hint do not count for the accuracy."): bool(self.digest.helped),
            chance if self.digest.chances else treasure: {*self.digest.luck} != {None},
        }
        told = [tr(words) for words, is_true in possible.items() if is_true and self.digest.course]
        return f"-# {' '.join(told)}" if told else ""

    def _own_lines(self) -> Iterator[str]:
        """The costliest moves of the reader, or that there are none beside those of others. The
        better moves are hidden, as the reader may want to find them.
        """
        if self._own:
            headings = mark("Your costliest move"), mark("Second costliest")
            for heading, point in zip(headings, self._own, strict=False):
                yield f"**{tr(heading)}** · {self._short_line(point, self.moment_words(point))}"
                yield f"-# {self.better_words(point, '||')}"
        elif self.reader and any(self.digest.costly) and self.accuracy_words(self.reader):
            yield tr("None of your moves gave away much.")

    def turning_point_lines(self, most: int) -> list[str]:
        """A line for each of the largest turning points, below a heading; none without any."""
        turns = [each for each in self.digest.turns if each not in self._own]
        told, heading = _top_points(turns, most - len(self._own)), tr("Turning points")
        if len(turns) < len(self.digest.turns):
            heading = tr("Other turning points")
        elif len(told) < len(turns):
            heading = tr("The largest of {count} turning points", count=len(turns))
        return [f"**{heading}**", *self._point_lines(told)] if told else []

    def _point_lines(self, points: Sequence[Point]) -> Iterator[str]:
        """A line for each point, and the better move; points in a row that share a stage of the
        match share its name. Turning points have their numbers in the picture.
        """
        stage, turns = "", self.digest.turns
        for point in points:
            sign = f"**{turns.index(point) + 1}** ·" if point in turns else "▫️"
            now, divided, rest = self.moment_words(point).partition(" · ")
            if divided and now != stage:
                yield f"*{now}*"
            stage = now if divided or now == stage else ""
            yield f"{sign} {self._short_line(point, rest if stage else now)}"
            if point.played is not None:
                yield f"-# {self.better_words(point, '**')}"

    def better_words(self, point: Point, quote: str, sign: str = "") -> str:
        """The best move between two quotes; after a hint, also that the hint searched longer."""
        best, played = point.options[0].move, [point.played.move] if point.played else []
        move = self.face.exact_words(self.view(point), best, played, self._names)
        better = tr("Better: {move}.", move=f"{quote}{move}{quote}{sign}")
        return f"{better} {self._hint_words(point)}".rstrip()

    def _hint_words(self, point: Point) -> str:
        """That a hint came before the move; empty without one."""
        told = tr("A hint came before this move, and it searched longer than this review.")
        return told if point.at in self.digest.helped else ""

    def _summary_words(self, seat: int) -> str:
        accuracy, luck = self.accuracy_words(seat), self.luck_words(seat)
        told = tr("accuracy {percent}", percent=accuracy) if accuracy else tr("too few decisions")
        return f"{told}, {self._luck_worth_words(luck)}" if luck else told

    def accuracy_words(self, seat: int) -> str:
        accuracy = self.digest.accuracy[seat - 1]
        if self.growing:
            return "…"
        return "" if accuracy is None else percent_words(accuracy_percent(accuracy))

    def luck_words(self, seat: int) -> str:
        worth = self.digest.luck[seat - 1]
        return "" if worth is None else self._luck_figure(worth)

    def _luck_figure(self, worth: float) -> str:
        percent = self.digest.chances
        return percent_words(signed_words(round(worth))) if percent else signed_decimal(worth)

    def _short_line(self, point: Point, moment: str) -> str:
        """A point in one line, without the better move."""
        made, names = point.played, self._names
        words = self._point_luck_words(point)
        if made is not None:
            words = f"{self.move_words(point, made.move)} · {self._cost_words(point, made)}"
        elif drawn := self.face.recap(self.known.views[: point.at + 2], names):
            words = in_parts([words, drawn])
        player = f"{self._mark(point.seat)} {names[point.seat - 1]}"
        named = len(self.match.players) > 1 and point not in self._own
        parts = [*filter(None, [moment, player if named else ""])]
        line = label_text(", ".join(parts), words) if parts else words
        thought = thought_words(self.match, self.known, point.at) if made else ""
        return " · ".join(filter(None, (line, thought)))

    def lack_sentence(self, point: Point, move: str = "") -> str:
        """The lack beside the best move: of a ``move`` that was tried, with the effects of the best
        one, or of that of the match, without them, as the reader may want to find it.
        """
        if point.played is None:
            return ""
        best, names = point.options[0].move, self._names
        compared, told = self.face.lack_sentences(
            self.view(point), point.seat, move or point.played.move, best, names
        )
        sentence = compared or told if move else compared
        addressed = not self.face.tells_lead and len(names) > 1  # leads are told by name
        if not (sentence and addressed) or move or point.seat == self.reader:
            return sentence
        return tr("To {player}: {sentence}", player=names[point.seat - 1], sentence=sentence)

    def _small_line(self) -> str:
        older = tr("judged by an earlier version of the machine") if self.outdated else ""
        parts = [self.face.title, views.match_words(self.match), older]
        return f"-# {' · '.join(filter(None, parts))}"

    def drawings(self, theme: Theme) -> list[Drawing]:
        """The course of the match as a picture; none of a match without a course."""
        if not self.digest.course:
            return []
        course = self._review_course(theme)
        draw = partial(picture.draw_review, course, theme=theme)
        return [Drawing("review.png", draw, self._alt_text(course))]

    def _review_course(self, theme: Theme) -> picture.ReviewCourse:
        chances, course = self.digest.chances, self.digest.course
        seats = []
        for seat, name in enumerate(plain_names(self.match), 1):
            owner, colour = self.face.seat_look(seat, self.match.setup, theme)
            means = [each[seat - 1].mean for _, each in course]
            had = tuple(map(whole_percent, means)) if chances else tuple(map(round, means))
            accuracy, luck = self.accuracy_words(seat), self.luck_words(seat)
            seats.append(picture.ReviewSeat(name, owner, colour, had, accuracy or "–", luck))
        return picture.ReviewCourse(
            game=self.face.title,
            title=picture.CHANCE if chances else picture.TREASURE,
            percent=chances,
            seats=tuple(seats),
            moments=tuple(at for at, _ in course),
            end=self.known.ply,
            counts=tuple(
                each for each in map(self.face.count, self.known.views) if each is not None
            ),
            turns=tuple((point.at + 1, point.seat) for point in self.digest.turns),
            has_luck=any(each is not None for each in self.digest.luck),
        )

    def moment_words(self, point: Point) -> str:
        """The number of a moment as the board has it, else that of the move."""
        words = self.face.moment(self.known.views[point.at])
        number, all_ = self.known.count_moves(point.at + 1), self.known.count_moves()
        return words or tr("Move {number} of {all}", number=number, all=all_)

    def _alt_text(self, course: picture.ReviewCourse) -> str:
        """The picture in words: each player's course in a few steps, then the turning points."""
        players = views.join_players(plain_names(self.match))
        sentences = [tr("Review of the match {players}.", players=players)]
        for number, seat in enumerate(course.seats, 1):
            steps = dict.fromkeys(round(at * (len(seat.values) - 1) / 4) for at in range(5))
            worths = ", ".join(self._step_words(course, seat, step) for step in steps)
            fields = {"player": seat.name, "what": tr(course.title), "course": worths}
            fields["played"] = self._summary_words(number)
            sentences.append(tr("{player}: {played}; {what} {course}.", **fields))
        for number, point in enumerate(self.digest.turns, 1):
            moment, player = self.moment_words(point), course.seats[point.seat - 1].name
            told = mark("Turning point {number}: {moment}, {player}.")
            sentences.append(tr(told, number=number, moment=moment, player=player))
        return fitted(sentences, ALT_LIMIT)

    def _step_words(self, course: picture.ReviewCourse, seat: picture.ReviewSeat, step: int) -> str:
        """The prospects of a seat at a step of the course, with the move that led there."""
        worth, at = seat.values[step], course.moments[step]
        shown = percent_words(worth) if course.percent else f"{worth}"
        if not at:
            return tr("{worth} at the start", worth=shown)
        return tr("{worth} after move {number}", worth=shown, number=self.known.count_moves(at))

    # ------------------------------------------------------------------ one point

    def points(self, series: str) -> Sequence[Point]:
        """The points of a list; none for a list that does not exist."""
        if series == TURNING_POINTS:
            return self.digest.turns
        named = dict(zip(map(str, self.match.seats), self.digest.costly, strict=True))
        return named.get(series, ())

    def point_text(
        self, point: Point, series: str, *, answered: bool = True, marked: Collection[str] = ()
    ) -> str:
        """A point in words, with the better move if ``answered`` and signs at ``marked`` moves."""
        points = self.points(series)
        number, count = points.index(point) + 1, len(points)
        player = self._names[point.seat - 1]
        words = mark("{player}: costly move {number} of {count}")
        if series == TURNING_POINTS:
            words = mark("Turning point {number} of {count}")
        head = tr(words, player=player, number=number, count=count)
        heading = views.match_heading(self.match, self.face)
        lines = [heading, f"**{head}** · {self.moment_words(point)}"]
        lines += self._event_lines(point, player, answered=answered, marked=marked)
        return "\n".join(filter(None, [*lines, self._small_line()]))

    def _event_lines(
        self, point: Point, player: str, *, answered: bool, marked: Collection[str]
    ) -> list[str]:
        """The move, its cost and a better move; or the draw by lot and its worth."""
        sign, made, names = self._mark(point.seat), point.played, self._names
        if made is None:
            seen = self.known.views_until(point.at + 1)
            told = label_text(f"🍀 {sign} {player}", self._point_luck_words(point))
            return [self.face.news(seen, names), told]
        did = self.face.did(self.view(point), f"{sign} {player}", made.move)
        played = f"{did}{_PLAYED_SIGN if made.move in marked else ''}."
        cost = self.change_words(point, made)
        if not answered:
            lack, task = self.lack_sentence(point), "**" + tr("Find a better move.") + "**"
            unit = unit_line(self.face, self.view(point), point.seat, point.options[0])
            return [played, cost, self._hint_words(point), lack, task, unit]
        best = point.options[0].move
        tick = _BETTER_SIGN if best in marked else ""
        played = f"{played} {self.better_words(point, '**', tick)}"
        exact = point.judgement is not None and point.judgement.exact
        small = "-# " + tr("Searched to the end.") if exact else ""
        return [played, cost, self.reason_sentence(point, best), small]

    def results(self, point: Point, *options: JudgedMove) -> tuple[str, list[str]]:
        """The unit of results at a point, with their player, and the result of each move."""
        unit, figures = _figures(point, *options)
        words, player = _UNITS[unit][0], self._names[point.seat - 1]
        return tr(words, player=player), [_figure_words(unit, each) for each in figures]

    def change_words(self, point: Point, played: JudgedMove) -> str:
        """The results of the best move and of that in the match."""
        unit, (best, result) = self.results(point, point.options[0], played)
        words = mark("{unit}: {best} with the best move, {played} with this one.")
        return tr(words, unit=unit, best=best, played=result)

    def _cost_words(self, point: Point, played: JudgedMove) -> str:
        """The loss by the move in the match, in short."""
        unit, (best, result) = _figures(point, point.options[0], played)
        lost = round(best - result, 1)
        amount = self.face.amount(round(lost))
        return tr(_UNITS[unit][1], count=_figure_words("", lost), amount=amount)

    def played_words(self, point: Point) -> str:
        return tr("luck") if point.played is None else self.move_words(point, point.played.move)

    def reason_sentence(self, point: Point, move: str) -> str:
        """The merits that a move has over that of the match, or else all its merits."""
        played, names = point.played.move if point.played else "", self._names
        view, seat = self.view(point), point.seat
        good = self.face.new_reasons(view, seat, move, names, played)
        good = good or reasons(self.face.merits(view, seat, move, names))
        return tr("Why: {reasons}.", reasons=in_parts(good)) if good else tr(UNEXPLAINED)

    def move_words(self, point: Point, move: str) -> str:
        return self.face.exact_words(self.view(point), move, (), self._names)

    def view(self, point: Point) -> AnyView:
        """The view of a point's seat at that moment. The match is over, so all is open."""
        return replace(self.known.views[point.at], viewer=point.seat)

    def _mark(self, seat: int) -> str:
        return self.face.seat_mark(seat, self.match.setup)

    def _point_luck_words(self, point: Point) -> str:
        points = point.points.mean / (1 if self.digest.chances else TREASURE)
        return self._luck_worth_words(self._luck_figure(points))

    def _luck_worth_words(self, worth: str) -> str:
        words = mark("{worth} chance to win by luck"), mark("{worth} treasure by luck")
        return tr(words[not self.digest.chances], worth=worth)

    # ------------------------------------------------------------------ the buttons

    def rows(
        self, point: Point | None = None, series: str = TURNING_POINTS, *, answered: bool = True
    ) -> list[list[Item]]:
        rows, at = list[list[Item]](), point.at if point is not None else 0
        if point is not None:
            points = self.points(series)
            number, last = points.index(point), len(points) - 1
            # Two buttons of a message need different ids, so the ids name the direction.
            back = self._press("reviewed", points[max(number - 1, 0)].at, series, "back")
            ahead = self._press("reviewed", points[min(number + 1, last)].at, series, "next")
            steps = [Button(tr("Back"), back, disabled=not number)]
            steps.append(Button(tr("Next"), ahead, disabled=number == last))
            rows.append([*steps, Button(tr("Overview"), self._press("reviewed", 0))])
        if options := self._moment_options(point):
            # Each moment has a menu of its own, else Discord shows the last choice in it.
            press = self._press("reviewed", at, _ANY_MOMENT, series)
            rows.append([menu(press, tr("Choose a moment"), options)])
        row: list[Item] = []
        if point is not None:
            if point.options and not answered:
                again = TryPress("retry", self.match.id, point.at, series)
                row.append(Button(tr("Find it"), again, discord.ButtonStyle.primary))
                answer = self._press("reviewed", point.at, series, WITH_ANSWER)
                row.append(Button(tr("Show the better move"), answer))
            replay = ReplayPress("replay", self.match.id, point.at)
            row.append(Button(tr("Replay from here"), replay))
        elif self._own:
            found = TryPress("retry", self.match.id, self._own[0].at, str(self.reader))
            row.append(Button(tr("Find a better move"), found, discord.ButtonStyle.primary))
        shown = self._press("sharereview", at, series if point is not None else "")
        row.append(Button(tr("Show to all"), shown))
        if self.outdated:
            row.append(Button(tr("Review again"), self._press("review!", 0)))
        return [*rows, row]

    def _press(
        self, action: ReviewStep, at: int, series: str = "", beside: str | None = None
    ) -> ReviewPress:
        return ReviewPress(action, self.match.id, at, series, beside)

    def _moment_options(self, chosen: Point | None) -> list[discord.SelectOption]:
        """The turning points, then the costliest other moves of each player."""
        options: list[discord.SelectOption] = []
        listed: set[int] = set()
        names = plain_names(self.match)
        for each in (TURNING_POINTS, *map(str, self.match.seats)):
            for number, point in enumerate(self.points(each), 1):
                if point.at in listed:
                    continue
                listed.add(point.at)
                with spelled():
                    name, moment = names[point.seat - 1], self.moment_words(point)
                    words = mark("Turning point {number}"), mark("{player}: costly move")
                    label = tr(words[each != TURNING_POINTS], number=number, player=name)
                    move = self.played_words(point)
                    hint = tr("{moment}, {player}: {move}", moment=moment, player=name, move=move)
                value, here = f"{each}.{point.at}", chosen is not None and point.at == chosen.at
                options.append(
                    discord.SelectOption(label=label, value=value, description=hint, default=here)
                )
        return options[:MOST_IN_A_MENU]
