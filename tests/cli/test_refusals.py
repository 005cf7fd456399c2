"""What each command refuses: exit code 2, and one sentence on standard error."""

import contextlib
import shlex
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from tests.data import cross_validated, hold_out, table
from tests.readers.written import lm_eval_row, write_lm_eval

Y = [0, 1] * 20
LOG = "log.csv --y-true y"
PAIR = "--first tree --second svm"
TABLE = "datasets compare scores.csv"
FOLDS = "compare folds.csv"
LOGS = "compare logs/large logs/small --score acc"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    path = tmp_path_factory.mktemp("files")
    with contextlib.chdir(path):
        write()
    return path


def write():
    Path("bare").mkdir()
    log = pd.DataFrame({"y": Y, "tree": Y, "svm": [0, 0] * 20})
    frames = {
        "log": log,
        "words": log.assign(svm="no"),
        "folds": log.assign(**{"my fold": np.arange(40) % 5}),
        "shares": log.assign(tree=0.7),
        "long": pd.concat(log[["y"]].assign(id=range(40), model=name, said=log[name]) for name in ("tree", "svm")),
        "scores": pd.DataFrame(
            [[name, model, n, 0.8, 0.9] for n, name in enumerate("ab") for model in ("tree", "svm")],
            columns=["dataset", "classifier", "records", "s0", "s1"],
        ),
        "board": pd.DataFrame({"Approach": ["a", "b"], "arc": [50, 60], "mmlu": [70, 80]}),
        "rmse": pd.DataFrame({"dataset": ["x", "y"], "svm": [6, 8], "rf": [5, 7]}),
        "mixed": pd.DataFrame({"dataset": ["x", "y"], "svm": [0.6, 0.8], "rf": [50, 70]}),
    }
    for name, frame in frames.items():
        frame.to_csv(f"{name}.csv", index=False)
    for name, content in {
        "empty": b"",
        "book": b"PK\x03\x04\x14\x00b",
        "latin": b"a;b\xf6\n",
    }.items():
        with open(f"{name}.csv", "wb") as file:  # noqa: PTH123
            file.write(content)
    bc.save_predictions(hold_out({"tree": 0.1, "svm": 0.3}), "log.nc")
    bc.save_predictions(hold_out({"tree": 0.1, "svm": 0.3, "bayes": 0.2}), "three.nc")
    words = np.array(["no", "yes"])[Y]
    bc.save_predictions(bc.labels(words, {"tree": words, "svm": np.roll(words, 3)}), "words.nc")
    bc.save_predictions(cross_validated(seed=0), "run.nc")
    bc.save_predictions(cross_validated(cv=3), "other.nc")
    bc.compare(table(2, 4, 18, 76)).save("result.nc")
    people = {name: [1.0, 0.0] * 5 + [float("nan")] * 10 for name in "ab"}
    bc.compare(bc.verdicts(people, judge={"a": [1, 0] * 10, "b": [1] * 20})).save("now.nc")
    for name in ("small", "large"):
        rows = [lm_eval_row(n, n % 2, acc_norm=1.0, metrics=["acc", "acc_norm"]) for n in range(20)]
        write_lm_eval(Path("logs", name), "law", rows)


REFUSED = {
    "columns": {
        "compare dat.csv --y-true y --first a --second b": "There is no file or folder 'dat.csv'.",
        "evaluate dat.csv": "There is no file or folder 'dat.csv'.",
        "compare log.csv b=dat.csv": "There is no file or folder 'dat.csv'.",
        "compare dat.nc --y-true y": "There is no file or folder 'dat.nc'.",
        "compare . --y-true y": "--y-true must be left out with logs.",
        "compare bare": "promptfoo, but is none of these. Tables are files of the command",
        f"compare empty.csv --y-true y {PAIR}": "must have a header, but is empty",
        f"compare latin.csv {PAIR}": "Save it as CSV UTF-8.",
        f"compare {LOG} --first tree": "The columns of log.csv are 'y', 'tree', 'svm': --first and --second, or",
        f"compare {LOG} --first tree --second y": "The column 'y' of true labels (`--y-true`) must not be one",
        f"compare log.csv {PAIR}": "must have a column 'y_true', but has only ['y', 'tree', 'svm'].",
        "compare log.csv words.csv": "but got None. The columns of log.csv are ['y', 'tree', 'svm'].",
        "compare log.csv words.csv --record y --correct acc": "a column 'acc', but has only ['y', 'tree', 'svm'].",
        "compare log.csv b=log.csv --record y --correct svm --task g": "column 'g', but has only ['y', 'tree', 'svm'].",
        f"compare {LOG} {PAIR} --cluster tree": "No such option: --cluster. It is called `--group`.",
        f"compare {LOG} --candidate tree": "No such option: --candidate. It is called `--first`.",
        f"compare {LOG} --baseline tree": "No such option: --baseline. It is called `--second`.",
        f"compare words.csv --y-true y {PAIR}": "must hold numbers like `--y-true`, which has 0, but",
        f"compare shares.csv --y-true y {PAIR}": "Probabilities are for `--y-prob`",
        "compare long.csv --classifier model --y-true y --y-pred said": "identifies records",
        "compare log.nc --y-true y": "--y-true must be left out with a file of predictions (.nc), which has",
        "compare result.nc": "'result.nc' holds a saved result, not predictions",
        "compare a=log.csv a=words.csv": "with names of their own, but two are 'a': NAME=FILE names them.",
        "compare log.csv --loss tree --loss svm --metric f1": "`--metric` must be left out for data that",
    },
    "questions": {
        f"compare {LOG} {PAIR} --rope 5": "5 per cent is --rope 0.05",
        f"compare {LOG} {PAIR} --metric f1 --labels 3": "`--labels` must be one of the labels [0, 1], but got 3",
        f"compare {LOG} {PAIR} --labels 1": "`--labels` is for metrics of one class, such as 'f1'",
        f"compare {LOG} {PAIR} --method paired --method tau=1": "--method must have no 'tau' with 'paired', which has",
        f"compare {LOG} {PAIR} --id id": "No such option: --id. It is called `--record`.",
        f"compare {LOG} {PAIR} --seed 3": "No such option: --seed (Possible options: --save, --second, --sets).",
        "rank log.csv --seed": "Option '--seed' requires an argument.",
        "gate log.csv --candidate a": "No such option: --candidate. It is called `--new`.",
        f"compare {LOG} {PAIR} --out r.html": "No such option: --out. It is called `--save`.",
        "reported --n 10": "No such option: --n. It is called `--records`.",
        "reported --seeds 5": "No such option: --seeds. It is called `--runs`.",
        "gate log.csv": "Missing option '--policy': what is asked of each task (.toml), at least the drop that doe",
        f"compare {LOG} {PAIR} --sed 1": "No such option: --sed (Possible options: --save, --second, --sets)",
        f"compare {LOG} {PAIR} --method jeffreys=1": "strength=NUMBER and tau=NUMBER, each once, but got 'jeffreys=1'.",
        f"compare {LOG} {PAIR} --method paired --method auto": "--method must be the name of one method, dirichlet or",
        f"compare {LOG} {PAIR} --method jeffreys": "'fold-correlation', but got 'jeffreys'.",
        "compare --rope wide": "Invalid value for '--rope'",
        "compare log.csv log.nc": "FILE must be the only one where it is one of predictions (.nc), but is one of 2.",
        "compare --second tree": "--second must be left out without FILE.",
        "compare --y-pred tree": "--y-pred must be left out without FILE.",
        "compare --filter none": "--filter must be left out without FILE.",
        f"compare {LOG} {PAIR} --method beta --method dirichlet": "each once, but got 'beta' and 'dirichlet'.",
        f"compare {LOG} --correct tree": "--y-true must be left out with --correct: answers are of one kind.",
        "compare log.csv --judge tree": "--judge must be given with --correct or --preferred.",
        f"compare a=log.csv --y-true y {PAIR}": "FILE must have no name where it is the only one, but is called 'a'.",
        "comapre": "Did you mean 'compare'?",
    },
    "rank": {
        "rank": "FILE must be given, a table and columns or logs",
        f"rank {LOG}": "are 'y', 'tree', 'svm': --y-pred must name those of predicted labels, or --classifier",
        f"rank {LOG} --y-pred tree --y-pred svm --method tau=-1": "`--method tau` must be 0 or more",
        f"rank {LOG} --y-pred tree --y-pred svm --draws 5": "'--draws'",
    },
    "table": {
        "table --both-wrong 65 --only-first-wrong 12 --only-second-wrong 28": "Missing option '--both-right'",
    },
    "scores of validation sets": {
        f"{FOLDS} --score tree --score svm --sets 4,": "--sets must be two numbers, such as 90,10, or one of a test",
        f"{FOLDS} {PAIR} --sets 4,1": "--sets must be given with --score or --loss",
        f"{FOLDS} --score tree --score svm --fold 'my fold' --sets 4,1": "--sets must be left out with --fold",
    },
    "several data sets": {
        "datasets compare": "Missing argument",
        "datasets compare log.nc scores.csv": "FILE must be one table of scores, one folder, or predictions that end i",
        "datasets compare log.nc --sets 3,1": "--sets is for a table of scores, but the files are predictions.",
        "datasets compare log.nc three.nc --by task": "`--by` must be left out for data sets by name",
        "datasets compare log.nc log.nc": "FILE must be files with names of their own, but two are 'log'",
        "datasets compare log.nc three.nc": "Data set 'three': `--first` and `--second` must be named, because there a",
        "datasets compare words.nc --metric f1": "`--labels` must be given for the metric 'f1': which of the",
        "datasets compare words.nc --metric f1 --labels x": "`--labels` must be one of the labels ['no', 'yes'], but",
        "datasets compare words.nc --labels no": "`--labels` is for metrics of one class, such as 'f1'",
        f"{TABLE} --sets 9": "--sets must be N_TRAIN,N_TEST, such as 90,10, but got '9'.",
        f"{TABLE} --fold classifier": "--sets must be given with --fold",
        f"{TABLE} --sets 9,record": "must have a column 'record'",
        f"{TABLE} --scores s0 --scores s1": "`data['classifier']` must hold numbers, but got 'tree' at 'a'",
        "datasets rank board.csv": "The first column, 'Approach', must tell whether rows are data sets or classifiers.",
        "datasets rank board.csv --classifier modl": "must have a column 'modl'",
        "datasets rank rmse.csv": "'rmse' is called as losses are",
        "datasets rank mixed.csv --per-cent": "--per-cent must be left out where a row or a column has no number above",
        "datasets show nothing": "There is no experiment in",
    },
    "logs": {
        "compare logs/large logs/small": "`--score` must name one of the metrics",
        "compare logs/large none": "There is no file or folder 'none'.",
        "compare =logs": "FILE must be a path or NAME=FILE, but got '=logs'.",
        f"{LOGS} --y-true y": "--y-true must be left out with logs.",
        f"{LOGS} --y-pred y": "--y-pred must be left out with logs.",
        f"{LOGS} --sets 3,1": "--sets must be left out with logs.",
        f"{LOGS} --loss acc": "--loss must be left out with --score",
        "compare logs/large logs/small --loss acc": "`--loss` must fit what is known: of 'acc' more is better.",
        f"{LOGS} --fail-if worse": "`--fail-if` must be one of 'first better'",
        f"{LOGS} --fail-if 'smal worse'": "must be one of 'large', 'small', 'first', 'second', but got 'smal'",
    },
    "watch": {
        "watch": "FILE must be given, the log that is watched.",
        f"watch {LOG}": "--first and --second, or --y-pred, must name",
        "watch log.nc --follow": "--follow must be of a log of text",
        f"watch log.csv.gz {PAIR} --follow": "--follow must be of a log of text",
        f"watch {LOG} {PAIR} --follow --shuffle 1": "cannot be given with --follow",
        f"watch {LOG} {PAIR} --save result.nc": "--save must be a new file, or that of a watch",
        "watch three.nc": "`--first` and `--second` must be named, because there are 3",
    },
    "plan": {
        "plan": "RESULT must be given, a comparison that was saved, or --difference and --disagreement",
        "plan --difference 0.1 --disagreement 0.1 --runs 5": "`--runs` must be given with `--sd-of-runs`",
        "plan now.nc --disagreement 0.1": "--disagreement must be left out with RESULT",
        "plan --difference 0.1 --disagreement 0.1 --sequential --threshold 0.99": "--threshold must be left out with -",
        "plan --labels 3": "--labels must be given with RESULT",
        "plan now.nc --rope 0.1": "--rope must be left out with RESULT",
        "plan now.nc --overwrite": "--overwrite must be given with --labels",
        "plan now.nc --labels 3 --out next.txt": "must end in .csv",
        "plan now.nc --labels 5 --out now.nc": "must not be a file that is read",
        "plan log.csv": "must be a NetCDF file",
    },
    "correlation": {
        "correlation": "Missing argument 'FILES...'",
        "correlation run.nc other.nc": "All predictions must have as many repeats",
        "correlation log.csv run.nc": "FILES must be predictions (.nc), as `save_predictions` writes, but got 'log.csv",
        "correlation run.nc --save tree.txt": "`--save` must end in .nc",
    },
    "reports and studies": {
        "report log.csv report.html": "'log.csv' must be a NetCDF file",
        "report none.nc report.html": "There is no file",
        "study run smoke": "`--out` must name the folder",
        "study run smok --out x": "must be one of 'costly', 'crossed-effects'",
        "study run figure-1 --out x": "The study 'figure-1' must have `--data`",
        "study run figure-1 --out x --data gone": "a folder of files, but there is no 'gone'",
        "study run figure-1 --out x --data .": "must have columns of features and a last one of labels",
        "study show nowhere": "There is no study in 'nowhere'",
        "study plot nowhere": "There is no study in 'nowhere'",
        "study show nowhere --format html": "'html' is not one of 'text', 'csv', 'latex'",
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.usefixtures("folder")
def test_each_is_refused_in_one_sentence(refused, kind):
    said = {line: refused(*shlex.split(line)) for line in REFUSED[kind]}
    wrong = {line: text for line, text in said.items() if REFUSED[kind][line] not in text or len(text) > 600}
    assert not wrong
