"""Several answers of the same systems to a record: arrays, frames wide and long, and what they do not go with."""

import json

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from bayescmp.design import design_of
from bayescmp.predictions import are_answers
from tests.data import gathered

N, K = 8, 3
ITEM, ANSWER = np.repeat(np.arange(N), K), np.tile(np.arange(K), N)
RNG = np.random.default_rng(0)
Y = RNG.integers(0, 3, N)[ITEM]
PRED = {name: np.where(RNG.random(N * K) < rate, (Y + 1) % 3, Y) for name, rate in (("a", 0.2), ("b", 0.5))}
KEYS = {"record": ITEM, "answer": ANSWER}
WIDE = pd.DataFrame({"q": ITEM, "sample": ANSWER, "y": Y, **PRED})
LONG = WIDE.melt(id_vars=["q", "sample", "y"], var_name="model", value_name="said")
ORDER = np.random.default_rng(3).permutation(N * K)
OF_LONG = {"y_true": "y", "y_pred": "said", "classifier": "model", "record": "q", "answer": "sample"}


@pytest.fixture
def expected():
    return gathered(y_true=Y, y_pred=PRED, **KEYS)


class TestArrays:
    """Rows by the keys of records and answers."""

    def test_an_answer_is_a_repeat_of_all_records(self, expected):
        assert dict(expected["y_pred"].sizes) == {"classifier": 2, "repeat": K, "record": N}
        assert (expected["fold"] == 0).all()
        assert are_answers(expected)
        assert design_of(expected).kind == "answers"
        for name, values in PRED.items():
            assert expected["y_pred"].sel(classifier=name).to_numpy().tolist() == values.reshape(N, K).T.tolist()

    @pytest.mark.parametrize(("given", "message"), [
        ({"answer": ITEM % 2}, "`record` must hold each key once in a repeat, but record 0 occurs twice"),
        ({"answer": None}, "`record` must hold each key once .* folds.* tells .* answers.* `task`"),
        ({"y_true": np.arange(N * K) % 3}, "`y_true` must agree between the repeats of a record, but record 0 has"),
        ({"answer": ANSWER[:-1]}, "`answer` must have an entry for each of the 24 rows"),
        ({"record": None, "answer": np.roll(ANSWER, 1)[ORDER]}, "`record` must say which record each row is of"),
    ])  # fmt: skip
    def test_what_does_not_go_with_answers_is_refused(self, given, message):
        with pytest.raises(ValueError, match=message):
            gathered(**{"y_true": Y, "y_pred": PRED} | KEYS | given)

    def test_the_order_of_rows_does_not_matter_with_keys_and_is_that_of_records_without(self, expected):
        order = np.concatenate([np.flatnonzero(ANSWER == 0), RNG.permutation(np.flatnonzero(ANSWER > 0))])
        keys = {name: values[order] for name, values in KEYS.items()}
        assert gathered(y_true=Y[order], y_pred={k: v[order] for k, v in PRED.items()}, **keys).equals(expected)
        order = np.lexsort((ITEM, ANSWER))
        given = {k: v[order] for k, v in PRED.items()}
        assert bc.labels(Y[order], given, how=bc.answers(ANSWER[order])).equals(expected)

    def test_a_row_that_is_not_there_is_an_answer_that_is_missing(self):
        kept = (ITEM != 2) | (ANSWER == 1)
        data = bc.labels(
            Y[kept], {k: v[kept] for k, v in PRED.items()}, record=ITEM[kept], how=bc.answers(ANSWER[kept])
        )
        assert data["missing"].sel(record=2).to_numpy().tolist() == [[True, False, True]] * 2
        assert data["missing"].sum() == 4
        none = {
            name: [None if out else int(one) for one, out in zip(v, ~kept, strict=True)] for name, v in PRED.items()
        }
        assert gathered(y_true=Y, y_pred=none, **KEYS)["missing"].equals(data["missing"])

    def test_a_record_without_any_answer_is_refused_by_name(self):
        said = {name: values.tolist() for name, values in PRED.items()}
        said["b"][K : 2 * K] = [None] * K
        keys = KEYS | {"record": np.array([f"question {k}" for k in ITEM])}
        with pytest.raises(ValueError, match=r"'b' has none to record question 1. on_missing='drop' leaves such"):
            gathered(y_true=Y, y_pred=said, **keys)
        dropped = gathered(y_true=Y, y_pred=said, on_missing="drop", **keys)
        assert dropped["missing"].sel(classifier="b").sum() == K
        wrong = gathered(y_true=Y, y_pred=said, on_missing="wrong", **keys)
        assert "missing" not in wrong
        assert (wrong["label"][wrong["y_pred"].sel(classifier="b", record="question 1")] == -1).all()


class TestFrames:
    """Answers are a column."""

    def test_rows_that_only_one_system_has_not_are_missing_answers(self):
        gone = LONG["model"].eq("b") & LONG["q"].eq(3) & LONG["sample"].gt(0)
        data = gathered(data=LONG[~gone], **OF_LONG)
        assert data["missing"].sel(classifier="b", record=3).to_numpy().tolist() == [False, True, True]
        assert data["missing"].sum() == 2

    def test_answers_that_were_not_asked_for_are_never_wrong(self):
        fewer = LONG[~(LONG["model"].eq("b") & LONG["sample"].gt(0))]
        told = gathered(data=fewer, **OF_LONG)
        asked = gathered(data=fewer, **OF_LONG, on_missing="wrong")
        assert asked.equals(told)
        failed = fewer.assign(said=fewer["said"].astype(object).mask(fewer["model"].eq("b") & fewer["q"].isin([2, 5])))
        failed = failed[~(failed["model"].eq("b") & failed["q"].eq(7))].sample(frac=1, random_state=1)
        wrong = gathered(data=failed, **OF_LONG, on_missing="wrong").sortby("record")
        assert json.loads(wrong.attrs["provenance"])["counted_wrong"] == {"b": 2 + K}
        assert wrong["missing"].sel(classifier="b").sum() == told["missing"].sum() - (K - 1)
        errors = np.where(np.isin(np.arange(N), [2, 5, 7]), 1.0, (PRED["b"] != Y).reshape(N, K)[:, 0])
        result = bc.compare(wrong, first="a", second="b")
        assert result.observed["b"] == pytest.approx(errors.mean())
        assert "of those asked for" in " ".join(result.notes)

    def test_answers_may_have_names_of_their_own_in_each_system(self):
        apart = LONG.assign(sample=LONG["sample"] + K * LONG["model"].eq("b"))
        found = {how: gathered(data=apart, **OF_LONG, on_missing=how) for how in ("error", "wrong")}
        assert found["wrong"].equals(found["error"])
        assert bc.compare(found["wrong"]).observed == bc.compare(gathered(data=LONG, **OF_LONG)).observed

    def test_a_record_that_one_system_has_not_at_all_is_refused(self):
        kept = LONG[~(LONG["model"].eq("b") & LONG["q"].eq(3))]
        with pytest.raises(ValueError, match="'b' has none to record 3"):
            gathered(data=kept, **OF_LONG)
        assert bc.compare(gathered(data=kept, **OF_LONG, on_missing="drop")).design.n_records == N - 1
        wrong = bc.compare(gathered(data=kept, **OF_LONG, on_missing="wrong"))
        share = np.mean([1.0 if i == 3 else np.mean((PRED["b"] != Y)[i == ITEM]) for i in range(N)])
        assert wrong.observed["b"] == pytest.approx(share)
