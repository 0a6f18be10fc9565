"""A hint in words, step by step: where to look, a few candidates, the machine's choice.

It has no picture: the board above it shows the position, and a message that follows a wait takes
no new pictures.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord

from cogs.contract.advice import aims
from cogs.contract.face import Face
from cogs.frame.layout import Button, layout
from cogs.frame.names import safe_player_name
from cogs.frame.press import Action
from cogs.views.estimates import with_sign
from cogs.views.match_views import button, names
from prowlerbot.core.formats import decimal, in_parts, labelled, listed, signed
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import tr, trn
from prowlerbot.match.hints import CANDIDATES, CHOICE, WHERE, counted, has_hints
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.timeline import Timeline
from prowlerbot.review.judgement import Appraisal, Option

_LIT = "💡"
_MOST = 3
_COMPARED = 1e-6
"""The least error of an estimate that comes from playouts."""
_SURE = 2
"""The standard errors from which on a difference is told."""


@dataclass(frozen=True, slots=True)
class HintScreen:
    """A hint for the player of a seat, who sees ``view``."""

    match: Match
    face: Face
    view: AnyView
    seat: int
    found: Appraisal

    def shown(self, step: int) -> discord.ui.LayoutView:
        """All steps up to this one, with a button for the next one."""
        lines = [f"### {_LIT} {tr('Hint')}", self._where()]
        if step >= CANDIDATES:
            lines += self._candidates()
        if step >= CHOICE:
            lines += self._choice()
        lines.append("-# " + tr("Only you see this. The result will say who took how many hints."))
        following = {WHERE: tr("Candidates"), CANDIDATES: tr("The machine's choice")}
        rows = []
        if label := following.get(step):
            own, argument = self.match.decision(self.seat).own, str(step + 1)
            rows = [[button(Action.HINT, self.match, label, _LIT, argument=argument, own=own)]]
        return layout("\n".join(lines), rows=rows)

    @property
    def _best(self) -> Option:
        return self.found.options[0]

    def _move(self, option: Option) -> str:
        """The move in the players' words, as exact as the other options demand."""
        words = self.face.move_words
        told = words(self.view, option.move)
        options = self.found.options[:_MOST]
        if sum(words(self.view, each.move) == told for each in options) > 1:
            typed = self.face.typed_options(self.view, names(self.match))
            told = next((label for label, move in typed if move == option.move), told)
        return f"**{told}**"

    def _where(self) -> str:
        region = self.face.region(self.view, self.seat, self._best.move)
        if not region:
            return tr("The machine can name no place to look at; its candidates say more.")
        return tr("Where to look: {region}.", region=region)

    def _candidates(self) -> list[str]:
        """The candidates in the order in which the game lists its moves, which hides the best."""
        legal = self.view.seen.moves(self.seat)
        order = {str(move): number for number, move in enumerate(legal)}
        shown = sorted(self.found.options[:_MOST], key=lambda option: order[option.move])
        lines = [f"**{tr('Candidates, and what each is for')}**"]
        for option in shown:
            merits = self.face.merits(self.view, self.seat, option.move, names(self.match))
            what_for = listed(aims(merits))
            lines.append(
                f"- {labelled(self._move(option), what_for)}"
                if what_for
                else f"- {self._move(option)}"
            )
        return [*lines, ""]  # else the next text belongs to the last line of the list

    def _choice(self) -> list[str]:
        """The machine's move, its reason, and what it brings over the second best."""
        best, *others = self.found.options
        than = others[0].move if others else ""
        reasons = self.face.reasons(self.view, self.seat, best.move, names(self.match), than)
        told = tr("The machine would play {move}.", move=self._move(best))
        if reasons:
            told = tr(
                "The machine would play {move}: {reasons}.",
                move=self._move(best),
                reasons=in_parts(reasons),
            )
        if self._by_rule:
            return [told, tr("The machine goes by a simple rule here and compares nothing.")]
        difference = self._difference(others[0]) if others else ""
        worth = " ".join(filter(None, [self._expected(), difference]))
        return [told, worth] if worth else [told]

    @property
    def _by_rule(self) -> bool:
        """Whether the machine has chosen without any playout."""
        chance = self._best.chance
        compared = self.found.exact or chance is None or chance.error >= _COMPARED
        same = len({option.margin.mean for option in self.found.options}) == 1
        return same and not compared

    def _expected(self) -> str:
        best = self._best
        lead = _signed(best.margin.mean)
        if self.found.exact:
            return tr(
                "Searched to the end of the match, it leads to a final lead of {lead}.", lead=lead
            )
        if best.chance is None:
            return ""
        return tr(
            "The machine expects a chance to win of {percent} % and a final lead of {lead}.",
            percent=round(100 * best.chance.mean),
            lead=lead,
        )

    def _difference(self, second: Option) -> str:
        """What the second best gives away, as far as that is certain."""
        best, move = self._best, self._move(second)
        lead = best.margin.mean - second.margin.mean
        if self.found.exact:
            if not lead:
                return tr("{move} is just as good.", move=move)
            return tr(
                "With {move} it would be {lead}.", move=move, lead=_signed(second.margin.mean)
            )
        given = second.behind
        if given.mean <= _SURE * given.error:
            return tr("{move} may be just as good.", move=move)
        if best.chance is None:
            return tr(
                "That promises {treasure} treasure more than {move}.",
                move=move,
                treasure=decimal(given.mean),
            )
        count = max(1, round(100 * given.mean))
        points = trn("{count} percentage point", "{count} percentage points", count)
        if lead <= 0:
            return tr("{move} has {points} less.", move=move, points=points)
        return tr(
            "{move} has {points} less, and a lead smaller by {lead}.",
            move=move,
            points=points,
            lead=decimal(lead),
        )


def _signed(lead: float) -> str:
    if lead == int(lead):
        return signed(int(lead))
    return with_sign(lead)


def hint_button(match: Match, known: Timeline, *, admitted: bool) -> Button | None:
    """The way to a hint for a player who may take one now; ``admitted``: the machine plays here."""
    seat = known.viewer
    if seat is None or not admitted or match.phase is not Phase.PLAYING or not has_hints(match):
        return None
    if seat not in known.present.to_move or seat in match.left:
        return None
    own = match.decision(seat).own
    return button(Action.HINT, match, tr("Hint"), _LIT, argument=str(WHERE), own=own)


def hints_line(match: Match) -> str:
    """How many hints each player took, for the end of a match; empty if nobody took any."""
    takers = [(who, counted(match, seat)) for seat, who in enumerate(names(match), 1)]
    takers += [
        (safe_player_name(Player(former.id, former.name)), counted(match, seat, former=True))
        for seat in match.seats
        if (former := match.player(seat).former) is not None
    ]
    told = [
        trn("{player} took {count} hint", "{player} took {count} hints", count, player=who)
        for who, count in takers
        if count
    ]
    return f"-# {_LIT} {listed(told)}" if told else ""
