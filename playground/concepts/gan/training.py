"""A GAN in training: updates of both players, and what is measured of them."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.gan import Params, line_laws, measures, nets
from playground.concepts.gan.dirac import DiracPlay
from playground.concepts.gan.dirac import moved as dirac_moved
from playground.concepts.gan.game import Batch, Game, fields_on, made_by, said_by
from playground.concepts.gan.losses import LOSSES
from playground.concepts.gan.nets import NetShape
from playground.concepts.gan.players import Play, PlayRule, Side, Team, is_finite, moved, side_of
from playground.concepts.gan.state import Data, Seen, State
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.sampling.divergences import jensen_shannon
from playground.engine.run.context import Ctx

EVERY = 10
"""Steps between two measurements."""
FOUR: tuple[PlayRule, ...] = ("sgd", "adam", "optimistic", "mixed")
"""The methods of the four, in order."""
REACH = 4.0
"""Half of the line that is looked at."""
_CELLS, _STEPS, _TAIL = 320, 512, 1e-4  # of the line; steps of the generator's mass
_APART = 20  # steps between two states that may be gone back to
_KEPT = 4  # of these states
_SGD = 10.0  # times the learning rate, for plain steps
_LOOKED = 500
_WIDE = 3.0  # times the last weights of a generator on the line, so that both laws overlap at the start


def game_of(params: Params) -> Game:
    """What is played."""
    d = 1 if params.mode == "line" else 2
    made, critic = (NetShape(d, params.hidden, out, params.units) for out in (d, 1))
    return Game(made, critic, params.loss, params.penalty if params.loss == "penalty" else 0.0, params.one_sided)


def play_of(params: Params, rule: PlayRule) -> Play:
    """The numbers of a move."""
    plain = _SGD if params.mode == "modes" and rule == "sgd" else 1.0
    return Play(
        (plain * params.rate, plain * params.critic_rate),
        params.adaptive,
        params.together,
        params.turns,
        params.frozen,
        params.noise,
        params.clip if params.loss == "clip" else 0.0,
    )


def rules_of(params: Params) -> tuple[PlayRule, ...]:
    """The rules of the teams that there are."""
    return FOUR if params.mode == "modes" else (params.optimiser,) if params.mode != "dirac" else ()


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """Nets that have learned nothing; single teams begin alike."""
    game, teams = game_of(params), []
    spread = _WIDE if params.mode == "line" else 1.0
    single: Team | None = None
    for rule in rules_of(params):
        if rule == "mixed":
            made = nets.begin(game.made, params.particles, ctx.rng, spread)
            critic = nets.begin(game.critic, params.critics, ctx.rng)
            teams.append(Team(rule, side_of(made), side_of(critic)))
            continue
        if single is None:
            made, critic = nets.begin(game.made, 1, ctx.rng, spread), nets.begin(game.critic, 1, ctx.rng)
            single = Team(rule, side_of(made), side_of(critic))
        teams.append(single._replace(rule=rule))
    ways = torch.ones(1, 2, 2, dtype=torch.float64)
    held = torch.zeros(0, len(teams), len(data.modes.unique()), dtype=torch.bool)  # type: ignore[no-untyped-call]
    before = (tuple(teams),) if teams else ()
    state = State(tuple(teams), before, held, Seen(), torch.tensor([0.5, 0.5]), ways)
    return measured(params, data, state) if teams else state


def advance(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    """The chosen number of updates of all teams, each on a batch of its own."""
    move = state.move + 1
    if not state.teams:
        return _advance_dirac(params, state)
    before = state.before
    if state.move and state.move % _APART == 0:
        before = (*before, state.teams)[-_KEPT:]
    game, teams = game_of(params), state.teams
    updates = 1 if params.mode == "modes" else params.updates
    for _ in range(updates):
        batches = [batch_of(params, data, ctx) for _ in range(params.turns + 1)]
        after: list[Team] = []
        for plays, some in _by_play(params, teams):
            left = iter(batches)
            after += moved(some, lambda left=left: fields_on(game, next(left)), plays, ctx.rng)  # type: ignore[misc]
            give_way()
        if not is_finite(after):
            return state._replace(move=move, failed=True)
        teams = tuple(after)
    state = state._replace(teams=teams, before=before, move=move, updates=state.updates + updates)
    return measured(params, data, state) if move % EVERY == 0 else state


def _by_play(params: Params, teams: tuple[Team, ...]) -> list[tuple[Play, list[Team]]]:
    """Neighbours that move by the same numbers."""
    found: list[tuple[Play, list[Team]]] = []
    for team in teams:
        play = play_of(params, team.rule)
        if found and found[-1][0] == play:
            found[-1][1].append(team)
        else:
            found.append((play, [team]))
    return found


def batch_of(params: Params, data: Data, ctx: Ctx) -> Batch:
    """Data and noise of one update."""
    real = data.train[torch.randint(len(data.train), (params.batch,), generator=ctx.rng)]
    z = torch.randn(params.batch, real.shape[1], generator=ctx.rng)
    return Batch(real, z, torch.rand(params.batch, 1, generator=ctx.rng))


def samples(params: Params, team: Team, n: int) -> Tensor:
    """What the generator makes of noise that is always the same, (about n, d)."""
    shape = game_of(params).made
    return made_by(shape, team.made, torch.randn(n, shape.d, generator=torch.Generator().manual_seed(0)))


def mode_places(data: Data) -> tuple[Tensor, float]:
    """The middles of the modes, (K, d), and their deviation; none where a mode has several components."""
    several = len(data.modes) > len(data.modes.unique()) or len(data.modes) < 2  # type: ignore[no-untyped-call]
    return (data.means[:0] if several else data.means).float(), float(data.spreads[0])


def measured(params: Params, data: Data, state: State) -> State:
    """The state with a measurement of the teams as they are."""
    if params.mode == "line":
        return state._replace(seen=_of_line(params, data, state.teams[0]))
    places, sigma = mode_places(data)
    rows, shares = [], []
    for team in state.teams:
        give_way()
        if len(places):
            near = measures.near_modes(samples(params, team, measures.SAMPLES), places, sigma)
            rows.append(near.hits >= measures.HELD)
            shares.append(float(near.hits.sum()) / len(near.nearest))
    past = measures.with_count(state.past, torch.stack(rows)) if rows else state.past
    if params.mode == "modes":
        held = {f"held_{rule}": int(row.sum()) for rule, row in zip(FOUR, rows, strict=True)}
        inside = {f"share_{rule}": share for rule, share in zip(FOUR, shares, strict=True)}
        return state._replace(past=past, seen=Seen(**held, **inside))  # type: ignore[arg-type]
    team, x = state.teams[0], samples(params, state.teams[0], _LOOKED)
    give_way()
    critic, made = _losses(params, team, data.train[:_LOOKED], x)
    copied = float(measures.nearest_training(x[:200], data.train)[1].median())
    count = int(rows[0].sum()) if rows else None
    return state._replace(past=past, seen=Seen(critic, made, count, shares[0] if rows else None, copied))


def _losses(params: Params, team: Team, real: Tensor, fake: Tensor) -> tuple[float, float]:
    game, loss = game_of(params), LOSSES[params.loss]
    a, b = said_by(game.critic, team.critic, real), said_by(game.critic, team.critic, fake)
    return float(loss.real(a).mean() + loss.fake(b).mean()), float(loss.made(b).mean())


class LineLaws:
    """Both laws on the line in cells.

    Attributes:
        edges, middles: of the cells, (cells + 1,), (cells,).
        width: of a cell.
        p, g: their masses, (cells,), each summing to 1.
        a: what the critics say in their middles, (cells,).
    """

    def __init__(self, params: Params, data: Data, team: Team) -> None:
        """Computes all of it."""
        game = game_of(params)
        self.edges = torch.linspace(-REACH, REACH, _CELLS + 1, dtype=torch.float64)
        self.middles = (self.edges[1:] + self.edges[:-1]) / 2
        self.width = 2 * REACH / _CELLS
        p = law_masses(data, self.edges)
        u = (torch.arange(_STEPS + 1, dtype=torch.float64)) / _STEPS
        z = torch.special.ndtri(u.clamp(_TAIL, 1 - _TAIL)).float()[:, None]
        x = nets.outputs(game.made, team.made.theta, z)[..., 0].double()
        g = torch.stack([line_laws.masses_of(path, self.edges) for path in x]).mean(0)
        # A trace of both laws everywhere keeps logits finite, as the tails of Gaussians are.
        self.p, self.g = ((one + 1e-12) / (one + 1e-12).sum() for one in (p, g))
        self.a = said_by(game.critic, team.critic, self.middles.float()[:, None]).double()


def law_masses(data: Data, edges: Tensor) -> Tensor:
    """The mass of the law in cells, (cells,)."""
    law = data.law
    z = (edges[:, None] - law.means[:, 0]) / law.variances.sqrt()
    return (torch.special.ndtr(z) @ law.weights).diff()  # type: ignore[no-any-return]


def _of_line(params: Params, data: Data, team: Team) -> Seen:
    return seen_on_line(params, LineLaws(params, data, team))


def seen_on_line(params: Params, laws: LineLaws) -> Seen:
    """What is measured of both laws and the critic between them."""
    loss = LOSSES[params.loss]
    critic = float((laws.p * loss.real(laws.a) + laws.g * loss.fake(laws.a)).sum())
    made = float((laws.g * loss.made(laws.a)).sum())
    return Seen(
        critic_loss=critic,
        made_loss=made,
        js=jensen_shannon(laws.p, laws.g),
        w1=line_laws.earth_mover(laws.p, laws.g, laws.width),
        exact=line_laws.exact_distance(params.loss, laws.p, laws.g, laws.width),
        said=line_laws.said_distance(params.loss, laws.p, laws.g, laws.a, laws.width),
        raw=float(((laws.p - laws.g) * laws.a).sum()),
        steepest=float(laws.a.diff().abs().max()) / laws.width,
    )


def _advance_dirac(params: Params, state: State) -> State:
    last = []
    for row, together in enumerate((True, False)):
        play = DiracPlay(params.toy_loss, params.toy_rate, together, None, params.r1)
        theta, psi = (float(one) for one in state.ways[-1, row])
        last.append(dirac_moved(play, theta, psi))
    after = torch.tensor(last, dtype=torch.float64)
    failed = not bool(torch.isfinite(after).all()) or math.hypot(*last[0]) > 1e6
    ways = state.ways if failed else torch.cat([state.ways, after[None]])[-400:]
    return state._replace(ways=ways, move=state.move + 1, updates=state.updates + 1, failed=failed)


def rewound(state: State, player: str) -> State:
    """One player of every team as it was at the last kept state, which is kept no longer; the last one stays."""
    if not state.before:
        return state
    earlier = state.before[-1]

    def back(now: Team, then: Team) -> Team:
        side: Side = getattr(then, player)
        return now._replace(made=side) if player == "made" else now._replace(critic=side)

    teams = tuple(back(now, then) for now, then in zip(state.teams, earlier, strict=True))
    return state._replace(teams=teams, before=state.before[:-1] or state.before)
