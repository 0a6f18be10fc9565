"""Which challenges can be rated: nobody sits a loss out, and leaving makes no match friendly."""

from __future__ import annotations

import pytest

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.match.terms import Terms

PLAIN = Terms(pace=DAY)


@pytest.mark.parametrize(
    ("terms", "refusal"),
    [
        (Terms(pace=0), "needs a time limit"),
        (Terms(pace=DAY, takeover=True), "stays empty"),
        (Terms(pace=DAY, takeover=True, substitutes=True), "stays empty"),
        (Terms(pace=DAY, hints=True), "has no hints"),
    ],
)
def test_what_cannot_be_rated_is_refused_if_wanted_and_else_friendly(
    terms: Terms, refusal: str
) -> None:
    with pytest.raises(Denied, match=refusal) as refused:
        terms.with_rating(wanted=True, usual=False)
    assert str(refused.value).count(".") == 1, "one sentence"
    usual = terms.with_rating(wanted=None, usual=True)
    assert (usual.rated, usual.first_friendly) == (False, False)


@pytest.mark.parametrize("usual", [True, False])
def test_the_rest_is_as_wanted_or_usual(*, usual: bool) -> None:
    for wanted in (True, False):
        terms = PLAIN.with_rating(wanted=wanted, usual=usual)
        assert (terms.rated, terms.first_friendly) == (wanted, False)
    terms = PLAIN.with_rating(wanted=None, usual=usual)
    assert (terms.rated, terms.first_friendly) == (usual, usual)


def test_another_match_like_an_older_one_is_rated_only_if_a_new_one_may_be() -> None:
    for older in (Terms(rated=True), Terms(pace=DAY, rated=True, takeover=True, substitutes=True)):
        assert not older.again.rated
    assert Terms(pace=DAY, rated=True, competition="c").again.rated
