"""The grids of cells show the counts of the tables."""

import re

import numpy as np
import pytest
from matplotlib import pyplot as plt

import bayescmp as bc
from bayescmp.plots import plot_table


def one_table(**names):
    table = bc.paired_table(both_wrong=1, only_first_wrong=22, only_second_wrong=3, both_right=74)
    return table.assign_attrs(names)


def tables_of(shape, dims, **coords):
    counts = np.arange(np.prod(shape)).reshape(shape)
    tables = bc.paired_table(
        both_wrong=counts, only_first_wrong=counts + 1, only_second_wrong=counts % 7, both_right=counts + 3, dims=dims
    )
    return tables.assign_coords(coords)


def written_in(ax):
    """Return the counts by their places, in reading order of the cells."""
    cells = [text for text in ax.texts if text.get_ha() == "center" and text.get_va() == "center"]
    return {tuple(np.round(text.get_position(), 6)): text for text in cells}


def meshes_of(ax):
    return [one for one in ax.collections if hasattr(one, "get_coordinates")]


def test_a_table_has_counts_and_shares_in_its_cells():
    ax = plot_table(one_table())
    assert {place: text.get_text() for place, text in written_in(ax).items()} == {
        (0.5, 0.5): "1\n0.010", (1.5, 0.5): "22\n0.220", (0.5, 1.5): "3\n0.030", (1.5, 1.5): "74\n0.740"
    }  # fmt: skip
    assert ax.yaxis_inverted()  # the row of wrong at the top
    assert not ax.xaxis_inverted()


def test_rows_are_the_first_classifier_and_columns_the_second(names_of):
    ax = plot_table(one_table(first_name="tree", second_name="svm"))
    assert ax.get_ylabel() == "tree"
    assert ax.get_xlabel() == "svm (records; share of 100)"
    for axis, labels in ((ax.xaxis, ax.get_xticklabels()), (ax.yaxis, ax.get_yticklabels())):
        assert axis.get_ticklocs().tolist() == [0.5, 1.5]
        assert names_of(labels) == ["wrong", "right"]


def test_shades_are_of_the_cells_that_tell_them_apart_and_numbers_stand_out():
    ax = plot_table(one_table())
    (mesh,) = meshes_of(ax)
    np.testing.assert_allclose(mesh.get_array(), [[0, 22 / 25], [3 / 25, 0]])
    assert mesh.get_clim() == (0, 1)
    ax.get_figure().canvas.draw()
    assert {text.get_color() for text in written_in(ax).values()} == {"black"}
    assert mesh.get_facecolors()[:, :3].min() > 0.45


def test_effective_counts_have_a_decimal(compared):
    assert "(effective records; share of " in plot_table(compared("5 x 2").effective_table).get_xlabel()
    table = compared("5 x 2", method="effective-table").effective_table
    counts = [text.get_text().splitlines()[0] for text in written_in(plot_table(table)).values()]
    assert [float(count) for count in counts] == pytest.approx(table.to_numpy().ravel(), abs=0.051)
    assert any("." in count for count in counts)


def test_tables_of_a_comparison_have_its_names(compared):
    result = compared("5 x 2", method="effective-table")
    ax = plot_table(result.effective_table)
    assert (ax.get_ylabel(), ax.get_xlabel().split()[0]) == ("tree", "svm")
    assert "wrong, right by tree (down), svm (across)" in plot_table(result.tables).get_xlabel()


@pytest.mark.parametrize(
    ("shape", "across", "down"), [((5, 2), "repeat", "fold"), ((2, 5), "fold", "repeat"), ((10, 4), "fold", "repeat")]
)
def test_repeats_and_folds_are_a_grid_of_tables(shape, across, down, names_of):
    tables = tables_of(shape, ("repeat", "fold"))
    ax = plot_table(tables, ax=plt.subplots(figsize=(9, 9))[1])
    meshes = meshes_of(ax)
    assert len(meshes) == np.prod(shape)
    texts = written_in(ax)
    for i, column in enumerate(tables[across].values):
        for j, row in enumerate(tables[down].values):
            counts = tables.sel({across: column, down: row}).to_numpy()
            x, y = ax.get_xticks()[i] - 1, ax.get_yticks()[j] - 1
            for (place_y, place_x), count in np.ndenumerate(counts):
                key = round(x + place_x + 0.5, 6), round(y + place_y + 0.5, 6)
                assert texts[key].get_text() == str(count)
    assert names_of(ax.get_xticklabels()) == [str(k + 1) for k in range(tables.sizes[across])]
    assert names_of(ax.get_yticklabels()) == [str(k + 1) for k in range(tables.sizes[down])]
    assert ax.get_ylabel() == down
    assert ax.get_xlabel() == f"{across}; wrong, right by first (down), second (across)"


@pytest.mark.parametrize(("count", "per_row"), [(3, 3), (10, 5), (40, 7)])
def test_one_dim_is_wrapped_with_numbers_above(count, per_row):
    tables = tables_of((count,), ("fold",))
    ax = plot_table(tables, ax=plt.subplots(figsize=(9, 9))[1])
    titles = [text for text in ax.texts if text.get_va() == "bottom"]
    assert [text.get_text() for text in titles] == [str(k + 1) for k in range(count)]
    rows = sorted({text.xy[1] for text in titles})
    assert sum(text.xy[1] == rows[0] for text in titles) == per_row
    texts = written_in(ax)
    for title, table in zip(titles, tables.to_numpy(), strict=True):
        x, y = title.xy
        assert texts[(round(x - 0.5, 6), round(y + 1.5, 6))].get_text() == str(table[1, 0])
    assert ax.get_xlabel().startswith("fold above; ")


def test_other_dims_are_labelled_by_their_coordinates(names_of):
    tables = tables_of((2, 3), ("dataset", "seed"), dataset=["wine", "$x$"], seed=[10, 20, 30])
    ax = plot_table(tables)
    assert names_of(ax.get_xticklabels()) == ["10", "20", "30"]
    assert names_of(ax.get_yticklabels()) == ["wine", r"\$x\$"]


def test_empty_tables_among_others_are_left_white():
    tables = tables_of((2, 2), ("repeat", "fold"))
    tables[1, 1] = 0
    ax = plot_table(tables)
    assert len(meshes_of(ax)) == 3
    assert len(written_in(ax)) == 12


REFUSED = [
    (np.ones((2, 2)), TypeError, "A table must come from `paired_table` or `paired_tables`, but got ndarray."),
    (0 * one_table(), ValueError, "`table` must hold at least one record, but all counts are 0."),
    (
        tables_of((2, 2, 2), ("dataset", "repeat", "fold")), ValueError,
        "along at most two dims, but got {'dataset': 2, 'repeat': 2, 'fold': 2}. Choose with `.isel`.",
    ),
    (tables_of((401,), ("repeat",)), ValueError, "at most 400 tables along at most two dims, but got"),
]  # fmt: skip


def test_bad_tables_are_refused_before_a_figure_is_made():
    for table, kind, message in REFUSED:
        with pytest.raises(kind, match=re.escape(message)):
            plot_table(table)
    assert plt.get_fignums() == []


def test_a_comparison_is_drawn_by_its_tables():
    result = bc.compare(bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76))
    assert [text.get_text() for text in plot_table(result).texts] == [
        text.get_text() for text in plot_table(result.tables).texts
    ]
