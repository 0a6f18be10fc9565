"""A hint, step by step: where to look, a few candidates, the machine's choice. The places of the
candidates are lit on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cogs.board.views.match_views import button, names
from cogs.contract.advice import MOST_REASONS, aims, best_first, lettered, percent
from cogs.contract.face import Face
from cogs.contract.screen import Drawing, Look
from cogs.frame.layout import Button, Content, Picture, layout
from cogs.frame.names import safe_player_name
from cogs.presses.addresses import OfMatch
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import decimal, either, in_parts, labelled, listed
from prowlerbot.match.machine_help import CANDIDATES, CHOICE, WHERE, count_hints, has_hints
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.timeline import Timeline
from prowlerbot.opponent.judgement import Appraisal, Option

_LIT = "💡"
_MOST = 3
_COMPARED = 1e-6
"""The least error of an estimate that comes from playouts."""


@dataclass(frozen=True, slots=True)
class HintScreen:
    """A hint for the player of a seat, who sees ``view``, and perhaps moves on an ``own_board``."""

    match: Match
    face: Face
    view: AnyView
    seat: int
    found: Appraisal
    own_board: bool = False

    def drawings(self, step: int, look: Look) -> list[Drawing]:
        """The board; from the step that names the candidates on, their places are lit."""
        if step < CANDIDATES:
            return []
        lit = self.face.lit(self.view, look, [each.move for each in self._shown])
        return [] if lit is None else [lit]

    def shown(self, step: int, pictures: Sequence[Picture] = ()) -> Content:
        """All steps up to this one, with a button for the next one."""
        lines = [f"### {_LIT} {tr('Hint')}"]
        if self.places:
            lines.append(tr("Look at {region}.", region=either(self.places)))
        if step >= CANDIDATES:
            lines += self._candidates()
        if step >= CHOICE:
            lines += self._choice()
        lines.append("-# " + tr("Only you see this. The result will say who took how many hints."))
        following = {WHERE: tr("Candidates"), CANDIDATES: tr("The machine's choice")}
        if label := following.get(step):
            rows = [[self._button("hint", label, _LIT, str(step + 1))]]
        else:
            action: OfMatch = "plan" if self.own_board else "try"
            rows = [[self._button(action, tr("Play it"), "✅", self._best.move)]]
        return layout("\n".join(lines), pictures, rows)

    def _button(self, action: OfMatch, label: str, emoji: str, argument: str) -> Button:
        own = self.match.decision(self.seat).own
        return button(action, self.match, label, emoji, argument=argument, own=own)

    @property
    def _best(self) -> Option:
        return self.found.options[0]

    def _move(self, option: Option) -> str:
        """The move in the players' words, as exact as the other options demand."""
        others = [each.move for each in self.found.options[:_MOST]]
        words = self.face.exact_words(self.view, option.move, others, names(self.match))
        return f"**{words}**"

    @property
    def _shown(self) -> list[Option]:
        """The candidates in the order in which the game lists its moves, which hides the best."""
        legal = self.view.seen.moves(self.seat)
        order = {str(move): number for number, move in enumerate(legal)}
        return sorted(self.found.options[:_MOST], key=lambda option: order[option.move])

    @property
    def places(self) -> list[str]:
        """The places of all candidates, so that the next step contradicts nothing; empty where the
        game names none.
        """
        regions = [self.face.region(self.view, self.seat, each.move) for each in self._shown]
        return list(dict.fromkeys(filter(None, regions)))

    def _candidates(self) -> list[str]:
        lines = [f"**{tr('Candidates, and what each is for')}**"]
        merits = [
            self.face.merits(self.view, self.seat, each.move, names(self.match))
            for each in self._shown
        ]
        moves = lettered(list(map(self._move, self._shown)))
        said: dict[str, str] = {}
        for (letter, move), what_for, own in zip(moves, aims(merits), merits, strict=True):
            purpose = in_parts(what_for)
            if purpose in move:  # an aim that the move itself names
                purpose = in_parts([merit.words for merit in best_first(own)][:MOST_REASONS])
            earlier = said.setdefault(purpose, letter)
            if purpose and earlier != letter:
                purpose = tr("the same as {letter}", letter=earlier)
            lines.append(f"- {letter} · {labelled(move, purpose) if purpose else move}")
        return [*lines, ""]  # otherwise Discord joins the next text to the last line of the list

    def _choice(self) -> list[str]:
        """The machine's move, its reason, and what it brings over the second best."""
        best, *others = self.found.options
        than = others[0].move if others else ""
        reasons = self.face.reasons(self.view, self.seat, best.move, names(self.match), than)
        sentence = tr("The machine's choice: {move}.", move=self._move(best))
        if reasons and not any(in_parts(reasons) in line for line in self._candidates()):
            sentence = " ".join((sentence, tr("Why: {reasons}.", reasons=in_parts(reasons))))
        if self._by_rule:
            return [sentence, tr("The machine goes by a simple rule here and compares nothing.")]
        difference = self._difference(others[0]) if others else ""
        worth = " ".join(filter(None, [self._expected(), difference]))
        return [sentence, worth] if worth else [sentence]

    @property
    def _by_rule(self) -> bool:
        """Whether the machine has chosen without any playout."""
        chance = self._best.chance
        compared = self.found.exact or chance is None or chance.error >= _COMPARED
        same = len({option.margin.mean for option in self.found.options}) == 1
        return same and not compared

    def _expected(self) -> str:
        best = self._best
        lead = best.margin.mean
        if self.found.exact:
            return tr("Searched to the end: {result}.", result=_ahead(lead))
        if best.chance is None:
            return ""
        return tr(
            "The machine gives you a chance of {chance}; it expects you to end {result}.",
            chance=percent(best.chance),
            result=_ahead(lead),
        )

    def _difference(self, second: Option) -> str:
        """The loss by the second best move, as far as it is certain."""
        best, move = self._best, self._move(second)
        if self.found.exact:
            if best.margin.mean == second.margin.mean:
                return tr("Just as good: {move}.", move=move)
            ahead = _ahead(second.margin.mean)
            return tr("Second best: {move}, {result}.", move=move, result=ahead)
        given = second.behind
        if given.mean <= 0 or not given.sure:
            return tr("Perhaps just as good: {move}.", move=move)
        if best.chance is None:
            return tr(
                "That promises {treasure} treasure more than {move}.",
                move=move,
                treasure=decimal(given.mean),
            )
        chance = "" if second.chance is None else percent(second.chance)
        return tr("Second best: {move}, a chance of {chance}.", move=move, chance=chance)


def _ahead(lead: float) -> str:
    """The expected lead or deficit in whole points, as part of a sentence."""
    points = round(abs(lead))
    if not points:
        return tr("level")
    if lead < 0:
        return trn("{count} point behind", "{count} points behind", points)
    return trn("{count} point ahead", "{count} points ahead", points)


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
    takers = [(who, count_hints(match, seat)) for seat, who in enumerate(names(match), 1)]
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
    return f"-# {_LIT} {listed(counts)}" if counts else ""
