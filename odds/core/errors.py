"""The one kind of error a user can cause."""


class OddsError(ValueError):
    """A question, file or setting that cannot be answered as given.

    Its message is one clear sentence: what was wrong, where, and what would be right. The command line prints it on
    standard error and exits with code 2; from Python it is raised as it is.

    Examples
    --------
    >>> from odds import OddsError, SpecialTest
    >>> try:
    ...     SpecialTest(0, "S")
    ... except OddsError as error:
    ...     print(error)
    the Pool Size must be a whole number from 1 to 60, not 0
    """


class ListEndsError(OddsError):
    """A mean that nobody can tell, since the outcomes that are listed end before the chance does."""


class TooMuchError(OddsError):
    """Outcomes that are too many to be worked out exactly; they can still be played."""
