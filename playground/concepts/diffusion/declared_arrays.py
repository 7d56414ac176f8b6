"""The arrays of the panel's frames. No torch."""

from __future__ import annotations

from playground.concepts.diffusion.names import LABELS, SAMPLERS
from playground.engine.declarations.concept import ArrayDecl


def _per(prefix: str, shape: str, meaning: str) -> tuple[ArrayDecl, ...]:
    return tuple(ArrayDecl(f"{prefix}_{name}", shape, f"{LABELS[name]}: {meaning}") for name in SAMPLERS)


_PLANE = (
    ArrayDecl("plane_x", "2", "range of the plane across"),
    ArrayDecl("plane_y", "2", "range of the plane up"),
    ArrayDecl("density", "rows columns", "root of the exact density, 0.85 where it is largest, first row on top"),
    ArrayDecl("density_extent", "4", "x0, x1, y0, y1 of the density"),
    ArrayDecl("field_at", "points 2", "where the arrows of the score stand"),
    ArrayDecl("field", "points 2", "the score there"),
    ArrayDecl("centres", "components 2", "components of the data that may be dragged"),
    ArrayDecl("centre_ids", "components", "their numbers"),
    ArrayDecl("centres_hollow", "components", "always: they are drawn as rings"),
    ArrayDecl("examples", "points 2", "training examples, where the score is that of the examples"),
    ArrayDecl("cloud", "particles 2", "particles of the forward process, of denoising or of the chain in focus"),
    ArrayDecl("cursor_at", "1 2", "the place under the cursor; none without one"),
    ArrayDecl("cursor_score", "1 2", "σ² times the score there, which leads to √ᾱ E[x₀ | x]"),
    ArrayDecl("cursor_guess", "1 2", "the posterior mean E[x₀ | x] there"),
    ArrayDecl("cursor_lines", "components 4", "from there to the posterior means of components as x0 y0 x1 y1"),
    ArrayDecl("cursor_weights", "components", "posterior probabilities of these components"),
    ArrayDecl("path", "points 2", "paths of the followed particles, parted by NaN"),
    ArrayDecl("ends", "followed 2", "where the followed particles are"),
)
_REVERSE = (
    *_per("cloud", "particles 2", "particles, where they are shown"),
    *_per("path", "points 2", "paths of the followed particles, parted by NaN; none on a line"),
    *_per("ends", "followed 2", "where the followed particles are; none on a line"),
    *_per("strip", "points 2", "move and first coordinate of the followed particles, parted by NaN"),
    ArrayDecl("strip", "rows columns", "root of the density of the first coordinate at the levels of a run"),
    ArrayDecl("strip_extent", "4", "x0, x1, y0, y1 of that picture"),
    ArrayDecl("strip_x", "2", "range of the moves"),
    ArrayDecl("strip_y", "2", "range of the first coordinate"),
    ArrayDecl("strip_now", "2 2", "the line of now"),
    ArrayDecl("strip_path", "points 2", "move and first coordinate in the forward process, parted by NaN"),
    ArrayDecl("quantiles", "points 2", "nine quantiles of the exact law at the levels of a run, parted by NaN"),
    ArrayDecl("mode_shares", "modes", "share of the particles of the sampler in focus in each mode"),
    ArrayDecl("mode_masses", "modes 4", "the true masses as lines x0 y0 x1 y1"),
)
_INPAINT = (
    ArrayDecl("border", "2 2", "two points of the line that bounds the known half"),
    ArrayDecl("border_ids", "2", "their numbers"),
    ArrayDecl("border_line", "3", "w1, w2, b of that line"),
    ArrayDecl("known", "particles 2", "particles of the known half, where particles are drawn"),
    ArrayDecl("generated", "particles 2", "particles of the sampler in focus that are generated"),
    ArrayDecl(
        "conditional", "rows columns", "root of the exact density at this level given the half, first row on top"
    ),
    ArrayDecl("conditional_extent", "4", "x0, x1, y0, y1 of that picture"),
    ArrayDecl("along_edges", "bins+1", "borders of the bins along the line"),
    ArrayDecl("along_hist", "bins", "density of the generated particles along the line"),
    ArrayDecl("along_x", "places", "places along the line"),
    ArrayDecl("along_density", "places", "exact density there"),
    ArrayDecl("along_range", "2", "range along the line"),
)
_LINE = (
    ArrayDecl("hist_edges", "bins+1", "borders of the bins"),
    ArrayDecl("hist", "bins", "density of the particles"),
    ArrayDecl("line_x", "places", "places on the line"),
    ArrayDecl("line_density", "places", "exact density there"),
    ArrayDecl("line_range", "2", "range of the line"),
    ArrayDecl("home_range", "2", "range of the data"),
)
_SCHEDULE = (
    ArrayDecl("schedule_x", "levels", "t/T"),
    ArrayDecl("schedule_scale", "levels", "what the data are multiplied with"),
    ArrayDecl("schedule_sigma", "levels", "standard deviation of the noise, over the largest where that is above 1"),
    ArrayDecl("schedule_now", "2 2", "the line of now"),
    ArrayDecl("nodes", "5 2", "points of the drawn schedule"),
    ArrayDecl("node_ids", "5", "their numbers"),
)
_DENOISE = (
    ArrayDecl("probe", "1 2", "the noisy sample that is looked at; on a line the sample and its best guess"),
    ArrayDecl("probe_now", "1 2", "where small steps have led it"),
    ArrayDecl("probe_path", "points 2", "its path by small steps"),
    ArrayDecl("guess", "1 2", "its posterior mean"),
    ArrayDecl("guess_arrow", "1 2", "from the noisy sample to its posterior mean"),
    ArrayDecl("posterior", "rows columns", "root of the posterior density of the clean sample"),
    ArrayDecl("posterior_extent", "4", "x0, x1, y0, y1 of that picture"),
    ArrayDecl("data_density", "rows columns", "root of the density of the data"),
    ArrayDecl("data_extent", "4", "x0, x1, y0, y1 of that picture"),
    ArrayDecl("jump", "particles 2", "posterior means of the noisy samples"),
    ArrayDecl("denoiser_x", "places", "noisy samples on the line"),
    ArrayDecl("denoiser_y", "places", "their best guesses"),
    ArrayDecl("identity_y", "places", "the noisy samples without the scale of the signal"),
    ArrayDecl("posterior_x", "places", "places on the line"),
    ArrayDecl("posterior_y", "places", "posterior density there"),
    ArrayDecl("data_x", "places", "places on the line"),
    ArrayDecl("data_y", "places", "density of the data there"),
    ArrayDecl("jump_hist", "bins", "density of the posterior means"),
    ArrayDecl("steps_hist", "bins", "density of the particles after small steps"),
)
_LEARN = (
    ArrayDecl("learned", "points 2", "the learned score at the arrows"),
    ArrayDecl("error_image", "rows columns", "error of the learned score over the size of the exact one"),
    ArrayDecl("level_lines", "pieces 4", "two level sets of the density as x0 y0 x1 y1"),
    ArrayDecl("train_points", "points 2", "training examples, where training sees these alone"),
    ArrayDecl("error_x", "levels", "levels t/T at which the error is measured"),
    ArrayDecl("error_y", "levels", "relative error there"),
    ArrayDecl("score_x", "places", "places on the line"),
    ArrayDecl("score_exact", "places", "exact score there"),
    ArrayDecl("score_learned", "places", "learned score there"),
    ArrayDecl("net_theta", "weights", "all weights and biases of the averaged net, layer by layer"),
    ArrayDecl("samples", "samples 2", "samples by the net; none on a line"),
    ArrayDecl("sample_hist", "bins", "density of their first coordinate"),
    ArrayDecl("sample_edges", "bins+1", "borders of the bins"),
)
_CHAINS = (
    ArrayDecl("start", "1 2", "where the chains started"),
    ArrayDecl("triangle", "4 2", "border of the simplex"),
)
_WEAK = (
    ArrayDecl("weak_x", "places", "places on the line"),
    ArrayDecl("weak_p", "places", "density of the data"),
    ArrayDecl("weak_q", "places", "density of the model"),
    ArrayDecl("weak_score_p", "places", "score of the data"),
    ArrayDecl("weak_score_q", "places", "score of the model"),
    ArrayDecl("weak_range", "2", "range of the line"),
    ArrayDecl("masses_x", "masses", "masses of the left mode"),
    ArrayDecl("noises_x", "noises", "standard deviations of the noise"),
    ArrayDecl("noise_range", "2", "their range"),
    *(
        ArrayDecl(f"mass_{name}", "masses", f"log10 of the {name} divergence by mass")
        for name in ("fisher", "tv", "kl")
    ),
    *(
        ArrayDecl(f"noise_{name}", "noises", f"log10 of the {name} divergence by noise")
        for name in ("fisher", "tv", "kl")
    ),
)
_DIGITS = (
    ArrayDecl("digits_now", "35 35", "sixteen pictures at this level side by side; NaN between"),
    ArrayDecl("digits_guess", "35 35", "their best guesses"),
    ArrayDecl("digits_nearest", "35 35", "the training digits nearest to the guesses"),
    ArrayDecl("digits_known", "35 35", "the pictures to inpaint; NaN where they are hidden"),
    ArrayDecl("mask", "8 8", "1 where pixels are hidden"),
    ArrayDecl("frequency", "6", "radial frequencies"),
    ArrayDecl("power_now", "6", "log10 of the mean power of the pictures"),
    ArrayDecl("power_signal", "6", "log10 of the power of the signal at this level"),
    ArrayDecl("power_noise", "6", "log10 of the power of the noise"),
)
_LAWS = (
    ArrayDecl("law_steps", "6", "log10 of the number of steps"),
    *(
        ArrayDecl(f"law_{name}", "6", f"{LABELS[name]}: log10 of W₁ to the data on a line")
        for name in ("sde", "ode", "ancestral", "ddim")
    ),
    ArrayDecl("law_jumps", "5", "log10 of the number of jumps"),
    ArrayDecl("law_jumps_w1", "5", "log10 of W₁ after so many jumps"),
    ArrayDecl("law_errors", "4", "errors of the score"),
    ArrayDecl("law_tv_many", "4", "total variation after 200 steps"),
    ArrayDecl("law_tv_few", "4", "total variation after 20 steps"),
    ArrayDecl("law_examples", "7", "log10 of the number of examples"),
    ArrayDecl("law_mse_high", "7", "log10 of the mean square error of their score at noise 0.3"),
    ArrayDecl("law_mse_low", "7", "the same at noise 0.05"),
    ArrayDecl("kl_x", "99", "levels of the bound"),
    ArrayDecl("kl_y", "99", "log10 of its terms, in nats"),
    ArrayDecl("weights_x", "99", "levels"),
    ArrayDecl("weights_y", "99", "log10 of the weight of |ε − ε_θ|² in the bound"),
)
ARRAYS = (*_PLANE, *_REVERSE, *_INPAINT, *_LINE, *_SCHEDULE, *_DENOISE, *_LEARN, *_CHAINS, *_WEAK, *_DIGITS, *_LAWS)
