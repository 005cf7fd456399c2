"""Folders with links, pipes and files of the user's own: nothing of them is changed, removed or taken for ours."""

import os

import pytest

from bayescmp.studies import Epsilon, Study, method_named, run_study

STUDY = Study(name="mine", cells=[Epsilon(n_records=20)], methods=[method_named("kfold_t")], trials=50)
CHUNK = "000-t000000000-n000050.csv"


def contents(out):
    """Everything but the log and the lock, byte for byte."""
    files = [path for path in out.rglob("*") if path.is_file() and path.name not in {"log.jsonl", "lock"}]
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


@pytest.mark.parametrize("name", ["log.jsonl", "lock"])
def test_nothing_is_written_through_a_link(name, out, tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (out / name).unlink()
    (out / name).symlink_to(victim)
    before = contents(out)
    with pytest.raises(FileExistsError, match=rf"^'{name}' must be a file, but is a link\. Move "):
        run_study(STUDY, out)
    assert victim.read_text() == "precious"
    assert contents(out) == before


@pytest.mark.parametrize("name", ["log.jsonl", "lock", f"chunks/{CHUNK}", "truth-000-18.json", "study.json"])
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_a_pipe_or_folder_in_place_of_a_file_is_refused(name, make, out):
    (out / name).unlink()
    make(out / name)
    with pytest.raises(
        (OSError, ValueError), match=rf"{name.rpartition('/')[2]}' ?(must be a file, but is|: Is a dir)"
    ):
        run_study(STUDY, out)


@pytest.mark.parametrize("name", ["log.jsonl", "chunks", "tuning-000.json", "truth-000-9.json", "lock"])
def test_a_folder_with_files_of_our_names_but_no_study_is_not_ours(name, tmp_path):
    (tmp_path / name).write_text("the user's own")
    with pytest.raises(FileExistsError, match=f"^`out` must be a new folder or that of a study, but .* has '{name}'"):
        run_study(STUDY, tmp_path)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {name: "the user's own"}


def test_a_folder_of_which_a_run_was_killed_at_once_is_ours(claimed, tmp_path):
    claimed(tmp_path, STUDY).close()
    (tmp_path / "study.json").unlink()
    (tmp_path / "chunks").rmdir()
    (tmp_path / "log.jsonl").unlink(missing_ok=True)
    assert [path.name for path in tmp_path.iterdir()] == ["lock"]
    claimed(tmp_path, STUDY).close()


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("the user's own")
    with pytest.raises(FileExistsError, match=r"^`out` must be a folder, but .* is a file"):
        run_study(STUDY, tmp_path / "file")
    assert (tmp_path / "file").read_text() == "the user's own"


def test_only_leftovers_of_ours_are_removed(out, tmp_path):
    name = f"bayescmp-{16 * 'a'}.part"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (out / "mine").mkdir()
    (out / "linked").symlink_to(elsewhere)
    kept = [elsewhere / name, out / "mine" / name, out / "other.part", out / "chunks" / "x.npz.part"]
    gone = [out / name, out / "chunks" / name]
    for path in kept + gone:
        path.write_text("")
    (out / f"bayescmp-{16 * 'b'}.part").mkdir()
    (out / f"bayescmp-{16 * 'c'}.part").symlink_to(elsewhere / name)
    run_study(STUDY, out)
    assert [path.exists() for path in kept] == [True] * len(kept)
    assert [path.exists() for path in gone] == [False] * len(gone)
    assert (out / f"bayescmp-{16 * 'b'}.part").is_dir()
    assert (out / f"bayescmp-{16 * 'c'}.part").is_symlink()
