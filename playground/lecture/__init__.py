"""What is kept between runs: scene files, autosaved sessions, settings. No Qt."""
