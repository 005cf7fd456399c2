"""The sections of a report, in order: a section is a file with a `ReportSection` and one line here."""

from bayescmp._registry import Registry
from bayescmp.reports._baselines import BASELINES
from bayescmp.reports._diagnostics import DIAGNOSTICS
from bayescmp.reports._each_data_set import EACH_DATA_SET
from bayescmp.reports._how_far_they_vary import HOW_FAR_THEY_VARY
from bayescmp.reports._how_large import HOW_LARGE
from bayescmp.reports._how_likely import HOW_LIKELY
from bayescmp.reports._how_sure import HOW_SURE
from bayescmp.reports._levels import LEVELS_AND_TESTS
from bayescmp.reports._mean_ranks import MEAN_RANKS
from bayescmp.reports._methods import METHODS
from bayescmp.reports._multiplicity import MULTIPLICITY
from bayescmp.reports._not_answered import NOT_ANSWERED
from bayescmp.reports._notes import NOTES
from bayescmp.reports._observed_losses import OBSERVED_LOSSES
from bayescmp.reports._one_left_out import ONE_LEFT_OUT
from bayescmp.reports._other_methods import OTHER_METHODS
from bayescmp.reports._other_populations import OTHER_POPULATIONS
from bayescmp.reports._pairs import PAIRS
from bayescmp.reports._pairs_over_datasets import PAIRS_OVER_DATASETS
from bayescmp.reports._picture import PICTURE
from bayescmp.reports._section import ReportSection
from bayescmp.reports._sensitivity import SENSITIVITY
from bayescmp.reports._standing import STANDING
from bayescmp.reports._standing_over_datasets import STANDING_OVER_DATASETS
from bayescmp.reports._three_questions import THREE_QUESTIONS
from bayescmp.reports._tiers import TIERS
from bayescmp.reports._to_best import TO_BEST

SECTIONS: Registry[ReportSection] = Registry(
    "section",
    [
        THREE_QUESTIONS,
        HOW_FAR_THEY_VARY,
        HOW_LIKELY,
        HOW_LARGE,
        HOW_SURE,
        STANDING,
        STANDING_OVER_DATASETS,
        TIERS,
        PICTURE,
        EACH_DATA_SET,
        OTHER_POPULATIONS,
        ONE_LEFT_OUT,
        OTHER_METHODS,
        TO_BEST,
        PAIRS,
        PAIRS_OVER_DATASETS,
        OBSERVED_LOSSES,
        MEAN_RANKS,
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
