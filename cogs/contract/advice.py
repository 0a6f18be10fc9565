"""The advice about a move: how hints, reviews and puzzles explain the machine's choice."""

from collections.abc import Mapping, Sequence

from cogs.contract import account
from cogs.contract.account import Merit, Moments
from cogs.contract.screen import Names, capitalized
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import in_parts, mark, tr, trn


class Advice(Moments):
    """The good of a move and what is against it, from the rules alone.

    A game states ``merits`` and ``regions`` first; without any of these, hints show moves and
    figures without reasons.
    """

    level_by_reasons = False
    """Whether the weightiest reason decides between moves that the machine finds about equal."""
    tells_lead = False  # whether hints tell the lead expected at the end besides the chance to win

    def merits(
        self, view: AnyView, seat: int, move: str, names: Names, than: str = ""
    ) -> Sequence[Merit]:
        """The good effects of a legal move of ``seat``, as the rules have them; none by default.
        ``than`` is another legal move: effects that only the comparison shows are among them.
        """
        return ()

    def countdown(self, view: AnyView) -> str:
        """The rounds until the end, once they are few; empty by default."""
        return ""

    def drawback(self, view: AnyView, seat: int, move: str) -> str:
        """The main thing against a legal move, as a predicate; empty by default."""
        return ""

    def purpose(self, view: AnyView, seat: int, move: str, names: Names) -> str:
        """The idea of a move in a sentence that does not tell it; empty where aims say enough."""
        return ""

    def lures(self, view: AnyView, seat: int) -> Mapping[str, str]:
        """Moves beside ``gains`` that a player would ask about, each with a heading."""
        return {}

    def stakes(self, view: AnyView, seat: int, names: Names) -> Sequence[str]:
        """The facts on which any choice of ``seat`` turns, in sentences; none by default."""
        return ()

    def reasons(
        self, view: AnyView, seat: int, move: str, names: Names, than: str = ""
    ) -> list[str]:
        """The main reason for a move and what it has over the move ``than``; empty without that."""
        others = self.merits(view, seat, than, names) if than else ()
        return account.reasons(self.merits(view, seat, move, names, than), others, led=True)

    def compared_words(self, view: AnyView, called: Mapping[str, str], names: Names) -> str:
        """The main advantage of the first of two moves of the viewer, ``called`` by their letters,
        in a sentence with the figures of both; empty without one.
        """
        return ""

    def expected_words(self, view: AnyView, seat: int, move: str) -> str:
        """The meaning of the figures of a hint, or their parts for a move; empty by default."""
        return ""

    def machine_plan_words(self, view: AnyView, seat: int, move: str) -> str:
        """The machine's plan behind a move, in whole sentences; empty without one."""
        return ""

    def lack_sentences(
        self, view: AnyView, seat: int, move: str, best: str, names: Names
    ) -> tuple[str, str]:
        """The advantage of the best move over another one, in a sentence that does not name it:
        first by comparison alone, then with its own effects, which tell more. Either may be empty.
        """
        called = {tr("the best move"): best, tr("this move"): move}
        if told := self.compared_words(view, called, names):
            return (f"{capitalized(told)}.",) * 2
        every = self.new_reasons(view, seat, best, names, move)
        effects = {merit.words for merit in self.merits(view, seat, best, names)}
        compared = [reason for reason in every if reason not in effects]
        words = mark("For the best move: {reasons}.")
        first, whole = (tr(words, reasons=in_parts(it)) if it else "" for it in (compared, every))
        return first, whole

    def new_reasons(
        self, view: AnyView, seat: int, move: str, names: Names, than: str
    ) -> list[str]:
        """The reasons of hints for a move over another one, without merits of that one."""
        known = {merit.words for merit in self.merits(view, seat, than, names)}
        return [it for it in self.reasons(view, seat, move, names, than) if it not in known]

    def gains(self, view: AnyView, seat: int) -> Mapping[str, str]:
        """The gains at once of legal moves of ``seat``, as one figure such as “lead +6”, the most
        first. Hints tell it, and measure the machine's choice by the first one.
        """
        return {}

    def regions(self, view: AnyView, seat: int, move: str) -> Sequence[str]:
        """The parts of the board of a move, as nouns with their articles, the best known first."""
        return ()

    def amount(self, count: int) -> str:
        """A number of the points by which the game is won, in its own word for them."""
        return trn("{count} point", "{count} points", count)
