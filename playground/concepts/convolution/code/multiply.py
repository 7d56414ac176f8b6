"""The convolution theorem: multiply spectra, and add up waves."""

import numpy as np


def multiply(f, h, N, k, conjugate):
    """The sum of the waves up to frequency k.

    f: the signal. h: the kernel.
    N: the length of the transform; n + m - 1 wraps nothing round.
    conjugate: for a cross-correlation.
    """
    F = np.fft.fft(f, N)
    H = np.fft.fft(h, N)
    if conjugate:
        H = H.conj()
    Y = F * H
    largest = np.abs(Y).max()
    kept = np.array(Y)
    kept[k + 1 : N - k] = 0
    y = np.fft.ifft(kept).real
    return y, largest
