"""How sure a simulated number is: 95% intervals that hold at 0 seen, at all seen, and at 1e12 trials."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from fractions import Fraction

Z95 = 1.959963984540054  # the normal distribution's 97.5% point

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and, if it was simulated, how sure it is.

    Attributes
    ----------
    value
        The number: a float, or a Fraction if it was worked out in fractions.
    std_error
        Standard error of a simulated value; None if the value is exact, or if the trials cannot tell.
    low, high
        95% interval of a simulated value; None likewise.

    Examples
    --------
    >>> from odds.core.intervals import Estimate
    >>> float(Estimate(0.25))
    0.25
    """

    value: float | Fraction
    std_error: float | None = None
    low: float | None = None
    high: float | None = None

    def __float__(self) -> float:
        """The value alone."""
        return float(self.value)


def wilson(seen: ArrayLike, trials: int, z: float = Z95) -> tuple[Floats, Floats]:
    """Wilson's score interval of a probability.

    Both ends are quotients of positive terms, so nothing cancels however rare the event is.

    Parameters
    ----------
    seen
        How often the event was seen: a number or an array, each from 0 to `trials`.
    trials
        Trials, 0 or more; without any the interval is 0 to 1.
    z
        Half the width in standard errors; 95% by default.

    Returns
    -------
    low, high
        Arrays shaped like `seen`. Never seen: low is 0, high is not. Always seen: high is 1, low is not.

    Examples
    --------
    >>> from odds.core.intervals import wilson
    >>> low, high = wilson(0, 100)
    >>> float(low), round(float(high), 4)
    (0.0, 0.037)
    """
    k = np.asarray(seen, dtype=np.float64)
    if not trials:
        return np.zeros_like(k), np.ones_like(k)
    n = float(trials)
    # The ends are the roots of (n + z²) x² - (2k + z²) x + k²/n = 0; the lower one comes from their product.
    above = 2 * k + z * z + z * np.sqrt(z * z + 4 * k * ((n - k) / n))
    low = 2 * k * (k / n) / above
    high = np.where(k == n, 1.0, np.minimum(above / (2 * (n + z * z)), 1.0))
    return low, high


def proportion(seen: int, trials: int) -> Estimate:
    """A simulated probability with its standard error and Wilson interval.

    Parameters
    ----------
    seen
        How often the event was seen, 0 to `trials`.
    trials
        Trials, 1 or more.

    Examples
    --------
    >>> from odds.core.intervals import proportion
    >>> proportion(50, 100).std_error
    0.05
    """
    share = seen / trials
    low, high = wilson(seen, trials)
    return Estimate(share, float(proportion_errors(share, trials)), float(low), float(high))


def proportion_errors(shares: ArrayLike, trials: int) -> Floats:
    """Standard errors sqrt(p (1 - p) / trials) of simulated probabilities, shaped like `shares`.

    Examples
    --------
    >>> from odds.core.intervals import proportion_errors
    >>> float(proportion_errors(0.5, 100))
    0.05
    """
    p = np.asarray(shares, dtype=np.float64)
    errors: Floats = np.sqrt(p * (1 - p) / trials)
    return errors


def sampled_mean(values: Floats, counts: Floats) -> Estimate:
    """Mean of a sample, with the normal interval.

    Parameters
    ----------
    values
        The values seen, one dimension.
    counts
        How often each was seen, above 0. A single trial leaves the error open.

    Examples
    --------
    >>> import numpy as np
    >>> from odds.core.intervals import sampled_mean
    >>> sampled_mean(np.array([0.0, 1.0]), np.array([50.0, 50.0])).value
    0.5
    """
    n = float(counts.sum())
    mean = float((values * counts).sum()) / n
    if n < 2:
        return Estimate(mean)
    square = float(((values - mean) ** 2 * counts).sum()) / (n - 1)
    return _normal(mean, math.sqrt(square / n))


def sampled_sd(values: Floats, counts: Floats) -> Estimate:
    """Standard deviation of a sample; its error by the delta method from the fourth moment.

    Parameters
    ----------
    values
        The values seen, one dimension.
    counts
        How often each was seen, above 0. Where only one value was seen, the error is open.

    Examples
    --------
    >>> import numpy as np
    >>> from odds.core.intervals import sampled_sd
    >>> sampled_sd(np.array([0.0, 1.0]), np.array([50.0, 50.0])).value
    0.5
    """
    n = float(counts.sum())
    squares = (values - float((values * counts).sum()) / n) ** 2
    variance = float((squares * counts).sum()) / n
    sd = math.sqrt(variance)
    if len(values) < 2 or not sd:
        return Estimate(sd)
    spread = float(((squares - variance) ** 2 * counts).sum()) / n
    return _normal(sd, math.sqrt(spread / n) / (2 * sd))


def _normal(value: float, error: float) -> Estimate:
    return Estimate(value, error, value - Z95 * error, value + Z95 * error)
