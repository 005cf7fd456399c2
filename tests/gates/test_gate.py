"""A gate: verdicts by brute force, what a policy may say, and how it ends on the command line."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import bayescmp as bc
from bayescmp.cli import app
from bayescmp.frequentist import adjust_pvalues
from bayescmp.studies._card import said_of
from tests.readers.written import lm_eval_row, write_lm_eval

TASKS = {"mmlu_a": 0.0, "mmlu_b": 0.10, "arc": 0.02, "code": 0.15}
"""How often the new system loses what the baseline has right."""


def answers(tasks=TASKS, n=400, seed=0):
    rng = np.random.default_rng(seed)
    task = np.repeat([*tasks], n)
    baseline = rng.random(task.size) < 0.7
    kept = rng.random(task.size) >= np.repeat([*tasks.values()], n)
    new = np.where(baseline, kept, rng.random(task.size) < 0.05)
    return {"new": new, "baseline": baseline}, task


def predictions(*args, **options):
    right, task = answers(*args, **options)
    return bc.verdicts(right, task=task)


@pytest.fixture(scope="module")
def found():
    rules = {"mmlu_*": {"drop": 0.02, "required": True}, "arc": {"relative_drop": 0.1}}
    rules["code"] = {"drop": 0.02, "blocks": False}
    return bc.gate(predictions(), {"default": {"drop": 0.05}, "tasks": rules})


class TestVerdicts:
    """Of tasks, and of all."""

    def test_probabilities_are_those_of_drawn_tables(self, found):
        right, task = answers()
        rng = np.random.default_rng(1)
        for name, row in found.tasks.iterrows():
            here = task == name if name in TASKS else task != "code"  # which only warns
            patterns = 2 * ~right["new"][here] + ~right["baseline"][here]
            cells = rng.dirichlet(np.bincount(patterns, minlength=4) + 1.0, 200_000)
            dropped = cells[:, 2] - cells[:, 1]
            assert row["prob_worse"] == pytest.approx((dropped > row["drop"]).mean(), abs=0.005)
            assert row["difference"] == pytest.approx(row["new"] - row["baseline"])
            assert (row["low"], row["high"]) == pytest.approx(np.quantile(-dropped, [0.025, 0.975]), abs=0.001)
            assert row["n_records"] == here.sum()

    def test_what_blocks_is_adjusted_by_itself(self, found):
        for blocks, family in found.tasks.groupby("blocks"):
            assert family["holm"].to_numpy() == pytest.approx(adjust_pvalues(1 - family["prob_worse"]))
            worse = family["holm"] <= 0.025
            assert (family.loc[worse, "verdict"] == ("block" if blocks else "warn")).all()
            assert ((family["prob_worse"] >= family["limit"]) == worse).all()
            assert family["limit"].min() == pytest.approx(1 - 0.025 / max(1, (~worse).sum()))
        assert found.tasks.loc["arc", "drop"] == pytest.approx(0.1 * found.tasks.loc["arc", "baseline"])
        assert found.tasks["verdict"].to_dict() == {
            "mmlu_a": "pass", "mmlu_b": "block", "arc": "pass", "code": "warn", "together": "pass",
        }  # fmt: skip
        assert found.verdict == "block"

    def test_what_no_task_shows_by_itself_all_may_show_together(self):
        tasks = {f"t{i}": 0.09 for i in range(20)}
        found = bc.gate(predictions(tasks, n=60), {"default": {"drop": 0.02}})
        alone = found.tasks.drop("together")
        assert found.tasks.loc["together", "holm"] < alone["holm"].min()
        row, result = (
            found.tasks.loc["together"],
            bc.compare(predictions(tasks, n=60), first="new", second="baseline", rope=0.02),
        )
        assert row["prob_worse"] == pytest.approx(result.prob_second_better, abs=1e-12)
        mixed = {"default": {"drop": 0.02, "metric": "error"}, "tasks": {"t1": {"metric": "accuracy"}}}
        assert bc.gate(predictions(tasks, n=60), mixed).together is None

    @pytest.mark.parametrize(("rules", "verdict"), [
        ({"default": {"drop": 0.2}}, "pass"),
        ({"default": {"drop": 0.2}, "tasks": {"code": {"drop": 0.02, "blocks": False}}}, "warn"),
        ({"default": {"drop": 0.07}, "tasks": {"code": {"drop": 0.3}}}, "not enough evidence"),
        ({"default": {"drop": 0.3}, "tasks": {"mmlu_b": {"drop": 0.07, "blocks": False}}}, "pass"),
        ({"default": {"drop": 0.2}, "tasks": {"hle": {"required": True}}}, "block"),
    ])  # fmt: skip
    def test_the_first_of_block_evidence_warning_and_pass_is_that_of_all(self, rules, verdict):
        assert bc.gate(predictions(), rules).verdict == verdict

    def test_more_records_are_needed_only_where_evidence_is_not_enough(self):
        found = bc.gate(predictions(), {"default": {"drop": 0.07}, "tasks": {"code": {"drop": 0.3}}})
        lacking = found.tasks.index[found.tasks["verdict"] == "not enough evidence"]
        assert list(found.needed.index) == list(lacking)
        assert (found.needed > 0).all()
        said = " ".join(str(found).split())
        assert "of so many records, with an even chance or more by the more cautious of two priors: mmlu_b" in said
        assert f"P(worse) of {found.tasks.loc['mmlu_b', 'limit']:.3f} or more, as Holm" in said
        row = found.tasks.loc["mmlu_b"]
        needs = f"a pass needs at most 0.025, a block at least {row['limit']:.3f}; difference"
        worse = f"P(worse by more than 0.07) = {row['prob_worse']:.3f}"
        assert f"not enough evidence: {worse}; {needs}" in found.to_junit(strict=True)
        assert (row["high"] < 0, "; worse by some amount in mmlu_b." in said) == (True, True)
        assert found.content.table()["task"][0] == "together"

    def test_several_answers_are_gated_task_by_task(self):
        right, task = answers({"safety": 0.6, "chat": 0.0}, n=200)
        record, twice = np.tile(np.arange(400), 2), np.repeat([0, 1], 400)
        both = {name: np.tile(own, 2) for name, own in right.items()}
        data = bc.verdicts(both, record=record, task=np.tile(task, 2), how=bc.answers(twice))
        found = bc.gate(data, {"default": {"drop": 0.05}})
        assert found.tasks["verdict"].drop("together").to_dict() == {"safety": "block", "chat": "pass"}
        lacking = bc.gate(data, {"default": {"drop": 0.61}, "tasks": {"chat": {"drop": 0.0}}})
        assert (lacking.needed > 0).all()
        assert "of so many records, with an even chance or more by the more cautious of two priors: chat" in " ".join(
            str(lacking).split()
        )
        assert [note.partition(" to each")[0] for note in lacking.notes][:1] == ["together: 2 answers"]

    def test_a_pass_says_which_tasks_can_only_warn(self):
        b = np.random.default_rng(0).random(100) < 0.8
        data = bc.verdicts({"new": b, "baseline": b}, task=["a"] * 50 + ["b"] * 50)
        said = " ".join(str(bc.gate(data, {"default": {"drop": 0.001, "blocks": False}})).split())
        assert "in 0 of 2 tasks; the others can only warn" in said
        assert "What blocks" not in said

    def test_a_metric_by_which_less_is_better_drops_upwards(self):
        right, task = answers()
        by_error, by_accuracy = (
            bc.gate(bc.verdicts(right, task=task), {"default": {"metric": metric, "drop": 0.05}})
            for metric in ("error", "accuracy")
        )
        assert by_error.tasks["prob_worse"].to_numpy() == pytest.approx(by_accuracy.tasks["prob_worse"].to_numpy())
        assert by_error.tasks["difference"].to_numpy() == pytest.approx(-by_accuracy.tasks["difference"].to_numpy())

    @settings(max_examples=20)
    @given(counts=st.tuples(*[st.integers(0, 40)] * 4).filter(any), drop=st.floats(0, 0.4))
    def test_what_passes_does_not_block_and_one_task_is_a_comparison(self, counts, drop):
        both, first, second, neither = counts
        right = {
            "new": [0] * (both + first) + [1] * (second + neither),
            "baseline": [0] * both + [1] * first + [0] * second + [1] * neither,
        }
        found = bc.gate(bc.verdicts(right), {"default": {"drop": drop}})
        result = bc.compare(bc.verdicts(right), first="new", second="baseline", rope=drop)
        row = found.tasks.iloc[0]
        assert row["prob_worse"] == pytest.approx(result.prob_second_better, abs=1e-12)
        assert (row["verdict"] == "block") == (result.decision == "second better")
        assert (row["verdict"] == "pass") == (result.prob_second_better <= 1 - result.threshold)

    def test_numbers_have_the_decimals_of_a_comparison_and_bounds_are_on_their_side_of_the_drop(self):
        right = {"new": [0] * 8 + [1] * 72, "baseline": [1] * 6 + [0] * 4 + [1] * 70}
        for drop, shown in ((0.03, "[-0.124, 0.023]"), (0.1241, "[-0.1242, 0.0231]")):
            found = bc.gate(bc.verdicts(right), {"default": {"drop": drop}})
            assert found.content.table()["95 % interval"] == [shown]
            assert found.content.digits == found.comparisons["all records"].content.digits == 3
        (beside,) = bc.plots.plot_gate(found).child_axes[0].get_yticklabels()
        assert beside.get_text() == "−0.050 [−0.124, 0.023]"

    def test_a_file_holds_the_policy(self, found, tmp_path):
        found.save(tmp_path / "gate.nc")
        assert bc.load(tmp_path / "gate.nc").to_json() == found.to_json()
        assert json.loads(found.to_json())["policy"]["tasks"]["arc"]["relative_drop"] == 0.1

    def test_junit_has_a_case_for_each_task(self, found):
        suite = ET.fromstring(found.to_junit().encode())  # noqa: S314 - ours
        cases = {case.get("name"): [part.tag for part in case] for case in suite}
        assert cases == {
            "mmlu_a": [], "mmlu_b": ["failure"], "arc": [], "code": ["system-out"], "together": [],
        }  # fmt: skip
        assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("5", "1", "0")

    @pytest.mark.parametrize(("strict", "counts"), [(False, ("0", "1")), (True, ("1", "0"))])
    def test_too_little_evidence_is_a_failure_where_it_fails(self, strict, counts):
        few = bc.gate(bc.verdicts({"new": [1, 0, 1, 0], "baseline": [1, 1, 0, 1]}), {"default": {"drop": 0.01}})
        suite = ET.fromstring(few.to_junit(strict=strict).encode())  # noqa: S314 - ours
        assert (suite.get("failures"), suite.get("skipped")) == counts

    def test_data_that_do_not_tell_the_metric_are_no_evidence(self):
        y, task = np.array([0, 1] * 30 + [1] * 20), ["a"] * 60 + ["b"] * 20
        shares = {name: np.linspace(0.1, 0.9, 80) ** power for name, power in (("new", 1), ("baseline", 2))}
        data = bc.probabilities(y, shares, task=task)
        found = bc.gate(data, {"default": {"metric": "roc_auc", "drop": 0.1}})
        assert found.tasks["verdict"].to_dict() == {"a": "pass", "b": "not enough evidence"}
        assert "b: " in str(found)
        assert found.content.size_words() == "2 tasks, 1 with data"
        assert "new was compared with baseline task by task: 2 tasks, 1 with data." in found.details()

    def test_a_report_counts_records_of_all_tasks_and_quotes_what_was_measured_of_its_tasks(self):
        right = {"new": [1] * 150 + [0] * 50, "baseline": [1] * 130 + [0] * 70}
        policy = {"default": {"drop": 0.02}, "tasks": {"c": {"blocks": False}}}
        found = bc.gate(bc.verdicts(right, task=["a", "b", "c", "c"] * 50), policy)
        lines = dict(found.content.lines())
        assert found.tasks.loc["together", "n_records"] == 100
        assert (
            lines["Records"] == "new is worse on 0 and better on 20 of 200 in all tasks; together are those that block"
        )
        assert list(found.content.table())[:3] == ["task", "verdict", "95 % interval"]  # what a phone shows
        (said,) = said_of(found)
        assert said == next(said_of(found.comparisons["a"]))


class TestPolicy:
    """What it may say."""

    @pytest.mark.parametrize(("said", "line", "message"), [
        ("[default]\ndrop = -0.01\n", 2, "must be 0 or more"),
        ("[default]\ndrop = 0.01\nmetrics = 'error'\n", 3, "Did you mean 'metric'?"),
        ("[default]\ndrop = 0.01\n[tasks.mmlu]\ndrop = 0.02\n", 3, "must be of a task that is there, or required"),
        ("[default]\ndrop = 0.01\nmetric = 'acc'\n", 3, "Did you mean 'accuracy'?"),
        ("[default]\ndrop = 3\n", 2, "must be below 1, the widest difference of accuracy, but got 3."),
        ("[default]\nrelative_drop = 10\n", 2, "must be a proportion below 1, but got 10."),
        ("[default]\nmetric = 'error'\n", 1, "must say one of `drop` and `relative_drop`, but says neither"),
        ("[default]\ndrop = 1e-3\nrelative_drop = 0.1\n", 1, "but says both"),
        ("threshold = 97.5\n[default]\ndrop = 0.1\n", 1, "97.5 per cent is 0.975"),
        ("[default]\ndrop = 0.1\n[task.a]\n", 3, "Did you mean 'tasks'?"),
        ("default = 0.1\n", 1, "must be a table, whose keys are texts"),
        ("[default]\ndrop = 0.01\nblocks = 'no'\n", 3, "must be True or False"),
        ("[default]\ndrop = 0,01\n", 2, "must be in TOML"),
        ("threshold = 0.9\n", 0, "must have [default], or [tasks.NAME], but has neither"),
    ])  # fmt: skip
    def test_what_cannot_be_is_one_sentence_with_its_line(self, said, line, message, tmp_path):
        path = tmp_path / "policy.toml"
        path.write_text(said)
        with pytest.raises((ValueError, TypeError)) as caught:
            bc.gate(predictions(), path)
        text = str(caught.value)
        assert message in text
        assert text.count("policy.toml") == 1
        assert not line or f"line {line}" in text
        assert "\n" not in text

    def test_a_number_is_no_policy_but_perhaps_its_drop(self):
        with pytest.raises(TypeError, match=r"a file or \{'default': \{'drop': 0.05\}\}, a mapping, but got 0.05\.$"):
            bc.gate(predictions(), 0.05)

    def test_a_name_goes_before_patterns_and_the_first_pattern_that_fits_counts(self):
        rules = {"mmlu_*": {"drop": 0.1}, "*_b": {"drop": 0.2}, "mmlu_a": {"drop": 0.3}}
        drops = bc.gate(predictions(), {"default": {"drop": 0.05}, "tasks": rules}).tasks["drop"]
        assert drops.drop("together").to_dict() == {"mmlu_a": 0.3, "mmlu_b": 0.1, "arc": 0.05, "code": 0.05}

    def test_a_task_may_be_called_as_the_row_of_all(self):
        rules = {"default": {"drop": 0.02}, "tasks": {"together": {"blocks": False}}}
        found = bc.gate(predictions({"together": 0.3, "a": 0.0}), rules)
        assert found.together is None
        assert found.tasks["verdict"].to_dict() == {"together": "warn", "a": "pass"}

    def test_tasks_without_a_rule_are_left_out_with_a_note(self):
        found = bc.gate(predictions(), {"tasks": {"arc": {"drop": 0.05}}})
        assert list(found.tasks.index) == ["arc"]
        assert "3 tasks not gated" in " ".join(found.notes)

    @pytest.mark.parametrize(
        ("names", "asked", "message"),
        [
            (("a", "b"), {}, "`baseline` must name one of"),
            (("a", "b"), {"baseline": "c"}, "`baseline` must be one of"),
            (("a", "b", "baseline"), {"baseline": "a"}, "`new` and `baseline` must be named"),
        ],
    )
    def test_systems_are_never_guessed(self, names, asked, message):
        right = {name: [0, 1, 1] for name in names}
        with pytest.raises(ValueError, match=message):
            bc.gate(bc.verdicts(right), {"default": {"drop": 0.1}}, **asked)


class TestAssertions:
    """As tests of software make them."""

    def test_not_worse_is_shown_or_not(self):
        cells = {"both_wrong": 10, "only_first_wrong": 1, "only_second_wrong": 1, "both_right": 10}
        tables = (bc.paired_table(**{name: n * count for name, count in cells.items()}) for n in (2, 200))
        few, many = (bc.compare(table, first="new", second="old") for table in tables)
        many.assert_not_worse(margin=0.01)
        with pytest.raises(AssertionError, match=r"new must be no worse by more than 0.01 \(P .*\n\nUndecided: "):
            few.assert_not_worse(margin=0.01)
        with pytest.raises(AssertionError, match=r"new must be better than old, which is not shown"):
            many.assert_better()
        for rope in (0.0, 0.01, (-0.02, 0.05)):
            found = bc.compare(bc.paired_table(**cells), rope=rope)
            assert found.prob_first_not_worse == pytest.approx(float(found.difference.cdf(found.rope[1])), abs=1e-9)
            assert found.prob_first_not_worse == pytest.approx(found.prob_first_better + found.prob_equivalent)
            above = float(1 - found.difference.cdf(found.rope[0]))
            assert found.prob_second_not_worse == pytest.approx(above, abs=1e-9)
        bc.compare(
            bc.paired_table(both_wrong=1, only_first_wrong=1, only_second_wrong=30, both_right=60)
        ).assert_better()


class TestCommand:
    """On logs."""

    @pytest.fixture
    def run(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        right, task = answers()
        for name, own in right.items():
            for one in TASKS:
                rows = [lm_eval_row(f"{one}{i}", float(value)) for i, value in enumerate(own[task == one])]
                write_lm_eval(tmp_path / name, one, rows)

        def called(policy, *options, logs=("new=new", "baseline=baseline")):
            (tmp_path / "policy.toml").write_text(policy)
            return CliRunner().invoke(app, ["gate", *logs, "--policy", "policy.toml", *options])

        return called

    @pytest.mark.parametrize(("policy", "options", "code", "said"), [
        ("[default]\ndrop = 0.3\n", (), 0, "Pass: new is no worse than baseline"),
        ("[default]\ndrop = 0.02\n", (), 3, "Block: new is worse than baseline"),
        ("[default]\ndrop = 0.3\n[tasks.hle]\nrequired = true\n", (), 3, "hle must be there and is not"),
        ("[default]\ndrop = 0.07\n[tasks.code]\ndrop = 0.3\n", (), 0, "Not enough evidence in mmlu_b"),
        ("[default]\ndrop = 0.07\n[tasks.code]\ndrop = 0.3\n", ("--strict",), 3, "Not enough evidence in mmlu_b"),
    ])  # fmt: skip
    def test_the_exit_code_is_that_of_the_verdict(self, run, policy, options, code, said):
        shown = run(policy, *options, "--junit", "gate.xml", "--json", "gate.json", "--save", "gate.md")
        assert said in " ".join(shown.output.split())
        assert shown.exit_code == code
        assert ET.parse("gate.xml").getroot().get("tests") == str(5 + ("hle" in policy))  # noqa: S314 - ours
        assert "| task" in Path("gate.md").read_text()

    def test_a_task_that_one_log_lacks_is_for_the_policy(self, run, tmp_path):
        for path in (tmp_path / "new").glob("samples_arc_*"):
            path.unlink()
        for missing in ((), ("--on-missing", "wrong")):
            shown = run("[default]\ndrop = 0.3\n", *missing)
            assert shown.exit_code == 0
            assert "Not enough evidence in arc: no answers of new." in shown.output
            assert run("[default]\ndrop = 0.3\n", *missing, "--strict").exit_code == 3
            assert run("[default]\ndrop = 0.3\n[tasks.arc]\nrequired = true\n", *missing).exit_code == 3

    def test_answers_that_are_missing_within_a_task_are_refused(self, run, tmp_path):
        (path,) = (tmp_path / "new").glob("samples_arc_*")
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:390]))
        shown = run("[default]\ndrop = 0.3\n")
        assert isinstance(shown.exception, ValueError)
        assert "'new' has none of 10 of the 400 of 'arc'" in str(shown.exception)
        assert run("[default]\ndrop = 0.3\n", "--on-missing", "drop").exit_code == 0

    def test_a_run_that_goes_on_is_refused(self, run, tmp_path):
        (path,) = (tmp_path / "new").glob("samples_arc_*")
        path.write_text(path.read_text().rstrip()[:-20])
        shown = run("[default]\ndrop = 0.3\n", "--on-missing", "drop")
        assert "must be of runs that are finished, but those of 'new' are not" in str(shown.exception)


def test_groups_that_begin_anew_in_each_task_are_told_once():
    right = {name: np.random.default_rng(place).random(120) < 0.8 for place, name in enumerate(("new", "baseline"))}
    task, group = np.repeat(["a", "b", "c"], 40), np.tile(np.arange(10), 12)
    torn = bc.verdicts(right, task=task, group=group)
    apart = bc.verdicts(right, task=task, group=[f"{one} {other}" for one, other in zip(task, group, strict=True)])
    for blocks in (True, False):
        rules = {"default": {"drop": 0.1, "blocks": blocks}}
        told = [" ".join(bc.gate(data, rules).notes) for data in (torn, apart)]
        assert ["occurs in 3 tasks: if groups are numbered anew in each task" in one for one in told] == [True, False]
        assert [one.count("are the units") for one in told] == [1, 1]
    for answer in (bc.compare, bc.rank):
        assert ["group 0 occurs in 3 tasks" in str(answer(data)) for data in (torn, apart)] == [True, False]
