"""The plots of a ranking over data sets: tiers, ranks and pairs on average, and the critical-difference diagram."""

import functools
import itertools

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from scipy import stats

import bayescmp as bc
from bayescmp import plots
from tests.data import DEMSAR_AREAS

COLUMN = 3.35
C45 = ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf")
LONG = [f"the same beginning of a long name, {number} and $its same_ long end" for number in range(4)]


def accuracies(names, n_datasets=12, spread=0.03, seed=0):
    """Return a frame in which each classifier is a little worse than the one before."""
    rng, k = np.random.default_rng(seed), len(names)
    found = rng.uniform(0.7, 0.9, (n_datasets, 1)) + rng.normal(0, 0.01, (n_datasets, k)) - spread * np.arange(k) / k
    return pd.DataFrame(found, [f"set {number}" for number in range(n_datasets)], names)


def ranked_frame(frame, metric="accuracy", **options):
    return bc.rank_datasets(frame, metric=metric, draws=400, **options)


def lacking():
    """Return accuracies of three classifiers that are never on a data set together."""
    frame = accuracies(list("abc"), 9)
    for place in range(9):
        frame.iloc[place, place % 3] = np.nan
    return frame


RANKED = {
    "demsar": lambda: ranked_frame(pd.DataFrame(DEMSAR_AREAS, [f"set {n}" for n in range(14)], C45), "roc_auc"),
    "errors": lambda: ranked_frame(1 - accuracies(list("abcdef")), "error"),
    "8": lambda: ranked_frame(accuracies([f"c{number}" for number in range(8)], spread=0.06)),
    "rope": lambda: ranked_frame(accuracies(list("abcd")), rope=0.01),
    "long": lambda: ranked_frame(accuracies(LONG)),
    "lacking": lambda: ranked_frame(lacking()),
}
DRAW = {
    "tiers": plots.plot_tiers,
    "rank-probabilities": plots.plot_rank_probabilities,
    "pair-matrix": plots.plot_pair_matrix,
    "critical-difference": plots.plot_mean_ranks,
}
EACH = pytest.mark.parametrize("plot", DRAW)


@functools.cache
def ranked(name):
    return RANKED[name]()


@functools.cache
def drawn(plot, name):
    """Draw a plot in the height that reports give it, once for all tests."""
    result = ranked(name)
    figure, ax = plt.subplots(figsize=(COLUMN, plots.PLOTS[plot].height(result)), layout="constrained")
    DRAW[plot](result, ax=ax)
    figure.canvas.draw()
    return ax


def rows_of(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def lines_of(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


class TestEveryPlot:
    """Of every ranking over data sets."""

    @EACH
    def test_no_text_covers_another_or_leaves_the_figure_in_a_column(self, plot, check_texts):
        check_texts(drawn(plot, "long"))
        assert plots.PLOTS[plot].applies(ranked("demsar"))
        assert plots.PLOTS[plot].applies(ranked("lacking")) == (plot in {"tiers", "pair-matrix"})

    @pytest.mark.parametrize("draw", [plots.plot_rank_probabilities, plots.plot_mean_ranks])
    def test_what_needs_all_classifiers_on_a_data_set_says_so(self, draw):
        with pytest.raises(ValueError, match=r"have all classifiers|has all classifiers.*Leave out classifiers"):
            draw(ranked("lacking"))
        assert plt.get_fignums() == []

    def test_the_picture_of_the_result_is_its_tiers(self):
        ax = ranked("demsar").plot(ax=Figure().subplots())
        assert ax.get_xlabel() == plots.plot_tiers(ranked("demsar"), ax=Figure().subplots()).get_xlabel()
        names = [plot.name for plot in plots.plots_of(ranked("demsar"))]
        assert names == ["tiers", "rank-probabilities", "pair-matrix", "critical-difference", "heat-map"]
        assert plots.plots_of(ranked("lacking"))[0] == plots.plots_of(bc.DatasetsRanking)[0]


class TestOnAverage:
    """Numbers are those of the ranking."""

    @pytest.mark.parametrize("name", ["demsar", "errors"])
    def test_tiers_show_value_of_the_row_less_value_of_the_best(self, name):
        ax, result = drawn("tiers", name), ranked(name)
        rows = [row for row in result.pairs.itertuples() if result.best in (row.first, row.second)]
        found = {
            (row.second, row.first)[row.second == result.best]: np.multiply(
                1 if row.second == result.best else -1, (row.average_estimate, row.average_low, row.average_high)
            )
            for row in rows
        }
        segments = [segment for one in ax.collections for segment in getattr(one, "get_segments", list)()]
        shown = {rows_of(ax)[round(segment[0, 1])]: segment[:, 0] for segment in segments}
        assert len(found) == len(result.classifiers) - 1
        for one, (_, *ends) in found.items():
            assert shown[one] == pytest.approx(sorted(ends))
        signs = {np.sign(estimate) for estimate, *_ in found.values()}
        assert signs == {-1.0 if result.settings.greater_is_better else 1.0}

    def test_ranks_are_those_of_the_average(self):
        result = ranked("8")
        (mesh,) = [one for one in drawn("rank-probabilities", "8").collections if hasattr(one, "get_coordinates")]
        ranks = result.rank_probabilities.sel(classifier=result.classifiers.index)
        np.testing.assert_allclose(mesh.get_array(), np.sqrt(ranks))
        np.testing.assert_allclose(ranks.sum("rank"), 1)
        np.testing.assert_allclose(ranks.sel(rank=1), result.classifiers["average_prob_best"])
        np.testing.assert_allclose((ranks * ranks["rank"]).sum("rank"), result.classifiers["average_expected_rank"])

    def test_the_matrix_has_differences_and_counts_where_there_is_room(self):
        result = ranked("errors")
        ax = plots.plot_pair_matrix(result, ax=plt.figure(figsize=(7, 5)).subplots())
        pair = result.pairs.iloc[0]
        first, second = (result.observed.sel(classifier=name) for name in (pair["first"], pair["second"]))
        row, column = map(result.classifiers.index.get_loc, (pair["first"], pair["second"]))
        (text,) = [one.get_text() for one in ax.texts if one.get_position() == (column, row)]
        difference, counts, _ = text.split("\n")
        assert float(difference.replace("−", "-")) == pytest.approx(pair["average_estimate"], abs=5.1e-4)
        assert counts == f"{int((first < second).sum())}/0/{int((first > second).sum())}"


class TestCriticalDifference:
    """Demsar's diagram."""

    def test_the_printed_example(self):
        """Demsar (2006), section 3.2.2: mean ranks 3.143, 2.000, 2.893 and 1.964, critical difference 1.25."""
        ax, result = drawn("critical-difference", "demsar"), ranked("demsar")
        assert rows_of(ax) == ["C4.5+m+cf (1.96)", "C4.5+m (2.00)"]
        assert rows_of(ax.child_axes[0]) == ["C4.5+cf (2.89)", "C4.5 (3.14)"]
        assert result.mean_ranks.ranks.to_series()[list(C45)].round(3).tolist() == [3.143, 2.0, 2.893, 1.964]
        (bar,) = lines_of(ax, "critical-difference")
        assert np.ptp(bar.get_xdata()) == pytest.approx(1.25, abs=0.005)
        (joined,) = lines_of(ax, "nemenyi")  # 3.143 - 1.964 < 1.25: the test does not tell any two apart
        assert joined.get_xdata() == pytest.approx([1.964, 3.143], abs=0.05)
        assert ax.get_xlabel().replace("\n", " ") == "mean rank on 14 data sets (1 is the best)"

    def test_long_names_are_whole_in_a_column(self):
        names = ["Transformer-Large-v2-t-1", "HistGradientBoosting", "RandomForestClassifier", "logistic regression"]
        result = ranked_frame(accuracies(names))
        ax = plots.plot_mean_ranks(result, ax=plt.figure(figsize=(COLUMN, 1.6), layout="constrained").subplots())
        shown = " ".join(rows_of(ax) + rows_of(ax.child_axes[0])).replace("-\n", "-").replace("\n", " ")
        assert all(name in shown for name in names)

    @pytest.mark.parametrize("name", ["8", "errors"])
    def test_bars_join_just_the_pairs_that_differ_by_no_more(self, name):
        ax, result = drawn("critical-difference", name), ranked(name)
        losses = (1 - result.observed if result.settings.greater_is_better else result.observed).to_numpy()
        n, k = losses.shape
        mean = stats.rankdata(losses, axis=1).mean(axis=0)
        critical = stats.studentized_range.ppf(0.95, k, np.inf) / np.sqrt(2) * np.sqrt(k * (k + 1) / (6 * n))
        bars, pairs = [line.get_xdata() for line in lines_of(ax, "nemenyi")], list(itertools.combinations(mean, 2))
        joined = [any(low < min(pair) and max(pair) < high for low, high in bars) for pair in pairs]
        close = [abs(one - other) <= critical for one, other in pairs]
        assert joined == close
        assert len(set(close)) == 2 or name == "errors"

    def test_a_line_leads_from_each_mean_rank_to_its_name_on_its_side(self):
        ax, result = drawn("critical-difference", "8"), ranked("8")
        elbows = [line.get_data() for line in ax.lines if len(line.get_xdata()) == 3]
        assert sorted(x[1] for x, _ in elbows) == pytest.approx(sorted(result.mean_ranks.ranks.values))
        for x, y in elbows:
            of_side = ax if x[0] < x[1] else ax.child_axes[0]
            name = rows_of(of_side)[[*of_side.get_yticks()].index(y[0])].rpartition(" (")[0]
            assert float(result.mean_ranks.ranks.sel(classifier=name)) == x[1]
