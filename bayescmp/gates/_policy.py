"""What a gate asks of each task, as a policy file says it."""

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, replace
from numbers import Real
from typing import Any

from bayescmp._support._files import read_limited
from bayescmp._support._registry import did_you_mean, fits
from bayescmp._support._text import shown
from bayescmp._support._validation import check_flag, check_not_negative, check_path, check_probability, check_text

_DEFAULT, _TASKS, _THRESHOLD = "default", "tasks", "threshold"
_MAX_BYTES = 2**20
type _Keys = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What is asked of a task.

    Attributes
    ----------
    drop : float or None
        The drop of the metric that does not matter, in its units.
    relative_drop : float or None
        The same as a share of the baseline's observed value; one of the two is given.
    metric : str or None
        The name of the metric; None is that of the data.
    required : bool
        Whether a task that is not there blocks.
    blocks : bool
        Whether a worse task blocks; else it warns.
    """

    drop: float | None = None
    relative_drop: float | None = None
    metric: str | None = None
    required: bool = False
    blocks: bool = True


_DROPS: tuple[str, ...] = ("drop", "relative_drop")


@dataclass(frozen=True, kw_only=True)
class Policy:
    """The rules of tasks: those of plain names, then patterns in their order, then the default, if there is one."""

    rules: Mapping[str, Rule]
    default: Rule | None
    threshold: float
    lines: "_Lines"

    def rule_of(self, task: str) -> Rule | None:
        """Return the rule of a task; None where the policy has none."""
        name = self._name_of(task)
        return self.default if name is None else self.rules[name]

    def at(self, task: str, *keys: str) -> AbstractContextManager[None]:
        """Say of an error what of a task it is about, in its own table or in that of all others."""
        name = self._name_of(task)
        own = [] if name is None else [(_TASKS, name, *keys)]
        return self.lines.at(*own, (_DEFAULT, *keys))

    def _name_of(self, task: str) -> str | None:
        """Return the name of the table of a task: its own, or the first pattern that fits."""
        return task if task in self.rules else next((name for name in self.rules if fits(task, name)), None)

    def missing(self, tasks: Sequence[str]) -> Iterator[str]:
        """Yield what is required and not among the tasks; refuse what is not required and not among them either."""
        for name, rule in self.rules.items():
            if not any(fits(task, name) for task in tasks):
                if not rule.required:
                    known = did_you_mean(name, tasks) or f" Tasks are {shown(list(tasks))}."
                    with self.lines.at((_TASKS, name)):
                        raise ValueError(f"it must be of a task that is there, or required, but is neither.{known}")
                yield name

    def plain(self) -> dict[str, Any]:
        """Return what a file of it says, with all rules as they apply."""
        default = {} if self.default is None else {_DEFAULT: asdict(self.default)}
        return {_THRESHOLD: self.threshold, **default, _TASKS: {name: asdict(one) for name, one in self.rules.items()}}


@dataclass(frozen=True)
class _Lines:
    """Where a policy says what."""

    file: str = ""
    text: str = ""

    @contextmanager
    def at(self, *paths: _Keys) -> Iterator[None]:
        """Say of an error where it is: at the first of some keys that the policy has, and in which line."""
        try:
            yield
        except (TypeError, ValueError) as error:
            path = next((one for one in paths if self._number_of(one)), paths[0])
            called = ".".join(one if one.isidentifier() else f'"{one}"' for one in map(str, path))
            number = self._number_of(path)
            place = ", ".join(filter(None, [self.file, f"line {number}" if number else "", called]))
            raise type(error)(f"`policy`{f' ({place})' if place else ''}: {error}") from None

    def _number_of(self, path: _Keys) -> int:
        """Return the line of a key, which is where the shortest beginning of the file that has it ends; 0 without."""
        lines = self.text.splitlines(keepends=True)
        for number in range(1, len(lines) + 1):
            try:
                found: Any = tomllib.loads("".join(lines[:number]))
                for key in path:
                    found = found[key]
            except (tomllib.TOMLDecodeError, KeyError, TypeError):
                continue
            return number
        return 0


def policy_of(given: Any) -> Policy:
    """Return the policy that a file, or a mapping as such a file, says; refuse what no policy can say."""
    if isinstance(given, Mapping):
        return _checked(given, _Lines())
    if isinstance(given, Real):
        raise TypeError(f"`policy` must be a file or {{'default': {{'drop': {given}}}}}, a mapping, but got {given}.")
    path = check_path("policy", given)
    text = read_limited(path, max_bytes=_MAX_BYTES).decode("utf-8-sig")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"`policy` ({path.name}): it must be in TOML, but: {error}.") from None
    return _checked(found, _Lines(path.name, text))


def _checked(found: Mapping[str, Any], lines: _Lines) -> Policy:
    _check_keys(found, (_DEFAULT, _TASKS, _THRESHOLD), (), lines)
    with lines.at(()):
        if not found.get(_TASKS) and _DEFAULT not in found:
            raise ValueError(f"it must have [{_DEFAULT}], or [{_TASKS}.NAME], but has neither.")
    default = None if _DEFAULT not in found else _rule(found[_DEFAULT], (_DEFAULT,), Rule(), lines)
    tasks = _table(found.get(_TASKS, {}), (_TASKS,), lines)
    rules = {name: _rule(own, (_TASKS, name), default or Rule(), lines) for name, own in tasks.items()}
    with lines.at((_THRESHOLD,)):
        threshold = check_probability(_THRESHOLD, found.get(_THRESHOLD, 0.975), low=0.5)
    return Policy(rules=rules, default=default, threshold=threshold, lines=lines)


def _rule(given: Any, at: _Keys, default: Rule, lines: _Lines) -> Rule:
    """Return a rule with what it does not say from the default; of both kinds of drop one takes the other's place."""
    own = {key: value for key, value in _table(given, at, lines).items() if value is not None}
    _check_keys(own, _CHECKS, at, lines)
    for key, value in own.items():
        with lines.at((*at, key)):
            _CHECKS[key](key, value)
    drops = [key for key in _DROPS if key in own]
    kept = replace(default, drop=None, relative_drop=None) if drops else default
    rule = replace(kept, **own)
    with lines.at(at):
        if len(drops) > 1 or (rule.drop is None and rule.relative_drop is None):
            got = "both" if drops else "neither"
            raise ValueError(f"it must say one of `drop` and `relative_drop`, but says {got}.")
    return rule


def _check_share(name: str, value: object) -> None:
    number = check_not_negative(name, value)
    if number >= 1:
        raise ValueError(f"`{name}` must be a proportion below 1, but got {shown(value)}.")


_CHECKS: dict[str, Callable[[str, Any], object]] = {
    "drop": check_not_negative, "relative_drop": _check_share, "metric": check_text, "required": check_flag,
    "blocks": check_flag,
}  # fmt: skip


def _table(given: Any, at: _Keys, lines: _Lines) -> Mapping[str, Any]:
    with lines.at(at):
        if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
            raise TypeError(f"it must be a table, whose keys are texts, but got {shown(given)}.")
        return given


def _check_keys(given: Mapping[str, Any], known: Collection[str], at: _Keys, lines: _Lines) -> None:
    for key in given:
        if key not in known:
            with lines.at((*at, str(key))):
                hint = did_you_mean(key, known)
                if key in _CHECKS:
                    hint = f" It is of a rule: {{{_DEFAULT!r}: {{{key!r}: {shown(given[key])}}}}}."
                raise ValueError(f"it must be one of {', '.join(known)}, but is none of them.{hint}")
