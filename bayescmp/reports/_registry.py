"""The sections of a report, in order: a section is a file with a `ReportSection` and one line here."""

from bayescmp._registry import Registry
from bayescmp.reports._baselines import BASELINES
from bayescmp.reports._diagnostics import DIAGNOSTICS
from bayescmp.reports._how_large import HOW_LARGE
from bayescmp.reports._how_likely import HOW_LIKELY
from bayescmp.reports._how_sure import HOW_SURE
from bayescmp.reports._levels import LEVELS_AND_TESTS
from bayescmp.reports._methods import METHODS
from bayescmp.reports._multiplicity import MULTIPLICITY
from bayescmp.reports._not_answered import NOT_ANSWERED
from bayescmp.reports._notes import NOTES
from bayescmp.reports._pairs import PAIRS
from bayescmp.reports._picture import PICTURE
from bayescmp.reports._section import ReportSection
from bayescmp.reports._sensitivity import SENSITIVITY
from bayescmp.reports._standing import STANDING
from bayescmp.reports._tiers import TIERS
from bayescmp.reports._to_best import TO_BEST

SECTIONS: Registry[ReportSection] = Registry(
    "section",
    [
        HOW_LIKELY,
        HOW_LARGE,
        HOW_SURE,
        STANDING,
        TIERS,
        PICTURE,
        TO_BEST,
        PAIRS,
        MULTIPLICITY,
        BASELINES,
        LEVELS_AND_TESTS,
        SENSITIVITY,
        NOTES,
        DIAGNOSTICS,
        METHODS,
        NOT_ANSWERED,
    ],
)
"""Sections of a report by name."""
