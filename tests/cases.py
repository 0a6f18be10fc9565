"""Many cases in one test: where an item for each would say nothing, a loop names what fails."""

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from typing import Any, TypeVar, cast

import pytest

from prowlerbot.core.i18n import LANGUAGES

_Test = TypeVar("_Test", bound=Callable[..., Any])
_One = TypeVar("_One")
_Other = TypeVar("_Other")


def each_of(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[_Test], _Test]:
    """Run a test with one case after another, within one item; what fails says with which.

    It takes what ``pytest.mark.parametrize`` takes, and suits tests whose fixtures keep nothing of
    one case for the next.
    """
    told = (names,) if isinstance(names, str) else names
    rows = [dict(zip(told, case if len(told) > 1 else (case,), strict=True)) for case in cases]
    assert rows, "a test without a case tests nothing"

    def looped(test: _Test) -> _Test:
        @functools.wraps(test)
        def run(**given: Any) -> None:
            for row in rows:
                with _naming(row):
                    test(**given, **row)

        @functools.wraps(test)
        async def run_async(**given: Any) -> None:
            for row in rows:
                with _naming(row):
                    await test(**given, **row)

        made: Any = run_async if inspect.iscoroutinefunction(test) else run
        signature = inspect.signature(test)
        left = [each for name, each in signature.parameters.items() if name not in told]
        made.__signature__ = signature.replace(parameters=left)
        return cast("_Test", made)

    return looped


def rotating(some: Sequence[_One], others: Sequence[_Other]) -> Iterator[tuple[_One, _Other]]:
    """The first of some with all others, and each further one with another of them in turn."""
    for at, one in enumerate(some):
        for other in others if not at else [others[at % len(others)]]:
            yield one, other


def with_languages(cases: Sequence[Any]) -> pytest.MarkDecorator:
    """Pairs of a language and a case: each language with one in turn, in the full set with all."""
    turn, whole = [*rotating(LANGUAGES, cases)], [*product(LANGUAGES, cases)]
    in_full = pytest.param(whole, id="in full", marks=pytest.mark.full)
    return pytest.mark.parametrize("pairs", [pytest.param(turn, id="in turn"), in_full])


@contextmanager
def _naming(case: dict[str, Any]) -> Iterator[None]:
    try:
        yield
    except BaseException as error:
        error.add_note(
            "with " + ", ".join(f"{name}={value!r}"[:200] for name, value in case.items())
        )
        raise
