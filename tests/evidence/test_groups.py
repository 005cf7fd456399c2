"""Groups of dependent records: what their sums hand to inference, against plain loops, and what they cost."""

import itertools

import numpy as np
import pytest
import xarray as xr
from scipy import stats
from sklearn.model_selection import GroupKFold, GroupShuffleSplit

import bayescmp as bc
from bayescmp.design import design_of
from bayescmp.evidence import Evidence
from bayescmp.evidence._groups import GroupSums, told_by_sizes
from bayescmp.metrics import metric_of
from bayescmp.predictions import fold_of
from tests.data import answered, gathered, hold_out, splits_of

SIZES = (1, 2, 3, 9, 4, 5, 7, 2, 2, 5)
GROUPS = np.repeat(np.arange(len(SIZES)), SIZES)
N = GROUPS.size
RATES = {"a": 0.2, "b": 0.35, "c": 0.3}
SPLITTERS = {
    "block-regularized": bc.BlockRegularizedCV(3, random_state=0),
    "group k-fold": GroupKFold(4),
    "hold-outs": GroupShuffleSplit(5, test_size=0.3, random_state=0),
}


def grouped(cv=None, groups=GROUPS, rates=RATES, **options):
    """Return predictions of records in groups, on one test set or by a splitter."""
    if cv is None:
        return bc.labels(*answered(rates, groups.size, **options), group=groups)
    splits = list(SPLITTERS[cv].split(np.zeros((groups.size, 1)), None, groups))
    whole = len(splits) if cv == "hold-outs" else {"block-regularized": 3, "group k-fold": 1}[cv]
    y, given = answered(rates, groups.size, repeats=whole, **options)
    return bc.labels(y, given, group=groups, how=splits and bc.splits(splits))


def by_loops(data, first, second):
    """Sums of groups, as the notes of `GroupSums` define them."""
    fold, codes = data["fold"].to_numpy(), np.unique(data["group"].to_numpy(), return_inverse=True)[1]
    others = fold[:, None] != np.arange(fold.max() + 1)[:, None]
    train = data["train"].to_numpy() if "train" in data else others
    errors = (data["y_pred"] != data["y_true"]).where(data["fold"] >= 0, other=False)
    wrong = {name: errors.sel(classifier=name).to_numpy().astype(float) for name in (first, second)}
    d = wrong[first] - wrong[second]
    apart = np.where(fold >= 0, d - d[fold >= 0].mean(), 0.0)
    repeats, every = range(len(fold)), range(codes.max() + 1)
    is_held = np.array([[(fold[r] >= 0)[codes == g].any() for g in every] for r in repeats])
    z = np.zeros(is_held.shape)
    for r, g in itertools.product(repeats, every):
        z[r, g] = sum(apart[r, i] for i in np.flatnonzero(codes == g)) * is_held.sum() / (fold >= 0).sum()
    of_group = np.array([[fold[r][codes == g].max() for g in every] for r in repeats])
    sets = [(r, k) for r, k in np.ndindex(train.shape[:2]) if (of_group[r] == k).any()]
    sizes, n, total = np.bincount(codes), codes.size, len(every)

    def overlap(one, other):
        if len(sets) == 1:
            return 0.0
        both = [g for g in every if train[one][codes == g].any() and train[other][codes == g].any()]
        shared = sum(sizes[g] ** 2 for g in both) / train[one].sum() / train[other].sum()
        return n**2 / (total * (sizes**2).sum()) * shared

    times = is_held.sum(0)
    counts = sorted(set(times[times > 0]))
    return {
        "difference": [z[r][of_group[r] == k].sum() for r, k in sets],
        "squares": (z**2).sum(),
        "squared_totals": [(z.sum(0)[times == c] ** 2).sum() for c in counts],
        "records": [(times == c).sum() for c in counts],
        "overlap": [[overlap(a, b) for b in sets] for a in sets],
        "per_record": (apart**2).sum() / (fold >= 0).sum(),
        "n_train": np.mean([train[place].sum() for place in sets]),
        "n_records": (fold >= 0).any(0).sum(),
        "df": (times > 0).sum() - 1,
    }


@pytest.mark.parametrize("cv", [None, *SPLITTERS])
def test_sums_are_those_of_loops(cv):
    data, pair = grouped(cv), ("c", "a")
    found = Evidence.of(data).groups.difference(*("abc".index(name) for name in pair))
    for name, expected in by_loops(data, *pair).items():
        np.testing.assert_allclose(found[name], expected, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("cv", [None, "group k-fold"])
def test_pairs_at_once_are_the_pairs_one_by_one(cv):
    groups = Evidence.of(grouped(cv)).groups
    found = groups.difference(np.array([0, 0, 1]), np.array([1, 2, 2]))
    for place, (a, b) in enumerate([(0, 1), (0, 2), (1, 2)]):
        alone = groups.difference(a, b)
        for name in alone:
            expected = found[name].isel(pair=place) if "pair" in found[name].dims else found[name]
            np.testing.assert_allclose(alone[name], expected, atol=1e-12, err_msg=name)


def test_the_last_classifier_is_never_wrong():
    data = grouped()
    right = xr.concat([data["y_pred"], data["y_true"].expand_dims(repeat=1, classifier=["d"])], dim="classifier")
    with_right = data.drop_vars(["y_pred", "classifier"]).assign(y_pred=right)
    found = Evidence.of(data).groups.difference(0, 3)
    expected = Evidence.of(with_right).groups.difference(0, 3)
    for name in ("squares", "per_record", "difference", "typical"):
        np.testing.assert_allclose(found[name], expected[name], atol=1e-12, err_msg=name)


@pytest.mark.parametrize("cv", [None, "block-regularized", "hold-outs"])
def test_groups_of_one_record_add_up_to_the_sums_of_records(cv):
    """Which are about the mean; those of differences of right and wrong are not."""
    data = grouped(cv, np.arange(30))
    one = Evidence(predictions=data.drop_vars("group"), metric=metric_of("error"))
    centred = one.influence_sums.difference(0, 1)
    values = one.influence.transpose("classifier", "repeat", "record").to_numpy()
    groups = GroupSums(values=values, fold=fold_of(one.predictions), train=one.train, codes=np.arange(30))
    found = groups.difference(0, 1)
    for name in set(centred) - {"cells", "overlap"}:
        np.testing.assert_allclose(found[name], centred[name], atol=1e-12, err_msg=name)
    if cv is not None:
        np.testing.assert_allclose(found["overlap"], centred["overlap"], atol=1e-12)
    counts = centred["records"] * centred["times"]
    np.testing.assert_allclose(found["per_record"], centred["squares"] / counts.sum(), atol=1e-12)
    validated = int((data["fold"] >= 0).any("repeat").sum())
    assert (groups.widened, groups.df, groups.worth_alike) == pytest.approx((1, validated - 1, validated))


@pytest.mark.parametrize("sizes", [SIZES, (3, 3, 3, 3)])
def test_variances_are_larger_where_groups_differ_in_size(sizes):
    sizes = np.array(sizes, float)
    n, count = sizes.sum(), sizes.size
    groups = Evidence.of(grouped(groups=np.repeat(np.arange(count), sizes.astype(int)))).groups
    squares = (sizes**2).sum()
    factor = (count - 1) / count / (1 - 2 * (sizes**3).sum() / (n * squares) + squares / n**2)
    assert groups.widened == pytest.approx(factor)
    assert groups.widened >= 1 - 1e-12
    assert groups.worth_alike == pytest.approx(n**2 / squares)


def test_the_factor_makes_the_variance_of_alike_records_unbiased():
    """Simulated: sums about the mean of groups whose records are all the same say too little without it."""
    rng, sizes = np.random.default_rng(0), np.array(SIZES, float)
    values = rng.normal(size=(20_000, sizes.size))
    means = values @ sizes / N
    sums = ((values - means[:, None]) * sizes) / N
    estimated = (sums**2).sum(1).mean() * sizes.size / (sizes.size - 1)
    factor = Evidence.of(grouped()).groups.widened
    assert factor * estimated == pytest.approx(means.var(), rel=0.04)
    assert estimated < 0.94 * means.var()


def test_the_covariance_of_several_gives_the_variance_of_every_pair():
    groups = Evidence.of(grouped()).groups
    for a, b in itertools.combinations(range(3), 2):
        apart = groups.covariance[a, a] + groups.covariance[b, b] - 2 * groups.covariance[a, b]
        squares = float(groups.difference(a, b)["squares"])
        assert apart == pytest.approx(groups.widened * squares / (groups.df * (groups.df + 1)))


class TestEffect:
    """Of the design: how many times more a mean difference varies."""

    def test_of_alike_records_it_is_their_number(self):
        """But for the divisors of variances, 1 less than the number of groups here, none there."""
        y, once = answered({"a": 0.2, "b": 0.4}, 20)
        data = bc.labels(
            np.repeat(y, 6), {name: np.repeat(one, 6) for name, one in once.items()}, group=np.repeat(np.arange(20), 6)
        )
        assert Evidence.of(data).groups.effect(np.array([0]), np.array([1])) == pytest.approx(6 * 20 / 19)

    @pytest.mark.parametrize("sizes", [SIZES, (4,) * 10])
    def test_it_is_the_variance_of_groups_over_that_of_records(self, sizes):
        groups = np.repeat(np.arange(10), sizes)
        data = grouped(groups=groups)
        wrong = (data["y_pred"] != data["y_true"]).astype(int)[:, 0].to_numpy()
        d = wrong[0] - wrong[1]
        sums, found = np.bincount(groups, d - d.mean()), Evidence.of(data).groups
        expected = found.widened * 10 / 9 * (sums**2).sum() / d.size**2 / (d.var() / d.size)
        assert found.effect(np.array([0]), np.array([1])) == pytest.approx(expected)

    def test_repeats_do_not_make_it_less(self):
        """Each record has the same outcome in all repeats."""
        once = hold_out(RATES, N)
        y, given = once["y_true"].to_numpy(), once["y_pred"][:, 0].to_numpy()
        splits = list(SPLITTERS["block-regularized"].split(np.zeros((N, 1)), None, GROUPS))
        more = {name: np.stack([row] * 3) for name, row in zip(RATES, given, strict=True)}
        several = bc.labels(y, more, group=GROUPS, how=splits and bc.splits(splits))
        pair = np.array([0]), np.array([1])
        expected = Evidence.of(once.assign(group=("record", GROUPS))).groups.effect(*pair)
        assert Evidence.of(several).groups.effect(*pair) == pytest.approx(expected)

    def test_of_several_pairs_it_is_the_largest_and_where_nothing_differs_that_of_alike_records(self):
        groups = Evidence.of(grouped()).groups
        pairs = np.array([0, 0, 1]), np.array([1, 2, 2])
        alone = [groups.effect(np.array([a]), np.array([b])) for a, b in zip(*pairs, strict=True)]
        assert groups.effect(*pairs) == pytest.approx(max(alone))
        y, given = answered({"a": 0.2}, N)
        data = bc.labels(y, given | {"b": given["a"]}, group=GROUPS)
        groups = Evidence.of(data).groups
        assert groups.effect(np.array([0]), np.array([1])) == pytest.approx((np.array(SIZES) ** 2).sum() / N)


class TestDesign:
    """What the design says of groups."""

    def test_it_counts_groups_of_two_or_more_and_their_validated_records(self):
        found = design_of(grouped())
        assert (found.n_groups, found.groups.smallest, found.groups.largest) == (10, 1, 9)
        assert found.groups.mean == pytest.approx(np.mean(SIZES))
        assert (found.n_records, found.has_groups, found.units) == (N, True, "groups of records")
        found = design_of(grouped(groups=np.arange(30)))
        assert (found.n_groups, found.has_groups, found.units) == (0, False, "records")
        groups = np.array([0] * 10 + [1] * 10 + [2, 3, 4, 5, 6])
        y, given = answered({"a": 0.2, "b": 0.3}, 25)
        options = {"splits": [(np.arange(20), np.arange(20, 25))], "group": groups}
        assert design_of(gathered(y_true=y, y_pred=given, **options)).n_groups == 0

    def test_two_folds_of_groups_are_no_tables_of_the_block_regularized_design(self):
        found = design_of(grouped("block-regularized"))
        assert found.kind == "cross-validation"
        once = bc.labels(*answered(RATES, N, repeats=3), how=bc.splits(splits_of(N, 3)))
        assert design_of(once).kind == "two-fold"


def test_degrees_of_freedom_of_order_are_those_of_the_class_in_fewest_groups():
    groups, rng = np.arange(120) // 4, np.random.default_rng(0)
    y = np.isin(groups, [0, 1, 2, 3, 4, 5]).astype(int)  # the rare class is in 6 groups of 30
    scores = {name: y + rng.normal(size=120) for name in "ab"}
    result = bc.compare(bc.decision_values(y, scores, group=groups), metric="roc_auc", rng=0)
    (low, high), (lower, higher) = ((one.low, one.high) for one in map(result.difference.interval, (0.5, 0.95)))
    ratio = stats.t.ppf(0.975, 5) / stats.t.ppf(0.75, 5)
    assert (higher - lower) / (high - low) == pytest.approx(ratio, rel=0.02)


class TestSizes:
    """Whether the sizes of groups tell of their mean differences."""

    def noted(self, tells, count=20, classifiers="ab"):
        rng = np.random.default_rng(0)
        sizes = np.arange(1, count + 1)
        group = np.repeat(np.arange(count), sizes)
        scores = {name: rng.normal(size=group.size) for name in classifiers}
        scores["b"] += tells * sizes[group] / 10
        result = bc.compare(bc.scores(scores, group=group), first="a", second="b")
        return [note for note in result.notes if "sizes of groups" in note]

    def test_a_note_says_so(self):
        assert len(self.noted(2.0)) == 1
        assert not self.noted(0.0)
        assert not self.noted(2.0, count=7)

    def test_the_p_value_is_that_of_scipy_with_ties_too(self):
        rng = np.random.default_rng(0)
        sizes, means = rng.integers(1, 5, 30).astype(float), rng.normal(size=30).round(1)
        assert told_by_sizes(sizes, means) == pytest.approx(tuple(stats.spearmanr(sizes, means)))
        assert told_by_sizes(np.ones(30), means) == (0.0, 1.0)
