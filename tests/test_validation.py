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


def kind(name, value):
    return check_choice(name, value, ("eti", "hdi"))


def least(name, value):
    return check_integer(name, value, least=3)


def most(name, value):
    return check_positive(name, value, most=MOST_RECORDS)


def above_half(name, value):
    return check_probability(name, value, low=0.5)


def few(name, value):
    return check_integer(name, value, least=0, most=7)


def rope(_name, value):
    return check_rope(value)


def jobs(_name, value):
    return check_jobs(value)


def rng(_name, value):
    return generator(value)


@pytest.mark.parametrize(("check", "value", "expected"), [
    (kind, "hdi", "hdi"), (check_number, Fraction(2), 2.0), (check_number, -3, -3.0),
    (check_positive, np.float32(2), 2.0), (check_positive, 1e-100, 1e-100), (check_not_negative, 0, 0.0),
    (most, MOST_RECORDS, float(MOST_RECORDS)), (check_probability, 1e-9, 1e-9), (above_half, 0.51, 0.51),
    (least, np.uint8(3), 3), (rope, 0, (0.0, 0.0)), (rope, np.float64(0.5), (-0.5, 0.5)),
    (rope, [0, 0.02], (0.0, 0.02)), (rope, (-0.02, 0), (-0.02, 0.0)), (check_flag, np.True_, True),
    (check_path, "a.txt", Path("a.txt")), (jobs, -1, -1), (jobs, None, None), (check_list, range(1, 3), [1, 2]),
])  # fmt: skip
def test_what_passes_is_returned_in_its_plain_type(check, value, expected):
    found = check("x", value)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize("empty", [-0.0, (-0.0, -0.0)])
def test_the_bounds_of_an_empty_rope_have_no_negative_zero(empty):
    assert [math.copysign(1, bound) for bound in check_rope(empty)] == [1, 1]


def test_memory_bounds_integers_unless_there_is_no_bound():
    assert check_integer("n", 2**63, least=0, most=None) == 2**63


@pytest.mark.parametrize(("check", "value", "error", "message"), [
    (kind, "ETI", ValueError, "`x` must be one of 'eti', 'hdi', but got 'ETI'"),
    (kind, ["eti"], ValueError, "`x` must be one of 'eti', 'hdi', but got "),
    (check_number, "2", TypeError, "`x` must be a number, but got '2'"),
    (check_probability, True, TypeError, "`x` must be a number, but got True"),
    (check_number, 2j, TypeError, "`x` must be a number"),
    (check_positive, np.array([2.0]), TypeError, "`x` must be a number"),
    (check_number, np.timedelta64(1, "D"), TypeError, "`x` must be a number"),
    (check_number, np.ma.masked, TypeError, "`x` must be a number"),
    (check_number, math.nan, ValueError, "`x` must be finite, but got "),
    (check_positive, -math.inf, ValueError, "`x` must be finite, but got "),
    (check_probability, 10**400, ValueError, r"^`x` must be at most 1e\+100 in size, but got [^ ]+\.$"),
    (check_positive, -0.0, ValueError, "`x` must be above 0, but got -0.0"),
    (check_not_negative, -3, ValueError, "`x` must be .* but got -3"),
    (check_positive, 1e-101, ValueError, "`x` must be at least 1e-100, but got 1e-101"),
    (most, 10**12 + 1, ValueError, r"`x` must be at most 1e\+12 in size, but got \d"),
    (check_probability, 95, ValueError, r"between 0 and 1, but got 95\. 95 per cent is 0\.95\."),
    (check_probability, 1.0, ValueError, r"but got 1\.0\. 1 per cent is 0\.01\.$"),
    (check_probability, 0.0, ValueError, r"but got 0\.0\.$"),
    (check_probability, 100, ValueError, r"but got 100\.$"),
    (above_half, 0.5, ValueError, r"`x` must be a proportion between 0\.5 and 1, but got 0\.5\. It is"),
    (above_half, 40, ValueError, r"but got 40\.$"),
    (check_probability, 1e-13, ValueError, "`x` must be 1e-12 or more from 0 and from 1, but got "),
    (check_probability, 1 - 1e-13, ValueError, "`x` must be 1e-12 or more from 0 and from 1, but got "),
    (least, 3.0, TypeError, "`x` must be an integer, but got 3.0"),
    (least, np.True_, TypeError, "`x` must be an integer, but got "),
    (least, 2, ValueError, "`x` must be at least 3, but got 2"),
    (few, np.uint64(8), ValueError, "`x` must be at most 7, but got "),
    (least, 10**400, ValueError, "`x` must be at most 100,000,000, but got "),
    (rope, 1, ValueError, r"`rope` must contain 0 and lie between -1 and 1 .* 1 per cent is rope=0\.01"),
    (rope, -0.01, ValueError, "A half-width is not negative"),
    (rope, (0.01, 0.02), ValueError, "must contain 0"),
    (rope, (-0.1, math.inf), ValueError, "`rope` must be finite"),
    (rope, (-0.1, 0, 0.1), ValueError, "must be a half-width or a pair"),
    (rope, None, TypeError, "`rope` must be a number, but got None"),
    (rng, -1, ValueError, "`rng` must be "),
    (rng, np.random.RandomState(0), TypeError, "`rng` must be "),
    (check_flag, 1, TypeError, "`x` must be True or False, but got 1"),
    (check_path, b"a", TypeError, "`x` must be a "),
    (check_path, "a\0.nc", ValueError, "`x` must be a "),
    (check_path, "", ValueError, "`x` must be a "),
    (jobs, 0, ValueError, "`n_jobs` must "),
    (jobs, True, TypeError, "`n_jobs` must "),
    (jobs, 10**5, ValueError, "`n_jobs` must "),
    (check_list, "ab", TypeError, "`x` must be a list"),
    (check_list, {1, 2}, TypeError, "`x` must be a list"),
    (check_list, [], ValueError, "`x` must be a list"),
])  # fmt: skip
def test_what_is_refused(check, value, error, message):
    with pytest.raises(error, match=message):
        check("x", value)


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


def test_a_seed_makes_a_generator_of_its_own_a_generator_is_used_and_none_is_fresh():
    assert generator(4).random() == generator(4).random() == np.random.default_rng(4).random()
    given = np.random.default_rng(0)
    assert generator(given) is given
    assert generator(None).random() != generator(None).random()


def test_an_error_gets_a_note_that_names_the_argument_unless_it_does_so_itself():
    with pytest.raises(ValueError, match="odd") as caught, about("tables"):
        raise ValueError("odd")
    assert caught.value.__notes__ == ["in `tables`"]
    assert names_argument(caught.value.__notes__[0])
    with pytest.raises(ValueError, match="odd") as caught, about("tables"):
        raise ValueError("`tables` are odd")
    assert not hasattr(caught.value, "__notes__")
