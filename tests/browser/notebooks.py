"""Drives the widget in a real JupyterLab and a real marimo, in a headless Chromium; writes what it saw as pictures.

    python tests/browser/notebooks.py [--out DIR] [--chromium /usr/bin/chromium] [jupyter] [marimo]

It needs `pip install jupyterlab marimo playwright` beside the playground with its extra `notebook`, and a Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CELLS = (
    'from playground import open_session\nrun = open_session("minimax")',
    "run.widget()",
    'print("answered", 6 * 7)',
    "run.set(eta=0.3).step(3)\nNone",
    "run.step_number",
)
MARIMO = """import marimo
app = marimo.App(width="full")

@app.cell
def _():
    from playground import open_session
    run = open_session("minimax")
    return (run,)

@app.cell
def _(run):
    run.widget()
    return

@app.cell
def _(run):
    run
    return

if __name__ == "__main__":
    app.run()
"""


def main() -> None:
    """Drives what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, default=Path("out/notebooks"))
    parser.add_argument("--chromium", default=shutil.which("chromium") or "")
    parser.add_argument("which", nargs="*", default=["jupyter", "marimo"])
    args = parser.parse_args()
    if not args.chromium:
        raise SystemExit("there is no Chromium")
    args.out.mkdir(parents=True, exist_ok=True)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=args.chromium, args=FLAGS)
        for name in args.which:
            {"jupyter": in_jupyter, "marimo": in_marimo}[name](browser, args.out)
        browser.close()


# ---- servers


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(command: list[str], url: str, folder: Path) -> Iterator[None]:
    """A server while the block lasts; what it says stands in `server.log`."""
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=_environment(folder))
        try:
            wait_for(lambda: _answers(url) or server.poll() is not None, 120, "the server")
            yield
        finally:
            asked = time.monotonic()
            server.terminate()
            try:
                server.wait(60)
            finally:
                server.kill()
            print(f"the server ended within {time.monotonic() - asked:.1f} s")


def _environment(folder: Path) -> dict[str, str]:
    own = {name: str(folder / "state") for name in ("JUPYTER_CONFIG_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    return {**os.environ, **own, "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings")}


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def wait_for(holds: Callable[[], Any], seconds: float, what: str) -> Any:
    """What the condition gives once it holds.

    Raises:
        AssertionError: it does not in this time.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := holds():
            return found
        time.sleep(0.1)
    raise AssertionError(f"{what}: not in {seconds} s")


# ---- one widget


class Panel:
    """A widget on a page, as a reader sees it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.root = page.locator(".playground").first
        self.root.wait_for(timeout=60_000)
        self.root.scroll_into_view_if_needed()
        wait_for(lambda: self.drawn() > 300, 90, "the first picture")

    def drawn(self) -> int:
        """The width of the picture in px of the screen."""
        return int(self.root.locator("canvas").evaluate("node => node.width"))

    def ink(self) -> int:
        """How many colours the picture has, about."""
        return int(
            self.root.locator("canvas").evaluate(
                "node => { const d = node.getContext('2d').getImageData(0, 0, node.width, node.height).data;"
                "const s = new Set(); for (let i = 0; i < d.length; i += 4) s.add(d[i] << 16 | d[i+1] << 8 | d[i+2]);"
                "return s.size; }"
            )
        )

    def ground(self) -> int:
        """How bright the corner of the picture is, 0 to 255."""
        return int(
            self.root.locator("canvas").evaluate("node => node.getContext('2d').getImageData(1, 1, 1, 1).data[0]")
        )

    @property
    def step(self) -> int:
        """The step that it shows."""
        return int(self.root.locator(".field.step").input_value() or 0)

    @property
    def theme(self) -> str:
        """Its theme."""
        return str(self.root.get_attribute("data-theme"))

    def press(self, name: str) -> None:
        """Presses a button by its name."""
        self.root.get_by_role("button", name=name, exact=True).click()

    def shoot(self, path: Path) -> None:
        """A picture of it."""
        self.root.screenshot(path=str(path))
        print(path)


def use(panel: Panel, out: Path, name: str) -> None:
    """Plays, steps, scrubs, changes and touches, and holds what must hold."""
    assert panel.ink() > 50, "a picture, not a blank"
    first = panel.step
    panel.press("One step on")
    wait_for(lambda: panel.step == first + 1, 20, "a step")
    panel.press("Play")
    wait_for(lambda: panel.step > 12, 60, "play")
    panel.shoot(out / f"{name}-playing.png")
    panel.press("Pause")
    still = wait_for(lambda: panel.step, 5, "the step")
    panel.page.wait_for_timeout(700)
    settled = panel.step
    panel.page.wait_for_timeout(700)
    assert panel.step == settled >= still, "it stands"
    scrub = panel.root.get_by_role("slider", name="Step", exact=True)
    scrub.fill("4")
    wait_for(lambda: panel.step == 4, 20, "scrubbing")
    panel.shoot(out / f"{name}-scrubbed.png")
    slider = panel.root.locator(".row input[type=range]:visible").first
    slider.fill("800")
    wait_for(lambda: panel.root.get_by_role("button", name="Undo").is_enabled(), 20, "a change")
    panel.page.wait_for_timeout(600)
    panel.shoot(out / f"{name}-slider.png")
    panel.press("Undo")
    box = panel.root.locator("canvas").bounding_box()
    x, y = box["x"] + 0.3 * box["width"], box["y"] + 0.4 * box["height"]
    panel.page.mouse.move(x, y)
    panel.page.mouse.down()
    panel.page.mouse.move(x + 40, y + 30, steps=4)
    panel.page.mouse.up()
    wait_for(lambda: panel.root.get_by_role("button", name="Undo").is_enabled(), 20, "a gesture")
    panel.page.wait_for_timeout(600)
    panel.shoot(out / f"{name}-dragged.png")


# ---- the notebooks


def in_jupyter(browser: Any, out: Path) -> None:
    """JupyterLab: by day and night, with cells that run while it plays, run again, and a kernel that restarts."""
    with tempfile.TemporaryDirectory() as place:
        folder, port = Path(place), free_port()
        (folder / "own.ipynb").write_text(_notebook())
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"]
        command += ["--IdentityProvider.token=", "--ServerApp.password=", f"--ServerApp.root_dir={folder}"]
        with serving(command, f"http://127.0.0.1:{port}/api", folder):
            page = browser.new_page(viewport={"width": 1500, "height": 1000})
            said: list[str] = []
            page.on("pageerror", lambda error: said.append(str(error)))
            page.goto(f"http://127.0.0.1:{port}/lab/tree/own.ipynb?reset")
            page.locator(".jp-NotebookPanel-toolbar").get_by_text("Python 3 (ipykernel)").wait_for(timeout=60_000)
            page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").first.wait_for(timeout=60_000)
            page.wait_for_timeout(3000)
            _menu(page, "Run", "Run All Cells")
            panel = Panel(page)
            use(panel, out, "jupyter-light")
            assert panel.theme == "light"
            panel.press("Play")
            page.locator(".jp-CodeCell").nth(2).locator(".cm-content").click()
            page.keyboard.press("Shift+Enter")
            wait_for(lambda: page.get_by_text("answered 42").count() == 1, 20, "a cell that runs while it plays")
            _menu(page, "Settings", "Theme", "JupyterLab Dark")
            wait_for(lambda: panel.theme == "dark" and panel.ground() < 128, 30, "the dark theme")
            page.locator(".jp-CodeCell").nth(3).locator(".cm-content").click()
            page.keyboard.press("Shift+Enter")
            page.wait_for_timeout(1500)
            panel.shoot(out / "jupyter-dark.png")
            page.screenshot(path=str(out / "jupyter-page.png"))
            page.locator(".jp-CodeCell").nth(1).locator(".cm-content").click()
            page.keyboard.press("Shift+Enter")
            wait_for(lambda: Panel(page).step >= 0 and page.locator(".playground").count() == 1, 60, "one widget again")
            settled = Panel(page).step
            page.wait_for_timeout(2000)
            assert Panel(page).step == settled, "the page that played is gone, and its play with it"
            panel.root.evaluate("node => { node.dataset.old = 1; }")
            _menu(page, "Kernel", "Restart Kernel and Run All Cells…")
            page.get_by_role("button", name="Confirm Kernel Restart").click()
            wait_for(lambda: page.locator(".playground:not([data-old])").count() == 1, 90, "a widget of the new kernel")
            panel = Panel(page)
            panel.press("One step on")
            wait_for(lambda: panel.step > 0, 60, "a step of the new kernel")
            panel.shoot(out / "jupyter-restarted.png")
            wait_for(lambda: "Idle" in page.locator(".jp-StatusBar-Widget").inner_text(), 60, "an idle kernel")
            assert not said, said
            page.close()
        log = (folder / "server.log").read_text()
        assert not re.search(r"QObject|QWidget|QTimer|QPixmap", log), log[-2000:]
        print("jupyter: all holds")


def _notebook() -> str:
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "id": f"c{i}", "metadata": {}, "execution_count": None, "outputs": [], "source": code}
        for i, code in enumerate(CELLS)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps({"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


def _menu(page: Any, bar: str, *items: str) -> None:
    """Chooses in the menus of JupyterLab."""
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=60_000)
    label = page.locator(".lm-MenuBar-itemLabel").get_by_text(bar, exact=True)
    for _ in range(20):  # the menu may be made anew while the page loads
        label.click()
        page.wait_for_timeout(300)
        if page.locator(".lm-Menu-itemLabel").get_by_text(items[0], exact=True).count():
            break
        page.keyboard.press("Escape")
    for item in items:
        found = page.locator(".lm-Menu-itemLabel").get_by_text(item, exact=True).first
        found.hover()
        found.click()


def in_marimo(browser: Any, out: Path) -> None:
    """An app of marimo with three visitors at once, by day and night."""
    with tempfile.TemporaryDirectory() as place:
        folder, port = Path(place), free_port()
        (folder / "own.py").write_text(MARIMO)
        command = [sys.executable, "-m", "marimo", "run", "own.py", "--headless", "--no-token", "--port", str(port)]
        with serving(command, f"http://127.0.0.1:{port}/health", folder):
            pages = []
            for scheme in ("light", "light", "light"):
                context = browser.new_context(viewport={"width": 1300, "height": 1000}, color_scheme=scheme)
                page = context.new_page()
                page.goto(f"http://127.0.0.1:{port}/")
                pages.append(page)
            panels = [Panel(page) for page in pages]
            for panel in panels:
                panel.press("Play")
            wait_for(lambda: all(panel.step > 8 for panel in panels), 90, "every visitor's play")
            for panel in panels:
                panel.press("Pause")
            panels[0].page.wait_for_timeout(1000)
            panels[0].press("Back to the start")
            wait_for(lambda: panels[0].step == 0, 20, "the start")
            use(panels[0], out, "marimo-light")
            wait_for(
                lambda: pages[1].locator("img[src^='data:image/png'], img[src*='@file']").count() > 0, 30, "a still"
            )
            panels[1].root.evaluate(
                "() => { document.documentElement.classList.add('dark'); document.body.classList.add('dark'); }"
            )
            pages[1].evaluate("() => { document.body.style.background = '#181c1a'; }")
            pages[1].wait_for_timeout(2500)
            pages[1].screenshot(path=str(out / "marimo-page.png"))
            wait_for(lambda: panels[1].theme == "dark" and panels[1].ground() < 128, 30, "the dark theme")
            panels[1].shoot(out / "marimo-dark.png")
        log = (folder / "server.log").read_text()
        assert not re.search(r"QObject|QWidget|QTimer|QPixmap", log), log[-2000:]
        print("marimo: all holds")


if __name__ == "__main__":
    main()
