"""The calibration card, from what the package ships: its summary, and where intervals fail."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
import pandas as pd
from _registries import table
from _results import read, share

from bayescmp.frequentist import TESTS
from bayescmp.metrics import METRICS
from bayescmp.studies import card
from bayescmp.studies._card import failures, row_name

_DEFAULTS = (
    "paired",
    "crossed-effects",
    "label-counts",
    "mean-loss",
    "judged",
    "correlated-t",
    "normal",
    "P(best)",
    "any pair, each",
)
"""How the methods begin that answer where none is named."""
_METHODS = {
    "crossed-effects": "cross-validation",
    "paired": "hold-out",
    "mean-loss": "several runs",
    "judged": "a judge and labels",
    "correlated-t": "folds",
    "normal, average": "several data sets, average",
    "normal, next": "several data sets, next one",
    "effective-table": "effective table",
    "fold-correlation": "fold correlation",
    "bayesian-bootstrap": "Bayesian bootstrap",
    "any pair, each by itself": "any pair of several equal classifiers",
    "any pair, tests by Holm": "all pairs, McNemar's tests with Holm's correction",
    "any pair, posteriors by Holm": "all pairs, posteriors with Holm's correction",
    "proportions_f1": "test of two proportions, misapplied",
    "crossed-effects, at the first decision": "cross-validation, repeats added until a decision",
    "posterior, looked at after every 20 records": "hold-out, looked at after every 20 records",
}
_NEARLY = 0.92
"""Mean coverage of the next data set that is near enough to .95."""
_METRICS = {
    "LogLoss(0.02)": "log loss clipped at 0.02",
    "score": "scores",
    "partial_credit": "partial credit",
    "loss": "a loss",
}
_WORDS = {
    "95 % intervals held in": "coverage",
    "equals decided in": "type I error rate",
    "true hypotheses rejected in": "type I error rate",
}


def numbers() -> dict[str, str]:
    """Return the worst cases by name."""
    rows = card().query("settings == ''")
    crossed = rows.query("method == 'crossed-effects' and units == 'records' and verb == 'compare'")
    runs = rows.query("method == 'mean-loss' and units == 'runs' and metric == 'error'")
    pairs = rows.query("method == 'any pair, each by itself' and design == 'hold-out'")
    return {
        "card_crossed_worst": share(crossed["worst_covered"].min()),
        "card_runs_worst": share(runs["worst_size"].max(), 2),
        "card_any_pair": share(pairs["worst_size"].max(), 2),
    }


def tables() -> dict[str, str]:
    """Return the tables by name."""
    rows = card()
    worst = failures(rows)
    return {
        "card_summary": _summary(rows),
        "card_failures": _failures(rows, worst, default=True),
        "card_failures_others": _failures(rows, worst, default=False),
    }


@dataclass(frozen=True)
class _Case:
    """A kind of comparisons: its rows on the card, by design where both are measured, and the least size."""

    name: str
    methods: tuple[str, ...]
    metrics: tuple[str, ...] = ()
    units: tuple[str, ...] = ("records",)
    verb: str = "compare"
    designs: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({"": ""}))
    at_least: str = ""

    def of(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Return the rows of this kind, with the settings that are the defaults."""
        found = rows[rows["method"].isin(self.methods) & (rows["settings"] == "") & (rows["verb"] == self.verb)]
        if self.metrics:
            found = found[found["metric"].isin(self.metrics)]
        return found[found["units"].isin(self.units) | found["units"].isna()]

    def row(self, rows: pd.DataFrame) -> tuple[str, ...]:
        """Return the row of the table: the least size, coverage, mean and worst, and type I error rate."""
        found = self.of(rows)
        covered = found.dropna(subset="covered")
        means, worst = [], []
        for design, words in self.designs.items():
            own = covered[covered["design"] == design] if design else covered
            means.append(f"{share(np.average(own['covered'], weights=own['cells']))}{words}")
            worst.append(f"{share(own['worst_covered'].min())}{words}")
        sized = found.dropna(subset="size")
        size = "not measured"
        if len(sized):
            size = f"{share(np.average(sized['size'], weights=sized['cells']))} ({share(sized['worst_size'].max())})"
        return self.name, self.at_least, "; ".join(means), "; ".join(worst), size


def _summary(rows: pd.DataFrame) -> str:
    """Return how often intervals of eight kinds of comparisons cover, and from which size on they may be used."""
    size = "type I error rate of simulated pairs (worst)"
    heads = ("your case", "use with at least", "mean coverage", "worst case", size)
    return table(heads, (case.row(rows) for case in _cases()))


def _cases() -> Iterator[_Case]:
    """Yield the kinds; the least size is that from which on the worst case covers in more than .90."""
    of_records = read("hold-outs").query("method == 'paired'")
    of_questions = read("small-samples").query("systems == 'two' and method == 'dirichlet 1'")
    of_labels = read("label-metrics").query("method == 'label-counts'")
    of_labels = of_labels.assign(rarest=of_labels["prevalence"] * of_labels["n"])
    of_means = read("few-records").query("metric == 'neg_brier_score'")
    of_datasets = read("datasets").query("kind == 'next' and source == 'real' and method == 'normal'")
    of_groups = read("groups").query("method == 'groups'")
    of_answers = read("answers").query("method == 'answers'")
    both = {"hold-out": " (hold-out)", "cross-validation": " (cross-validation)"}
    records, questions = _least(of_records, "n", "covered_95"), _least(of_questions, "n", "coverage")
    yield _Case("Error on a hold-out", ("paired",), ("error",), at_least=f"{records} records, or {questions} questions")
    yield _Case(
        "Error by cross-validation",
        ("crossed-effects",),
        ("error",),
        at_least="300 records: fewer were hardly measured",
    )
    yield _Case(
        "F1 and other label metrics",
        ("label-counts",),
        designs=both,
        at_least=f"{_least(of_labels, 'rarest', 'coverage')} records of the rarest class",
    )
    yield _Case(
        "AUC, log loss, Brier score",
        ("mean-loss",),
        ("roc_auc", "roc_auc_ovr", "neg_brier_score", "neg_log_loss", "LogLoss(0.02)", "average_precision"),
        designs=both,
        at_least=f"{_least(of_means, 'records', 'coverage')} records of the rarest class; clip the log loss",
    )
    means = of_datasets.groupby("q", as_index=False)["covered"].mean()
    enough = _least(means, "q", "covered", _NEARLY)
    yield _Case(
        "Several data sets",
        ("normal, average", "normal, next"),
        verb="compare_datasets",
        at_least=f"{enough} data sets",
    )
    yield _Case(
        "A judge and some labels by people",
        ("judged",),
        at_least=f"{_least(read('judged'), 'labels', 'judged_coverage')} labels",
    )
    yield _Case(
        "Groups of records, repeated answers, runs",
        ("paired", "mean-loss", "label-counts", "crossed-effects"),
        units=("groups", "answers", "runs"),
        at_least=f"{_least(of_groups, 'groups', 'covered')} groups, {_least(of_answers, 'records', 'covered')} "
        "questions, or 3 runs of each; with 2, intervals are very wide",
    )
    of_reported = read("reported").query("prior == 'measured'")
    yield _Case(
        "Two reported rates on one test set",
        ("overlap as in other pairs",),
        verb="reported",
        at_least=f"{_least(of_reported, 'n', 'held')} records; fewer, and means of runs or folds, were not measured",
    )


def _least(rows: pd.DataFrame, size: str, covered: str, limit: float = 0.9) -> str:
    """Return the size from which on the worst coverage is above a limit."""
    worst = rows.groupby(size)[covered].min()
    below = worst.index[worst <= limit]
    return f"{worst.index[worst.index > below.max()].min() if len(below) else worst.index.min():g}"


def _failures(rows: pd.DataFrame, worst: pd.DataFrame, *, default: bool) -> str:
    """Return the failures of the methods that answer by default, or of the others, in words."""
    known = {row_name(row): row for row in rows.itertuples()}
    found = []
    for name, data, what in worst.itertuples(index=False):
        row = known[name]
        if row.method.startswith(_DEFAULTS) == default and not (default and row.settings):
            found.append((_words_of(row), data, _said(what)))
    return table(("method", "measured on", "worst case"), found)


def _words_of(row: object) -> str:
    """Return what a row of the card is of, in words."""
    method = str(row.method)
    if method in {"mean-loss", "label-counts"} and row.metric != "error":
        return _METRICS.get(row.metric, METRICS[row.metric].noun if row.metric in METRICS else row.metric)
    words = _METHODS.get(method, f"{TESTS[method].spoken} (`{method}`)" if method in TESTS else method)
    if row.settings:
        words += f", `{row.settings}`" if "=" in row.settings else f", {row.settings} correlations"
    if row.metric in {"any", "error"}:
        return words
    return f"{words}: {_METRICS.get(row.metric, METRICS[row.metric].noun if row.metric in METRICS else row.metric)}"


def _said(what: str) -> str:
    for old, new in _WORDS.items():
        what = what.replace(old, new)
    return re.sub(r"(\S+) claimed of the leader, (\S+) happened", r"claimed \1, true \2", what)
