"""`plot_plan`: a line of power, one of assurance, for every number of repeats."""

import numpy as np
import pytest
from matplotlib import pyplot as plt

import bayescmp as bc
from bayescmp.plots import plot_plan
from tests import data


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def lines(ax):
    return {line.get_label(): line for line in ax.get_lines() if not line.get_label().startswith("_")}


def test_the_lines_are_the_columns_of_the_table():
    planned = bc.plan(bc.compare(data.cross_validated()), difference=0.05, n_repeats=[5, np.inf])
    found = lines(plot_plan(planned))
    assert len(found) == 4
    for m, words in ((5, "5 repeats"), (np.inf, "infinitely many repeats")):
        rows = planned.table[planned.table["n_repeats"] == m]
        for name, line in ((name, line) for name, line in found.items() if words in name):
            column = "power" if name.startswith("power at a difference of 0.05") else "assurance"
            np.testing.assert_array_equal(line.get_xydata(), rows[["n_records", column]])


def test_numbers_of_records_that_are_close_do_not_run_into_each_other():
    ax = bc.plan_hold_out(difference=0.1, disagreement=0.3, n_records=[100, 110, 120, 200]).plot()
    assert ax.get_xticks().tolist() == [100, 200]


def test_at_one_number_of_records_the_picture_is_of_runs():
    planned = bc.plan_hold_out(0.0, 0.1, sd_of_runs=0.01, n_records=2000, rope=0.05)
    found = lines(ax := planned.plot())
    assert ax.get_xlabel() == "number of runs"
    for name, column in (("power at", "power"), ("not inferior at", "not_inferior")):
        drawn = found[f"{name} a difference of 0"].get_xydata()
        np.testing.assert_array_equal(drawn, planned.table[["n_runs", column]])
    words = "Probability of a decision by the number of runs with 2,000 records; the rope is 0.05"
    assert planned.caption() == f"{words}; dotted: 0.5, 0.8 and 0.9."


def test_without_a_difference_there_is_assurance_alone():
    assert set(lines(bc.plan(bc.compare(data.hold_out())).plot())) == {"assurance"}


def test_what_is_no_plan_is_refused():
    with pytest.raises(TypeError, match="`assurance` must be a Assurance, as from `plan`, but got Comparison"):
        plot_plan(bc.compare(data.hold_out()))


def test_lines_lead_from_the_power_to_the_number_of_records_that_it_needs():
    plan = bc.plan_hold_out(difference=0.04, disagreement=0.16)
    ax = plan.plot()
    drawn = {line.get_ydata()[1]: line.get_xdata()[0] for line in ax.lines if len(set(line.get_xdata())) == 1}
    assert drawn == plan.needed
    assert [(text.get_text(), text.xy) for text in ax.texts] == [
        (f"{at:,}", (plan.needed[power], power)) for power, at in ((0.5, 383), (0.8, 778), (0.9, 1040))
    ]
