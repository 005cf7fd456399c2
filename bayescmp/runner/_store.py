"""Files of a folder of work: read if they have what they must have, appended to if they are no links.

What is missing is None; what is there and cannot be used is a `ValueError` in one sentence that names the file.
"""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bayescmp._support._files import could_not_write, read_limited, write_whole


def read_json(path: Path, fields: Iterable[str]) -> dict[str, Any] | None:
    """Read the fields of a JSON object, or return None if there is no file."""
    if not path.is_file():
        return None
    content = json_or_none(read_limited(path))
    if not isinstance(content, dict) or not content.keys() >= set(fields):
        raise ValueError(f"{path.name!r} must be JSON with {', '.join(fields)}, as it was written, but is damaged.")
    return {name: content[name] for name in fields}


def write_json(content: object, path: Path) -> None:
    """Write JSON, whole or not at all."""
    write_whole(json.dumps(content, indent=1, allow_nan=False).encode(), path)


def json_or_none(content: bytes) -> Any:
    """Return what JSON holds, or None: of no UTF-8, no JSON, or one that is nested too deeply."""
    try:
        return json.loads(content.decode())
    except (ValueError, RecursionError):
        return None


def append(line: str, path: Path) -> None:
    """Add a line to a file, never through a link that somebody else put there."""
    try:
        with open(path, "ab", opener=lambda name, flags: os.open(name, flags | os.O_NOFOLLOW, 0o666)) as file:
            file.write(f"{line}\n".encode())
    except OSError as error:
        raise could_not_write(path, error) from error
