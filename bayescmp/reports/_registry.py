"""The sections of a report, in order: a section is a file with a `ReportSection` and one line here."""

from bayescmp._registry import Registry
from bayescmp.reports._diagnostics import DIAGNOSTICS
from bayescmp.reports._how_large import HOW_LARGE
from bayescmp.reports._how_likely import HOW_LIKELY
from bayescmp.reports._how_sure import HOW_SURE
from bayescmp.reports._levels import LEVELS_AND_TESTS
from bayescmp.reports._methods import METHODS
from bayescmp.reports._not_answered import NOT_ANSWERED
from bayescmp.reports._picture import PICTURE
from bayescmp.reports._section import ReportSection
from bayescmp.reports._sensitivity import SENSITIVITY

SECTIONS: Registry[ReportSection] = Registry(
    "section",
    [
        HOW_LIKELY,
        HOW_LARGE,
        HOW_SURE,
        PICTURE,
        LEVELS_AND_TESTS,
        SENSITIVITY,
        DIAGNOSTICS,
        METHODS,
        NOT_ANSWERED,
    ],
)
"""Sections of a report by name."""
