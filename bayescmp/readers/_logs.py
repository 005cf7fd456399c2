"""Logs of evaluations as predictions: one function for all formats, and one name for each."""

from dataclasses import replace
from typing import Any

import xarray as xr

from bayescmp._support._arguments import known_arguments
from bayescmp._support._files import MAX_BYTES, contents_of
from bayescmp._support._registry import fits
from bayescmp._support._text import listed
from bayescmp._support._validation import about, check_choice, check_flag, check_integer, check_list, check_text
from bayescmp.doors import MISSING, judged_by
from bayescmp.readers._log import Log, Wanted
from bayescmp.readers._log_files import Names, OneOrMore, Paths, called, files_by_path, given_paths
from bayescmp.readers._matched import matched
from bayescmp.readers._registry import READERS, reader_of


@known_arguments
def read_logs(
    paths: Paths,
    *,
    format: str | None = None,  # noqa: A002 - the word for it
    score: OneOrMore = None,
    judge: OneOrMore = None,
    filter: OneOrMore = None,  # noqa: A002 - the harness's word
    task: OneOrMore = None,
    group: str | None = None,
    by: str | None = None,
    greater_is_better: bool | None = None,
    names: Names = None,
    on_missing: str = "error",
    max_bytes: int = MAX_BYTES,
) -> xr.Dataset:
    """Read logs of evaluations as predictions: of lm-evaluation-harness, Inspect AI, HELM and others.

    Records are matched by what identifies them, never by position: documents of lm-evaluation-harness by their hash,
    equal ones by their numbers, samples of Inspect and Every Eval Ever and instances of HELM by their ids, problems of
    NeMo Evaluator by their index, rows of MLflow by their inputs and tests of promptfoo by their variables, equal ones
    by their place among these; perturbed instances are left out. Epochs of Inspect, repeats of NeMo Evaluator and
    promptfoo, and those of HELM with other examples in the prompt, are several answers. A score of only 0 and 1 makes
    predictions that are right or wrong; any other becomes a score of each record. Of Inspect, C counts as 1, P as .5, I
    and N as 0; NaN, no score and an error mean that a sample is unscored.

    Parameters
    ----------
    paths : str, Path or list of these
        Logs, or folders with them, of one system or several: ``samples_*.jsonl`` of lm-evaluation-harness, which
        ``--log_samples`` writes; .eval or .json of Inspect; folders of runs of HELM, or per_instance_stats.json with
        run_spec.json beside; ``*_samples.jsonl`` of Every Eval Ever; eval_results_table.json of MLflow; results.jsonl
        of NeMo Evaluator with its bundle beside; JSON of promptfoo, of one provider or several.
    format : {"lm-eval", "inspect", "helm", "every-eval-ever", "mlflow", "nemo", "promptfoo"}, optional
        The format, if it is not to be known by content.
    score : str or list of str, optional
        The metric or scorer to take, such as "acc", where a log has several.
    judge : str or list of str, optional
        With `score`, of people who judged some: the score of a judge that judged all answers, as `judge` of `verdicts`.
    filter : str or list of str, optional
        The filter to take of lm-evaluation-harness, such as "strict-match", or the value of a scorer of Inspect that
        gives several.
    task : str or list of str, optional
        The tasks to take, or patterns such as "mmlu_*"; all if None. Several become the coordinate `task`. Those of
        HELM are names of runs without the model.
    group : str, optional
        The key of what a log tells of a record that holds groups of dependent ones, such as a passage.
    by : str, optional
        The key of what a log tells of a record, such as its language, that takes the place of tasks: a text, or a whole
        number, which is cut into quarters where it has more than ten values.
    greater_is_better : bool, optional
        Whether more of the score is better, where neither the log nor its name tells.
    names : mapping from paths to str, optional
        Names of the systems of paths; else those that the logs tell.
    on_missing : {"error", "drop", "wrong"}, default "error"
        What to do where a system has no judgement of a record, as in `labels`.
    max_bytes : int, default 2**28
        The most that a file, or a part of it that is read, may hold unpacked.

    Returns
    -------
    Dataset
        As from `labels`; its provenance says what was matched.

    Raises
    ------
    FileNotFoundError, ImportError
        If there is no such file, or it is packed by Zstandard, before Python 3.14 and without the extra `logs`.
    TypeError, ValueError
        If an argument is not one of the format, there are several scores or filters and none is named, logs contradict
        each other, or answers are missing and `on_missing` is "error".

    Notes
    -----
    Where lm-evaluation-harness repeats a task, the file has one judgement of all repeats: the variance between them
    cannot be told. Of an archive of Inspect the summaries of samples are read, in which metadata are cut at a thousand
    characters; of a run that is not finished, those in its journal.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> import bayescmp as bc
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> def write(model, verdicts):
    ...     samples = [
    ...         {"id": i, "epoch": 1, "input": "?", "target": "A", "scores": {"match": {"value": one}}}
    ...         for i, one in enumerate(verdicts)
    ...     ]
    ...     log = {"version": 2, "status": "success", "eval": {"task": "quiz", "model": model}, "samples": samples}
    ...     _ = (folder / f"{model}.json").write_text(json.dumps(log))
    >>> write("small", "CIC")
    >>> write("large", "CCC")
    >>> bc.read_logs(folder)["y_pred"].values.sum(axis=(1, 2)).tolist()  # of 0, right, and 1, wrong
    [0, 1]
    """
    check_choice("on_missing", on_missing, MISSING)
    given = given_paths(paths)
    with about("paths" if format is None else "format"):
        reader = reader_of(given) if format is None else READERS[READERS.check("format", format)]
    asked: dict[str, Any] = {"score": score, "judge": judge, "filter": filter, "group": group, "by": by}
    odd = [name for name, value in asked.items() if value and name not in reader.options]
    if odd:
        raise ValueError(f"`{odd[0]}` must be left out: a log of {reader.spoken} has no such thing.")
    wanted = _wanted(asked | {"task": task, "greater_is_better": greater_is_better}, max_bytes)
    by_path = called(names, given)
    files = files_by_path(reader, given)

    def read(wanted: Wanted, on_missing: str) -> xr.Dataset:
        logs = list[Log]()
        for path, own in files.items():
            for file in own:
                with contents_of(file, f"a log of {reader.spoken}"):
                    logs += [replace(log, system=by_path.get(path, log.system)) for log in reader.read(file, wanted)]
        _check_met(logs, wanted)
        return matched(logs, reader.spoken, on_missing)

    if not wanted.judge:
        return read(wanted, on_missing)
    return judged_by(read(wanted, "drop"), read(replace(wanted, score=wanted.judge, argument="judge"), on_missing))


def read_lm_eval(paths: Paths, **asked: Any) -> xr.Dataset:
    """Read logs of lm-evaluation-harness: `read_logs` with its format.

    Examples
    --------
    >>> import bayescmp as bc
    >>> bc.read_lm_eval([])
    Traceback (most recent call last):
        ...
    ValueError: `paths` must be a log or more, each given once, but got none.
    """
    return read_logs(paths, format="lm-eval", **asked)


def read_inspect(paths: Paths, **asked: Any) -> xr.Dataset:
    """Read logs of Inspect AI: `read_logs` with its format.

    Examples
    --------
    >>> import bayescmp as bc
    >>> bc.read_inspect([])
    Traceback (most recent call last):
        ...
    ValueError: `paths` must be a log or more, each given once, but got none.
    """
    return read_logs(paths, format="inspect", **asked)


def read_helm(paths: Paths, **asked: Any) -> xr.Dataset:
    """Read runs of HELM: `read_logs` with its format.

    Examples
    --------
    >>> import bayescmp as bc
    >>> bc.read_helm([])
    Traceback (most recent call last):
        ...
    ValueError: `paths` must be a log or more, each given once, but got none.
    """
    return read_logs(paths, format="helm", **asked)


def _check_met(logs: list[Log], wanted: Wanted) -> None:
    """Refuse tasks, and keys of records, that no log has."""
    for name in wanted.task:
        if not any(fits(task, name) for task in wanted.met):
            known = listed([repr(task) for task in dict.fromkeys(wanted.met)])
            raise ValueError(f"`task` must be one of {known}, but got {name!r}.")
    for name, key in (("group", wanted.group), ("by", wanted.by)):
        if key is not None and all(getattr(row, name) is None for log in logs for row in log.rows):
            raise ValueError(f"`{name}` must be a key of what logs tell of a record, but no record has {key!r}.")


def _wanted(asked: dict[str, Any], max_bytes: int) -> Wanted:
    """Return what is asked of logs, if it is such."""
    for name in ("group", "by"):
        if asked[name] is not None:
            check_text(name, asked[name])
    if asked["greater_is_better"] is not None:
        check_flag("greater_is_better", asked["greater_is_better"])
    names = {name: _texts(name, asked[name]) for name in ("score", "judge", "filter", "task")}
    if names["judge"] and (not names["score"] or {*names["judge"]} & {*names["score"]}):
        raise ValueError("`judge` must be given with `score`, another judgement, of people.")
    return Wanted(**asked | names, max_bytes=check_integer("max_bytes", max_bytes, least=1, most=None))


def _texts(name: str, given: OneOrMore) -> tuple[str, ...]:
    """Return one name or several."""
    if given is None:
        return ()
    return tuple(check_text(name, one) for one in ([given] if isinstance(given, str) else check_list(name, given)))
