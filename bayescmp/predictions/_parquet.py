"""Tables from Parquet files, of which nothing is unpacked before it is known how much that will be."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from bayescmp._files import contents_of, too_large

if TYPE_CHECKING:
    from pyarrow import Schema, parquet

_WIDTH = 8
"""Bytes that an entry takes at least, once it is unpacked."""
_TEXTS = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")


def columns_of_parquet(content: bytes, path: Path, max_bytes: int) -> list[str]:
    """Return the names of the columns, if the file declares at most `max_bytes`."""
    try:
        from pyarrow import parquet  # noqa: PLC0415 - optional
    except ImportError as error:
        raise ImportError(f"{path.name!r} needs pyarrow to be read: pip install pyarrow.") from error
    with contents_of(path, "a Parquet file"):
        file = parquet.ParquetFile(BytesIO(content))
        _check_plain(file.schema_arrow)
        if _declared(file.metadata) <= max_bytes and _size_of_texts(content, file.schema_arrow) <= max_bytes:
            return list(file.schema_arrow.names)
    raise ValueError(too_large(path, max_bytes))


def frame_of_parquet(content: bytes, path: Path) -> pd.DataFrame:
    """Read the table."""
    with contents_of(path, "a Parquet file"):
        return pd.read_parquet(BytesIO(content), engine="pyarrow")


def _check_plain(schema: "Schema") -> None:
    """Refuse columns of lists and the like, of which a file does not say how much they unpack to."""
    from pyarrow import types  # noqa: PLC0415 - as above

    for field in schema:
        kind = field.type.value_type if types.is_dictionary(field.type) else field.type
        if types.is_nested(kind) or types.is_fixed_size_binary(kind):
            raise ValueError(
                f"each column must hold numbers, texts, bools or times, but {field.name!r} holds {kind}. Drop it first"
            )


def _declared(metadata: "parquet.FileMetaData") -> int:
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    entries = sum(group.column(number).num_values for group in groups for number in range(group.num_columns))
    rows = metadata.num_rows * metadata.num_columns
    return max(rows * _WIDTH, entries * _WIDTH, sum(group.total_byte_size for group in groups))


def _size_of_texts(content: bytes, schema: "Schema") -> int:
    """Return how long the texts of all rows are together; a file holds one text once, however often it occurs."""
    from pyarrow import compute, parquet  # noqa: PLC0415 - as above

    texts = [field.name for field in schema if str(field.type) in _TEXTS]
    table = parquet.ParquetFile(BytesIO(content), read_dictionary=texts).read(columns=texts)
    chunks = [chunk for column in table.columns for chunk in column.chunks]
    lengths = [compute.take(compute.binary_length(chunk.dictionary), chunk.indices) for chunk in chunks]
    return sum(compute.sum(length.cast("int64")).as_py() or 0 for length in lengths)
