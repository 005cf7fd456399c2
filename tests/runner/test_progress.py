"""What long work says on standard error."""

import itertools

import pytest

from bayescmp.runner import with_progress


def test_the_time_left_takes_all_tasks_as_equally_long(monkeypatch, capsys):
    clock = itertools.count(0, 20)  # seconds from one look at the clock to the next
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    assert list(with_progress(range(8), 8, "mine", visible=True)) == list(range(8))
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "mine: 25 % done, 2.0 min left"  # after 40 s, with 6 of 20 s to come
    assert [line.split()[1] for line in lines] == ["25", "50", "75", "100"]


@pytest.mark.parametrize("visible", [True, False])
def test_results_come_as_they_are(visible):
    assert list(with_progress(iter("abc"), 3, "mine", visible=visible)) == list("abc")
