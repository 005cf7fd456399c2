"""Times of the package beside a peer's or a bare formula's: `PYTHONPATH=. python docs/results/speed.py`.

The last column is the time of the package over that of the other. Peers are what the extras `test` install.
"""

import contextlib
import io
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from mlxtend.evaluate import mcnemar as of_mlxtend
from scipy import special
from sklearn.model_selection import KFold
from statsmodels.stats.contingency_tables import mcnemar as of_statsmodels

import bayescmp as bc
from tests.data import hold_out, probable, table

Row = tuple[str, float, str, float | None]
"""The work, its seconds, what it is held against, and the seconds of that."""
COUNTS = {"both_wrong": 65, "only_first_wrong": 12, "only_second_wrong": 28, "both_right": 95}


DEFAULT = "import sys; sys.modules['dask'] = sys.modules['pyarrow'] = None\n"
"""Dask and PyArrow, which the extras of the tests bring, are imported by xarray and pandas wherever they are."""
PROGRAM = f"{DEFAULT}from bayescmp.cli import main; main()"
MEMORY = """
import resource
import numpy as np
import bayescmp as bc
rng = np.random.default_rng(0)
true = rng.integers(0, 2, 10**7)
answers = {name: np.where(rng.random(10**7) < share, 1 - true, true) for name, share in (("a", 0.2), ("b", 0.21))}
bc.compare(true, answers)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def seconds(work: Callable[[], object], rounds: int = 7) -> float:
    """Return the median time of some calls, after one that is not counted."""
    work()
    found = []
    for _ in range(rounds):
        begin = time.perf_counter()
        work()
        found.append(time.perf_counter() - begin)
    return statistics.median(found)


def tables() -> Iterator[Row]:
    """One test of a table, a million exact p-values and probabilities, and a whole comparison."""
    one, cells = bc.paired_table(**COUNTS), np.array([[65, 12], [28, 95]])
    ours = seconds(lambda: bc.frequentist.mcnemar(one), 51)
    yield "one McNemar test", ours, "statsmodels", seconds(lambda: of_statsmodels(cells, exact=True), 51)
    yield "one McNemar test", ours, "mlxtend", seconds(lambda: of_mlxtend(cells, exact=True), 51)
    counts = np.random.default_rng(0).multinomial(300, [0.1, 0.08, 0.1, 0.72], size=10**6)
    many, (b, c) = table(*counts.T, dims=("experiment",)), counts[:, 1:3].T.astype(float)
    alone = seconds(lambda: special.betainc(b + 1, c + 1, 0.5), 3)
    yield "a million exact p-values", seconds(lambda: bc.frequentist.mcnemar(many), 3), "one betainc", alone
    posterior = seconds(lambda: bc.posteriors.paired_posterior(many).prob_first_better, 3)
    yield "a million P(first better)", posterior, "one betainc", alone


def comparisons() -> Iterator[Row]:
    """Comparisons of hold-outs by several metrics."""
    small = hold_out({"a": 0.2, "b": 0.25}, 900)
    yield "compare, 900 records", seconds(lambda: bc.compare(small)), "", None
    yield "compare and print, 900 records", seconds(lambda: str(bc.compare(small))), "", None
    likely = probable(n=10_000)
    for metric in ("neg_brier_score", "neg_log_loss"):
        spent = seconds(lambda metric=metric: str(bc.compare(likely, metric=metric)), 3)
        yield f"compare and print, {metric}, 10,000 records", spent, "", None
    for n in (1000, 16_000):
        scored = probable(n=n)
        positive = scored["y_true"].to_numpy() == 1
        prob = [scored["y_prob"].sel(classifier=name).isel(repeat=0, label=1).to_numpy() for name in ("a", "b")]
        drawn = seconds(lambda scored=scored: bc.compare(scored, metric="roc_auc", method="bayesian-bootstrap"), 3)
        alone = seconds(lambda positive=positive, prob=prob: bc.frequentist.delong(positive.astype(int), *prob))
        answer = seconds(lambda scored=scored: bc.compare(scored, metric="roc_auc"), 3)
        yield f"compare by AUC, {n:,} records", answer, "DeLong", alone
        yield f"20,000 draws of two AUCs, {n:,} records", drawn, "DeLong", alone
    counted = hold_out({"a": 0.2, "b": 0.25}, 100_000)
    true, first, second = (counted[name].to_numpy().squeeze() for name in ("y_true", "y_pred", "y_pred"))
    first, second = first[0], second[1]
    eight = seconds(lambda: np.bincount(4 * true + 2 * first + second, minlength=8))
    yield (
        "compare by F1, 100,000 records", seconds(lambda: bc.compare(counted, metric="f1", pos_label=1), 3),
        ("counting eight cells"), eight,
    )  # fmt: skip


def large() -> Iterator[Row]:
    """Many classifiers, many records."""
    many = hold_out({f"s{i}": 0.2 + 0.002 * i for i in range(93)}, 1000)
    yield "rank, 93 systems x 1,000 records", seconds(lambda: bc.rank(many), 3), "", None
    rng = np.random.default_rng(0)
    for n in (10**5, 10**6, 10**7):
        true = rng.integers(0, 2, n)
        answers = {name: np.where(rng.random(n) < share, 1 - true, true) for name, share in (("a", 0.2), ("b", 0.21))}
        built = seconds(lambda true=true, answers=answers: bc.labels(true, answers), 1)
        yield f"predictions of {n:,} records", built, "", None
        found = bc.labels(true, answers)
        yield f"compare, {n:,} records", seconds(lambda found=found: bc.compare(found), 1), "", None
        if n == 10**6:
            splits = list(KFold(10, shuffle=True, random_state=0).split(true))
            spent = seconds(lambda t=true, a=answers, s=splits: bc.labels(t, a, how=bc.splits(s)), 1)
            yield f"predictions of {n:,} records, ten folds", spent, "", None


def first_use() -> Iterator[Row]:
    """The first answer of a process, beside the import of a peer, without what the default install does not have."""
    peer = seconds(lambda: run("-c", f"{DEFAULT}import mlxtend.evaluate"), 3)
    code = f"{DEFAULT}import bayescmp as bc; print(bc.compare(bc.paired_table(**{COUNTS})))"
    yield "first compare of a table in a process", seconds(lambda: run("-c", code), 3), "import mlxtend.evaluate", peer
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.csv"
        rows = np.random.default_rng(0).integers(0, 2, (50, 3))
        path.write_text("y,a,b\n" + "".join(f"{y},{a},{b}\n" for y, a, b in rows.tolist()))
        words = ["-c", PROGRAM, *f"compare {path} --y-true y --first a --second b".split()]
        yield (
            "`bayescmp compare small.csv`", seconds(lambda: run(*words), 3), ("import mlxtend.evaluate"),
            peer,
        )  # fmt: skip


def run(*words: str) -> str:
    """Run Python with some words, and return what it prints."""
    return subprocess.run([sys.executable, *words], check=True, capture_output=True, text=True).stdout  # noqa: S603 - our own words


def main() -> None:
    """Print the table as Markdown, a row as soon as it is known."""
    warnings.simplefilter("ignore")
    peak = float(run("-c", MEMORY)) * 1024 / 1e9  # first, for a process starts with the most that its parent had
    sys.stdout.write("| work | seconds | held against | times as long |\n|---|---|---|---|\n")
    for part in (first_use, tables, comparisons, large):
        rows = part()
        while True:
            with contextlib.redirect_stdout(io.StringIO()):
                row = next(rows, None)
            if row is None:
                break
            work, spent, peer, other = row
            ratio = "" if other is None else f"{spent / other:.3g}"
            sys.stdout.write(f"| {work} | {spent:.3g} | {peer} | {ratio} |\n")
            sys.stdout.flush()
    sys.stdout.write(
        f"\nMost memory of a process that compares 10,000,000 records, from its own labels on: {peak:.2f} GB.\n"
    )


if __name__ == "__main__":
    main()
