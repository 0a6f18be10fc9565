"""Words in the place of signs, for readers of words first."""

from __future__ import annotations

from typing import Any

from cogs.contract.sign import coloured, in_words
from cogs.frame.layout import Button, layout, menu
from cogs.games.heroes import colony_words as heroes
from cogs.games.landgrab import texts as landgrab
from cogs.games.prowler import texts as prowler
from tests.cases import each_of

TRAP, GEM, HEART, BAG = heroes.TRAP, heroes.GEM, heroes.HEART, heroes.BAG
DIG, WILD = prowler.TILE_SIGNS["d"], prowler.TILE_SIGNS["w"]
YELLOW, DISC = prowler.TILE_SIGNS["b"], prowler.SEAT_SIGNS[0]
TEXTS = (
    ("gone from **F7**, cost 1 {0} 1 {1}", (TRAP, GEM), "gone from **F7**, cost 1 trap, 1 gem"),
    ("{0}{0} {1}", (HEART, BAG), "2 hearts, bag"),
    ("**2** {0} left", (GEM,), "**2 gems** left"),
    ("You get {0} 1.", (heroes.GUARD,), "You get 1 guard."),
    ("{0} 2 · {1} 1", (YELLOW, landgrab.LARGE), "2 yellow items · large 1"),
    ("both roll {0}; roll {0} 1", (landgrab.DIE,), "both roll; roll 1"),
    ("a gem {0} 5, hearts {1}, or a gem {0}, too", (GEM, HEART), "a gem 5, hearts, or a gem, too"),
    ("{0} chest: 1 gold", (heroes.FEATURES["chest"],), "chest: 1 gold"),
    ("a shovel {0} {1}", (DIG, WILD), "a shovel (dig shovel, wild shovel)"),
    ("for {0} a yellow item", (YELLOW,), "for a yellow item"),
    ("Banking: 5 + {0}", (YELLOW,), "Banking: 5 + yellow item"),
    ("{0} Vera 2 → 3", (prowler.DISTRICT_SIGNS["B"],), "Banking Vera 2 → 3"),
    ("{0} **Vera** goes", (DISC,), "**Vera** goes"),
    ("{0} **107**", (DISC,), "**Vera**: **107**"),
    ("**Attack** {0} a pawn", (landgrab.FIGHT,), "**Attack** a pawn"),
    ("{0} Knight", (heroes.INVADER,), "Knight"),
)


@each_of(("text", "signs", "told"), TEXTS)
def test_each_sign_has_its_word_with_its_number_unless_that_follows(
    text: str, signs: tuple[object, ...], told: str
) -> None:
    with coloured("night", words=True):
        assert in_words(text.format(*map(str, signs)), {str(DISC): "Vera"}) == told
    with coloured("night"):
        plain = text.format(*map(str, signs))
        assert in_words(plain) == plain


def test_a_message_to_a_reader_of_words_has_words_in_texts_labels_and_descriptions() -> None:
    with coloured("night", words=True):
        told = _told(layout(f"1 {GEM}", rows=[[Button("7", "a", emoji=str(YELLOW))]]))
        assert told == ["1 gem", "7, yellow item"]
        assert _told(layout("", rows=[[menu("a", f"{TRAP}?", [])]])) == ["", "trap?"]
    with coloured("night"):
        assert _told(layout(f"1 {GEM}", rows=[[Button("7", "a", emoji=str(YELLOW))]])) == [
            *("1 💎", "7"),
        ]


def _told(view: Any) -> list[str]:
    top, *rows = view.to_components()
    items = [item for row in rows for item in row["components"]]
    assert not [it for it in items if it.get("emoji", {}).get("name") == str(YELLOW)] or top
    return [top["content"], *(it.get("label") or it["placeholder"] for it in items)]
