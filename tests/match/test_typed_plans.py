"""Plans as people type them, in each language."""

from __future__ import annotations

from prowlerbot.core import capabilities
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.games.landgrab import plans
from prowlerbot.match.plans import example_words, plan_in_english
from tests.cases import each_of

EXAMPLES = (capabilities.EXAMPLE, plans.EXAMPLE)

languages = each_of("language", LANGUAGES)


@languages
@each_of("example", EXAMPLES)
def test_an_example_has_the_same_words_between_the_same_moves(
    language: Language, example: str
) -> None:
    with speaking(language):
        assert len(example_words(tr(example))) == len(example_words(example))


@languages
def test_the_example_of_replies_means_the_same_in_each_language(language: Language) -> None:
    with speaking(language):
        read = capabilities.read(plan_in_english(tr(capabilities.EXAMPLE), capabilities.EXAMPLE))
    assert read == capabilities.read("9: 12 (3: 7); 4/5: 8")


@languages
def test_the_example_of_a_way_means_the_same_in_each_language(language: Language) -> None:
    with speaking(language):
        typed = plan_in_english(tr(plans.EXAMPLE), plans.EXAMPLE)
    assert list(plans._goals(typed)) == list(plans._goals("g7, claim e5"))


@each_of(
    ("language", "typed"),
    [
        ("de", "Wenn 9: 12;  WENN 4  oder 5: 8; sonst frag  mich"),
        ("de", "9: 12; if 4 or 5: 8"),
        ("es", "Si 9: 12; 4 o 5: 8; en otro caso preguntame"),
        ("fr", "9 : 12 ; 4 ou 5 : 8"),
        ("pl", "jesli 9: 12; jeśli 4 lub 5: 8"),
        ("pt-BR", "se 9: 12; 4 ou 5: 8; senao pergunte a mim"),
        ("en", "If 9: 12; if 4 or 5: 8; else ask me"),
        ("en", "if 9 then 12; if 4 or 5: then 8"),
    ],
)
def test_words_may_lack_capitals_and_accents_and_may_be_english(
    language: Language, typed: str
) -> None:
    with speaking(language):
        assert capabilities.written(
            capabilities.read(plan_in_english(typed, capabilities.EXAMPLE))
        ) == ("9: 12; 4/5: 8")


def test_the_words_of_another_language_are_unknown() -> None:
    with speaking("fr"):
        typed = plan_in_english("wenn 9: 12", capabilities.EXAMPLE)
    assert typed == "wenn 9: 12"
