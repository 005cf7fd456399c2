"""Names with characters that do not print reach no screen, attribute or picture as they are, and NUL no file."""

import json

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp._support._screen import aligned
from bayescmp._support._text import counted, cut, one_line, shown, visible
from tests.data import is_clean

ODD = "tree\x1b[31m\u202e"
SHOWN = r"tree\x1b[31m\u202e"


@pytest.mark.parametrize(("text", "expected"), [
    ("Bäume 中文 𝒳 a\\b", "Bäume 中文 𝒳 a\\b"),
    ("a\x00\x1b[31m\x07\x7f\x9b", r"a\x00\x1b[31m\x07\x7f\x9b"),
    ("\u202eab\u2066\u200f\u200b\ufeff", r"\u202eab\u2066\u200f\u200b\ufeff"),
    ("a\r\tb\nc\u2028", "a\\r\\tb\nc\\u2028"),
    ("\udc80\U000e0001", r"\udc80\U000e0001"),
])  # fmt: skip
def test_characters_that_do_not_print_are_escaped(text, expected):
    assert visible(text) == expected


def test_a_line_has_single_spaces():
    assert one_line(" a\tb\r\nc\u2028\x1b ") == r"a b c \x1b"


def raises(error):
    def raise_(_):
        raise error

    return type("Odd", (), {"__repr__": raise_})()


@pytest.mark.parametrize(("value", "expected"), [
    ("a\nb", "'a\\nb'"),
    (3, "3"),
    (np.array([[1, 2], [3, 4]]), "array([[1, 2], [3, 4]])"),
    (raises(RuntimeError()), "something of type Odd"),
    (raises(SystemExit(0)), "something of type Odd"),
    (10**5000, "something of type int"),
], ids=["text", "number", "array", "error", "exit", "digits"])  # fmt: skip
def test_a_value_is_shown_in_one_line_whatever_its_repr_does(value, expected):
    assert shown(value) == expected


def test_a_long_value_is_shown_by_its_ends():
    found = shown(10**1000 + 7)
    assert (len(found), found[:3], found[-2:]) == (400, "100", "07")
    assert "..." in found


@pytest.fixture
def predictions():
    return bc.labels([0, 1, 1, 0], {ODD: [0, 1, 0, 0], "svm": [1, 1, 1, 0]}, how=bc.folds([0, 0, 1, 1]))


def test_attributes_hold_escapes(predictions, tmp_path):
    tables = bc.paired_tables(predictions)
    assert (tables.attrs["first_name"], tables.attrs["second_name"]) == (SHOWN, "svm")
    result = bc.compare(predictions)
    assert result.first == ODD
    assert result.effective_table.attrs["first_name"] == SHOWN
    tree = result.to_datatree(draws=10, rng=0)
    assert tree.attrs["first_name"] == SHOWN
    assert tree.attrs["result"].isascii()
    assert json.loads(tree.attrs["result"]) == result.to_dict()
    result.save(tmp_path / "kept.nc")
    with xr.open_dataset(tmp_path / "kept.nc", engine="h5netcdf") as data:
        held = [data.attrs, *(variable.attrs for variable in data.variables.values())]
        assert all(is_clean(value) for attrs in held for value in attrs.values())
    assert bc.load(tmp_path / "kept.nc").first == ODD


def test_tables_are_compared_by_the_name_as_it_is_or_as_it_is_shown(predictions):
    tables = bc.paired_tables(predictions).isel(repeat=0).sum("fold", keep_attrs=True)
    for name in (ODD, SHOWN):
        assert (bc.compare(tables, first="svm", second=name).second) == SHOWN


def test_pictures_show_escapes(predictions):
    from matplotlib import pyplot as plt

    from bayescmp.plots import plot_difference, plot_table

    for draw in (plot_difference, plot_table):
        ax = draw(bc.compare(predictions) if draw is plot_difference else bc.paired_tables(predictions))
        texts = [text.get_text() for text in ax.get_figure().findobj(plt.Text)]
        assert all(map(is_clean, texts))
        plt.close(ax.get_figure())


@pytest.mark.parametrize(("text", "width", "shown"), [
    ("logistic regression", 19, "logistic regression"),
    ("logistic regression", 16, "logistic..."),
    ("logistic regression with l1 penalty", 28, "logistic...with l1 penalty"),
    ("RandomForestClassifier", 16, "Random..."),
    ("calibrated_5x2_bcv_f", 16, "calibrated...f"),
    ("x" * 50, 11, "xxxx...xxxx"),
])  # fmt: skip
def test_names_are_shortened_between_words(text, width, shown):
    assert cut(text, width) == shown


@given(st.text(min_size=1), st.integers(8, 40))
def test_what_is_cut_is_as_wide_as_it_may_be(text, width):
    shown = cut(text, width)
    assert len(shown) <= width
    assert (shown == text) == (len(text) <= width)
    head, _, tail = shown.rpartition("...")
    assert len(text) <= width or (text.startswith(head) and text.endswith(tail))


@pytest.mark.parametrize(("number", "noun", "expected"), [
    (1, "record", "1 record"), (0, "record", "0 records"), (2, "class", "2 classes"), (1, "class", "1 class"),
    ("1", "record", "1 record"), ("1.5", "record", "1.5 records"), ("1 to 2", "record", "1 to 2 records"),
])  # fmt: skip
def test_a_noun_is_in_the_plural_where_its_number_is_not_1(number, noun, expected):
    assert counted(number, noun) == expected


def test_names_stand_at_the_left_of_a_screen_and_numbers_at_the_right():
    assert aligned({"records": ["100", "1,000"], "sd": ["1", "2"]}) == "  records  sd\n      100   1\n    1,000   2"
    assert aligned({"name": ["3-NN", "tree"]}) == "  name\n  3-NN\n  tree"
    table = aligned({"a": ["b"], "by": ["3 others (1†)"], "p": ["< 0.01"]})
    assert table.splitlines()[0] == "  a  by                  p"
