"""Convolution: a kernel slides, multiplies and adds; the same thing as a matrix, a spectrum and a backward pass."""

from __future__ import annotations

from playground.concepts.convolution.declared import GESTURES, JOBS, METRICS
from playground.concepts.convolution.parameters import Params
from playground.engine.declarations.concept import Badge, Card, Door, Opens

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

CHAPTER = "Convolution and vision"

CARD = Card(
    title="Convolution bench",
    chapter=CHAPTER,
    line="Slide, multiply, add; then see it as a matrix and a spectrum",
    badge=Badge(
        kind="exact",
        what="outputs, matrices, spectra, gradients and pooled values",
        against="index sums, PyTorch's own layers and its autograd",
    ),
    sources=(
        "V. Dumoulin and F. Visin, A guide to convolution arithmetic for deep learning (2016)",
        "A. V. Oppenheim and R. W. Schafer, Discrete-time signal processing (2009)",
        "Y. LeCun et al., Gradient-based learning applied to document recognition (1998)",
        "A. Odena, V. Dumoulin and C. Olah, Deconvolution and checkerboard artifacts (2016)",
        "R. Zhang, Making convolutional networks shift-invariant again (2019)",
        "R. M. Gray, Toeplitz and circulant matrices: a review (2006)",
        "E. Alpaydin and C. Kaynak, Optical recognition of handwritten digits, UCI repository (1998)",
    ),
    heavy=True,
    pace=6.0,
    words=(
        "kernel",
        "filter",
        "cross-correlation",
        "Toeplitz",
        "circulant",
        "equivariance",
        "translation",
        "Fourier",
        "FFT",
        "spectrum",
        "aliasing",
        "padding",
        "stride",
        "dilation",
        "atrous",
        "channels",
        "edge detection",
        "Sobel",
        "blur",
        "CNN",
        "image",
    ),
    opens=(
        Opens("picture", "as brightness from 0 to 1, or as red, green and blue; larger ones are reduced to 1,024"),
        Opens("table", "its first column of numbers is the signal"),
    ),
)

DOORS = (
    Door(
        "transposed_convolution",
        title="Transposed convolution",
        chapter=CHAPTER,
        line="The adjoint of a strided layer, and where checkerboards come from",
        preset="checkerboard",
        words=("up-convolution", "deconvolution", "upsampling", "adjoint"),
        plot="stamped",
    ),
    Door(
        "pooling",
        title="Pooling",
        chapter=CHAPTER,
        line="The winner of each window passes, and its gradient goes back to it alone",
        preset="pooling",
        words=("max pooling", "average pooling", "argmax", "subsampling", "routing"),
    ),
    Door(
        "fourier_theorem",
        title="Convolution theorem",
        chapter=CHAPTER,
        line="Convolving is multiplying spectra, frequency by frequency",
        preset="spectra",
        words=("Fourier", "FFT", "DFT", "frequency", "wrap-around"),
    ),
)
