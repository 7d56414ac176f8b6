"""Power spectrum of small images, and relaxation of chains."""

from __future__ import annotations

import math

import pytest
import torch

from playground.engine.kit.diffusion import spectrum
from playground.engine.kit.sampling import relaxation


def test_white_noise_is_white() -> None:
    images = 0.5 * torch.randn(4000, 8, 8, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    torch.testing.assert_close(spectrum.power(images).mean(0), torch.full((5,), 0.25).double(), rtol=0.08, atol=0)


@pytest.mark.parametrize("k", [0, 1, 3, 4])
def test_a_wave_has_its_power_at_its_frequency(k: int) -> None:
    x = torch.arange(8, dtype=torch.float64)
    wave = torch.cos(2 * math.pi * k * x / 8).expand(8, 8)
    found = spectrum.power(wave[None])[0]
    assert int(found.argmax()) == k
    assert found.sum() == found[k]
    assert len(found) == len(spectrum.frequencies(8))


def test_noise_drowns_high_frequencies_first() -> None:
    signal = torch.tensor([100.0, 10.0, 1.0, 0.1], dtype=torch.float64)
    assert [spectrum.crossing(signal, 1.0, sigma) for sigma in (0.1, 0.5, 2.0, 5.0, 50.0)] == [3, 2, 1, 0, -1]


def test_momentum_saves_steps_on_a_stiff_gaussian() -> None:
    """Condition number 100, variances within 10 %: more than three times fewer steps."""
    plain = relaxation.steps_to("unadjusted", [1.0, 100.0], 0.0018, 0.0, 0.1)
    fast = relaxation.steps_to("underdamped", [1.0, 100.0], 0.1, 2.0, 0.1)
    assert plain is not None
    assert fast is not None
    assert plain > 3 * fast
    # The variance of the slow direction reaches 90 % when (1 - eta)^2k = 0.1.
    assert plain == pytest.approx(math.log(0.1) / (2 * math.log(1 - 0.0018)), abs=4)


def test_a_step_with_too_much_bias_never_arrives() -> None:
    assert relaxation.steps_to("unadjusted", [1.0, 100.0], 0.005, 0.0, 0.1) is None
    assert relaxation.steps_to("unadjusted", [1.0, 100.0], 0.03, 0.0, 0.1, most=5000) is None
