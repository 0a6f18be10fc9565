"""The questions of players to each other with their answers, and the screens of a hint.

A hint shows where to look, then a few candidates, then the machine's choice. The places of the
candidates are lit on the board.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from cogs.board.views.match_views import button, draw_button, names_in_text, names_of, way_to
from cogs.contract.account import MOST_REASONS, Merit, aims, lettered, percent, reasons
from cogs.contract.face import Face
from cogs.contract.screen import Drawing, Look
from cogs.contract.sign import spelled, worded
from cogs.frame.layout import Button, Content, Picture, layout
from cogs.frame.names import safe_player_name
from cogs.presses.addresses import OfMatch
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import in_parts, label_text, listing, mark, one_decimal_words, tr, trn
from prowlerbot.match.agreements import deciders
from prowlerbot.match.machine_help import CANDIDATES, WHERE, count_hints, has_hints
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.terms import Asked, Question
from prowlerbot.match.timeline import Timeline
from prowlerbot.opponent.judgement import Appraisal, JudgedMove
from renderer.canvas import draw_small

Row = list[Button]

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
    question = match.open_question
    if question is None:
        if refused := refused_line(match, known, face):
            return refused
        if known.drawn:
            return trn(
                "🎲 The rest of the set-up was drawn by lot: {count} move.",
                "🎲 The rest of the set-up was drawn by lot: {count} moves.",
                known.drawn,
            )
        return taken_back_line(match, known, face)
    asks = tr(
        _ASKS[question.asked],
        player=names_of(match, question.seat),
        move=f"**{move_words(question.seat, known, face)}**",
    )
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
    return tr(
        _REFUSED[question.asked],
        player=names_of(match, question.refused_by),
        asker=names_of(match, question.seat),
        move=f"**{move_words(question.seat, known, face)}**",
    )


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
    """The note that a move was just taken back, until play goes on.

    The text for the seat that asked (``reader``) names the players who agreed.
    """
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
    row = [*answers(match, known, face), _button(match, "withdraw", tr("Withdraw"))]
    return layout(text, rows=[row])


def answers(match: Match, known: Timeline, face: Face) -> Row:
    """The buttons for the players who are asked."""
    question = match.open_question
    if question is None:
        return []
    if question.asked is Asked.CANCEL:
        yes = tr("Agree: no result")
    elif question.asked is Asked.DRAWN:
        yes = tr("Agree: draw the rest")
    else:
        with spelled():
            undone = move_words(question.seat, known, face)
        yes = tr("Agree: take back {move}", move=undone)
    return [_button(match, "agree", yes), _button(match, "refuse", tr("Refuse"))]


def question_buttons(
    match: Match, seat: int, known: Timeline, face: Face, *, late: Collection[int]
) -> Row:
    """The questions and answers open to a player now, for the menu; ``late`` are the seats that
    have run out of time, if the player can claim that.
    """
    if match.phase is not Phase.PLAYING or seat in match.left:
        return []
    question = match.open_question
    row: Row = []
    if question is None:
        row = _askable_buttons(match, seat, known, face)
    elif question.seat == seat:
        row = [_button(match, "withdraw", tr("Withdraw"))]
    elif seat in deciders(match, known.present, question.asked) - {*question.agreed}:
        row = answers(match, known, face)
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
    return (
        tr("The time of {players} is up.", players=names_of(match, *sorted(late))) if late else ""
    )


def claim_question(before: Match, after: Match) -> Content:
    """The question before a claim that leads to the match ``after`` it."""
    gone = sorted(before.voters - after.voters)
    others = gone or sorted(before.voters - {after.ended_by})
    asked = tr(_CLAIM_OF_SEVERAL if gone else _CLAIM, players=names_of(before, *others))
    hint = "-# " + tr("To keep waiting, dismiss this message.")
    lines = [asked, _unrated_line(before, after), hint]
    return layout("\n".join(filter(None, lines)), rows=[[claim_button(before, sure=True)]])


def _askable_buttons(match: Match, seat: int, known: Timeline, face: Face) -> Row:
    row: Row = []
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
    """The text for the asker: the question is put, or its effect and the ``link`` to the board if
    it was settled at once.
    """
    if match.question is None:
        effect = taken_back_line(match, known, face) or question_line(match, known, face)
        return f"{effect} {way_to(link)}" if link else effect
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


def _button(match: Match, action: OfMatch, label: str) -> Button:
    asked = match.question.asked if match.question is not None else ""
    return button(action, match, label, argument=asked)


# ---------------------------------------------------------------------- hints

_LIT = "💡"
_MOST = 3
_PLACES = 3
"""The first step names at most one move of so many."""
_AHEAD, _BEHIND = mark("{amount} ahead"), mark("{amount} behind")
_LEAST_TOLD = 0.5
"""A smaller difference in treasure tells a player nothing."""
_COMPARED = 1e-6
"""The least error of an estimate that comes from playouts."""


@dataclass(frozen=True)
class HintScreen:
    """A hint for the player of a seat, who sees ``view``. Its move is shown before it counts, or
    counts ``at_once``.
    """

    match: Match
    face: Face
    view: AnyView
    seat: int
    found: Appraisal
    at_once: bool = False

    def drawings(self, step: int, look: Look) -> list[Drawing]:
        """The board: in small with the place of the first step, then with the candidates lit."""
        if step < CANDIDATES:
            marked = [("", move) for move in self._place[1]]
        else:
            marked = lettered([each.move for each, _ in self._candidates])
        lit = self.face.lit(self.view, look, marked) if marked else None
        if lit is not None and step < CANDIDATES:
            lit = replace(lit, draw=partial(draw_small, lit.draw))
        if lit is not None and worded():  # the board tells the position
            lit = replace(lit, alt=tr("The board."))
        return [] if lit is None else [lit]

    def content_to_step(self, step: int, pictures: Sequence[Picture] = ()) -> Content:
        """This step on top of the button for the next one, below what it needs of those before."""
        if step == WHERE:
            private = tr("Only you see this. The result will say who took how many hints.")
            above, last = "", f"{self._place_words(step)}\n-# {private}"
        elif step == CANDIDATES:
            heading = tr("Candidates, and what each is for")
            above, last = self._place_words(step), f"**{heading}**\n{self._candidate_words()}"
        else:
            above, last = self._candidate_words(self._best), self._choice_words()
        small = [f"-# {it.removeprefix('- ')}" for it in above.split("\n") if it]
        above = "\n".join(small) or f"### {_LIT} {tr('Hint')}"
        following = {WHERE: tr("Candidates"), CANDIDATES: tr("The machine's choice")}
        if label := following.get(step):
            row = [self._button("hint", label, _LIT, str(step + 1))]
        else:
            action: OfMatch = "plan" if self.at_once else "try"
            row = [self._button(action, tr("Play it"), "✅", self._best.move)]
        if len(self._gains) == len(self.view.seen.moves(self.seat)):  # a list has them all
            row.append(button("look", self.match, tr("What does it bring?"), argument="moves"))
        return layout(above, pictures, [last, row])

    def _button(self, action: OfMatch, label: str, emoji: str, argument: str) -> Button:
        own = self.match.decision(self.seat).own
        return button(action, self.match, label, emoji, argument=argument, own=own)

    @property
    def _best(self) -> JudgedMove:
        return self.found.options[0]

    def _move(self, option: JudgedMove) -> str:
        """The move in the players' words, as exact as the other options demand."""
        others = [each.move for each in self.found.options[:_MOST]]
        names = names_in_text(self.match)
        return f"**{self.face.exact_words(self.view, option.move, others, names)}**"

    def _move_name(self, option: JudgedMove) -> str:
        """The move with its letter on the board, and what it brings at once if the game knows."""
        named = lettered([each.move for each, _ in self._candidates])
        letter = next(letter for letter, move in named if move == option.move)
        gain = self._gains.get(option.move)
        return f"{letter} · {self._move(option)}" + (f" ({gain})" if gain else "")

    @cached_property
    def _candidates(self) -> list[tuple[JudgedMove, str]]:
        """The best move, the second one and the best for other ideas, each with its main reasons.
        Those in the place of the first step lead, in the order in which the game lists its moves,
        which hides the best.
        """
        found = [self._best, *self._second]
        for option in self.found.options:
            ideas = [{*aims(self._merits[each.move])} for each in found]
            idea = {*aims(self._merits[option.move])}
            if len(found) < _MOST and option not in found and (not idea or idea not in ideas):
                found.append(option)
        there, legal = self._place[1], self.view.seen.moves(self.seat)
        order = {str(move): (str(move) not in there, at) for at, move in enumerate(legal)}
        found.sort(key=lambda each: order[each.move])
        return [(each, in_parts(reasons(self._merits[each.move]))) for each in found]

    @cached_property
    def _place(self) -> tuple[str, list[str]]:
        """The place of the best move, with all moves there: more than that move, and a third of the
        moves at most. Empty where the game names none.
        """
        legal = [str(move) for move in self.view.seen.moves(self.seat)]
        regions = {move: self.face.regions(self.view, self.seat, move) for move in legal}
        for place in regions[self._best.move]:
            there = [move for move in legal if place in regions[move]]
            if 1 < len(there) <= len(legal) / _PLACES:
                return place, there
        return "", []

    def _place_words(self, step: int) -> str:
        """The place and, before the candidates tell it, what to look for there."""
        place, _ = self._place
        said = [tr("Look at {region}.", region=place)] if place else []
        if step == WHERE and (merits := self._merits[self._best.move]):
            said.append(tr("Look for: {aims}.", aims=in_parts(aims(merits))))
        return " ".join(said)

    def _candidate_words(self, without: JudgedMove | None = None) -> str:
        """The candidates by their reasons."""
        by_reason: dict[str, list[str]] = {}
        for option, reason in self._candidates:
            if option is not without:
                by_reason.setdefault(reason or option.move, []).append(self._move_name(option))
        return "\n".join(
            f"- {each[0] if reason in self._merits else label_text(', '.join(each), reason)}"
            for reason, each in by_reason.items()
        )

    def _choice_words(self) -> str:
        """The machine's move, and what it has over the second best."""
        choice = tr("The machine's choice: {move}.", move=self._move_name(self._best))
        why = tr("Why: {reasons}.", reasons=in_parts(self._reasons)) if self._reasons else ""
        worth = [self._expected_words(), *map(self._difference, self._second)]
        if self._by_rule:
            rule = tr("The machine goes by a simple rule here and compares nothing.")
            worth = [rule] if self._best.chance is not None else []  # treasure of a later round
        told = [why, " ".join(worth)]
        if self.found.exact:  # a search to the end is the real reason
            told.reverse()
        return "\n".join(filter(None, [choice, *told]))

    @cached_property
    def _reasons(self) -> list[str]:
        """The main reason for the best move, and what it has over the candidate that seems to bring
        most, or else over the second best, if anything.
        """
        worths = {
            each.move: max((merit.worth for merit in self._merits[each.move]), default=0.0)
            for each, _ in self._candidates
        }
        most = max(worths, key=worths.__getitem__)
        moves = [each.move for each in self._second] if most == self._best.move else [most]
        names = names_in_text(self.match)
        found = self.face.reasons(self.view, self.seat, self._best.move, names, *moves)
        main = reasons(self._merits[self._best.move])
        return list(dict.fromkeys([*main[:1], *(found or main)]))[:MOST_REASONS]

    @cached_property
    def _second(self) -> list[JudgedMove]:
        """The move that brings most at once, if that is more; or else the best move for another
        idea than that of the best one, or else the second best.
        """
        best, *others = self.found.options
        idea = {*aims(self._merits[best.move])}
        most = [it for it in others if self._is_tempting(it)]
        return most or next(
            ([it] for it in others if {*aims(self._merits[it.move])} != idea), others[:1]
        )

    def _is_tempting(self, option: JudgedMove) -> bool:
        """Whether a move brings most at once, and more than the best one."""
        most = next(iter(self._gains), "")
        return option.move == most and self._gains[most] != self._gains.get(self._best.move)

    @cached_property
    def _gains(self) -> Mapping[str, str]:
        return self.face.gains(self.view, self.seat)

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

    def _expected_words(self) -> str:
        best, result = self._best, self._result_words(self._best)
        if self.found.exact:
            return tr("Searched to the end: {result}.", result=result)
        if best.chance is None:
            return tr(
                "The machine expects {result} from this round, if you play on as it does.",
                result=result,
            )
        return tr(
            "The machine gives you a chance of {chance} to win; it expects you to end {result}.",
            chance=percent(best.chance),
            result=result,
        )

    def _is_ahead(self, second: JudgedMove) -> bool:
        """Whether the best move is surely better than the second best."""
        if self.found.exact:
            return self._best.margin.mean != second.margin.mean
        return second.behind.mean > 0 and second.behind.sure

    def _difference(self, second: JudgedMove) -> str:
        """The prospects with the second best move, and its loss as far as it is certain."""
        fields = {"move": self._move_name(second), "result": self._result_words(second)}
        tempting = self._is_tempting(second) and self._is_ahead(second)
        if self.found.exact:
            worse, level = mark("Second best: {move}, {result}."), mark("Just as good: {move}.")
            if tempting:
                worse = mark("{move} brings more at once, but less in the end: {result}.")
            return tr(worse if self._is_ahead(second) else level, **fields)
        if second.chance is None and second.behind.mean >= _LEAST_TOLD:
            more = mark("That is perhaps {treasure} treasure more than {move}.")
            if self._is_ahead(second):
                more = mark("That promises {treasure} treasure more than {move}.")
            return tr(more, treasure=one_decimal_words(second.behind.mean), **fields)
        falls = second.behind.mean > 0 and round(second.margin.mean) < round(self._best.margin.mean)
        if second.chance is None or not (falls or self._is_ahead(second)):
            told = mark("Perhaps just as good: {move}, {result}.")
            same = fields["result"] == self._result_words(self._best)
            if round(second.margin.mean) > round(self._best.margin.mean):
                told = mark("As good, as far as the machine can tell: {move}.")
            elif same and second.chance is None and not second.behind.likely:
                told = mark("It expects the same with {move}: there is no difference.")
            return tr(told, **fields)
        fields["chance"] = percent(second.chance)
        told = mark("Second best: {move}, a chance of {chance}, {result}.")
        if tempting:
            told = mark(
                "{move} brings more at once, but less in the end: a chance of {chance}, {result}."
            )
        return tr(told, **fields)

    def _result_words(self, option: JudgedMove) -> str:
        """The expected lead or deficit in whole points of the game, as part of a sentence; in a
        game without a known chance to win, the points.
        """
        lead = option.margin.mean
        if option.chance is None:
            return self.face.amount(round(lead))
        points = round(abs(lead))
        if not points:
            return tr("level")
        return tr(_BEHIND if lead < 0 else _AHEAD, amount=self.face.amount(points))


def hint_buttons(match: Match, known: Timeline, *, admitted: bool) -> list[Button]:
    """The way to a hint for a player who may take one now; ``admitted``: the machine plays here."""
    seat = known.viewer
    if seat is None or not admitted or match.phase is not Phase.PLAYING or not has_hints(match):
        return []
    if seat not in known.present.to_move or seat in match.left:
        return []
    own = match.decision(seat).own
    return [button("hint", match, tr("Hint"), _LIT, argument=str(WHERE), own=own)]


def hints_line(match: Match) -> str:
    """The number of hints of each player, for the end of a match; empty without any hint."""
    takers = [(who, count_hints(match, seat)) for seat, who in enumerate(names_in_text(match), 1)]
    takers += [
        (safe_player_name(Player(former.id, former.name)), count_hints(match, seat, former=True))
        for seat in match.seats
        if (former := match.player(seat).former) is not None
    ]
    counts = [
        trn("{player} took {count} hint", "{player} took {count} hints", count, player=who)
        for who, count in takers
        if count
    ]
    return f"-# {_LIT} {listing(counts)}" if counts else ""
