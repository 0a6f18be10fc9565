"""What all tests share."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "expects_errors: the test brings about an error that the bot has to log"
    )
    config.addinivalue_line(
        "markers", "real_pictures: the test draws real pictures instead of a tiny one"
    )
