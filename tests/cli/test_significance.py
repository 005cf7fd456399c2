"""`bayescmp tests`: the list of the significance tests."""

from bayescmp.frequentist import TESTS


def test_every_test_is_listed_with_its_faults(run):
    ended = run("tests")
    assert (ended.code, ended.err) == (0, "")
    names = [line.split()[0] for line in ended.out.splitlines() if not line.startswith(" ")]
    assert names == list(TESTS)
    assert max(map(len, ended.out.splitlines())) <= 80
    said = " ".join(ended.out.split())
    for test in TESTS.values():
        assert " ".join(test.faults.split()) in said
