"""The SQL of the host's secret.

It makes keyed hashes: of the day's luck, and of players who have deleted their data.
"""

import hmac
import secrets

from prowlerbot.storage.columns import insert
from prowlerbot.storage.engines.database import Work

_NAME = "luck"
_ADD = f"{insert('daily_secrets', 'name, secret')} ON CONFLICT (name) DO NOTHING"


def host_secret(db: Work) -> bytes:
    """The host's secret, within a transaction; made once."""
    db.execute(_ADD, _NAME, secrets.token_hex(32))
    return known_secret(db) or b""


def known_secret(db: Work) -> bytes | None:
    """The host's secret, within a transaction that only reads; None if it is not made yet."""
    rows = db.fetch("SELECT secret FROM daily_secrets WHERE name = $1", _NAME)
    return bytes.fromhex(str(rows[0][0])) if rows else None


def deleted_id(secret: bytes, player: int, where: str = "apart") -> int:
    """The keyed hash of a player who has deleted their data: a negative id for each ``where``."""
    digest = hmac.digest(secret, f"{where} {player}".encode(), "sha256")
    return -1 - (int.from_bytes(digest[:8]) >> 2)
