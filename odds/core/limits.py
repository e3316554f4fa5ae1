"""How much may be asked of a simulation: one place for Python and the command line."""

DEFAULT_TRIALS = 10_000_000
MOST_TRIALS = 10**12
MOST_SEED = 2**63 - 1
MOST_THREADS = 1024
MOST_TOLD = 1000  # trials told step by step
