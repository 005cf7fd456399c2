"""Logs of Inspect: archives of every packing, unfinished runs, values of every kind, and epochs."""

import builtins
import json
import math
import sys

import pytest

import bayescmp as bc
from tests.readers.written import inspect_header, inspect_sample, write_archive, write_inspect, wrong_of

ZSTANDARD = 93


@pytest.mark.parametrize("kind", ["deflate", "zstandard", "json", "unfinished"])
def test_every_form_of_a_log_says_the_same(tmp_path, kind):
    for model, values in (("small", "CICIP"), ("large", "CCCIN")):
        samples = [inspect_sample(number, one) for number, one in enumerate(values)]
        samples = samples[::-1] if model == "large" else samples
        path = tmp_path / f"{model}{'.json' if kind == 'json' else '.eval'}"
        how = {"compression": ZSTANDARD} if kind == "zstandard" else {}
        write_inspect(path, samples, model=model, finished=kind != "unfinished", **how)
    predictions = bc.read_inspect(tmp_path, on_missing="drop")
    scores = (1 - predictions["loss"].sortby("record")).sel(classifier="small").values.ravel().tolist()
    assert scores == [1, 0, 1, 0, 0.5]
    notes = " ".join(bc.compare(predictions).notes)
    assert ("runs that were not finished: large 1, small 1" in notes) == (kind == "unfinished")


@pytest.mark.parametrize(("value", "meant"), [("C", 1), ("N", 0), ("yes", 1), ("False", 0), (" +.0e0", 0), (True, 1)])
def test_a_value_is_a_number(tmp_path, value, meant):
    write_inspect(tmp_path / "a.eval", [inspect_sample(1, value)])
    assert wrong_of(bc.read_inspect(tmp_path))["org/small"] == 1 - meant


@pytest.mark.parametrize("value", [[1, 0], "1_000", "\u0661", "nan"])
def test_any_other_value_is_refused(tmp_path, value):
    write_inspect(tmp_path / "a.eval", [inspect_sample(1, value)])
    with pytest.raises(ValueError, match=r"The scorer 'match' must give numbers.* sample 1 of 'a.eval' has"):
        bc.read_inspect(tmp_path)


def test_nan_no_scores_and_errors_are_no_judgement(tmp_path):
    odd = [inspect_sample(1, math.nan), inspect_sample(2, None), inspect_sample(3, "C", error="it broke")]
    write_inspect(tmp_path / "a.eval", [*odd, inspect_sample(4, "I")], model="a")
    write_inspect(tmp_path / "b.eval", [inspect_sample(number, "C") for number in range(1, 5)], model="b")
    with pytest.raises(ValueError, match="3 answers unscored of 'a'"):
        bc.read_inspect(tmp_path)
    predictions = bc.read_inspect(tmp_path, on_missing="drop")
    assert int(predictions["missing"].sum()) == 3
    notes = " ".join(bc.compare(predictions).notes)
    assert "answers without a judgement: a 3" in notes
    assert "answers that failed: a 1" in notes
    assert wrong_of(bc.read_inspect(tmp_path, on_missing="wrong")) == {"a": 4, "b": 0}


def test_several_scorers_and_values_are_refused_until_one_is_named(tmp_path):
    two = {"match": {"value": "C"}, "judge": {"value": {"style": 0.5, "facts": 1}}}
    write_inspect(tmp_path / "a.eval", [inspect_sample(1, "C", scores=two)])
    with pytest.raises(ValueError, match=r"`score` must name one of the scorers .*'match', 'judge'"):
        bc.read_inspect(tmp_path)
    with pytest.raises(ValueError, match=r"`filter` must name one of the values .*'style', 'facts'"):
        bc.read_inspect(tmp_path, score="judge")
    assert wrong_of(bc.read_inspect(tmp_path, score="judge", filter="facts")) == {"org/small": 0}
    with pytest.raises(ValueError, match="`filter` must be left out"):
        bc.read_inspect(tmp_path, score="match", filter="facts")


def test_epochs_are_answers(tmp_path):
    for model in ("a", "b"):
        samples = [
            inspect_sample(n, "CI"[(n + e) % 2], epoch=e) for n in range(6) for e in range(1, 4 - (model == "b"))
        ]
        write_inspect(tmp_path / f"{model}.eval", samples, model=model)
    predictions = bc.read_inspect(tmp_path)
    assert predictions.sizes["repeat"] == 3
    assert predictions["missing"].sum("record").values.tolist() == [[0, 0, 0], [0, 0, 6]]


def test_two_runs_of_a_system_are_refused_with_the_remedy(tmp_path):
    for name in ("one", "two"):
        write_inspect(tmp_path / f"{name}.eval", [inspect_sample(1, "C")])
    with pytest.raises(ValueError, match=r"'org/small' has two of 'quiz', in 'one.eval' and 'two.eval'.* names="):
        bc.read_inspect(tmp_path)
    paths = [tmp_path / "one.eval", tmp_path / "two.eval"]
    named = bc.read_inspect(paths, names={paths[0]: "before", str(paths[1]): "after"})
    assert named["classifier"].values.tolist() == ["before", "after"]


def test_an_archive_without_its_package_says_which(tmp_path, monkeypatch):
    path = write_inspect(tmp_path / "a.eval", [inspect_sample(1, "C")], compression=ZSTANDARD)
    known = builtins.__import__

    def without(name, *args, **given):
        if name in {"zstandard", "compression"}:
            raise ImportError(name)
        return known(name, *args, **given)

    monkeypatch.delitem(sys.modules, "zstandard", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=r"'a.eval' is packed by Zstandard .* pip install 'bayescmp\[logs\]'"):
        bc.read_inspect(path)


def test_nothing_is_larger_than_allowed(tmp_path):
    bomb = {"header.json": json.dumps(inspect_header()).encode(), "summaries.json": b"[" + b" " * 10**7 + b"]"}
    write_archive(tmp_path / "bomb.eval", bomb)
    with pytest.raises(ValueError, match=r"'bomb.eval' must hold at most 1,000,000 bytes once it is unpacked"):
        bc.read_inspect(tmp_path, max_bytes=10**6)
    write_inspect(tmp_path / "bomb.eval", [inspect_sample(1, "C", input="x" * 2000)])
    for suffix in (".json", ".eval"):
        path = write_inspect(tmp_path / f"large{suffix}", [inspect_sample(1, "C", input="x" * 20_000)])
        with pytest.raises(ValueError, match="must hold at most 10,000 bytes"):
            bc.read_inspect(path, max_bytes=10_000)
        assert bc.read_inspect(path).sizes["record"] == 1


@pytest.mark.parametrize("members", [
    {},
    {"header.json": b'{"eval": 1}', "summaries.json": b"[]"},
    {"header.json": b'{"eval": {}}', "summaries.json": b"[" * 10**5},
    {"header.json": b'{"eval": {}}', "summaries.json": b'[{"id": 1}, 2]'},
    {"header.json": b'{"eval": {}}', "summaries.json": b'[{"id": 1}'},
    {"../../header.json": b"{}", "/summaries.json": b"[]"},
])  # fmt: skip
def test_hostile_archives_are_refused_in_one_sentence(tmp_path, members):
    write_archive(tmp_path / "a.eval", members or {"x": b""})
    with pytest.raises(ValueError, match=r"'a.eval' must") as refused:
        bc.read_inspect(tmp_path / "a.eval")
    assert "\n" not in str(refused.value)
    assert [path.name for path in tmp_path.rglob("*")] == ["a.eval"]
    path = write_inspect(tmp_path / "a.eval", [inspect_sample(1, "C")])
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(ValueError, match=r"'a.eval' must be a ZIP archive"):
        bc.read_inspect(path)
