"""What befalls files: cut, flipped, swapped. Run as a module, it reads corrupted copies and prints what came of each.

In a process of its own: a library that crashes or never ends on a file is what the tests look for.
"""

import csv
import io
import json
import sys
import tempfile
from pathlib import Path

import numpy as np

import bayescmp as bc

LABELS = ["yes", "no"]


def cut(content, rng):
    """Lose the end, or a part in the middle."""
    begin, end = np.sort(rng.integers(0, len(content) + 1, size=2))
    return content[:begin] if rng.random() < 0.7 else content[:begin] + content[end:]


def flipped(content, rng):
    """Flip one to eight bits."""
    changed = bytearray(content)
    for place in rng.integers(0, len(content), size=rng.integers(1, 9)):
        changed[place] ^= 1 << rng.integers(8)
    return bytes(changed)


def swapped(content, rng):
    """Exchange two blocks."""
    size = int(rng.integers(1, max(2, len(content) // 3)))
    first, second = np.sort(rng.integers(0, len(content) - size + 1, size=2))
    second = max(second, first + size)
    if second + size > len(content):
        return content[size:] + content[:size]
    one, other = content[first : first + size], content[second : second + size]
    return content[:first] + other + content[first + size : second] + one + content[second + size :]


CORRUPTIONS = (cut, flipped, swapped)


def predictions():
    """Make predictions of forty records."""
    rng = np.random.default_rng(0)
    truth = rng.choice(LABELS, 40)
    return truth, {name: np.where(rng.random(40) < 0.2, LABELS[0], truth) for name in ("tree", "svm")}


def log():
    """Make a log of them, in order of their ids."""
    import pandas as pd

    truth, predicted = predictions()
    return pd.DataFrame({"id": [f"r{k}" for k in range(40)], "y": truth, **predicted})


def in_folds():
    return bc.labels(*predictions(), how=bc.folds([0, 1] * 20))


def write_csv(path):
    log().to_csv(path, index=False)


def read_log(path):
    return bc.labels("y", ["tree", "svm"], data=path, record="id")


FORMATS = {
    "csv": (".csv", write_csv, read_log),
    "csv.gz": (".csv.gz", write_csv, read_log),
    "jsonl": (".jsonl", lambda path: log().to_json(path, orient="records", lines=True), read_log),
    "parquet": (".parquet", lambda path: log().to_parquet(path), read_log),
    "predictions": (".nc", lambda path: bc.save_predictions(in_folds(), path), bc.read_predictions),
    "comparison": (".nc", lambda path: bc.compare(in_folds()).save(path), bc.load),
}


def as_written(path):
    """Read a log of text with nothing but Python's own readers: what the file says, damaged or not."""
    text = path.read_bytes().decode()
    if path.suffix == ".csv":
        header, *rows = [row for row in csv.reader(io.StringIO(text, newline="")) if row]
        rows = [dict(zip(header, row, strict=True)) for row in rows]
    else:
        rows = [json.loads(line) for line in io.StringIO(text, newline="") if line.strip()]
    columns = {name: np.array([str(row[name]) for row in rows]) for name in ("id", "y", "tree", "svm")}
    return bc.labels(columns["y"], {name: columns[name] for name in ("tree", "svm")}, record=columns["id"])


def is_same(found, right):
    """Compare what was read, whatever it was read from."""
    if not isinstance(right, bc.Comparison) and "record" in right.coords:
        return found.drop_attrs().equals(right.drop_attrs())
    return found.to_json() == right.to_json() if isinstance(right, bc.Comparison) else found.identical(right)


def outcome(path, read, right):
    """Read a file: "right"; "as written", of text that says something else now; "other"; or the error."""
    try:
        found = read(path)
    except (ValueError, TypeError, KeyError, OSError) as error:
        said = " ".join([str(error), *getattr(error, "__notes__", [])])
        return {"error": type(error).__name__, "said": said}
    except BaseException as error:  # noqa: BLE001 - what must not happen
        return {"bad": repr(error)}
    if is_same(found, right):
        return {"answer": "right"}
    says = path.suffix in {".csv", ".jsonl"} and is_same(found, as_written(path))
    return {"answer": "as written" if says else "other"}


def main(kind, number):
    """Corrupt a file so many times, and print a line for each."""
    suffix, write, read = FORMATS[kind]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"file{suffix}")
        write(path)
        content, right = path.read_bytes(), read(path)
        for seed in range(number):
            rng = np.random.default_rng(seed)
            corrupt = CORRUPTIONS[seed % len(CORRUPTIONS)]
            changed = corrupt(content, rng)
            path.write_bytes(changed)
            row = {"kind": kind, "seed": seed, "corruption": corrupt.__name__, "same": changed == content}
            print(json.dumps(row | outcome(path, read, right)), flush=True)  # noqa: T201


if __name__ == "__main__":
    for asked in sys.argv[1:]:
        kind, _, number = asked.partition("=")
        main(kind, int(number))
