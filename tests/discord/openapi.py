"""As much of JSON Schema as Discord's own description of its API needs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}

_UNLISTED = {"nsfw", "tts"}
"""Fields that discord.py always sends and Discord takes, though its description lacks them."""


class Api:
    """``problems`` lists Discord's objections, each with its place."""

    def __init__(self, file: Path) -> None:
        self._schemas = json.loads(file.read_text("utf-8"))["components"]["schemas"]

    def problems(self, schema: str, value: object) -> list[str]:
        sent = json.loads(json.dumps(value))  # plain strings, as Discord receives them
        return list(self._check(self._schemas[schema], sent, schema))

    def _check(self, schema: dict[str, Any], value: Any, at: str) -> Iterator[str]:
        if "$ref" in schema:
            if schema["$ref"].endswith("/SnowflakeType") and _is("integer", value):
                return  # Discord takes an id as a number too, which is how discord.py sends it
            schema = self._schemas[schema["$ref"].rsplit("/", 1)[-1]]
        for choice in ("oneOf", "anyOf"):
            if choice in schema:
                yield from self._check_choice(schema[choice], value, at)
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if types and not any(_is(kind, value) for kind in types):
            yield f"{at}: {value!r:.60} is no {' or '.join(types)}"
            return
        if "enum" in schema and value not in schema["enum"]:
            yield f"{at}: {value!r:.60} is none of {schema['enum']}"
        yield from _check_size(schema, value, at)
        if isinstance(value, dict) and "properties" in schema:
            yield from self._check_object(schema, value, at)
        if isinstance(value, list) and "items" in schema:
            for number, item in enumerate(value):
                yield from self._check(schema["items"], item, f"{at}[{number}]")

    def _check_choice(self, schemas: list[dict[str, Any]], value: Any, at: str) -> Iterator[str]:
        found = [list(self._check(each, value, at)) for each in schemas]
        if all(found):
            nearest = [each for each in found if not each[0].startswith(f"{at}: ")]
            yield from min(nearest or found, key=len)

    def _check_object(self, schema: dict[str, Any], value: Any, at: str) -> Iterator[str]:
        known = schema["properties"]
        for name in schema.get("required", []):
            if name not in value:
                yield f"{at}: {name} is missing"
        for name, each in value.items():
            if name in known:
                yield from self._check(known[name], each, f"{at}.{name}")
            elif each is not None and name not in _UNLISTED:
                yield f"{at}: there is no {name}"


def _is(kind: str, value: object) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind])


def _check_size(schema: dict[str, Any], value: Any, at: str) -> Iterator[str]:
    if isinstance(value, str | list | dict):
        kind = {str: "Length", list: "Items", dict: "Properties"}[type(value)]
        least, most = schema.get(f"min{kind}", 0), schema.get(f"max{kind}", len(value))
        if not least <= len(value) <= most:
            yield f"{at}: {kind} {len(value)} is not within {least} to {most}"
    elif isinstance(value, int) and not isinstance(value, bool):
        least, most = schema.get("minimum", value), schema.get("maximum", value)
        if not least <= value <= most:
            yield f"{at}: {value} is not within {least} to {most}"
