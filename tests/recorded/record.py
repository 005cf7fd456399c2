"""What is kept of a result, and how it is compared with what is kept.

`python -m tests.recorded.record` computes all anew and replaces what is kept; with words behind it, only cases and
commands whose names have one of them. Say in the changelog what changed.
"""

import difflib
import io
import json
import math
import os
import re
import shutil
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest import mock

import numpy as np
import pandas as pd

import bayescmp as bc
from bayescmp.reports import render
from tests.recorded.cases import CASES, REFUSED, refusal
from tests.recorded.commands import COMMANDS

FOLDER = Path(__file__).with_name("recorded")
KEPT_COMMANDS, KEPT_NUMBERS, KEPT_REFUSALS = (f"{name}.json" for name in ("commands", "numbers", "refusals"))
VERSION = "0"
"""Stands for all versions, in texts and files."""
FRAMES = (
    "methods", "classifiers", "pairs", "to_best", "rank_probabilities", "datasets", "leave_one_out",
    "baselines", "against_control", "tests",
)  # fmt: skip
NUMBER = re.compile(r"(?<![\w.])-?\d+\.?\d*(?:[eE][-+]?\d+)?(?![\w.])")
TOLERANCE = 1e-9
OF_SHORTEST = 1e-7
"""Of shortest intervals: where a length is least is known to the root of the rounding of the length."""


def file_of(name):
    """Return the file in which a case is kept."""
    return f"{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}.json"


def without_versions(value):
    """Let all versions in nested plain values be the same."""
    if isinstance(value, dict):
        return {
            key: dict.fromkeys(item, VERSION) if key == "versions" else without_versions(item)
            for key, item in value.items()
        }
    return [without_versions(item) for item in value] if isinstance(value, (list, tuple)) else value


def csv_of(frame):
    """Return a data frame as lines of CSV, with numbers of twelve digits."""
    frame = frame.to_dataframe() if hasattr(frame, "to_dataframe") else frame
    return frame.to_csv(float_format="%.12g", lineterminator="\n").splitlines()


def draws_of(result):
    """Return names, dims, sizes and means of what `to_datatree` draws."""
    found = {}
    for node in result.to_datatree(50, rng=0).subtree:
        for name, values in node.data_vars.items():
            numeric = np.issubdtype(values.dtype, np.number) and values.size
            found[f"{node.path}: {name}"] = [
                dict(zip(map(str, values.dims), values.shape, strict=True)),
                float(values.mean(skipna=True)) if numeric else str(values.dtype.kind),
            ]
    return found


def record_of(case):
    """Make the result of a case, and return all that is kept of it."""
    made = case.make()
    result = replace(made, provenance=without_versions(made.provenance))
    content = without_versions(json.loads(result.to_json()))
    if case.numbers_only:
        return {"json": content}
    found = {
        "json": content,
        "draws": draws_of(result) if case.full else {},
        "summary": csv_of(result.summary()),
        "repr": [repr(result)],
        "screen": str(result).split("\n"),
        "notebook": result.content.notebook().split("\n"),
        "report": render(result, "text").split("\n"),
    }
    if not case.full:
        return found
    frames = {name: getattr(result, name, None) for name in FRAMES}
    texts = {f"frame {name}": csv_of(frame) for name, frame in frames.items() if isinstance(frame, pd.DataFrame)}
    html = re.sub(r"<svg.*?</svg>", "<svg/>", render(result, "html"), flags=re.DOTALL)
    html = re.sub(r'(<script type="application/json"[^>]*>).*?(?=</script>)', r"\1", html, flags=re.DOTALL)
    html = re.sub(r'(?<=data-value=")[^"]*', lambda found: f"{round(float(found[0]), 12):.9g}", html)
    forms = {"html": html, "markdown": render(result, "markdown"), "latex": render(result, "latex")}
    return found | texts | {name: text.split("\n") for name, text in forms.items()}


def close(found, kept, tolerance):
    """Tell whether two numbers are the same but for rounding."""
    return math.isclose(found, kept, rel_tol=tolerance, abs_tol=tolerance)


def differences(found, kept, where, tolerance=TOLERANCE):
    """Yield the places where two plain values differ: numbers by more than rounding, and anything else at all."""
    if isinstance(kept, dict) and isinstance(found, dict):
        for name in kept.keys() | found.keys():
            if name in kept and name in found:
                yield from differences(found[name], kept[name], f"{where}.{name}", tolerance)
            else:
                yield f"{where}.{name} {'is gone' if name in kept else 'is new'}"
        if list(kept) != list(found) and kept.keys() == found.keys():
            yield f"{where} has its names in another order"
    elif isinstance(kept, list) and isinstance(found, list) and len(kept) == len(found):
        for number, (one, other) in enumerate(zip(found, kept, strict=True)):
            yield from differences(one, other, f"{where}[{number}]", tolerance)
    elif type(kept) is float and isinstance(found, (int, float)) and not isinstance(found, bool):
        if not close(found, kept, tolerance):
            yield f"{where} is {found!r} and was {kept!r}"
    elif found != kept or type(found) is not type(kept):
        yield f"{where} is {found!r} and was {kept!r}"


def same_line(found, kept, tolerance):
    """Tell whether two lines of CSV differ by no more than the rounding of their numbers."""
    if found == kept:
        return True
    pairs = list(zip(NUMBER.findall(found), NUMBER.findall(kept), strict=False))
    texts = NUMBER.split(found) == NUMBER.split(kept)
    return texts and all(close(float(one), float(other), 1e-11 + tolerance) for one, other in pairs)


def complaint(found, kept, name, shown=40):
    """Return what differs between a record and the one that is kept, and "" where nothing does."""
    tolerance = OF_SHORTEST if "hdi" in json.dumps(kept.get("json", {})) else TOLERANCE
    said = []
    for part in ("json", "draws"):
        said += list(differences(found.get(part, {}), kept.get(part, {}), part, tolerance))
    for part in [*kept, *(part for part in found if part not in kept)]:
        one, other = found.get(part, []), kept.get(part, [])
        if part in {"json", "draws"} or one == other:
            continue
        frame = part == "summary" or part.startswith("frame ")
        if frame and len(one) == len(other) and all(map(same_line, one, other, [tolerance] * len(one))):
            continue
        lines = difflib.unified_diff(other, one, f"{part}, kept", f"{part}, found", lineterm="", n=1)
        said += list(lines)
        break  # the first text that differs is enough
    more = [f"... and {len(said) - shown} lines more"] if len(said) > shown else []
    return "\n".join([f"{name!r} is not what it was:", *said[:shown], *more]) if said else ""


@cache
def files_for_commands():
    """Write the files that commands read, and return what keeps the folder that they are in."""
    held = tempfile.TemporaryDirectory()
    folder = Path(held.name)
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 60)
    answers = {name: np.where(rng.random(60) < 0.1 * k, 1 - y, y) for k, name in enumerate(("tree", "svm", "bayes"), 1)}
    wide = pd.DataFrame({"y": np.array(["no", "yes"])[y]} | {k: np.array(["no", "yes"])[v] for k, v in answers.items()})
    wide.to_csv(folder / "wide.csv", index=False)
    wide.rename(columns={"tree": "=1+1", "svm": "b\x1b[31m <&>"}).to_csv(folder / "odd.csv", index=False)
    right = [{"id": i, "model": name, "ok": int(v[i] == y[i])} for name, v in answers.items() for i in range(60)]
    (folder / "long.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in right), encoding="utf-8")
    task = ("record", np.repeat(["easy", "hard"], 30))
    bc.save_predictions(bc.labels(y, answers).assign_coords(task=task), folder / "three.nc")
    for number, name in enumerate(("iris", "wine", "glass")):
        two = {key: np.roll(answers[key], number) for key in ("tree", "svm")}
        bc.save_predictions(bc.labels(np.roll(y, number), two), folder / f"{name}.nc")
    rows = [
        {"dataset": name, "classifier": model, **{f"s{i}": round(rng.normal(mean, 0.03), 2) for i in range(5)}}
        for name in ("iris", "wine", "glass", "digits")
        for model, mean in (("tree", 0.85), ("svm", 0.8), ("bayes", 0.7))
    ]
    pd.DataFrame(rows).to_csv(folder / "scores.csv", index=False)
    return held


def masked(text, folder):
    """Return what a command printed, without what is of this machine."""
    text = re.sub(r'("(?:python|bayescmp|numpy|scipy|scikit-learn|xarray)"): "[\d.\w]+"', rf'\1: "{VERSION}"', text)
    return text.replace(os.path.realpath(folder), "FOLDER").replace(str(folder), "FOLDER")


def run(arguments, folder):
    """Run a command in this process and in a folder, and return its code, what it printed, and what it wrote."""
    from bayescmp.cli import main

    variables = {key: value for key, value in os.environ.items() if key not in {"FORCE_COLOR", "GITHUB_ACTIONS"}}
    out, err, here, before = io.StringIO(), io.StringIO(), Path.cwd(), {path.name for path in folder.iterdir()}
    with (
        mock.patch.dict(os.environ, variables | {"COLUMNS": "80"}, clear=True),
        mock.patch.object(sys, "argv", ["bayescmp", *arguments]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        os.chdir(folder)
        try:
            main()
            code = None
        except SystemExit as stopped:
            code = stopped.code
        finally:
            os.chdir(here)
    said = masked(out.getvalue(), folder)
    found = {"code": [str(code)], "err": masked(err.getvalue(), folder).split("\n")}
    found["written"] = sorted({path.name for path in folder.iterdir()} - before)
    return found | ({"json": json.loads(said)} if said.startswith("{") else {"out": said.split("\n")})


def record_of_command(name):
    """Run a command in a folder of its own, and return what is kept of it."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(files_for_commands().name, folder, dirs_exist_ok=True)
        *before, last = COMMANDS[name]
        for arguments in before:
            run(arguments, Path(folder))
        return run(last, Path(folder))


def kept(name):
    """Return what is kept in a file, {} where it is not there."""
    path = FOLDER / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(name, content):
    """Keep it."""
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
    # A list of plain values that fits stands in one line.
    text = re.sub(r"\[\n\s+([^\[\]{}\"]{1,90}?)\n\s*\]", lambda found: f"[{re.sub(r'\s+', ' ', found[1])}]", text)
    (FOLDER / name).write_text(text + "\n", encoding="utf-8")


def unless_same(found, kept, name):
    """Return what is kept where the found differs by rounding alone, which each machine does otherwise."""
    return found if kept is None or complaint(found, kept, name) else kept


def main(words):
    """Compute all, or what has one of the words in its name, and keep it."""
    asked = [name for name in (*CASES, *COMMANDS) if not words or any(word in name for word in words)]
    numbers, commands = kept(KEPT_NUMBERS), kept(KEPT_COMMANDS)
    for name in asked:
        begun = time.perf_counter()
        if name in COMMANDS:
            commands[name] = record_of_command(name)
        elif CASES[name].numbers_only:
            numbers[name] = unless_same(record_of(CASES[name]), numbers.get(name), name)
        else:
            old = kept(file_of(name)) if (FOLDER / file_of(name)).exists() else None
            write(file_of(name), unless_same(record_of(CASES[name]), old, name))
        sys.stdout.write(f"{time.perf_counter() - begun:6.2f} s  {name}\n")
    write(KEPT_NUMBERS, {name: numbers[name] for name, case in CASES.items() if case.numbers_only})
    write(KEPT_COMMANDS, {name: commands[name] for name in COMMANDS})
    if not words:
        write(KEPT_REFUSALS, {name: refusal(call) for name, call in REFUSED.items()})
        known = {file_of(name) for name, case in CASES.items() if not case.numbers_only}
        for path in FOLDER.iterdir():
            if path.name not in {*known, KEPT_COMMANDS, KEPT_NUMBERS, KEPT_REFUSALS}:
                path.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
