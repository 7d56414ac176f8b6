"""Studies: many runs of a panel over a grid of settings and seeds, on all cores or on a cluster, kept in one file.

How the parts meet:

- `vary`    reads what is varied (`rate=log:1e-3:1:20`, a table of settings) into settings. No torch.
- `study`   says what a study is: a panel, its fixed parameters, the settings, seeds, steps and metrics. No torch.
- `store`   the file, SQLite: the study, its settings, and a row for each run that has ended. No torch, no Qt.
- `work`    what travels: a `Task` is some runs, a `Result` their rows. `compute` makes one of the other; it alone needs
            torch.
- `executors` where tasks are computed, behind one small interface: `Serial` here; `processes.Processes` on all cores;
            `cluster.Cluster` by Dask.
- `conduct` takes what the store lacks, hands it to an executor in tasks, and puts what comes back into the store.
- `export`  the store as CSV, NPZ or Parquet; `table` gives its columns to these, and to the window's pictures.

A run of a study is the run of `playground run` with the same words: a row can be computed again to the bit.
"""
