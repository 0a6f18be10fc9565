"""Columns of tables. Each is stated once; statements, stored rows and reading follow from it."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from itertools import count
from operator import attrgetter
from typing import Any, NamedTuple


class TableColumn(NamedTuple):
    """``write`` gets the stored value from an object, ``read`` turns it into the ``attribute``.
    Without ``read`` the two are the same. A column without an attribute is derived from others.
    """

    name: str
    attribute: str
    write: Callable[[Any], object]
    read: Callable[[Any], object] | None = None


Columns = tuple[TableColumn, ...]


def column(
    name: str,
    attribute: str = "",
    *,
    write: Callable[[Any], object] | None = None,
    read: Callable[[Any], object] | None = None,
) -> TableColumn:
    """A column for the ``attribute``, by default of the same name; ``write`` converts its value."""
    value = attrgetter(attribute or name)
    stored = value if write is None else lambda owner: write(value(owner))
    return TableColumn(name, attribute or name, stored, read)


def plain_columns(*names: str) -> Columns:
    """Columns for attributes of the same names, whose values are stored as they are."""
    return tuple(map(column, names))


def json_column(name: str, read: Callable[[Any], object]) -> TableColumn:
    """A column for an attribute that is None or a dataclass, written as JSON with all its fields:
    a later default must not change stored ones.
    """
    return column(
        name,
        write=lambda value: None if value is None else json.dumps(asdict(value)),
        read=lambda stored: None if stored is None else read(json.loads(stored)),
    )


def sql_names(columns: Iterable[TableColumn], prefix: str = "") -> str:
    """The columns as a statement lists them, each with a prefix for its table, such as ``m.``."""
    return ", ".join(f"{prefix}{each.name}" for each in columns)


def column_names(listed: str) -> list[str]:
    """The names in a list of columns, as ``sql_names`` writes it."""
    return listed.split(", ")


def row_of(columns: Iterable[TableColumn], stored: object) -> tuple[object, ...]:
    """The values of these columns for an object, in their order."""
    return tuple(each.write(stored) for each in columns)


def to_dict(columns: Iterable[TableColumn], row: Sequence[Any]) -> dict[str, Any]:
    """The attributes of the object whose row begins with these columns; it may go on."""
    return {
        each.attribute: value if each.read is None else each.read(value)
        for each, value in zip(columns, row, strict=False)
        if each.attribute
    }


def insert_sql(table: str, listed: str, rows: int = 1) -> str:
    """The statement that adds rows with the listed columns, whose values come in that order."""
    numbers, columns = count(1), column_names(listed)
    values = [", ".join(f"${next(numbers)}" for _ in columns) for _ in range(rows)]
    return f"INSERT INTO {table} ({listed}) VALUES ({'), ('.join(values)})"  # noqa: S608 - constant parts


def insert_or_update_sql(table: str, columns: Sequence[TableColumn], *key: str) -> str:
    """The statement that adds a row, or overwrites the row with the same key."""
    others = (each.name for each in columns if each.name not in key)
    changes = ", ".join(f"{name} = excluded.{name}" for name in others)
    insert = insert_sql(table, sql_names(columns))
    return f"{insert} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"


def update_sql(table: str, columns: Iterable[TableColumn], *key: str) -> str:
    """The statement that changes columns of a row; the values of the key come after theirs."""
    changes = [f"{each.name} = ${number}" for number, each in enumerate(columns, 1)]
    conditions = [f"{name} = ${number}" for number, name in enumerate(key, len(changes) + 1)]
    return f"UPDATE {table} SET {', '.join(changes)} WHERE {' AND '.join(conditions)}"  # noqa: S608 - constant parts
