"""The plots of a ranking show its tiers, its ranks and its pairs, from two classifiers to thirty."""

import dataclasses
import functools
import re

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

import bayescmp as bc
from bayescmp import plots

COLUMN = 3.3
DRAW = {
    "tiers": plots.plot_tiers,
    "rank-probabilities": plots.plot_rank_probabilities,
    "pair-matrix": plots.plot_pair_matrix,
}
HOSTILE = (
    "<script>alert(1)</script> $x^2$ and a_b & c% in a name as long as a sentence",
    r"$\frac{1}{2}$ \$5 & 100% {a}_b^c\ WWWWWWWWWWWWWWWW",
    "a name\nof two lines, one $a",
    *(f"the same beginning of a long name, {number} and its same long end" for number in range(3)),
)


def ranked_of(names, n_records=150, spread=0.5, **options):
    """Rank classifiers that err on the same hard records, each one more often than the one before."""
    rng = np.random.default_rng(3)
    y, hard = rng.integers(0, 2, n_records), rng.random(n_records)
    errors = 0.1 + spread * np.arange(len(names)) / len(names)
    wrong = [0.7 * hard + 0.3 * rng.random(n_records) < error for error in errors]
    y_pred = {name: np.where(one, 1 - y, y) for name, one in zip(names, wrong, strict=True)}
    return bc.rank(bc.labels(y, dict(reversed(y_pred.items()))), draws=500, **options)


def numbered(k):
    return [f"classifier {number}" for number in range(1, k + 1)]


RANKED = {
    "2": lambda: ranked_of(numbered(2)),
    "6": lambda: ranked_of(numbered(6)),
    "15": lambda: ranked_of(numbered(15)),
    "30": lambda: ranked_of(numbered(30)),
    "hostile": lambda: ranked_of(HOSTILE, rope=0.02),
    "equivalent": lambda: ranked_of(numbered(3), spread=0.02, rope=0.25),
}


@functools.cache
def ranked(name):
    return RANKED[name]()


@functools.cache
def drawn(plot, name, width=COLUMN):
    """Draw a plot in the height that reports give it, once for all tests."""
    result = ranked(name)
    figure, ax = plt.subplots(figsize=(width, plots.PLOTS[plot].height(result)), layout="constrained")
    DRAW[plot](result, ax=ax)
    figure.canvas.draw()
    return ax


def rows_of(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def written_in(ax):
    """Return the texts in cells by row and column."""
    return {tuple(np.round(text.get_position()[::-1]).astype(int)): text for text in ax.texts}


def number_of(text):
    return {"<.01": 0.0025, ">.99": 0.9975}.get(text) or float(text)


def meshed(ax):
    (mesh,) = [one for one in ax.collections if hasattr(one, "get_coordinates")]
    return mesh


class TestEveryPlot:
    """Of every ranking."""

    @pytest.mark.parametrize("plot", DRAW)
    def test_no_text_covers_another_or_leaves_the_figure_in_a_column(self, plot, check_texts):
        ax = drawn(plot, "hostile")
        assert len(set(rows_of(ax))) == 6  # of names that are the same once cut
        check_texts(ax)
        assert ax.get_position().width * COLUMN > 1.2

    @pytest.mark.full
    def test_a_low_figure_names_some_of_the_rows(self, check_texts):
        _, ax = plt.subplots(figsize=(COLUMN, 1.7), layout="constrained")
        check_texts(plots.plot_tiers(ranked("15"), ax=ax))
        assert rows_of(ax)[0].endswith(ranked("15").best)
        assert 2 < len(rows_of(ax)) < 15

    @pytest.mark.parametrize("plot", DRAW)
    def test_rows_are_in_order_of_the_loss(self, plot):
        ax = drawn(plot, "6")
        names = [re.sub(r"^\d+ (?=c)", "", label) for label in rows_of(ax)]
        assert names == ranked("6").classifiers.index.tolist()
        assert ax.yaxis_inverted()

    def test_the_axes_come_back_and_settings_stay(self):
        for draw in DRAW.values():
            settings, ax = mpl.rcParams.copy(), Figure().subplots()
            assert draw(ranked("2"), ax=ax) is ax
            assert mpl.rcParams == settings
            with pytest.raises(TypeError, match=r"must be a Ranking or DatasetsRanking, as from `rank`, but got dict"):
                draw({})
            with pytest.raises(TypeError, match=r"`ax` must be a matplotlib Axes or None, but got int\."):
                draw(ranked("2"), ax=3)
            assert plt.get_fignums() == []

    def test_a_new_figure_is_higher_for_more(self):
        for draw in DRAW.values():
            figures = [draw(ranked(name)).get_figure() for name in ("2", "6")]
            assert figures[0].get_figheight() < figures[1].get_figheight()
            assert all(figure.get_layout_engine() is not None for figure in figures)

    def test_what_is_not_reliable_says_so(self):
        trust = dataclasses.replace(ranked("2").trust, reliable=False)
        unreliable = dataclasses.replace(ranked("2"), trust=trust)
        for plot, draw in DRAW.items():
            assert draw(unreliable, ax=Figure().subplots()).get_xlabel().startswith("NOT RELIABLE")
            assert "RELIABLE" not in drawn(plot, "2").get_xlabel()


def bars_of(ax):
    """Return the first and the last row of each bar, and its place."""
    bars = [line for line in ax.lines if line.get_gid() == "tier"]
    ends = [(round(bar.get_ydata()[0] + 0.3), round(bar.get_ydata()[1] - 0.3)) for bar in bars]
    return ends, [bar.get_window_extent().x0 for bar in bars]


class TestTiers:
    """Differences to the best, and bars."""

    def test_marks_and_lines_are_the_differences_to_the_best(self):
        ax, table = drawn("tiers", "6"), ranked("6").to_best
        marks = {int(y): x for line in ax.lines if line.get_marker() == "o" for x, y in line.get_xydata()}
        segments = [ends for bars in ax.collections if bars.get_gid() != "pair" for ends in bars.get_segments()]
        lines = {int(ends[0, 1]): ends[:, 0] for ends in segments}
        assert marks == {0: 0.0} | dict(enumerate(table["estimate"], 1))
        np.testing.assert_allclose([lines[row] for row in range(1, 6)], table[["low", "high"]])
        assert lines[0].tolist() == [0, 0]

    def test_hollow_marks_are_beaten(self, labelled):
        ax, result = drawn("tiers", "6"), ranked("6")
        rows = labelled(ax, "not beaten").lines[0].get_ydata().astype(int)
        assert [result.classifiers.index[row] for row in rows] == list(result.unbeaten)
        assert labelled(ax, "beaten").lines[0].get_markerfacecolor() == "white"

    def test_thick_lines_of_those_whom_the_best_beats_do_not_reach_it(self):
        ax, result = drawn("tiers", "15"), ranked("15")
        (thick,) = (one for one in ax.collections if one.get_gid() == "pair")
        pairs = result.pairs[(result.pairs[["first", "second"]] == result.best).any(axis=1)]
        beaten = {*pairs["first"], *pairs["second"]} - {result.best}
        beaten &= {*pairs.loc[pairs["decision"] != "undecided", ["first", "second"]].to_numpy().ravel()}
        ends = {result.classifiers.index[int(line[0, 1])]: line[:, 0] for line in thick.get_segments()}
        assert len(ends) == len(result.classifiers) - 1
        assert all((ends[one] > 0).all() for one in beaten)

    def test_the_key_of_tiers_is_no_line_as_those_of_intervals(self, labelled):
        assert labelled(drawn("tiers", "6"), "tier: undecided").get_linestyle() == "None"

    def test_the_rope_is_a_band(self, labelled):
        band = labelled(drawn("tiers", "equivalent"), "rope ±0.25")
        assert (band.get_x(), band.get_x() + band.get_width()) == pytest.approx((-0.25, 0.25))

    def test_the_label_says_what_is_subtracted(self):
        assert drawn("tiers", "6").get_xlabel() == "error − that of classifier 1 (proportion)"

    def test_each_tier_is_a_bar_outside_of_the_axes(self):
        ax, result = drawn("tiers", "15"), ranked("15")
        spans, places = bars_of(ax)
        names = result.classifiers.index
        assert [tuple(names[first : last + 1]) for first, last in spans] == list(result.tiers)
        assert min(places) > ax.bbox.x1
        assert max(places) + 2 < ax.get_figure().bbox.x1


class TestRanks:
    """A classifier by rank."""

    def test_shades_and_numbers_are_the_probabilities(self):
        ax, result = drawn("rank-probabilities", "6"), ranked("6")
        ranks = result.rank_probabilities.sel(classifier=result.classifiers.index).to_numpy()
        np.testing.assert_allclose(meshed(ax).get_array(), np.sqrt(ranks))
        texts = written_in(ax)
        assert set(texts) == {tuple(place) for place in np.argwhere(ranks >= 0.005).tolist()}
        assert all(number_of(text.get_text()) == pytest.approx(ranks[at], abs=0.00501) for at, text in texts.items())
        assert ax.get_xlabel() == "rank (1 is the best)"

    def test_numbers_go_where_there_is_no_room_and_shades_stay(self):
        ax = drawn("rank-probabilities", "30")
        assert written_in(ax) == {}
        assert meshed(ax).get_array().shape == (30, 30)


def triangles_of(ax):
    """Return the places of the triangles in either corner, by row and column."""
    corners = [one.get_offsets() for one in ax.collections if one is not meshed(ax)]
    places = np.concatenate([np.zeros((0, 2)), *corners])[:, ::-1].tolist()
    upper = {(round(row + 0.5), round(column - 0.5)) for row, column in places}
    lower = {(round(row - 0.5), round(column + 0.5)) for row, column in places}
    return upper, lower


class TestPairs:
    """A row against a column."""

    @pytest.mark.parametrize("name", ["6", "hostile"])
    def test_numbers_are_the_probability_that_the_row_is_better(self, name):
        texts, row = written_in(drawn("pair-matrix", name)), row_of(ranked(name))
        assert len(texts) == 2 * len(ranked(name).pairs)
        for pair in ranked(name).pairs.itertuples():
            a, b = row[pair.first], row[pair.second]
            wanted = {(a, b): pair.prob_first_better, (b, a): pair.prob_second_better}
            for cell, probability in wanted.items():
                assert number_of(texts[cell].get_text()) == pytest.approx(probability, abs=0.00501)

    @pytest.mark.parametrize("name", ["6", "hostile"])
    def test_the_more_probable_the_stronger_the_shade_of_the_number(self, name):
        mesh, texts = meshed(drawn("pair-matrix", name)), written_in(drawn("pair-matrix", name))
        shades = mesh.get_array()
        assert shades.mask.tolist() == np.eye(len(shades), dtype=bool).tolist()
        assert all(number_of(text.get_text()) == pytest.approx(shades[at], abs=0.00501) for at, text in texts.items())
        assert mesh.get_clim() == (0, 1)
        luminance = mesh.cmap(np.linspace(0, 1, 30))[:, :3].sum(axis=1)
        assert luminance[0] > 2.9
        assert (np.diff(luminance) < 0).all()

    @pytest.mark.parametrize("name", ["15", "equivalent"])
    def test_decided_cells_have_a_triangle(self, name):
        upper, lower = triangles_of(drawn("pair-matrix", name))
        row = row_of(ranked(name))
        for pair in ranked(name).pairs.itertuples():
            place = row[pair.first], row[pair.second]
            for cell in (place, place[::-1]):
                if name != "equivalent":
                    assert (cell in upper) == pair.decision.endswith("better")
                else:
                    assert (cell in lower) == (pair.decision == "equivalent")
        assert ranked(name).pairs["decision"].nunique() > (name != "equivalent")
        written = written_in(drawn("pair-matrix", name))
        assert {cell for cell, text in written.items() if text.get_fontweight() == "bold"} in (
            {*written} & (upper | lower),
            set(),
        )

    def test_the_label_and_the_key_say_what_is_shown(self, names_of):
        assert drawn("pair-matrix", "6").get_xlabel() == "P(row better than column)"
        assert names_of(drawn("pair-matrix", "6").get_legend().get_texts())[-1] == "decided, P ≥ 0.975"
        ax = drawn("pair-matrix", "equivalent")
        assert "beyond the rope" in ax.get_xlabel().replace("\n", " ")
        assert names_of(ax.get_legend().get_texts())[-1] == "equivalent, P ≥ 0.975"


def row_of(result):
    return {name: place for place, name in enumerate(result.classifiers.index)}
