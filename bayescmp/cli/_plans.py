"""The resampling plan and the inference level that a command names, checked before any work."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import typer

from bayescmp.cli._options import options_given

if TYPE_CHECKING:
    from bayescmp._registry import Registry
    from bayescmp.levels import Auto, Level
    from bayescmp.metrics import Metric


def check_plan(context: typer.Context, plan: str | None) -> None:
    """Refuse a plan that is not known, and one beside repeats."""
    from bayescmp.model_selection import PLANS  # noqa: PLC0415 - `--help` answers without loading the package

    if plan is not None:
        PLANS.check("--plan", plan)
        if options_given(context, ["repeats"]):
            raise ValueError("--plan must be given without --repeats, for a plan has its own.")


def checked_level(
    level: str,
    plan: str | None,
    metric: "Metric",
    levels: "Registry[Level]",
    options: Mapping[str, Any],
) -> "Level | Auto":
    """Return the level that is asked for, with its options, if it is one of these and fits the plan and the metric."""
    from bayescmp.levels import Auto  # noqa: PLC0415 - as above
    from bayescmp.levels._registry import AUTO  # noqa: PLC0415

    asked = Auto(**{name: _number_or_name(value) for name, value in options.items()})
    if levels.check("--level", level, also=[AUTO]) == AUTO:
        return asked
    if plan is not None and level not in (fitting := _fitting(plan, metric, levels)):
        of = "" if metric.counts_errors else f" and the metric {metric.name!r}"
        rule = f"--level must be one of {', '.join(fitting)} for the plan {plan!r}{of}"
        raise ValueError(f"{rule}, but got {level!r}.")
    unknown = sorted(asked.options().keys() - levels[level].options().keys())
    if unknown:
        raise ValueError(f"--{unknown[0]} must be left out for the level {level!r}, which has no such option.")
    return levels[level].with_options(asked.options())


def _number_or_name(value: Any) -> Any:
    try:
        return value if value is None else float(value)
    except ValueError:  # the name of a prior
        return value


def _fitting(plan: str, metric: "Metric", levels: "Mapping[str, Level]") -> list[str]:
    from bayescmp.design import Design  # noqa: PLC0415 - as above
    from bayescmp.model_selection import PLANS  # noqa: PLC0415

    design = Design(kind=PLANS[plan].kind, n_records=0, has_records=True)
    return [level.name for level in levels.values() if level.fits(design, metric)]
