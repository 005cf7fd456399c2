"""Units of work: what is kept is not done again, what is damaged is, and a lost worker costs nothing that is done."""

import os
import signal
from functools import partial

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from bayescmp.runner import Unit, going_on, run_here, run_units


def name_of(number):
    return f"square-{number}.json"


def unit(folder, number, work=None):
    """Return the unit that finds the square of a number."""
    return Unit(
        name=f"square {number}",
        kept=partial(folder.result, name_of(number), ("square",)),
        work=work or partial(lambda n: {"square": n * n}, number),
        keep=lambda found: folder.write_result(name_of(number), found),
    )


def run(folder, units, **options):
    """Run units and return the names of those that were run."""
    before = len(folder.events())
    run_units(units, folder, "squares", **({"n_jobs": 1, "progress": False} | options))
    return sorted(event["event"] for event in folder.events()[before:])


def squares(folder, *numbers):
    return [folder.result(name_of(number), ("square",))["square"] for number in numbers]


@pytest.mark.parametrize("n_jobs", [1, pytest.param(2, marks=pytest.mark.full)])
def test_only_what_is_not_kept_is_run(n_jobs, folder):
    assert run(folder, [unit(folder, 1)]) == ["square 1"]
    assert run(folder, [unit(folder, number) for number in (1, 2, 3)], n_jobs=n_jobs) == ["square 2", "square 3"]
    assert run(folder, (unit(folder, number) for number in (1, 2, 3))) == []
    assert squares(folder, 1, 2, 3) == [1, 4, 9]


def test_what_is_damaged_is_said_and_run_again(folder, capsys):
    run(folder, [unit(folder, 1), unit(folder, 2)])
    (folder.path / name_of(1)).write_text("")
    assert run(folder, [unit(folder, 1), unit(folder, 2)], progress=True) == ["again", "square 1"]
    assert capsys.readouterr().err.startswith("squares: 'square-1.json' must be JSON with square, as it was written")
    assert squares(folder, 1, 2) == [1, 4]


def test_here_a_unit_is_announced_run_and_kept_once(folder, capsys):
    for _ in range(2):
        assert run_here(unit(folder, 3), folder, "squares", saying="three", progress=True) == {"square": 9}
    assert capsys.readouterr().err == "squares: three\n"
    assert [event["event"] for event in folder.events()] == ["square 3"]


def test_work_has_one_thread(folder):
    def threads():
        return {"square": max(library["num_threads"] for library in threadpool_info())}

    with threadpool_limits(2):
        run(folder, [unit(folder, 1, threads)])
    assert squares(folder, 1) == [1]


@pytest.mark.external
def test_a_killed_worker_is_one_sentence_that_says_where_to_go_on(folder):
    def die():
        os.kill(os.getpid(), signal.SIGKILL)

    run(folder, [unit(folder, 1)])
    with pytest.raises(ChildProcessError, match=r"^A worker process must live until ") as lost, going_on(folder):
        run(folder, [unit(folder, 1), unit(folder, 2, die)], n_jobs=2)
    assert lost.value.__notes__ == [f"What is done is in {str(folder.path)!r}; the same command goes on from there."]
    assert squares(folder, 1) == [1]
