"""Reading a public record: the file, then its version, then what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from buildprof.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

Record = TypeVar("Record")


class _Version(msgspec.Struct, frozen=True):
    schema_version: int


def read(
    path: Path, type_: type[Record], newest: int, *, otherwise: str, hint: str | None = None
) -> Record:
    """Read a record with a `schema_version`.

    Raises UsageError where it is missing, of a version later than `newest`, or not a `type_`: then it
    says `otherwise`, with `hint`.
    """
    try:
        data = path.read_bytes()
        version = msgspec.json.decode(data, type=_Version).schema_version
        if version > newest:
            raise UsageError(
                f"was written by a later buildprof (schema {version}, this one reads {newest})",
                where=path,
                hint="Update buildprof.",
            )
        return msgspec.json.decode(data, type=type_)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=path) from error
    except msgspec.MsgspecError as error:
        raise UsageError(f"{otherwise}: {error}", where=path, hint=hint) from error
