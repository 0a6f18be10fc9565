"""The contrast of two colours as WCAG 2 defines it, and which colours pictures have."""

from __future__ import annotations

from PIL import Image

from renderer.theme import Colour, Theme

ENOUGH = 4.5
"""The contrast that text needs by the usual rule (WCAG AA)."""


def _luminance(colour: Colour) -> float:
    linear = [
        c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4
        for c in colour
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """From 1 for the same to 21 for black and white."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def as_drawn(theme: Theme) -> list[Colour]:
    """The named colours of a theme as they come out in its pictures."""
    named = Image.new("RGB", (len(theme.named), 1))
    named.putdata(theme.named)
    drawn = iter(theme.indexed(named).convert("RGB").tobytes())
    return list(zip(drawn, drawn, drawn, strict=True))
