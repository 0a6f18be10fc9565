"""Tells events by a table of sentences, and puts the parts of a position into words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cogs.contract.sign import Sign
from prowlerbot.core.i18n import Marked, tr


class Sentences(NamedTuple):
    """The sentences of a kind of event, marked, in the present tense; an empty one is not told."""

    long: str  # a line of its own, with markdown and signs
    short: str | None = None
    """For one line with others, without markdown, signs and a full stop; by default made so."""


@dataclass(frozen=True, slots=True)
class Event:
    """An effect of a move. ``seat`` and ``other`` are the fields ``player`` and ``other`` of its
    sentences; the other ``fields`` are figures, signs, texts, messages marked for
    translation, a ``PlainName`` or ``Several`` events.
    """

    kind: str
    seat: int = 0
    other: int = 0
    fields: Mapping[str, object] = field(default_factory=dict)


class Several(NamedTuple):
    """Events that are told within the sentence of another one."""

    events: Sequence[Event]
    between: str = ", "


class PlainName(NamedTuple):
    """A field for the name of a player without a mark, in long sentences, too."""

    seat: int


class Part(NamedTuple):
    """A part of a position in words: whole sentences, each on a line of its own.

    An alt text that is too long loses the parts of the highest ``rank`` first, the last of them
    first: it takes their ``short`` words, then leaves them out; rank 0 always stays. ``heading``
    stands above the part, where readers can skip to it. A part with a ``topic`` is asked for apart
    from the position.
    """

    words: str
    rank: int = 0
    heading: str = ""
    short: str = ""
    topic: str = ""


class Topic(NamedTuple):
    """Words that a reader of words first asks for, behind a button with the ``label``."""

    label: str
    words: str


class NoSentence(Exception):
    """An event cannot be told; the text says what to write."""


def sentences_of(
    events: Iterable[Event],
    sentences: Mapping[str, Sentences],
    names: Sequence[str],
    marked: Callable[[int], str] | None = None,
) -> list[str]:
    """The sentences of events: the long ones if names are ``marked``. Raises NoSentence."""

    def field_words(value: object) -> object:
        match value:
            case Several():
                return value.between.join(sentences_of(value.events, sentences, names, marked))
            case PlainName():
                return names[value.seat - 1]
            case Marked():
                return tr(value)
        return value

    lines = []
    for event in events:
        fields = {name: field_words(value) for name, value in event.fields.items()}
        for name, seat in (("player", event.seat), ("other", event.other)):
            if seat:
                fields[name] = marked(seat) if marked else names[seat - 1]
        if event.kind not in sentences:
            raise NoSentence(f'add "{event.kind}": Sentences(mark("…")), as `events` tells it')
        try:
            lines.append(_tell_event(sentences[event.kind], fields, long=marked is not None))
        except KeyError as error:
            raise NoSentence(f"give {error} in the `fields` of “{event.kind}”") from error
    return list(filter(None, lines))


def _tell_event(sentences: Sentences, fields: Mapping[str, object], *, long: bool) -> str:
    if long:
        return tr(sentences.long, **fields)
    if sentences.short is not None:
        return tr(sentences.short, **fields)
    # The long one without markdown of its own, signs and the full stop.
    plain = tr(sentences.long, **{name: f"{{{name}}}" for name in fields}).replace("**", "")
    without_signs = {name: "" if isinstance(it, Sign) else it for name, it in fields.items()}
    return plain.removesuffix(".").format(**without_signs).strip()


def join_parts(parts: Iterable[Part]) -> str:
    """All parts, one below the other."""
    lines = ((part.heading and f"### {part.heading}", part.words) for part in parts)
    return "\n".join(filter(None, (text for line in lines for text in line)))


def fit_parts(parts: Sequence[Part], limit: int) -> str:
    """As many of the parts as fit, in one run; the last words say where the rest is, if any."""
    whole = [f"{part.heading}\n{part.words}" for part in parts]
    if len(text := _join_lines(whole)) <= limit:
        return text
    more = tr("More: Menu, Describe.")
    limit -= len(more) + 1
    # Of the highest rank the last part first: its short words (1), then nothing (0).
    shorter = [(part.rank, 1, index, part.short) for index, part in enumerate(parts) if part.short]
    nothing = [(part.rank, 0, index, "") for index, part in enumerate(parts) if part.rank]
    words, shortened = [*whole], set[int]()
    for _, _, index, replacement in sorted([*shorter, *nothing], reverse=True):
        if len(_join_lines(words)) <= limit:
            break
        words[index] = replacement
        shortened.add(index)
    # Smaller parts may fit into the room that a large one leaves.
    for index in sorted(shortened, key=lambda index: (parts[index].rank, index)):
        for longer in (parts[index].short, whole[index]):
            longer_words = [*words[:index], longer, *words[index + 1 :]]
            if longer and len(_join_lines(longer_words)) <= limit:
                words = longer_words
    text = _join_lines(words)
    return f"{text if len(text) <= limit else text[: limit - 1] + '…'} {more}"


def _join_lines(words: Iterable[str]) -> str:
    lines = [line.removeprefix("- ") for text in words for line in text.split("\n") if line]
    return " ".join(line if line.endswith((".", "!", "?", ":")) else f"{line}." for line in lines)
