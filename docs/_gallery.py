"""A picture of every plot, all of one size, with a title that says what it shows; the build fails where it does not."""

import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd
import xarray as xr
from _frontier import named
from _svg import save
from matplotlib import pyplot as plt
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp import plots
from bayescmp.hierarchical import run_correlations, shipped_correlations
from bayescmp.studies import Epsilon, Study, method_named, read_study, run_study

if TYPE_CHECKING:
    from sphinx.application import Sphinx

RESULTS = Path(__file__).parent / "results"


def gate() -> bc.Gate:
    """Return the verdict of a gate on four tasks of made answers."""
    rng = np.random.default_rng(1)
    sizes, drops = {"arithmetic": 400, "code": 1500, "facts": 300, "translation": 1500}, (0.13, 0.0, 0.02, 0.03)
    task = np.repeat([*sizes], [*sizes.values()])
    lost = rng.random(task.size) < np.repeat(drops, [*sizes.values()]) + 0.04
    baseline = rng.random(task.size) < 0.8
    new = np.where(baseline, ~lost, rng.random(task.size) < 0.2)
    return bc.gate(bc.verdicts({"new": new, "baseline": baseline}, task=task), {"default": {"drop": 0.03}})


@cache
def predictions() -> xr.Dataset:
    """Return predictions of four classifiers in a cross-validation of scikit-learn's breast cancer data."""
    estimators = {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier()),
        "bayes": GaussianNB(),
        "tree": DecisionTreeClassifier(),
    }
    X, y = load_breast_cancer(return_X_y=True)
    return bc.cross_val_predictions(estimators, X, y, rng=0, probabilities=True)


@cache
def against(second: str) -> bc.Comparison:
    """Return the comparison of logistic regression with another."""
    return bc.compare(predictions(), first="logistic", second=second, rope=0.005)


@cache
def ranked() -> bc.Ranking:
    """Return the ranking of the four."""
    return bc.rank(predictions())


@cache
def over_datasets() -> bc.DatasetsComparison:
    """Return a comparison over generated hold-outs of eight data sets."""
    rng = np.random.default_rng(1)
    cells = [rng.multinomial(150, [0.05, 0.07 + edge, 0.05, 0.83 - edge]) for edge in rng.uniform(0, 0.08, 8)]
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    tables = [bc.paired_table(**dict(zip(names, one.tolist(), strict=True))) for one in cells]
    return bc.compare_datasets({f"data {i + 1}": one for i, one in enumerate(tables)}, first="tree", second="svm")


@cache
def ranked_over_datasets() -> bc.DatasetsRanking:
    """Return a ranking by generated accuracies of five classifiers on twelve data sets."""
    rng = np.random.default_rng(0)
    means = np.array([0.88, 0.87, 0.84, 0.82, 0.76])
    found = np.clip(means + rng.normal(0, 0.06, (12, 1)) + rng.normal(0, 0.02, (12, 5)), 0, 1).round(3)
    names = [f"data {i + 1}" for i in range(12)]
    frame = pd.DataFrame(found, index=names, columns=["forest", "svm", "neighbours", "tree", "stump"])
    return bc.rank_datasets(frame, metric="accuracy")


@cache
def study() -> tuple[pd.DataFrame, xr.Dataset]:
    """Return summary and trials of a small study of tests where there is no difference."""
    names = ("resampled_t", "corrected_repeated_holdout_t", "t_5x2", "bcv_mcnemar")
    mine = Study(name="mine", cells=[Epsilon()], methods=[method_named(name) for name in names], trials=400)
    with tempfile.TemporaryDirectory() as folder:
        summary = run_study(mine, folder)
        return summary, read_study(folder).load()


@cache
def watched() -> bc.SequentialComparison:
    """Return a comparison of generated answers that come in batches of 25, until there are 1,000."""
    rng, watch = np.random.default_rng(0), bc.SequentialComparison(first="before", second="after")
    for _ in range(40):
        both, first, second, neither = rng.multinomial(25, [0.10, 0.13, 0.06, 0.71]).tolist()
        batch = {"both_wrong": both, "only_first_wrong": first, "only_second_wrong": second, "both_right": neither}
        watch = watch.update(bc.paired_table(**batch))
    return watch


@cache
def probabilities() -> xr.Dataset:
    """Return generated probabilities: one classifier's are as they should be, the other's too near 0 and 1."""
    rng = np.random.default_rng(0)
    logits = rng.normal(0, 1.5, 3000)
    honest = 1 / (1 + np.exp(-logits))
    y = (rng.random(3000) < honest).astype(int)
    return bc.probabilities(y, {"honest": honest, "too sure": 1 / (1 + np.exp(-2.5 * logits))})


@cache
def of_risks() -> bc.Comparison:
    """Return the comparison of two generated risk models, on the first visits of the page on the clinical case."""
    rng = np.random.default_rng(2)
    age, gene = np.repeat(rng.normal(size=(2, 400)), 3, axis=1)
    y = rng.binomial(1, 1 / (1 + np.exp(1.5 - 1.5 * age - 0.4 * gene)))[::3]
    logits = {"short": -1.5 + 1.4 * age[::3], "full": -2 + 2.5 * (age + 0.3 * gene)[::3]}
    return bc.compare(y, {name: 1 / (1 + np.exp(-one)) for name, one in logits.items()}, metric="roc_auc", rope=0.03)


def slope(data: xr.Dataset, name: str) -> float:
    """Return the slope of the recalibration, below 1 where probabilities are too near 0 and 1."""
    return bc.metrics.calibration(data["y_true"], data["y_prob"].sel(classifier=name, label=1).squeeze()).slope


def only_wrong(tables: xr.DataArray, who: str) -> xr.DataArray:
    """Return on how many records the first, or the second, is wrong alone."""
    return tables.sel(first="wrong" if who == "first" else "right", second="right" if who == "first" else "wrong")


class Picture(NamedTuple):
    """What is learnt, from what it is drawn, whether it is so, and the options of the plot."""

    title: str
    made: Callable[[], Any]
    holds: Callable[[Any], bool]
    options: Mapping[str, Any] = MappingProxyType({})


# fmt: off
PICTURES = {
    "result": Picture(
        "Logistic regression errs less than the tree: nearly all of the posterior lies left of the rope",
        lambda: against("tree"), lambda found: found.decision == "first better"),
    "difference": Picture(
        "The two cannot be told apart: the interval holds 0",
        lambda: against("neighbours"),
        lambda found: found.decision == "undecided" and found.interval.low < 0 < found.interval.high),
    "methods": Picture(
        "The decision hangs on no method and no test: no interval reaches 0",
        lambda: against("tree"), lambda found: (found.methods["high"].dropna() < 0).all()),
    "sensitivity": Picture(
        "The decision tips only where training sets add more variance than records do",
        lambda: against("tree"), lambda found: found.tipping_point.tau > 1, {"over": "tau"}),
    "table": Picture(
        "Where the two disagree, it is mostly the tree that is wrong",
        lambda: against("tree").effective_table,
        lambda found: only_wrong(found, "second") > 2 * only_wrong(found, "first")),
    "folds": Picture(
        "Logistic regression errs less on every validation set, but by how much varies",
        lambda: against("tree"),
        lambda found: bool((only_wrong(found.tables, "first") < only_wrong(found.tables, "second")).all())),
    "calibration": Picture(
        "One classifier can be taken at its word; the probabilities of the other are too near 0 and 1",
        probabilities, lambda found: slope(found, "too sure") < 0.6 and abs(slope(found, "honest") - 1) < 0.15),
    "roc": Picture(
        "Two risk models order patients nearly alike: which is better is not decided",
        of_risks, lambda found: found.decision == "undecided" and abs(found.difference.mean) < 0.02),
    "values": Picture(
        "Each by itself: intervals that overlap are no comparison",
        lambda: bc.evaluate(against("tree").call.data),
        lambda found: len(found.classifiers) > 1),
    "several_metrics": Picture(
        "By accuracy and by macro F1 logistic regression is better than the tree",
        lambda: bc.compare(against("tree").call.data, first=against("tree").first, metric=["accuracy", "f1_macro"],
                           second=against("tree").second),
        lambda found: all(one.decision == "first better" for one in found.results.values())),
    "tiers": Picture(
        "Two share the first tier: which of them is best is not decided",
        ranked, lambda found: len(found.tiers[0]) == 2),
    "rank_probabilities": Picture(
        "Who is first is rather sure; who is last is less so",
        ranked,
        lambda found: found.rank_probabilities.max("classifier")[0] > found.rank_probabilities.max("classifier")[-1]),
    "pair_matrix": Picture(
        "Pairs of different tiers are decided, those within a tier are not",
        ranked,
        lambda found: all(
            (row.decision == "undecided") == any({row.first, row.second} <= set(tier) for tier in found.tiers)
            for row in found.pairs.itertuples())),
    "forest": Picture(
        "On average one is better, and on the next data set either may be",
        over_datasets, lambda found: found.average.interval.low > 0 > found.next_dataset.interval.low),
    "scatter": Picture(
        "On nearly every data set one of the two errs less",
        over_datasets, lambda found: (np.diff(found.values) < 0).mean() > 0.8),
    "mean_ranks": Picture(
        "Mean ranks join classifiers that the posterior of the averages tells apart",
        ranked_over_datasets,
        lambda found: any(
            {*tier}.isdisjoint({other})
            and np.ptp(found.mean_ranks.ranks.sel(classifier=[tier[-1], other]).values)
            < found.mean_ranks.critical_difference
            for tier in found.tiers for other in found.classifiers.index)),
    "datasets": Picture(
        "No classifier is the best on every data set",
        ranked_over_datasets, lambda found: len(set(found.observed.argmax("classifier").values)) > 1),
    "looks": Picture(
        "The confidence sequence narrows, and leaves 0 long before the last record",
        watched, lambda found: found.decided_at is not None and found.decided_at < found.n_records / 2),
    "e_values": Picture(
        "Who watches may stop early: the evidence suffices long before the last record",
        watched, lambda found: found.decided_at is not None and found.decided_at < found.n_records / 2),
    "claim": Picture(
        "Whether two printed accuracies differ depends on how many records both get wrong",
        lambda: bc.reported(accuracy={"ours": ".912", "theirs": ".905"}, n=1000),
        lambda found: found.verdict == "depends"),
    "gate": Picture(
        "Of four tasks one blocks, one passes, and two have too few records",
        gate, lambda found: found.verdict == "block" and found.tasks["verdict"].nunique() == 3),
    "claims": Picture(
        "Some claims of a table hold whatever it does not tell, and some do not",
        lambda: bc.reported(accuracy={"ours": ".931", "BERT": ".905", "old": ".88"}, n=1000),
        lambda found: {one.verdict for one in found.claims.values()} == {"holds"} or len(found.claims) == 3),
    "plan": Picture(
        "A few hundred records are not enough for a difference of this size",
        lambda: bc.plan_hold_out(difference=0.04, disagreement=0.16),
        lambda found: (found.table.query("n_records <= 500")["power"] < 0.8).all()),
    "rejection_rates": Picture(
        "The resampled t test mostly finds a difference where there is none",
        lambda: study()[0], lambda found: found["rejected"][0] > 0.5 and (found["rejected"][1:] < 0.05).all()),
    "statistics": Picture(
        "Where nothing differs, the statistic of the resampled t test spreads far too widely",
        lambda: study()[1].isel(method_name=[0, 2]),
        lambda found: found["statistic"].std("trial")[0] > 3 and (found["statistic"].std("trial")[1:] < 1.2).all()),
    "power": Picture(
        "A cross-validation sees differences that one hold-out of the same records misses",
        lambda: named(pd.read_csv(RESULTS / "figure-4.csv").query(
            "scenario == 'letter' and method in ('holdout_mcnemar', 'effective-table')")),
        lambda found: found.groupby("method")["rejected"].mean().idxmin() == "McNemar, one hold-out"),
    "correlations": Picture(
        "One run says little of how its folds are correlated; other experiments say more",
        lambda: {
            "one run": run_correlations(against("tree").tables),
            "known from others": run_correlations(against("tree").tables, shipped_correlations())},
        lambda found: found["known from others"]["rho2"].std() < found["one run"]["rho2"].std()),
}
# fmt: on


def draw(name: str) -> plt.Figure:
    """Draw a plot in the size that all have, its letters readable in a card; a title that does not hold is an error."""
    picture, figure = PICTURES[name], plt.figure(figsize=(3.3, 2.7), layout="constrained")
    made = picture.made()
    if not picture.holds(made):
        raise ValueError(f"the title of the picture of {name!r} does not hold: {picture.title}")
    if isinstance(made, pd.DataFrame):
        made.attrs.setdefault("alpha", 0.05)
    getattr(plots, f"plot_{name}")(made, ax=figure.subplots(), **picture.options)
    return figure


def write_gallery(app: "Sphinx") -> None:
    """Draw every plot, and write the page's part that shows all of them side by side."""
    folder = Path(app.srcdir, "generated", "plots")
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for name, picture in PICTURES.items():
        figure = draw(name)
        save(figure, folder / f"{name}.svg")
        parts.append(
            f':::{{figure}} /generated/plots/{name}.svg\n:alt: "{picture.title}"\n'
            f':target: "#bayescmp.plots.plot_{name}"\n\n'
            f"{picture.title}: {{func}}`~bayescmp.plots.plot_{name}`\n:::\n"
        )
    text = "\n".join(["::::{container} gallery-of-plots", *parts, "::::", ""])
    Path(app.srcdir, "generated", "gallery_of_plots.md").write_text(text, encoding="utf-8")


def show_picture(app: "Sphinx", what: str, name: str, obj: object, options: object, lines: list[str]) -> None:  # noqa: ARG001
    """Put the picture of a plot into the description of its function, before the parameters."""
    picture = PICTURES.get(name.removeprefix("bayescmp.plots.plot_")) if what == "function" else None
    if picture:
        at = next((i for i, line in enumerate(lines) if line.startswith(":Parameters:")), len(lines))
        path = f"/generated/plots/{name.removeprefix('bayescmp.plots.plot_')}.svg"
        lines[at:at] = [f".. figure:: {path}", f"   :alt: {picture.title}", "", f"   {picture.title}.", ""]
