"""Whether the exact and the simulated answer agree: Pearson's chi-square, its tail from `math` alone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from odds.core.errors import OddsError

if TYPE_CHECKING:
    from odds.core.distribution import Distribution

LEAST_EXPECTED = 25.0  # a chi-square term needs a cell that expects about this many
SHOUT_BELOW = 1e-6
DOUBT_BELOW = 1e-3
STIRLING_FROM = 10.0


class Agreement(NamedTuple):
    """How far a simulation lies from the exact answer.

    Attributes
    ----------
    chi_square
        Pearson's statistic over the pooled cells.
    dof
        Degrees of freedom: pooled cells less one.
    p_value
        Chance of so large a statistic, or a larger one, if both engines play the same rules.
    impossible
        Trials that ended in outcomes of exact probability 0; any at all makes `p_value` 0.
    certain
        Whether there is but one outcome: any trial that ends in it agrees.

    Examples
    --------
    >>> from odds.core.agreement import Agreement
    >>> Agreement(20.1, 18, 0.327).line
    'The two engines agree (chi-square 20.1, 18 degrees of freedom, p = 0.33).'
    """

    chi_square: float
    dof: int
    p_value: float
    impossible: int = 0
    certain: bool = False

    @property
    def agrees(self) -> bool:
        """Whether there is no reason to suspect either engine."""
        return self.p_value >= SHOUT_BELOW

    @property
    def line(self) -> str:
        """The agreement as one plain sentence; a disagreement shouts."""
        if self.impossible:
            trials = "1 trial" if self.impossible == 1 else f"{self.impossible:,} trials"
            return f"THE TWO ENGINES DISAGREE: {trials} ended in outcomes that are impossible by the exact answer."
        if self.certain:
            return "The two engines agree: there is but one outcome."
        if not self.dof:
            return "The two engines cannot be compared: there are too few trials for a chi-square test."
        degrees = "1 degree" if self.dof == 1 else f"{self.dof} degrees"
        how = f"chi-square {self.chi_square:.4g}, {degrees} of freedom, p = {self.p_value:.2g}"
        if not self.agrees:
            return f"THE TWO ENGINES DISAGREE ({how}): do not trust this answer."
        if self.p_value < DOUBT_BELOW:
            return f"The two engines differ more than usual ({how}): try another seed."
        return f"The two engines agree ({how})."


def agreement(exact: Distribution, simulated: Distribution) -> Agreement:
    """Compares a simulation with the exact answer, over all the axes they share.

    Parameters
    ----------
    exact
        An exact distribution.
    simulated
        A sampled distribution that shares at least one axis with it.

    Returns
    -------
    Agreement
        Cells that expect fewer than 25 trials are pooled, chosen by the exact answer alone.

    Raises
    ------
    OddsError
        If there is no common axis, or the two are not one exact and one sampled distribution.

    Examples
    --------
    >>> import numpy as np
    >>> from odds.core.agreement import agreement
    >>> from odds.core.distribution import Distribution
    >>> coin = Distribution(("heads",), np.array([0.5, 0.5]))
    >>> agreement(coin, Distribution(("heads",), np.array([480, 520]), trials=1000)).chi_square
    1.6
    """
    if not exact.exact or simulated.trials is None:
        raise OddsError("an agreement needs an exact distribution and a simulated one, in this order")
    axes = tuple(axis for axis in exact.axes if axis in simulated.axes)
    if not axes:
        raise OddsError(f"nothing to compare: {', '.join(exact.axes)} against {', '.join(simulated.axes)}")
    expected = np.asarray(exact.marginal(*axes).values, dtype=np.float64) * simulated.trials
    seen = simulated.marginal(*axes).values
    shape = tuple(map(max, expected.shape, seen.shape))
    expected, seen = (_padded(cells, shape).ravel() for cells in (expected, seen))
    possible = expected > 0
    impossible = int(seen[~possible].sum())
    chi_square, dof = pooled_chi_square(expected[possible], seen[possible])
    p_value = 0.0 if impossible else chi_square_tail(chi_square, dof)
    return Agreement(chi_square, dof, p_value, impossible, int(possible.sum()) == 1)


def pooled_chi_square(expected: NDArray[np.float64], seen: NDArray[np.int64]) -> tuple[float, int]:
    """Pearson's chi-square after pooling small cells: the statistic and its degrees of freedom.

    Cells are taken from the smallest expectation up, until each pool expects at least 25; what is left over at the end
    joins the last pool. The pools depend on the expectations alone, never on what was seen.

    Parameters
    ----------
    expected, seen
        Expected (above 0) and seen counts of the cells, one dimension each.

    Examples
    --------
    >>> import numpy as np
    >>> from odds.core.agreement import pooled_chi_square
    >>> pooled_chi_square(np.array([500.0, 490.0, 6.0, 4.0]), np.array([500, 490, 6, 4]))
    (0.0, 1)
    """
    order = np.argsort(expected, kind="stable")
    pools: list[list[float]] = []
    wants = got = 0.0
    for cell in order:
        wants += float(expected[cell])
        got += float(seen[cell])
        if wants >= LEAST_EXPECTED:
            pools.append([wants, got])
            wants = got = 0.0
    if not pools:
        return 0.0, 0
    pools[-1][0] += wants
    pools[-1][1] += got
    return sum((got - wants) ** 2 / wants for wants, got in pools), len(pools) - 1


def chi_square_tail(chi_square: float, dof: int) -> float:
    """Chance that a chi-square variable with `dof` degrees of freedom is at least `chi_square`.

    The regularised upper incomplete gamma function Q(dof / 2, chi_square / 2): by series below the mean, by continued
    fraction above it, with about 12 good digits into the far tail and up to 1e5 degrees of freedom.

    Examples
    --------
    >>> from odds.core.agreement import chi_square_tail
    >>> round(chi_square_tail(3.841458820694124, 1), 12)
    0.05
    """
    a, x = dof / 2, chi_square / 2
    if x <= 0 or a <= 0:
        return 1.0
    if math.isinf(x):
        return 0.0
    if x < a + 1:
        return 1.0 - _density(a, x) * _series(a, x)
    return _density(a, x) * a * _continued_fraction(a, x)


def _density(a: float, x: float) -> float:
    """x^a e^-x / Gamma(a + 1), without the cancellation that large a and x would bring."""
    if a < STIRLING_FROM:
        return math.exp(a * math.log(x) - x - math.lgamma(a + 1))
    excess = (x - a) / a
    log_ratio = math.log1p(excess) if excess > -0.5 else math.log(x) - math.log(a)
    stirling = 1 / (12 * a) - 1 / (360 * a**3) + 1 / (1260 * a**5) - 1 / (1680 * a**7) + 1 / (1188 * a**9)
    return math.exp(a * (log_ratio - excess) - stirling) / math.sqrt(2 * math.pi * a)


def _series(a: float, x: float) -> float:
    """1 + x/(a+1) + x²/((a+1)(a+2)) + ..., for x < a + 1."""
    term = total = 1.0
    while term > total * 1e-17:
        a += 1
        term *= x / a
        total += term
    return total


def _continued_fraction(a: float, x: float) -> float:
    """Gamma(a, x) / (x^a e^-x) for x >= a + 1, by Lentz's method."""
    b = x + 1 - a
    c, d = math.inf, 1 / b
    value, step, i = d, 0.0, 0
    while abs(step - 1) > 1e-15:
        i += 1
        numerator = i * (a - i)
        b += 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        step = c * d
        value *= step
    return value


def _padded(cells: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    return np.pad(cells, [(0, want - have) for have, want in zip(cells.shape, shape, strict=True)])
