"""What a run says on standard error while it works."""

from bayescmp.studies import Cell, SixClass, Study, StudyMethod, Tune, run_study

TUNE = Tune(parameter="distortion", low=1.0, high=100.0, n_train=40, draws=2)
NOTHING = StudyMethod(name="nothing", plan="10-fold", assess=lambda outcomes, alpha: {})


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
