"""Names from the registries in the help of a command: loaded when help is asked for, for loading takes a second."""

from importlib import import_module
from typing import Any

from typer.core import TyperCommand


class WithChoices(TyperCommand):
    """A command whose help may hold {estimators}, {levels}, {metrics}, {plans} and so on: those of `_MEMBERS`."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help with the names in place."""
        self.help = _filled(self.help)
        for parameter in self.params:
            if getattr(parameter, "help", None):
                parameter.help = _filled(parameter.help)  # type: ignore[attr-defined]
        super().format_help(ctx, formatter)


def _filled(text: str | None) -> str | None:
    for name, (module, registry) in _MEMBERS.items():
        if text and f"{{{name}}}" in text:
            found = getattr(import_module(f"bayescmp.{module}"), registry)
            text = text.replace(f"{{{name}}}", ", ".join(found() if callable(found) else found))
    return text


_MEMBERS = {
    "estimators": ("model_selection._named_estimators", "SHORT_NAMES"),
    "levels": ("levels", "LEVELS"),
    "joint_levels": ("levels._registry", "joint_levels"),
    "metrics": ("metrics", "METRICS"),
    "plans": ("model_selection", "PLANS"),
    "tests": ("frequentist", "TESTS"),
    "plots": ("plots", "PLOTS"),
    "scenarios": ("studies", "SCENARIOS"),
}
"""Where the names are, by the word that stands for them."""
