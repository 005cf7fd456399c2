"""However they are held, in arrays, in a table, wide or long, or in files: the same answers are the same Dataset."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st

import bayescmp as bc
from tests.data import write_csv

LABELS = [["no", "yes"], [0, 1]]
MODELS = ["a", "b"]
HOWS = {
    "hold-out": lambda _: None,
    "folds": lambda at: bc.folds(at["fold"]),
    "repeats": lambda at: bc.folds(at["fold"], repeat=at["repeat"]),
    "answers": lambda at: bc.answers(at["answer"]),
    "runs": lambda at: bc.runs(at["run"]),
}
OF_HOW = {
    "hold-out": [], "folds": ["fold"], "repeats": ["fold", "repeat"], "answers": ["answer"], "runs": ["run"],
}  # fmt: skip
KINDS = {
    "labels": (lambda at, said, _: bc.labels(at.pop("y_true"), said[""], **at)),
    "probabilities": lambda at, said, labels: bc.probabilities(at.pop("y_true"), said[""], labels=labels, **at),
    "decision values": lambda at, said, labels: bc.decision_values(at.pop("y_true"), said[""], labels=labels, **at),
    "verdicts": lambda at, said, _: bc.verdicts(said[""], **at),
    "judged": lambda at, said, _: bc.verdicts(said[""], judge=said["judge "], **at),
    "losses": lambda at, said, _: bc.losses(said[""], noun="error", **at),
    "scores": lambda at, said, _: bc.scores(said[""], bounds=(-9, 9), **at),
}


def answers_of(kind, rng, labels, n):
    """Return what two classifiers say of n rows; "judge " is what a judge says of them."""
    if kind == "labels":
        return {"": rng.choice(np.array(labels, dtype=object), (2, n))}
    if kind in {"verdicts", "judged"}:
        said = {"": rng.integers(0, 2, (2, n)).astype(object)}
        return said | ({"judge ": rng.integers(0, 2, (2, n)).astype(object)} if kind == "judged" else {})
    return {"": (rng.random if kind == "probabilities" else rng.normal)(size=(2, n))}


@st.composite
def told(draw, kind):
    """Draw rows: what is told of them, what is said, the true labels' names, and how answers came about."""
    how = "hold-out" if kind == "judged" else draw(st.sampled_from(sorted(HOWS)))
    n, times = draw(st.integers(5, 7)), 2 if how in {"repeats", "answers", "runs"} else 1
    labels, rng = draw(st.sampled_from(LABELS)), np.random.default_rng(draw(st.integers(0, 99)))
    item, time = np.tile(np.arange(n), times), np.repeat(np.arange(times), n)
    rows = pd.DataFrame({"record": [f"r{k}" for k in item]})
    if kind in {"labels", "probabilities", "decision values"}:
        rows["y_true"] = np.array(labels, dtype=object)[item % 2]
    for name in (name for name in ("group", "task") if draw(st.booleans())):
        rows[name] = [f"{name} {k}" for k in item // 2]
    of_how = {"fold": np.where(time, item > 1, item // 2 % 2), "repeat": time, "answer": time, "run": time}
    rows = rows.assign(**{name: of_how[name] for name in OF_HOW[how]})
    said = answers_of(kind, rng, labels, item.size)
    gaps = (rng.random((2, item.size)) < draw(st.sampled_from([0, 0.3]))) & (item > 0)
    gaps[0] &= (how != "answers") | (time > 0)  # else a table without the row does not know the record
    gaps &= how != "runs"  # of which each has all records
    said[""] = np.where(gaps, None if said[""].dtype == object else np.nan, said[""])
    return rows, said, labels, how


def drawn(data, folder, kind):
    """Yield the Datasets of all forms of the same answers."""
    rows, said, labels, how = data.draw(told(kind))
    beside = {name: rows[name].tolist() for name in rows if name not in OF_HOW[how]} | {"on_missing": "drop"}
    arrays = {name: dict(zip(MODELS, one, strict=True)) for name, one in said.items()}
    yield KINDS[kind](beside | {"how": HOWS[how](rows)}, arrays, labels)

    named = {name: name for name in rows if name not in OF_HOW[how]} | {"on_missing": "drop"}
    named["how"] = HOWS[how]({name: name for name in rows})
    wide = rows.assign(**{name + model: one for name, own in arrays.items() for model, one in own.items()})
    of_wide = {name: {model: name + model for model in MODELS} for name in said}
    long = pd.concat([
        rows.assign(model=model, **{f"{name}said": own[model] for name, own in arrays.items()}) for model in MODELS
    ])  # fmt: skip
    of_long = {name: f"{name}said" for name in said}
    if how == "answers":
        long = long[long["said"].notna()]  # a row that is there is an answer
    write_csv(folder / "wide.csv", wide)
    write_csv(folder / "long.csv", long)
    wide.to_json(folder / "wide.jsonl", orient="records", lines=True, double_precision=15)
    for table in (wide, pl.from_pandas(wide), folder / "wide.csv"):
        yield KINDS[kind](named | {"data": table}, of_wide, labels)
    for table in (long, pl.from_pandas(long), folder / "long.csv"):
        yield KINDS[kind](named | {"data": table, "classifier": "model"}, of_long, labels)

    of_records = ["record", *(name for name in ("y_true", "group", "task") if name in rows)]
    files = {model: write_csv(folder / f"{model}.csv", long[long["model"] == model]) for model in MODELS}
    yield KINDS[kind](named | {"data": list(files.values())}, of_long, labels)
    if len(of_records) > 1:
        write_csv(folder / "truth.csv", rows[of_records].drop_duplicates())
        for model in MODELS:
            write_csv(files[model], pd.read_csv(files[model]).drop(columns=of_records[1:]))
        yield KINDS[kind](named | {"data": files | {"truth": folder / "truth.csv"}}, of_long, labels)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=4)
@given(data=st.data())
def test_arrays_tables_and_files_are_one(tmp_path_factory, kind, data):
    first, *others = drawn(data, tmp_path_factory.mktemp("held"), kind)
    assert len(others) >= 7
    for other in others:
        xr.testing.assert_identical(other.drop_attrs(), first.drop_attrs())


@settings(max_examples=6)
@given(n=st.integers(4, 7), seed=st.integers(0, 99), has_judge=st.booleans(), has_task=st.booleans())
def test_preferences_of_arrays_tables_and_files_are_one(tmp_path_factory, n, seed, has_judge, has_task):
    rng, path = np.random.default_rng(seed), tmp_path_factory.mktemp("held")
    said = pd.DataFrame({"preferred": ["x", "y", *rng.choice(["x", "y", "tie"], n)]})
    if has_judge:
        said = said.assign(judge=rng.choice(["x", "y", "tie"], n + 2))
        said.loc[2, "preferred"] = None
    rows = pd.DataFrame({"record": range(n + 2)} | ({"task": rng.choice(["s", "t"], n + 2)} if has_task else {}))
    first = bc.preferences(**{name: one.tolist() for name, one in {**said, **rows}.items()})
    whole, named = said.join(rows), {name: name for name in {**said, **rows}}
    write_csv(path / "all.csv", whole)
    write_csv(path / "said.csv", said.assign(record=rows["record"]))
    write_csv(path / "rows.csv", rows)
    several = [path / "said.csv", path / "rows.csv"] if has_task else [path / "said.csv"]
    for data in (whole, pl.from_pandas(whole), path / "all.csv", several):
        xr.testing.assert_identical(bc.preferences(**named, data=data).drop_attrs(), first.drop_attrs())
