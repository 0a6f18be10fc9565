"""The loss by a move of a review, in one unit: the chance to win, the lead, or treasure."""

from __future__ import annotations

from cogs.contract.advice import percent
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import decimal
from prowlerbot.opponent.judgement import Estimate, Option
from prowlerbot.reviews.review_digest import Point


def change(point: Point, played: Option, move: str) -> str:
    """The move and the change that it made, in few words."""
    better, made = point.options[0].chance, played.chance
    if better is None or made is None:
        return tr("{move}, treasure −{lost}", move=move, lost=decimal(played.behind.mean))
    if _certain(better) and _certain(made):
        return tr("{move}, from {before} to {after}", move=move, **_ends(better, made))
    fields = {"before": percent(better), "after": percent(made)}
    return tr("{move}, chance from {before} to {after}", move=move, **fields)


def cost(point: Point, played: Option) -> str:
    """The same as a sentence."""
    better, made = point.options[0].chance, played.chance
    if better is None or made is None or not matters(played.behind):
        return tr("That cost {lost}.", lost=lost(point, played))
    if _certain(better) and _certain(made):
        return tr("That turned {before} into {after}.", **_ends(better, made))
    fields = {"before": percent(better), "after": percent(made)}
    return tr("The chance to win fell from {before} to {after}.", **fields)


def lost(point: Point, option: Option) -> str:
    """The loss by an option: in chance to win, else in points of the lead, or in treasure."""
    if option.chance is None:
        return tr("about {treasure} treasure", treasure=decimal(option.behind.mean))
    if matters(option.behind):
        return tr("about {percent} of the chance to win", percent=percent(option.behind))
    points = max(1, round(point.lead_lost(option).mean))
    return trn("about {count} point of the lead", "about {count} points of the lead", points)


def _certain(chance: Estimate) -> bool:
    return not chance.error and chance.mean in {0.0, 0.5, 1.0}


def _ends(better: Estimate, made: Estimate) -> dict[str, str]:
    return {"before": _end(better), "after": _end(made)}


def _end(chance: Estimate) -> str:
    """The certain end of a match."""
    if chance.mean == 0.5:
        return tr("a shared win")
    return tr("a sure win") if chance.mean else tr("a sure loss")


def matters(behind: Estimate) -> bool:
    """Whether a loss of chance is visible in whole percent and larger than its error."""
    return behind.mean >= 0.005 and behind.likely


def with_sign(number: float) -> str:
    """A number with its sign and a decimal."""
    sign = "±" if not round(number, 1) else "−" if number < 0 else "+"
    return f"{sign}{decimal(abs(number))}"
