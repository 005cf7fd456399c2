"""Checks of arguments: what passes, and what the messages say."""

import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from bayescmp._support._given import as_array
from bayescmp._support._text import names_argument
from bayescmp._support._validation import (
    MOST_RECORDS,
    about,
    check_choice,
    check_flag,
    check_integer,
    check_jobs,
    check_list,
    check_not_negative,
    check_number,
    check_path,
    check_positive,
    check_probability,
    check_rope,
    generator,
)


@pytest.mark.parametrize("value", ["eti", "hdi"])
def test_a_choice_is_returned(value):
    assert check_choice("kind", value, ("eti", "hdi")) == value


@pytest.mark.parametrize("value", ["ETI", "", None, 1, ["eti"]], ids=repr)
def test_another_choice_is_refused(value):
    with pytest.raises(ValueError, match="`kind` must be one of 'eti', 'hdi', but got "):
        check_choice("kind", value, ("eti", "hdi"))


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2), np.int8(2), Fraction(2)], ids=repr)
@pytest.mark.parametrize("check", [check_number, check_positive])
def test_a_number_is_returned_as_a_float(check, value):
    number = check("x", value)
    assert number == 2
    assert type(number) is float


@pytest.mark.parametrize("value", ["2", None, True, np.True_, 2j, [2], np.array([2.0])], ids=repr)
@pytest.mark.parametrize("check", [check_number, check_positive, check_probability])
def test_what_is_no_number_is_refused(check, value):
    with pytest.raises(TypeError, match="`x` must be a number, but got "):
        check("x", value)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, np.float64("nan")], ids=repr)
@pytest.mark.parametrize("check", [check_number, check_positive, check_probability])
def test_a_number_that_is_not_finite_is_refused(check, value):
    with pytest.raises(ValueError, match="`x` must be finite, but got "):
        check("x", value)


@pytest.mark.parametrize("value", [0, -0.0, -3])
def test_a_number_that_is_not_positive_is_refused(value):
    with pytest.raises(ValueError, match=f"`x` must be above 0, but got {value}"):
        check_positive("x", value)


@pytest.mark.parametrize(("value", "low"), [(0.95, 0.0), (1e-9, 0.0), (0.51, 0.5)])
def test_a_probability_is_returned(value, low):
    assert check_probability("p", value, low=low) == value


@pytest.mark.parametrize(
    ("value", "low", "message"),
    [
        (95, 0.0, r"`p` must be a proportion between 0 and 1, but got 95\. 95 per cent is 0\.95\."),
        (1.0, 0.0, r"but got 1\.0\. 1 per cent is 0\.01\.$"),
        (0.0, 0.0, r"but got 0\.0\.$"),
        (-0.1, 0.0, r"but got -0\.1\.$"),
        (100, 0.0, r"but got 100\.$"),
        (0.5, 0.5, r"`p` must be a proportion between 0\.5 and 1, but got 0\.5\.$"),
        (40, 0.5, r"but got 40\.$"),
    ],
)
def test_what_is_no_probability_is_refused_with_a_hint_for_percentages(value, low, message):
    with pytest.raises(ValueError, match=message):
        check_probability("p", value, low=low)


@pytest.mark.parametrize("value", [3, np.int64(3), np.uint8(3)], ids=repr)
def test_an_integer_is_returned_as_an_int(value):
    number = check_integer("n", value, least=3)
    assert number == 3
    assert type(number) is int


@pytest.mark.parametrize("value", [3.0, "3", None, True, np.True_, [3]], ids=repr)
def test_what_is_no_integer_is_refused(value):
    with pytest.raises(TypeError, match="`n` must be an integer, but got "):
        check_integer("n", value, least=0)


@pytest.mark.parametrize("value", [10**400, -(10**400), 1e308, np.float64(-1e101), Fraction(10**400)], ids=type)
@pytest.mark.parametrize("check", [check_number, check_not_negative, check_positive, check_probability])
def test_a_number_whose_square_is_none_is_refused(check, value):
    with pytest.raises(ValueError, match=r"^`x` must be at most 1e\+100 in size, but got [^ ]+\.$"):
        check("x", value)


@pytest.mark.parametrize("value", [10**12 + 1, 2**63, 1e100])
def test_a_number_beyond_its_own_largest_is_refused(value):
    assert check_positive("x", MOST_RECORDS, most=MOST_RECORDS) == MOST_RECORDS
    with pytest.raises(ValueError, match=r"`x` must be at most 1e\+12 in size, but got \d"):
        check_positive("x", value, most=MOST_RECORDS)


@pytest.mark.parametrize("value", [5e-324, 1e-101])
def test_a_number_above_0_whose_square_is_0_is_refused(value):
    with pytest.raises(ValueError, match=f"`x` must be at least 1e-100, but got {value}"):
        check_positive("x", value)


@pytest.mark.parametrize("value", [5e-324, 1e-13, 1 - 1e-13])
def test_a_proportion_that_is_as_good_as_0_or_1_is_refused(value):
    with pytest.raises(ValueError, match=r"`p` must be 1e-12 or more from 0 and from 1, but got "):
        check_probability("p", value)


@pytest.mark.parametrize("value", [np.timedelta64(1, "D"), np.ma.masked, np.ma.array(1.0, mask=True)], ids=type)
@pytest.mark.parametrize(
    "check", [check_number, check_positive, lambda name, value: check_integer(name, value, least=0), check_rope]
)
def test_times_and_masked_entries_are_no_numbers(check, value):
    arguments = [value] if check is check_rope else ["x", value]
    with pytest.raises(TypeError, match=r"` must be an? (number|integer), but got "):
        check(*arguments)


@pytest.mark.parametrize("value", [2**40, 2**63, 10**400, np.uint64(2**64 - 1)], ids=type)
def test_more_than_memory_holds_is_refused(value):
    with pytest.raises(ValueError, match=r"^`n` must be at most 100,000,000, but got [^ ]+\.$"):
        check_integer("n", value, least=0)
    with pytest.raises(ValueError, match=r"^`n` must be at most 7, but got [^ ]+\.$"):
        check_integer("n", value, least=0, most=7)
    assert check_integer("n", value, least=0, most=None) == value


class Raising:
    """An object that raises whatever is asked of it."""

    def _raise(self, *_, **__):
        raise RuntimeError("not this one.")

    __array__ = __index__ = __iter__ = __repr__ = __eq__ = __len__ = _raise
    __hash__ = None


def test_what_an_argument_raises_where_it_is_read_is_a_sentence_on_it():
    wanted = (
        r"^`x` must be what can be read, but reading something of type Raising raised RuntimeError: not this one\.$"
    )
    for read in (lambda: as_array(Raising(), "x"), lambda: check_list("x", Raising())):
        with pytest.raises(TypeError, match=wanted) as caught:
            read()
        assert isinstance(caught.value.__cause__, RuntimeError)
    with pytest.raises(TypeError, match="`n` must be an integer, but got something of type Raising"):
        check_integer("n", Raising(), least=0)


def test_too_small_an_integer_is_refused():
    with pytest.raises(ValueError, match="`n` must be at least 3, but got 2"):
        check_integer("n", 2, least=3)


@pytest.mark.parametrize(
    ("rope", "bounds"),
    [
        (0, (0, 0)),
        (0.01, (-0.01, 0.01)),
        (np.float64(0.5), (-0.5, 0.5)),
        ((-0.01, 0.02), (-0.01, 0.02)),
        ([0, 0.02], (0, 0.02)),
        ((-0.02, 0), (-0.02, 0)),
    ],
)
def test_a_rope_is_returned_as_its_bounds(rope, bounds):
    assert check_rope(rope) == bounds


@pytest.mark.parametrize("rope", [0, 0.0, -0.0, (0, 0), (-0.0, -0.0)])
def test_the_bounds_of_an_empty_rope_have_no_negative_zero(rope):
    assert [math.copysign(1, bound) for bound in check_rope(rope)] == [1, 1]


@pytest.mark.parametrize(
    ("rope", "error", "message"),
    [
        (1, ValueError, r"`rope` must contain 0 and lie between -1 and 1 .* but got 1\. 1 per cent is rope=0\.01"),
        (5, ValueError, r"but got 5\. 5 per cent is rope=0\.05"),
        ((-1, 0.02), ValueError, r"Who is not inferior is told with the margin alone, rope=0\.02\.$"),
        ((-2, 1), ValueError, r"but got \(-2, 1\)\. 2 per cent is rope=0\.02"),
        (-0.01, ValueError, "A half-width is not negative"),
        ((0.01, 0.02), ValueError, "must contain 0"),
        ((0.01, -0.01), ValueError, "must contain 0"),
        (math.nan, ValueError, "`rope` must be finite"),
        ((-0.1, math.inf), ValueError, "`rope` must be finite"),
        ((0.1,), ValueError, r"must be a half-width or a pair \(low, high\), but got \(0\.1,\)"),
        ((-0.1, 0, 0.1), ValueError, "must be a half-width or a pair"),
        ("0.1", TypeError, r"`rope` must be a number, but got '0\.1'"),
        (None, TypeError, "`rope` must be a number, but got None"),
    ],
)
def test_what_is_no_rope_is_refused(rope, error, message):
    with pytest.raises(error, match=message):
        check_rope(rope)


def test_an_integer_makes_a_generator_of_its_own():
    assert generator(4).random() == generator(4).random() == np.random.default_rng(4).random()


def test_a_generator_is_used_as_it_is():
    rng = np.random.default_rng(0)
    assert generator(rng) is rng


def test_none_makes_a_fresh_generator():
    assert generator(None).random() != generator(None).random()


@pytest.mark.parametrize(
    ("rng", "error"), [(-1, ValueError), (1.5, TypeError), ("a", TypeError), (np.random.RandomState(0), TypeError)]
)
def test_what_is_no_source_of_random_numbers_is_refused(rng, error):
    with pytest.raises(error, match="`rng` must be "):
        generator(rng)


@pytest.mark.parametrize("value", [True, False, np.True_], ids=repr)
def test_a_flag_is_returned_as_a_bool(value):
    assert check_flag("flag", value) is bool(value)


@pytest.mark.parametrize("value", [1, "yes", None, np.array([True])], ids=repr)
def test_what_is_no_flag_is_refused(value):
    with pytest.raises(TypeError, match="`flag` must be True or False, but got "):
        check_flag("flag", value)


@pytest.mark.parametrize("value", ["a.txt", Path("a.txt")])
def test_a_path_is_returned_as_a_path(value):
    assert check_path("path", value) == Path("a.txt")


@pytest.mark.parametrize(
    ("value", "error"), [(3, TypeError), (b"a", TypeError), (None, TypeError), ("", ValueError), ("a\0.nc", ValueError)]
)
def test_what_is_no_path_is_refused(value, error):
    with pytest.raises(error, match="`path` must be a "):
        check_path("path", value)


@pytest.mark.parametrize("value", [None, 1, -1, np.int64(2)])
def test_a_number_of_processes_is_returned(value):
    assert check_jobs(value) == value


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (0, ValueError),
        (1.5, TypeError),
        (True, TypeError),
        ("2", TypeError),
        (2**64, ValueError),
        (10**5, ValueError),
        (np.timedelta64(2, "D"), TypeError),
    ],
)
def test_what_is_no_number_of_processes_is_refused(value, error):
    with pytest.raises(error, match="`n_jobs` must "):
        check_jobs(value)


@pytest.mark.parametrize("value", [(1, 2), np.array([1, 2]), range(1, 3)], ids=repr)
def test_a_list_is_returned(value):
    assert check_list("items", value) == [1, 2]


@pytest.mark.parametrize(("value", "error"), [("ab", TypeError), ({1, 2}, TypeError), (3, TypeError), ([], ValueError)])
def test_what_is_no_list_is_refused(value, error):
    with pytest.raises(error, match="`items` must be a list"):
        check_list("items", value)


def test_an_error_gets_a_note_that_names_the_argument():
    with pytest.raises(ValueError, match="odd") as caught, about("tables"):
        raise ValueError("odd")
    assert caught.value.__notes__ == ["in `tables`"]
    assert names_argument(caught.value.__notes__[0])


def test_an_error_that_names_the_argument_gets_no_note():
    with pytest.raises(ValueError, match="odd") as caught, about("tables"):
        raise ValueError("`tables` are odd")
    assert not hasattr(caught.value, "__notes__")
