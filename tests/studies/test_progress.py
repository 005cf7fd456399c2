"""What a run says on standard error while it works."""

import itertools

import pytest

from bayescmp.studies import Cell, Method, SixClass, Study, Tune, _progress, run_study

TUNE = Tune(parameter="distortion", low=1.0, high=100.0, n_train=40, draws=2)
NOTHING = Method(name="nothing", plan="10-fold", assess=lambda outcomes, alpha: {})


def study_of(*names):
    cells = [Cell(scenario=SixClass(n_records=20), name=name, tune=TUNE) for name in names]
    return Study(name="mine", cells=cells, methods=[NOTHING], trials=1, truth_draws=2, seed=1)


def test_every_tuning_is_announced_once(tmp_path, capsys):
    for _ in range(2):
        run_study(study_of("near", "far"), tmp_path, progress=True)
    assert capsys.readouterr().err == "mine: tuning near\nmine: tuning far\n"


def test_nothing_is_said_unless_asked(tmp_path, capsys):
    run_study(study_of("near"), tmp_path)
    assert capsys.readouterr().err == ""


def test_the_time_left_takes_all_tasks_as_equally_long(monkeypatch, capsys):
    clock = itertools.count(0, 20)  # seconds from one look at the clock to the next
    monkeypatch.setattr(_progress.time, "monotonic", lambda: next(clock))
    assert list(_progress.shown(range(8), 8, "mine", visible=True)) == list(range(8))
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "mine: 25% done, 2.0 min left"  # after 40 s, with 6 of 20 s to come
    assert [line.split()[1] for line in lines] == ["25%", "50%", "75%", "100%"]


@pytest.mark.parametrize("visible", [True, False])
def test_results_come_as_they_are(visible):
    assert list(_progress.shown(iter("abc"), 3, "mine", visible=visible)) == list("abc")
