"""What is known of digits under noise: the end is a training digit, what is known is kept, coarse comes first."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from playground import catalog
from playground.concepts.image_denoising import Params, levels
from playground.concepts.image_denoising import pictures as digits
from playground.concepts.image_denoising.mosaics import crossing
from playground.engine.run.session import Session


def session(steps_taken: int = 0, seed: int = 0, **params: Any) -> Session:
    """A session of the panel after some steps."""
    made = Session(catalog.load("image_denoising"), Params.make(params), seed)
    made.advance(steps_taken)
    return made


def number(run: Session, name: str) -> float:
    """A metric that is a number now."""
    value = run.frame().metrics[name]
    assert isinstance(value, int | float)
    return value


def test_the_reverse_process_ends_at_training_digits() -> None:
    run = session(60, steps=60)
    assert number(run, "nearest_train_distance") < 0.5
    assert number(run, "effective") == 1.0


def test_inpainting_keeps_what_is_known() -> None:
    run = session(60, task="inpaint", steps=60)
    known = ~run.data.hidden
    assert torch.equal(run.state.x[:, known], run.state.truth[:, known])


def test_a_mask_is_painted() -> None:
    run = session(task="inpaint")
    run.act("hide_pixel", {"row": 0, "column": 3, "hide": "yes"})
    assert bool(run.data.hidden[3])
    run.act("other_half", {})
    assert int(run.data.hidden.sum()) == 32


def test_half_after_half_is_hidden() -> None:
    run = session(task="inpaint")
    first = run.data.hidden
    halves = []
    for _ in range(4):
        run.act("other_half", {})
        halves.append(run.data.hidden)
    assert torch.equal(halves[-1], first)
    assert sum(half.long() for half in halves).tolist() == [2] * 64


@pytest.mark.parametrize(("hide", "error"), [("yes", "known_error"), ("no", "hidden_error")])
def test_a_mask_without_border_leaves_one_error_unsaid(hide: str, error: str) -> None:
    run = session(3, task="inpaint")
    for row in range(8):
        for column in range(8):
            run.act("hide_pixel", {"row": row, "column": column, "hide": hide})
    frame = run.frame()
    assert frame.failure is None
    assert frame.metrics[error] is None


def test_one_jump_from_noise_is_the_mean_of_all_digits() -> None:
    run = session(1, steps=1)
    mean = digits.training(-1).mean(0)
    assert float((run.state.x - mean).abs().max()) < 0.1


def test_low_frequencies_stand_out_first() -> None:
    run = session(steps=50)
    counts = []
    for _ in range(50):
        run.advance(1)
        counts.append(number(run, "frequencies_above"))
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (0, 6)
    power = digits.clean_spectrum(-1)
    assert bool((power.diff() < 0).all())


def test_white_noise_has_its_variance_at_every_frequency() -> None:
    noise = 1.5 * torch.randn(20_000, 64, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    assert digits.spectrum(noise).tolist() == pytest.approx([2.25] * 6, rel=0.05)


def test_only_the_wanted_digit_is_made() -> None:
    run = session(40, steps=40, digit=3)
    nearest = digits.nearest(-1, run.state.x)
    threes = digits.training(3)
    assert all(bool((threes == row).all(1).any()) for row in nearest)


def test_the_levels_have_the_same_noise_and_the_guess_is_the_sum_by_weights() -> None:
    run = session(0, task="levels")
    first = (run.state.x - run.state.truth) / levels.SIGMAS[0]
    run.advance(5)
    assert torch.allclose((run.state.x - run.state.truth) / levels.SIGMAS[5], first, atol=1e-12)
    # Bayes' rule by hand for the first picture.
    x, sigma = run.state.x[:1], levels.SIGMAS[5]
    squares = (digits.training(-1) - x).square().sum(1)
    weights = torch.exp(-(squares - squares.min()) / (2 * sigma**2))
    weights /= weights.sum()
    guess, _ = digits.guesses(-1, x, 1.0, sigma)
    assert torch.allclose(guess[0], weights @ digits.training(-1), atol=1e-9)
    shares = digits.weights_by_digit(x, sigma)
    assert float(shares.sum()) == pytest.approx(1.0)
    run.advance(10)
    assert run.step == levels.LAST


def test_the_crossing_is_where_the_powers_are_equal() -> None:
    signal, noise = torch.tensor([8.0, 4.0, 2.0, 0.5]), torch.ones(4)
    # Between frequencies 2 and 3 the logarithm goes from log 2 to -log 2.
    assert crossing(signal, noise) == pytest.approx(2.5)
    assert crossing(signal, 0.1 * noise) is None
    assert crossing(signal, 10 * noise) is None
