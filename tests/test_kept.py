"""A file of a result holds its data and what was asked of them: loading asks again, and believes nothing else."""

import json
import warnings
from dataclasses import replace
from pathlib import Path

import h5py
import numpy as np
import pandas as pd
import pytest
import xarray as xr
from scipy import stats

import bayescmp as bc
from bayescmp._support._netcdf import read_datatree
from bayescmp.hierarchical import shipped_correlations
from bayescmp.methods import CrossedEffects, Paired
from bayescmp.metrics import Cost
from tests.data import gathered, rewritten

N = 60
Y = np.random.default_rng(3).integers(0, 2, N)


def predictions(splits=None, names=("tree", "svm")):
    rng = np.random.default_rng(4)
    shape = (N,) if splits is None else (len(splits) // 2, N)
    labels = {name: np.where(rng.random(shape) < 0.1 + 0.05 * place, 1 - Y, Y) for place, name in enumerate(names)}
    return bc.labels(Y, labels, how=splits and bc.splits(splits))


def crossed():
    return predictions(list(bc.BlockRegularizedCV(random_state=0).split(np.zeros((N, 1)))))


def answers(names=("tree", "svm")):
    rng, groups = np.random.default_rng(6), np.arange(N) // 3
    labels = {name: np.where(rng.random(2 * N) < 0.2, 1 - np.tile(Y, 2), np.tile(Y, 2)) for name in names}
    keys = {"answer": np.repeat([0, 1], N), "record": np.tile(np.arange(N), 2), "group": np.tile(groups, 2)}
    return gathered(y_true=np.tile(Y, 2), y_pred=labels, **keys)


def judged():
    rng = np.random.default_rng(7)
    wrong = {name: rng.random(N) < 0.2 for name in THREE}
    people = {name: np.where(np.arange(N) % 3 == 0, ~own, np.nan) for name, own in wrong.items()}
    judge = {name: (own != (rng.random(N) < 0.9)).astype(int) for name, own in wrong.items()}
    return bc.verdicts(people, judge=judge)


def table(*counts):
    both_wrong, first, second, right = counts or (2, 4, 18, 76)
    return bc.paired_table(both_wrong=both_wrong, only_first_wrong=first, only_second_wrong=second, both_right=right)


def scores():
    return bc.scores({"tree": [0.8, 0.7, 0.9, 0.8], "svm": [0.7, 0.7, 0.8, 0.9]}, how=bc.validation_sets(80, 20))


FRAME = pd.DataFrame({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.8, 0.6], "c": [0.9, 0.7, 0.7]}, index=["x", "y", "z"])
THREE = ("c0", "c1", "c2")
MADE = {
    "a table": lambda: bc.compare(table(), first="tree", second="svm", rope=0.01),
    "an effective table": lambda: bc.compare(bc.compare(crossed(), method="effective-table").effective_table),
    "a hold-out": lambda: bc.compare(
        predictions(), ci_kind="hdi", threshold=0.9, method=bc.methods.Auto(prior="beta", strength=0.5)
    ),
    "two of three": lambda: bc.compare(predictions(names=THREE), first="c2", second="c0"),
    "5 x 2": lambda: bc.compare(crossed(), rope=(-0.01, 0.02)),
    "a distribution of tau": lambda: bc.compare(crossed(), method=bc.methods.Auto(tau=stats.gamma(2, scale=0.1))),
    "known correlations": lambda: bc.compare(
        crossed(), method=bc.methods.FoldCorrelation(known=shipped_correlations())
    ),
    "a label metric": lambda: bc.compare(crossed(), metric="f1", pos_label=1, rng=np.random.default_rng(2)),
    "scores": lambda: bc.compare(scores()),
    "a ranking": lambda: bc.rank(predictions(names=THREE), draws=400, rng=np.random.default_rng(5)),
    "groups and answers": lambda: bc.compare(answers(), metric="f1_macro", rng=3),
    "a judge": lambda: bc.compare(judged(), first="c0", second="c1", rng=3),
    "data sets": lambda: bc.compare_datasets({"one": crossed(), "two": predictions()}),
    "data sets by baycomp": lambda: bc.compare_datasets(FRAME, first="a", second="b", population="baycomp"),
    "data sets of numbers": lambda: bc.compare_datasets(FRAME, first="a", second="b"),
    "a ranking of data sets": lambda: bc.rank_datasets(FRAME, draws=400, control="b"),
}


@pytest.fixture(params=MADE)
def result(request, monkeypatch):
    monkeypatch.setattr("bayescmp.datasets._baycomp._CELLS", 401)
    return MADE[request.param]()


def test_a_result_is_loaded_as_it_was_saved(result, tmp_path):
    result.save(tmp_path / "r.nc")
    loaded = bc.load(tmp_path / "r.nc")
    assert loaded.to_json() == result.to_json()
    assert str(loaded) == str(result)
    pd.testing.assert_frame_equal(loaded.summary(), result.summary())
    loaded.save(tmp_path / "again.nc")
    one, other = (read_datatree(tmp_path / f"{name}.nc") for name in ("r", "again"))
    xr.testing.assert_equal(other, one)
    asked, again = (json.loads(tree.attrs["call"]) for tree in (one, other))
    assert again | {"seconds": 0} == asked | {"seconds": 0}
    assert json.loads(other.attrs["result"]) == json.loads(one.attrs["result"])


def test_the_data_of_a_file_are_those_that_were_compared(tmp_path):
    data = predictions()
    result = bc.compare(data)
    said = result.to_json()
    data["y_pred"][:] = 0
    result.save(tmp_path / "r.nc")
    assert bc.load(tmp_path / "r.nc").to_json() == said


def edited(result, path, change):
    """Save a result, and write its file again with what an editor made of its attributes and groups."""

    def edit(tree):
        call, said = json.loads(tree.attrs["call"]), json.loads(tree.attrs["result"])
        change(tree, call, said)
        tree.attrs |= {"call": json.dumps(call), "result": json.dumps(said)}

    result.save(path)
    return rewritten(path, edit)


def set_decision(_tree, _call, said):
    said["decision"] = "second better"


def set_probability(_tree, _call, said):
    said["prob_equivalent"] += 1e-4


def exchange_names(_tree, call, said):
    names = {"first": said["second"], "second": said["first"]}
    call["arguments"] |= names
    said |= names


def asking(**arguments):
    return lambda _tree, call, _said: call["arguments"].update(arguments)


GONE, GONE_OPTION = asking(path="x"), asking(method={"is": "paired", "draws": 3})
EDITS = {
    "decision": (set_decision, r"result\['decision'\] is 'second better' where they give"),
    "names": (exchange_names, "where they give"),
    "argument": (GONE, "a saved result.*has no argument .path."),
    "verb": (lambda _tree, call, _said: call.update(verb="load"), "a saved result"),
    "option": (asking(method={"is": "paired", "strength": -1.0}), "a saved result"),
    "data": (lambda tree, _call, _said: tree.__delitem__("data"), "a saved result"),
}


@pytest.mark.parametrize(("edit", "message"), EDITS.values(), ids=EDITS)
def test_no_edited_field_is_believed(edit, message, tmp_path):
    path = edited(MADE["a table"](), tmp_path / "r.nc", edit)
    with pytest.raises(ValueError, match=message) as refused:
        bc.load(path)
    assert "r.nc" in str(refused.value)


@pytest.mark.full
def test_another_version_may_say_it_in_other_words_and_say_more(tmp_path):
    def change(_tree, _call, said):
        said |= {"estimand": "something", "notes": ["else"], "schema": 0}
        said.pop("bayes_factor")

    result = MADE["a hold-out"]()
    assert bc.load(edited(result, tmp_path / "r.nc", change)).to_json() == result.to_json()


OLD = sorted(Path(__file__).with_name("recorded").glob("files/*/*.nc"))
OTHERWISE = {"0.1.0rc1/compare-f1"} | {
    f"0.1.0rc{number}/{verb}-datasets" for number in (1, 2) for verb in ("compare", "rank")
}
"""Old files of which today's numbers are known to be others: the changelog says why."""


@pytest.mark.parametrize("path", OLD, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_file_of_every_release_candidate_is_loaded(path):
    with warnings.catch_warnings(record=True, action="always") as said:
        found = bc.load(path)
    said = [str(one.message) for one in said if path.name in str(one.message)]
    assert found.summary().shape[0] >= 1
    assert len(said) <= 1
    if f"{path.parent.name}/{path.stem}" in OTHERWISE:
        assert f"was made by bayescmp {path.parent.name} (now " in said[0]
    assert bool(said) == ("loaded" in found.provenance)


def of_another_version(*changes, **made):
    def changed(tree, call, said):
        said["provenance"]["versions"] |= made or {"scipy": "1.0.0"}
        for change in changes:
            change(tree, call, said)

    return changed


class TestAFileOfOtherVersions:
    @pytest.mark.parametrize("made", ["a table", "a ranking of data sets"])
    def test_it_is_computed_again_with_one_warning(self, made, tmp_path):
        def change(_tree, _call, said):
            said["threshold"] = 0.9

        result = MADE[made]()
        path = edited(result, tmp_path / "r.nc", of_another_version(change))
        message = r"scipy 1\.0\.0 \(now .*in 1 place.*\['threshold'\] was 0\.9 and is 0"
        with pytest.warns(UserWarning, match=message) as said:
            found = bc.load(path)
        assert len(said) == 1
        assert said[0].filename == __file__
        pd.testing.assert_frame_equal(found.summary(), result.summary())
        told = found.provenance["loaded"]
        assert told["versions"]["scipy"] == "1.0.0"
        assert told["differs"] == [{"place": "result['threshold']", "was": 0.9, "is": result.settings.threshold}]
        found.save(path)
        assert bc.load(path).to_json() == found.to_json()

    @pytest.mark.parametrize("population", ["dirichlet", {"is": "DirichletPrior", "mass": 2.0, "scale": 0.1}])
    def test_the_population_of_data_sets_that_it_asks_for_may_be_gone(self, population, tmp_path):
        def change(_tree, call, said):
            call["arguments"]["population"] = population
            said["population"] = population

        result = MADE["data sets of numbers"]()
        path = edited(result, tmp_path / "r.nc", of_another_version(change, bayescmp="0.1.0rc2"))
        with pytest.warns(UserWarning, match=r"rc2 \(now .*\['population'\] was .* and is 'normal'") as said:
            found = bc.load(path)
        assert len(said) == 1
        pd.testing.assert_frame_equal(found.summary(), result.summary())
        with pytest.raises(ValueError, match=r"'r\.nc' must .*(`population` must|DirichletPrior)"):
            bc.load(edited(result, path, change))

    def test_words_come_first_and_strict_refuses_it(self, tmp_path):
        path = edited(MADE["a table"](), tmp_path / "r.nc", of_another_version(set_probability, set_decision))
        with pytest.warns(UserWarning, match=r"in 2 places.*'second better' and is .*; .*\['prob_equivalent'\] was"):
            bc.load(path)
        path = edited(MADE["a table"](), tmp_path / "r.nc", of_another_version(set_decision))
        with pytest.raises(ValueError, match=r"'second better' where they give.*made by scipy 1\.0\.0 \(now"):
            bc.load(path, strict=True)

    @pytest.mark.filterwarnings("error")
    def test_the_same_numbers_are_loaded_in_silence(self, tmp_path):
        path = edited(MADE["a table"](), tmp_path / "r.nc", of_another_version())
        assert "loaded" not in bc.load(path, strict=True).provenance

    @pytest.mark.parametrize(("change", "why"), [
        (GONE, "has no argument .path."),
        (GONE_OPTION, "unexpected keyword argument 'draws'"),
    ])  # fmt: skip
    def test_what_is_gone_is_named_with_the_versions_that_had_it(self, change, why, tmp_path):
        path = edited(MADE["a table"](), tmp_path / "r.nc", of_another_version(change, bayescmp="0.0.9"))
        with pytest.raises(ValueError, match=rf"'r\.nc' was made by bayescmp 0\.0\.9 \(now .*{why}.*load it"):
            bc.load(path)

    def test_a_watch_keeps_what_its_file_said(self, tmp_path):
        path = edited(bc.SequentialComparison().update(table()), tmp_path / "w.nc", of_another_version(set_decision))
        with pytest.warns(UserWarning, match="'second better' and is 'continue'"):
            found = bc.load(path)
        assert found.provenance["loaded"]["differs"]


def share_right(y_true, y_pred, sample_weight=None):
    return float(np.average(y_true == y_pred, weights=sample_weight))


def test_a_metric_that_is_a_function_has_to_be_given_again_and_another_one_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("bayescmp.methods._label_counts_method._DRAWS_BY_FUNCTION", 200)
    result = bc.compare(predictions(), metric=share_right, rng=0)
    result.save(tmp_path / "r.nc")
    with pytest.raises(ValueError, match=r"'share_right' was a function.*give it again, `load\(path, metric="):
        bc.load(tmp_path / "r.nc")
    assert bc.load(tmp_path / "r.nc", metric=share_right).to_json() == result.to_json()
    bc.compare(predictions(), metric=share_right, rng=0).save(tmp_path / "r.nc")
    with pytest.raises(ValueError, match="its metric 'share_right' was a function"):
        bc.load(tmp_path / "r.nc", metric=Cost({0: {1: 1.0}, 1: {0: 2.0}}))
    bc.compare(predictions(), metric=Cost({0: {1: 1.0}, 1: {0: 2.0}}), rng=0).save(tmp_path / "r.nc")
    with pytest.raises(ValueError, match="where they give"):
        bc.load(tmp_path / "r.nc", metric=Cost({0: {1: 2.0}, 1: {0: 1.0}}))


class TestLimits:
    def test_save_and_load_know_the_same(self, tmp_path):
        result = MADE["a hold-out"]()
        with pytest.raises(ValueError, match=r"'r.nc' would hold [\d,]+ bytes.*Give `max_bytes=\d+` to both"):
            result.save(tmp_path / "r.nc", max_bytes=1000)
        assert not (tmp_path / "r.nc").exists()
        result.save(tmp_path / "r.nc")
        with pytest.raises(ValueError, match=r"r\.nc"):
            bc.load(tmp_path / "r.nc", max_bytes=1000)

    def test_what_takes_long_is_said(self, tmp_path, capsys):
        def change(_tree, call, _said):
            call["seconds"] = 118.2

        bc.load(edited(MADE["a hold-out"](), tmp_path / "r.nc", change))
        assert capsys.readouterr().err == "r.nc: computing again what took 118 s\n"


def test_predictions_are_no_result(tmp_path):
    bc.save_predictions(predictions(), tmp_path / "p.nc")
    with pytest.raises(ValueError, match=r"'p\.nc' must be what `save` of a result wrote\. Predictions are read by"):
        bc.load(tmp_path / "p.nc")


def test_a_method_of_somebody_else_is_not_saved(tmp_path):
    class Mine(Paired):
        name = "mine"

    result = bc.compare(predictions(), method=Paired())
    other = replace(result, call=replace(result.call, arguments={**result.call.arguments, "method": Mine()}))
    with pytest.raises(TypeError, match=r"must be registered in `methods\.METHODS` to be saved, but 'mine' is not"):
        other.save(tmp_path / "r.nc")


def test_a_result_has_the_method_as_it_was_asked():
    grid = xr.DataArray([0.5, 0.5], dims="tau", coords={"tau": [0.1, 0.5]}, attrs={"words": "two points"})
    result = bc.compare(crossed(), method=CrossedEffects(tau=grid))
    said = result.to_json()
    grid[:], grid.attrs["words"] = [0.0, 1.0], "others"
    assert result.to_json() == said


def test_texts_of_attributes_count_as_the_file_holds_them(tmp_path):
    bc.compare(predictions()).save(tmp_path / "r.nc")
    content = (tmp_path / "r.nc").read_bytes()
    (tmp_path / "many.nc").write_bytes(content)
    with h5py.File(tmp_path / "many.nc", "a") as file:
        file.attrs["again"] = ["x" * 1000] * 5000
    with pytest.raises(ValueError, match=r"many\.nc"):
        bc.load(tmp_path / "many.nc", max_bytes=10**6)
