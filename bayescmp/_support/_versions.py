"""The versions that numbers depend on."""

import platform
from functools import cache
from importlib.metadata import version


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that numbers depend on."""
    return dict(_versions())


@cache
def _versions() -> dict[str, str]:  # reading metadata takes longer than a comparison
    names = ("bayescmp", "numpy", "scipy", "scikit-learn", "xarray")
    return {"python": platform.python_version()} | {name: version(name) for name in names}
