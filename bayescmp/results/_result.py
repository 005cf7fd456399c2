"""What all results have in common: a summary, plain types, a file, and how they show themselves."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd
import xarray as xr

from bayescmp._support._above import above
from bayescmp._support._arguments import known_arguments
from bayescmp._support._files import MAX_BYTES, write_whole
from bayescmp._support._netcdf import write_datatree
from bayescmp._support._registry import did_you_mean, where
from bayescmp._support._text import shown
from bayescmp._support._validation import RandomNumbers, about, check_integer, check_path
from bayescmp.results._plain_json import plain_json

SCHEMA = 1  # number of the schema of JSON and files


class Exhibit:
    """What has a picture, and a table for a paper: every result, and every plan."""

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        # What is shown is frozen: whoever sorts or fills a table that it hands out changes a copy.
        is_table = isinstance(found, (pd.DataFrame, xr.DataArray, dict)) and not name.startswith("_")
        return found.copy() if is_table else found

    def __getattr__(self, name: str) -> Any:  # of what there is not
        hint = "" if name.startswith("_") else where(name) or did_you_mean(name, dir(self))
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}.{hint}", name=name, obj=self)

    @known_arguments
    def plot(self, path: str | Path | None = None, *, ax: Any = None, size: str | None = None) -> Any:
        """Plot the picture that says most, as `bayescmp.plots.plot_result` does.

        Parameters
        ----------
        path : str or Path, optional
            File to write it to, of a format of matplotlib, such as .pdf, .png or .svg.
        ax : matplotlib Axes, optional
            Where to draw; None makes a new figure.
        size : {"one column", "two columns"}, optional
            Width of a new figure, 3.15 or 6.5 inches.

        Returns
        -------
        matplotlib Axes
        """
        file = None if path is None else check_path("path", path)
        axes = above("plot")(self, ax=ax, size=size)
        if file is not None:
            axes.figure.savefig(file)
        return axes

    def caption(self) -> str:
        """Return what stands below the picture of `plot` in a paper: what is drawn, and how it is read."""
        return str(above("caption")(self))

    @known_arguments
    def to_latex(self, path: str | Path | None = None, *, caption: str | None = None, label: str | None = None) -> str:
        """Return one table for a paper in LaTeX, which needs booktabs, as `bayescmp.reports.paper_table` does.

        Parameters
        ----------
        path : str or Path, optional
            File to write it to as well.
        caption, label : str, optional
            As in `paper_table`.
        """
        return _in_file(above("table")(self, "latex", caption=caption, label=label), path, ".tex", ".txt")

    @known_arguments
    def to_markdown(self, path: str | Path | None = None) -> str:
        """Return one table for a paper in Markdown, as `bayescmp.reports.paper_table` does.

        Parameters
        ----------
        path : str or Path, optional
            File to write it to as well.
        """
        return _in_file(above("table")(self, "markdown"), path, ".md", ".txt")


class Result(Exhibit, ABC):
    """What an analysis found; subclasses are frozen dataclasses of its parts.

    Attributes
    ----------
    settings : Settings
        What was asked for: rope, threshold and interval.
    trust : Trust
        How far the numbers can be trusted numerically.
    provenance : dict
        Versions, and how the predictions came about.
    call : Call
        The data, and what was asked of them.
    """

    settings: Any
    trust: Any
    provenance: Any
    call: Any

    @abstractmethod
    def summary(self) -> pd.DataFrame:
        """Return a table with a row for each thing that was compared, a DataFrame."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return everything in the plain types of JSON, as documented on the page on the JSON schema.

        Returns
        -------
        dict
            Missing numbers are None, infinite ones the text "Infinity".
        """

    @abstractmethod
    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Return draws of the posterior in the form that ArviZ takes.

        Parameters
        ----------
        draws : int, default 1000
            Independent draws in each of four chains.
        rng : int, Generator or None
            Seed or source of the draws.

        Returns
        -------
        DataTree
            With the group `posterior`, dims (chain, draw, ...); the attribute `result` is the JSON of `to_json`.
        """

    @cached_property
    def content(self) -> Any:
        """What the result says: its headline, screen, notebook and sections of a report."""
        return above("content")(self)

    @property
    def reliable(self) -> bool:
        """Whether the numbers can be used: False where the diagnostics of a sampler fail."""
        return bool(self.trust.reliable)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is unusual about the data, in sentences."""
        return tuple(self.content.notes())

    @property
    def not_answered(self) -> str:
        """What the analysis says nothing about, in words."""
        return self.content.not_answered()

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle holds: all but what the result says, which names functions and is found again."""
        return {name: value for name, value in vars(self).items() if name != "content"}

    def sentence(self, format: str = "text") -> str:  # noqa: A002 - as in `render`
        """Return what the results section of a paper says: the numbers in a sentence, and in another what they decide.

        Parameters
        ----------
        format : {"text", "latex", "markdown"}, default "text"
            As what it is pasted: in LaTeX "%" and names are escaped.

        Examples
        --------
        >>> import bayescmp as bc
        >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
        >>> print(bc.compare(table, first="tree", second="svm").sentence())  # doctest: +NORMALIZE_WHITESPACE
        On 100 records, the error rate of tree was 0.060 and that of svm 0.200; the difference tree − svm is −0.140, in
        favour of tree (posterior mean −0.135; 95 % credible interval [−0.225, −0.048]). Tree errs less than svm
        (probability 0.999); p = 0.004, McNemar's exact test, two-sided, with 4 against 18 records on which one alone
        is wrong.
        """
        return str(above("sentence")(self, format))

    def details(self) -> str:
        """Return everything that the analysis says, as text: every test and assumption, and what would change it."""
        return self.content.details()

    def __str__(self) -> str:
        return self.content.screen()

    def _repr_html_(self) -> str:
        return f"{self.content.notebook()}{above('picture')(self)}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.content.headline()}>"

    def to_json(self, **options: Any) -> str:
        """Return `to_dict` as strict JSON.

        Parameters
        ----------
        **options
            Those of `to_dict`.
        """
        return self._json(ascii_only=False, **options)

    def save(self, path: str | Path, *, max_bytes: int = MAX_BYTES) -> None:
        """Save the data of the result and what was asked of them as NetCDF, from which `bayescmp.load` makes it again.

        Parameters
        ----------
        path : str or Path
            A file that ends in .nc; an old one is replaced only once the new one is complete.
        max_bytes : int, default 2**28
            The most that the file may hold; `load` reads no more either, unless it is told to.

        Raises
        ------
        ValueError
            If the suffix is not .nc, or the file would hold more.

        Notes
        -----
        The file has no draws: what ArviZ reads is `to_datatree()`, which can be written by its `to_netcdf`.
        """
        with about("path"):
            path = check_path("path", path)
            tree, text = self.call.to_datatree(), self._json(ascii_only=True)
            size = tree.nbytes + len(text)
            if size > check_integer("max_bytes", max_bytes, least=1, most=None):
                raise ValueError(
                    f"{path.name!r} would hold {size:,} bytes with the data of the result, which `load` does not read "
                    f"unless it is told to. Give `max_bytes={size}` to both."
                )
            tree.attrs["result"] = text
            write_datatree(tree, path)

    def _plain(self, *names: str, **others: Any) -> dict[str, Any]:
        """Return some attributes and other values in the plain types of JSON, and what JSON says of every result."""
        own = {name: getattr(self, name) for name in names} | others
        asked = {name: getattr(self.settings, name) for name in ("rope", "threshold", "ci_prob", "ci_kind")}
        trust = {"diagnostics": self.trust.sentence, "prob_error": self.trust.prob_error, "reliable": self.reliable}
        about = {"notes": self.notes, "not_answered": self.not_answered, "provenance": self.provenance}
        return {"schema": SCHEMA, "result": type(self).__name__, **plain_json(own | asked | trust | about)}

    def _tree(self, **drawn: xr.DataArray) -> xr.DataTree:
        """Return draws in the form that ArviZ takes."""
        tree = xr.DataTree.from_dict({"posterior": xr.Dataset(drawn)})
        tree.attrs = {"result": self._json(ascii_only=True)}
        return tree

    def _json(self, *, ascii_only: bool, **options: Any) -> str:
        """Return the JSON; attributes hold it in ASCII, where every character prints."""
        plain: Callable[..., dict[str, Any]] = self.to_dict
        text = json.dumps(plain(**options), allow_nan=False, ensure_ascii=ascii_only, indent=2)
        # Within a text, the escapes of JSON are those of the UTF-16 code units.
        return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def _in_file(text: str, path: str | Path | None, *suffixes: str) -> str:
    """Return a text, which a file has then as well if one is named."""
    if path is not None:
        file = check_path("path", path)
        if file.suffix.lower() not in suffixes:
            raise ValueError(f"`path` must end in {' or '.join(suffixes)}, but got {shown(file.name)}.")
        write_whole(f"{text}\n".encode(), file)
    return text


def check_result(result: object) -> Result:
    """Return `result` if it is one."""
    if not isinstance(result, Result):
        raise TypeError(
            f"`result` must be a result, such as a Comparison or a Ranking, but got {type(result).__name__}. Make one "
            "with `compare` or `rank`, or read one with `load`."
        )
    return result
