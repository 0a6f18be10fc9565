"""The limits of texts and numbers, each with one sentence for all that must keep to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator


def text(what: str, told: str, most: int, least: int = 1) -> Iterator[str]:
    """The mistake that a text is too long or too short."""
    if not least <= len(told) <= most:
        yield f"{what} has {len(told)} characters: write {least} to {most}."


def line(what: str, told: str, most: int) -> Iterator[str]:
    """The mistake that a text is too long, empty, or more than one line."""
    yield from text(what, told, most)
    if "\n" in told:
        yield f"{what} has several lines: write one."


def one_each(what: str, numbers: Collection[object], of: int, each: str = "seat") -> Iterator[str]:
    """The mistake that there are more or fewer numbers than seats."""
    if len(numbers) != of:
        yield f"{what} has {len(numbers)} of {of} values: give one for each {each}."
