"""Adds the page that is made from the code to the handbook that mkdocs builds."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from playground import cli
from playground.commands.reference import reference


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by mkdocs once it has found the pages."""
    files.append(File.generated(config, "reference.md", content=reference(cli.parser())))
    return files
