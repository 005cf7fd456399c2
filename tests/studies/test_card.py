"""The calibration card: what it holds, what is measured again, and what reports say of it."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import KFold

import bayescmp as bc
from bayescmp.studies import card, measure_card
from bayescmp.studies._card import card_text, disagreements, said_of
from tests.data import cross_validated, table

SHARES = ["covered_50", "covered_80", "covered", "worst_covered", "size", "worst_size", "power", "claimed", "happened"]


def test_shares_are_shares_and_the_worst_is_worse_than_the_mean():
    rows = card()
    assert all(rows[name].dropna().between(0, 1).all() for name in SHARES)
    held, sized = rows.dropna(subset="kept"), rows.dropna(subset="size")
    assert (held["kept"] <= held["cells"]).all()
    assert (held["worst_covered"] <= held["covered"] + 1e-4).all()
    assert (sized["worst_size"] >= sized["size"] - 1e-4).all()


def test_what_fails_stands_first():
    text = card_text(card())
    head = text.partition("\n\n\n")[0]
    assert head.startswith("Where methods fail furthest")
    assert "posterior, looked at after every 20 records" in head
    assert "confidence sequence" not in text[: text.index("50 %")]
    misses = [float(one) for one in re.findall(r"95 % intervals held in (\.\d+)", head)]
    assert misses == sorted(misses)
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.full
def test_worlds_are_measured_again_and_what_differs_is_named():
    rows = measure_card(trials=2, seed=3)
    of_card = card().query("source == 'card-worlds'")
    assert set(rows["method"] + rows["data"]) == set(of_card["method"] + of_card["data"])
    pd.testing.assert_frame_equal(rows, measure_card(trials=2, seed=3))
    wrong = of_card.assign(size=of_card["size"].where(of_card["method"] != "cluster_t", 0.3))
    assert list(disagreements(wrong)["method"]) == ["cluster_t"]
    with pytest.raises(ValueError, match="`trials` must be"):
        measure_card(trials=0)


class TestReports:
    def test_a_comparison_has_the_cells_of_its_level_units_design_and_metric(self):
        (said,) = said_of(bc.compare(table(2, 4, 18, 76)))
        own = card().query("method == 'paired' and units == 'records' and design == 'hold-out' and verb == 'compare'")
        assert f"In {own['kept'].sum():.0f} of {own['cells'].sum()} cells" in said
        assert "study" not in said  # of algorithms

    def test_a_cross_validation_has_those_of_its_plan_or_says_that_there_are_none(self):
        real = card().query("method == 'crossed-effects' and source == 'frontier-repeats'").set_index("plan")
        (said,) = said_of(bc.compare(cross_validated(cv=bc.BlockRegularizedCV(15, random_state=0))))
        assert real.loc["15 x 2", "worst_covered_cell"] in said
        (said,) = said_of(bc.compare(cross_validated(cv=KFold(4, shuffle=True, random_state=0))))
        assert said.startswith("Not measured with 1 x 4, but with 5 x 2. In ")

    def test_where_nothing_is_known_it_says_so(self):
        y = np.arange(60) % 2
        data = bc.predictions_from_arrays(y, {"a": y, "b": np.where(np.arange(60) < 9, 1 - y, y)})
        (said,) = said_of(bc.compare(data, metric="jaccard"))
        assert said.startswith("Not measured for jaccard, but for other metrics. In ")
        said = list(said_of(bc.rank(data, metric="f1", draws=400)))
        assert said == ["How often results of this kind hold has not been measured."]

    def test_a_ranking_has_what_was_claimed_of_leaders(self):
        right = {name: (np.arange(60) % (5 + place) > 0).astype(int) for place, name in enumerate("abc")}
        (said,) = said_of(bc.rank(bc.predictions_from_arrays(correct=right), draws=400))
        own = card().query("verb == 'rank' and design == 'hold-out' and claimed == claimed and cells >= 100")
        furthest = own.loc[(own["claimed"] - own["happened"]).idxmax()]
        assert f"{furthest['claimed']:.3f}"[1:] in said
        assert f"{furthest['happened']:.3f}"[1:] in said

    def test_data_sets_have_their_population(self):
        frame = pd.DataFrame({"a": [0.9, 0.8, 0.7, 0.8], "b": [0.8, 0.8, 0.6, 0.7]})
        (said,) = said_of(bc.compare_datasets(frame, first="a", second="b"))
        own = card()[card()["method"].str.startswith("dirichlet") & (card()["verb"] == "compare_datasets")]
        assert f"of {own['cells'].sum()} cells" in said

    def test_a_stream_has_that_of_the_confidence_sequence(self):
        (said,) = said_of(bc.SequentialComparison().update(table(2, 4, 18, 76)))
        assert "11 of 11 cells" in said

    def test_a_report_says_it(self):
        assert "How often such answers held" in bc.reports.render(bc.compare(table(2, 4, 18, 76)), "text")
