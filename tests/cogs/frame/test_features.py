"""How features are built of what their fields ask for."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from discord import Interaction
from discord.ext import commands

from cogs.connection.patient_bot import PatientBot
from cogs.frame.features import about_game, assemble


@dataclass(eq=False)
class Clock:
    now: int


class Notes:
    def __init__(self) -> None:
        self.kept: list[str] = []


@dataclass(eq=False)
class Board(commands.Cog):
    clock: Clock
    notes: Notes

    async def cog_unload(self) -> None:
        self.notes.kept.append("board")


@dataclass(eq=False)
class Menu(commands.Cog):
    board: Board
    notes: Notes
    zone: int | None
    title: str = "Menu"
    seen: list[int] = field(default_factory=list)
    opened: bool = field(default=False, init=False)

    @about_game("menu", "Open the menu")
    async def show(self, interaction: Interaction, game: str) -> None:
        pass

    async def cog_unload(self) -> None:
        self.notes.kept.append("menu")


@dataclass(eq=False)
class ThirdMenu(Menu):
    clock: Clock = field(init=False)


@dataclass(eq=False)
class Left:
    right: Right


@dataclass(eq=False)
class Right:
    left: Left


@dataclass(eq=False)
class Named:
    name: str


GIVEN = {Clock: Clock(7), int | None: None}


def test_each_class_is_built_once_and_handed_to_all_whose_fields_ask_for_it() -> None:
    features = assemble([Menu, Board], GIVEN)
    menu = features.find_feature(Menu)
    assert menu.board is features.find_feature(Board)
    assert menu.board.clock is GIVEN[Clock]
    assert menu.notes is menu.board.notes
    assert (menu.zone, menu.title, menu.seen) == (None, "Menu", [])


def test_a_feature_may_inherit_what_it_needs_and_declares() -> None:
    features = assemble([ThirdMenu], GIVEN)
    assert features.find_feature(ThirdMenu).board.clock.now == 7
    assert [name for _, name, _ in features.declarations_by(about_game)] == ["menu"]


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (Left, "These features need each other: Left needs Right needs Left."),
        (Named, "Nobody hands in what a field asks for: Named needs str."),
        (Board, "Nobody hands in what a field asks for: Board needs Clock needs int."),
    ],
)
def test_a_circle_and_a_missing_type_are_told_with_the_way_to_them(wanted: type, told: str) -> None:
    with pytest.raises(TypeError) as failed:
        assemble([wanted], {})
    assert str(failed.value) == told


async def test_features_close_before_what_they_need() -> None:
    features = assemble([Menu], GIVEN)
    async with PatientBot() as bot:
        for each in (Board, Menu):
            await bot.add_cog(features.find_feature(each))
    assert features.find_feature(Menu).notes.kept == ["menu", "board"]
