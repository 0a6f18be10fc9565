from __future__ import annotations
import pytest
from tests.discord.room import Room
from tests.discord.settling import own_context_by_the_simulated_clock
from tests.discord.tries import settled
pytestmark = pytest.mark.answering_machine
