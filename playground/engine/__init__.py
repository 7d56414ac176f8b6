"""Runs of concepts: parameters, the clock, the log, jobs and the process that they live in. No Qt.

Whatever of this package is imported first sets how many threads BLAS libraries use, because they read it once, when
numpy or torch loads them. Two threads make products of small matrices up to forty times slower where the processors are
busy, and sums over several threads round differently.
"""

import os

for _name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(_name, "1")
