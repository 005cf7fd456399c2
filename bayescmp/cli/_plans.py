"""The resampling plan and the inference level that a command names, checked before any work."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

from bayescmp.cli._options import options_given

if TYPE_CHECKING:
    from bayescmp._registry import Registry
    from bayescmp.levels import Level
    from bayescmp.metrics import Metric


def check_plan(context: typer.Context, plan: str | None) -> None:
    """Refuse a plan that is not known, and one beside repeats."""
    from bayescmp.model_selection import PLANS  # noqa: PLC0415 - `--help` answers without loading the package

    if plan is not None:
        PLANS.check("--plan", plan)
        if options_given(context, ["repeats"]):
            raise ValueError("--plan must be given without --repeats, for a plan has its own.")


def check_level(inference: str, plan: str | None, metric: "Metric", levels: "Registry[Level]") -> None:
    """Refuse a level that is none of these, and one that does not fit the plan and the metric."""
    from bayescmp.levels._registry import AUTO  # noqa: PLC0415 - as above

    levels.check("--inference", inference, also=[AUTO])
    if inference != AUTO and plan is not None and inference not in (fitting := _fitting(plan, metric, levels)):
        of = "" if metric.counts_errors else f" and the metric {metric.name!r}"
        rule = f"--inference must be one of {', '.join(fitting)} for the plan {plan!r}{of}"
        raise ValueError(f"{rule}, but got {inference!r}.")


def _fitting(plan: str, metric: "Metric", levels: "Mapping[str, Level]") -> list[str]:
    from bayescmp.design import Design  # noqa: PLC0415 - as above
    from bayescmp.model_selection import PLANS  # noqa: PLC0415

    design = Design(kind=PLANS[plan].kind, n_records=0, has_records=True)
    return [level.name for level in levels.values() if level.fits(design, metric)]
