"""Names from the registries in the help of a command: loaded when help is asked for, for loading takes a second."""

from collections.abc import Callable, Iterable
from typing import Any

from typer.core import TyperCommand


class WithChoices(TyperCommand):
    """A command whose help may hold {levels}, {metrics}, {plans}, {tests}, {plots}, {sections} or {scenarios}."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help with the names in place."""
        self.help = _filled(self.help)
        for parameter in self.params:
            if getattr(parameter, "help", None):
                parameter.help = _filled(parameter.help)  # type: ignore[attr-defined]
        super().format_help(ctx, formatter)


def _filled(text: str | None) -> str | None:
    for name, members in _MEMBERS.items():
        if text and f"{{{name}}}" in text:
            text = text.replace(f"{{{name}}}", ", ".join(members()))
    return text


def _levels() -> Iterable[str]:
    from bayescmp.levels import LEVELS  # noqa: PLC0415
    from bayescmp.levels._registry import AUTO  # noqa: PLC0415

    return [AUTO, *LEVELS]


def _metrics() -> Iterable[str]:
    from bayescmp.metrics import METRICS  # noqa: PLC0415

    return METRICS


def _plans() -> Iterable[str]:
    from bayescmp.model_selection import PLANS  # noqa: PLC0415

    return PLANS


def _tests() -> Iterable[str]:
    from bayescmp.frequentist import TESTS  # noqa: PLC0415

    return TESTS


def _plots() -> Iterable[str]:
    from bayescmp.plots import PLOTS  # noqa: PLC0415

    return PLOTS


def _sections() -> Iterable[str]:
    from bayescmp.reports import SECTIONS  # noqa: PLC0415

    return SECTIONS


def _scenarios() -> Iterable[str]:
    from bayescmp.studies import SCENARIOS  # noqa: PLC0415

    return SCENARIOS


_MEMBERS: dict[str, Callable[[], Iterable[str]]] = {
    "levels": _levels,
    "metrics": _metrics,
    "plans": _plans,
    "tests": _tests,
    "plots": _plots,
    "sections": _sections,
    "scenarios": _scenarios,
}
