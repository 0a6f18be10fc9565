"""Deletions that a simulated Discord refuses, as the message is gone already."""

from typing import Any

from simcord.backend.errors import BackendError
from simcord.http import router

_dispatch = router.dispatch


def note_deletions(backend: Any) -> None:
    """Have a simulated Discord note what the bot deletes although it is gone."""
    backend.deleted_in_vain, backend.deleted_by_people = [], set()
    backend.deleted_before_death = set()
    router.dispatch = _noting


def note_deleted_by_people(backend: Any, message: int) -> None:
    getattr(backend, "deleted_by_people", set[str]()).add(str(message))


def note_deleted_before_death(backend: Any, message: int) -> None:
    """Let the next bot ask once more: this one died after the deletion, before it had noted it."""
    backend.deleted_before_death.add(str(message))


def deleted_in_vain(backend: Any) -> list[str]:
    """The requests for what was gone, unless people had deleted it."""
    by_people = backend.deleted_by_people
    return [each for each in backend.deleted_in_vain if each.rpartition("/")[2] not in by_people]


def _noting(backend: Any, method: str, path: str, **values: Any) -> Any:
    try:
        return _dispatch(backend, method, path, **values)
    except BackendError as error:
        if (method, error.status) == ("DELETE", 404) and hasattr(backend, "deleted_in_vain"):
            message = path.rpartition("/")[2]
            if message in backend.deleted_before_death:
                backend.deleted_before_death.remove(message)
            else:
                backend.deleted_in_vain.append(path)
        raise
