"""The calibration card: what it holds, and what reports say of it."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
from sklearn.model_selection import KFold

import bayescmp as bc
from bayescmp.frequentist import TESTS
from bayescmp.hierarchical import shipped_correlations
from bayescmp.methods import METHODS, Auto
from bayescmp.studies import card
from bayescmp.studies._card import card_text, failures, row_name, said_of
from tests.data import cross_validated, table

SHARES = [
    "covered_50", "covered_80", "covered", "worst_covered", "size", "worst_size", "power",
    "claimed", "happened", "worst_claimed", "worst_happened",
]  # fmt: skip
NOT_MEASURED = "How often such intervals hold was not measured for this kind of comparison."
LEVEL = ["method", "settings", "units", "design", "metric", "verb"]


def test_every_test_and_method_is_on_it_with_shares_of_which_the_worst_is_worse_than_the_mean():
    assert set(TESTS) | set(METHODS) <= set(card()["method"])
    rows = card()
    assert all(rows[name].dropna().between(0, 1).all() for name in SHARES)
    held, sized = rows.dropna(subset="kept"), rows.dropna(subset="size")
    assert (held["kept"] <= held["cells"]).all()
    assert (held["worst_covered"] <= held["covered"] + 1e-4).all()
    assert (sized["worst_size"] >= sized["size"] - 1e-4).all()
    assert not rows.duplicated(["method", "settings", "data", "metric"]).any()


def test_an_interval_on_real_data_has_no_size_and_claims_tell_their_worst_cell():
    rows = card()
    assert rows.query("truth == 'real' and covered == covered")["size"].isna().all()
    claims = rows.dropna(subset="worst_claimed")
    assert claims[["worst_claim_cell", "worst_happened_se"]].notna().all(axis=None)
    furthest, mean = claims["worst_claimed"] - claims["worst_happened"], claims["claimed"] - claims["happened"]
    assert (furthest >= mean - 1e-4).all()


def test_what_fails_stands_first():
    text = card_text(card())
    head = text.partition("\n\n\n")[0]
    assert head.startswith("Where methods fail furthest")
    assert "posterior, looked at after every 20 records" in head
    assert "claimed of the leader" in head
    assert "confidence sequence" not in text[: text.index("50 %")]
    misses = [float(one) for one in re.findall(r"95 % intervals held in (\.\d+)", head)]
    assert misses == sorted(misses)
    assert max(map(len, text.splitlines())) <= 80


def test_failures_have_the_order_of_the_card():
    rows = card()
    of_card = [(row_name(row), row.data) for row in rows.itertuples()]
    placed = [of_card.index((one.method, one.data)) for one in failures(rows).itertuples()]
    assert len(placed) > 20
    assert placed == sorted(placed)


class TestReports:
    def test_a_comparison_has_the_cells_of_its_method_settings_units_design_and_metric(self):
        first, claimed = said_of(bc.compare(table(2, 4, 18, 76)))
        own = card().set_index(LEVEL).loc["paired", "", "records", "hold-out", "error", "compare"]
        own = own[own["cells"] * own["trials"] >= 100]
        assert first.startswith("Where the truth was known, 95 % intervals of this kind held it in ")
        assert f" ({own['cells'].sum()} simulated cases), at worst in " in first
        assert "came true in 85.3 %" in claimed
        assert "study" not in first + claimed  # of algorithms
        other = said_of(bc.compare(table(2, 4, 18, 76), method=Auto(prior="beta")))
        assert list(other) == [NOT_MEASURED]

    def test_the_worst_case_is_quoted_of_claims_and_numbers_of_data_sets_like_those_at_hand_in_words(self):
        undecided = list(said_of(bc.compare(table(2, 9, 12, 77))))
        assert "at worst 72.3 % and 53.9 % (± 1.1 %; " in undecided[1]
        assert undecided[1].endswith("correlation 0.0, 20 records).")
        scores = pd.DataFrame(np.random.default_rng(0).normal(0.8, 0.02, (20, 3)), columns=list("abc"))
        assert "data sets 3" not in "".join(said_of(bc.rank_datasets(scores, metric="accuracy")))
        few = bc.rank_datasets(scores.head(4), metric="accuracy", rng=0)
        (said,) = said_of(few)
        assert "at worst 56.3 % and " in said
        assert said.endswith("experiment, 3 data sets, claims of 0.5 to 0.65).")
        assert said in few.details().replace("\n", " ")  # and not in reports alone

    def test_a_cross_validation_has_those_of_its_plan_or_says_that_there_are_none(self):
        cv = cross_validated()
        said = list(said_of(bc.compare(cv)))
        real = card().query("method == 'crossed-effects' and plan == '5 x 2' and truth == 'real' and settings == ''")
        assert set(real["source"]) == {"frontier", "label-metrics-frontier", "probabilities-frontier"}
        assert "% (1,080 real cases) and " in said[0]
        assert real["cells"].sum() == 1080
        of_records = card().query(
            "verb == 'compare' and method == 'crossed-effects' and units == 'records' and metric == 'error'"
        )
        simulated = of_records.query("truth == 'simulated' and settings == '' and plan == '5 x 2'")
        assert f" % ({simulated['cells'].sum()} simulated cases), at worst in " in said[0]
        worst = min(real["worst_covered"].min(), simulated["worst_covered"].min())
        assert f"at worst in {100 * worst:.1f} % (" in said[0]
        assert len(simulated) > 1
        assert list(said_of(bc.compare(cv, metric="accuracy"))) == said
        asked = bc.compare(cross_validated(cv=bc.BlockRegularizedCV(15, random_state=0)))
        real = card().query("method == 'crossed-effects' and settings == ''").set_index("data")
        said_of_15 = " ".join(said_of(asked))
        assert real.loc["36 pairs on ten data sets, 15 x 2", "worst_covered_cell"] in said_of_15
        (said,) = said_of(bc.compare(cross_validated(cv=KFold(4, shuffle=True, random_state=0))))
        assert said.startswith("Where the truth was known (with 5 x 2, not 1 x 4), 95 % intervals ")

    def test_correlations_of_one_run_and_known_ones_have_cells_of_their_own(self):
        rows = card().query("method == 'fold-correlation'").set_index("settings")
        assert rows.loc["", "source"] == "intervals-frontier"
        assert rows.loc["known", "source"] == "frontier"
        of_one_run = bc.methods.FoldCorrelation()
        for settings, method in {"": of_one_run, "known": replace(of_one_run, known=shipped_correlations())}.items():
            (said,) = said_of(bc.compare(cross_validated(), method=method))
            assert "% (360 real cases), at worst in " in said
            assert rows.loc[settings, "worst_covered_cell"] in said

    def test_where_nothing_is_known_it_says_so(self):
        y = np.arange(60) % 2
        data = bc.labels(y, {"a": y, "b": np.where(np.arange(60) < 9, 1 - y, y)})
        nothing = [NOT_MEASURED]
        assert list(said_of(bc.compare(data, metric="jaccard"))) == nothing
        assert list(said_of(bc.rank(data, metric="f1", draws=400))) == nothing

    def test_a_ranking_has_what_was_claimed_of_leaders_and_equals_that_were_decided(self):
        right = {name: (np.arange(60) % (5 + place) > 0).astype(int) for place, name in enumerate("abc")}
        (said,) = said_of(bc.rank(bc.verdicts(right), draws=400))
        own = card().query("verb == 'rank' and design == 'hold-out' and units == 'records'")
        furthest = own.loc[(own["worst_claimed"] - own["worst_happened"]).idxmax()]
        assert furthest["method"] == "P(best) of the leader"
        assert f"at worst {100 * furthest['worst_claimed']:.1f} % and {100 * furthest['worst_happened']:.1f} %" in said
        (equals,) = own.dropna(subset="size").itertuples()
        assert said.endswith(f"some pair was decided in {100 * equals.size:.1f} % of rankings.")

    def test_data_sets_have_their_population(self):
        frame = pd.DataFrame({"a": [0.9, 0.8, 0.7, 0.8], "b": [0.8, 0.8, 0.6, 0.7]})
        said = list(said_of(bc.compare_datasets(frame, first="a", second="b")))
        own = card().query("method.str.startswith('normal') and verb == 'compare_datasets' and settings == ''")
        cells = own.groupby("truth")["cells"].sum()
        assert f"({cells['real']} real cases) and " in said[0]
        assert f"({cells['simulated']} simulated cases)" in said[0]
        assert len(said) == 2

    def test_another_population_is_not_measured_and_a_stream_has_that_of_the_sequence(self):
        frame = pd.DataFrame({"a": [0.9, 0.8, 0.7, 0.8], "b": [0.8, 0.8, 0.6, 0.7]})
        nothing = [NOT_MEASURED]
        assert list(said_of(bc.compare_datasets(frame, first="a", second="b", population="baycomp"))) == nothing
        right = {name: (np.arange(60) % (5 + place) > 0).astype(int) for place, name in enumerate("ab")}
        ranking = bc.rank(bc.verdicts(right), method=Auto(strength=2.0), draws=400)
        assert list(said_of(ranking)) == nothing
        (said,) = said_of(bc.SequentialComparison().update(table(2, 4, 18, 76)))
        assert "(11 simulated cases)" in said
        assert "simulated cases), at" in bc.reports.render(bc.compare(table(2, 4, 18, 76)), "text")
