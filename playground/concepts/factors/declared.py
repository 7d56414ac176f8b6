"""What the panel declares beside its parameters: metrics, gestures and doors. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Door, Field, GestureDecl, Metric, hidden

MOST_ROWS = 5000
MOST_COLUMNS = 64

METRICS = (
    Metric("count", "components summed", "Components in the sum.", decimals=None, note="of {rank}"),
    Metric(
        "error", "mean squared error", "Mean over the samples of |x − x̂|²; for the autoencoder its loss.", decimals=4
    ),
    Metric("tail", "eigenvalues left out", "The sum of the eigenvalues of the components left out.", decimals=4),
    Metric("explained", "variance kept", "Share of the total variance.", unit="%", decimals=1),
    Metric("sample_error", "error of the chosen one", "|x − x̂|² of the chosen sample.", decimals=4),
    Metric(
        "sigma2", "noise σ²", "Variance of the noise in every feature.", decimals=5, note="closed form {sigma2_best}"
    ),
    Metric(
        "active", "active factors", "Factors whose eigenvalue is above the noise.", decimals=None, note="of {factors}"
    ),
    Metric(
        "rho_error", "error of ρ", "Largest difference of the lengths of the loadings from the closed form.", decimals=6
    ),
    Metric("log_likelihood", "log-likelihood", "Mean log density of a sample, in nats.", decimals=4),
    Metric(
        "likelihood_change",
        "change under Q",
        "Change of the log-likelihood of all samples by the rotation.",
        decimals=10,
    ),
    Metric(
        "simplicity",
        "simple structure",
        "Mean |cos 2t| over the angles t of the features; 1: each loads on one factor.",
        decimals=3,
    ),
    Metric("least_noise", "least private share", "Smallest private share of a feature's variance.", decimals=4),
    Metric(
        "angle_1",
        "largest principal angle",
        "Between the span of the decoder and that of the first m components.",
        unit="°",
    ),
    # Read by notes, claims and lessons.
    hidden("rank", "rank", "Components with some variance."),
    hidden("factors", "factors", "How many factors the model has."),
    hidden("features", "features", "How many features there are."),
    hidden("rows", "samples", "How many samples there are."),
    hidden("sigma2_best", "noise of the closed form", "Mean of the eigenvalues left out.", 5),
    hidden("sigma2_gap", "gap of the noise", "Difference of σ² from the closed form.", 8),
    hidden("pca_gap", "error less tail", "Difference of the mean squared error from the eigenvalues left out.", 9),
    hidden("likelihood_best", "best log-likelihood", "That of the closed form.", 4),
    hidden("likelihood_gap", "log10 of the gap", "How far below the closed form the log-likelihood is, as log10.", 2),
    hidden("sigma", "noise σ", "Standard deviation of the noise.", 4),
    hidden("cosine", "cosine", "Cosine of the largest principal angle.", 6),
    hidden("loss_gap", "loss less tail", "Loss of the autoencoder less its minimum.", 6),
    hidden(
        "parted", "classes apart", "Distance of the two classes along the component upwards, in standard deviations.", 2
    ),
    hidden("ruling", "largest entry", "Largest squared entry of the first component.", 4),
    hidden("ruler", "ruling feature", "The feature with the largest entry of the first component."),
    hidden("pca_share", "share of PCA", "Share of the feature in other units that as many components keep.", 4),
    hidden("fa_share", "share of FA", "Share of the feature in other units that the factors explain.", 4),
    hidden("stair_gap", "off the last saddle", "Distance of the loss from that with one component less.", 4),
    *(hidden(f"angle_{k}", f"principal angle {k}", "Between the two spans, in degrees.", 2) for k in range(2, 7)),
)

_FIRST = {"mode": ("pictures", "table", "factors")}
GESTURES = (
    GestureDecl(
        "choose",
        (Field("row", "integer", low=0, high=100_000, meaning="of the sample, from 0"),),
        "Choose a sample to look at.",
        target=("row",),
        when={"mode": ("pictures", "table", "spectrum", "factors")},
    ),
    GestureDecl(
        "another",
        (),
        "Choose a sample by chance.",
        button="Another sample",
        when=_FIRST,
    ),
)

DOORS = (
    Door(
        "eigenfaces",
        title="Eigenfaces",
        chapter="Generative models",
        line="A picture as a mean and a few component pictures",
        preset="digits",
        words=("eigenpictures", "Karhunen-Loève", "face recognition", "compression"),
        plot="map",
    ),
    Door(
        "probabilistic_pca",
        title="Probabilistic PCA",
        chapter="Generative models",
        line="What is below the noise line vanishes",
        preset="noise_line",
        words=("pPCA", "EM", "Tipping", "Bishop", "noise", "latent variable model"),
    ),
    Door(
        "factor_analysis",
        title="Factor analysis",
        chapter="Generative models",
        line="Loadings may turn, and the likelihood does not notice",
        preset="marks",
        words=("factors", "rotation", "varimax", "communality", "psychometrics", "latent"),
    ),
    Door(
        "linear_autoencoder",
        title="Linear autoencoder",
        chapter="Generative models",
        line="A net without bends finds the span of the first components",
        preset="bottleneck",
        words=("autoencoder", "encoder", "decoder", "bottleneck", "saddle"),
        plot="map",
    ),
)
