"""Files of strangers in the current folder: nothing of them runs, and nothing is written through their links."""

import pytest

import bayescmp as bc
from tests.data import run_python, table

RUN = """
import bayescmp as bc
from bayescmp.cli import main
from bayescmp.studies import Epsilon, Study, method_named

study = Study(name="small", cells=[Epsilon(n_records=40)], methods=[method_named("bcv_mcnemar")], trials=2)
bc.studies.builtin_study = lambda name, **_: study
main()
"""


@pytest.fixture
def hostile(tmp_path):
    """Return a folder with modules that leave a mark if they run."""
    folder = tmp_path / "here"
    folder.mkdir()
    for name in ("numpy", "joblib", "pickle", "argparse", "jinja2", "yaml"):
        mark = tmp_path / f"{name}.mark"
        (folder / f"{name}.py").write_text(f"open({str(mark)!r}, 'w')\nraise ImportError('hostile')\n")
    return folder


@pytest.mark.external
def test_modules_of_the_current_folder_do_not_run_in_worker_processes(hostile):
    script = hostile.parent / "run.py"
    script.write_text(RUN)
    command = [script, "study", "run", "small", "--out", "out", "--jobs", "2"]
    found = run_python(*command, cwd=hostile)
    assert found.returncode == 0, found.stderr
    assert [path.name for path in hostile.parent.glob("*.mark")] == []


def test_a_file_is_not_written_through_a_link_that_waits_for_it(tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    for name in ("r.nc.part", "r.nc"):
        (tmp_path / name).symlink_to(victim)
    result = bc.compare(table(3, 1, 2, 4))
    result.save(tmp_path / "r.nc")
    assert victim.read_text() == "precious"
    assert bc.load(tmp_path / "r.nc").to_json() == result.to_json()
    assert not (tmp_path / "r.nc").is_symlink()
