"""Findings about the host's machine, one fact each, and the finding about its clock."""

from prowlerbot.core.clock import AGREE, Clock
from prowlerbot.core.i18n import in_words, mark


class Finding:
    """A fact as an English template; ``well`` if all is well, ``plain`` if neither good nor bad."""

    def __init__(
        self, template: str, *, well: bool = True, plain: bool = False, **fields: object
    ) -> None:
        self.template = template
        self.well = well
        self.plain = plain
        self.fields = fields

    def __str__(self) -> str:
        return self.template.format(**self.fields)


def clock_finding(clock: Clock) -> Finding:
    """Whether the clock of this machine is right, or by how much it is off."""
    ahead = round(clock.ahead)
    if abs(ahead) > AGREE:
        sentence = mark(
            "The clock of the bot's computer is {length} ahead of Discord's: set it right. Until"
            " then the bot goes by Discord's"
        )
        if ahead < 0:
            sentence = mark(
                "The clock of the bot's computer is {length} behind Discord's: set it right. Until"
                " then the bot goes by Discord's"
            )
        return Finding(sentence, well=False, length=in_words(abs(ahead)))
    if not clock.is_sure:
        return Finding(
            mark(
                "The clock of the bot's computer is not compared yet: work that falls due waits"
                " for Discord"
            ),
            well=False,
        )
    return Finding(mark("The clock of the bot's computer agrees with Discord's"))
