"""What each command does, by its id in the table of keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication

from playground.engine.errors import BadInput
from playground.lecture.report import reports_folder
from playground.ui.controller.controller import Controller
from playground.ui.controls.dialogs import Dialogs, asking
from playground.ui.window import Window, dropped

STEP = 0.05  # of the user's own factor


def commands(window: Window, controller: Controller, dialogs: Dialogs) -> dict[str, Callable[[], Any]]:
    """The acts by the id of their command."""
    c = controller
    return {
        "toggle": c.clock.toggle,
        "forward": c.clock.forward,
        "back": c.clock.back,
        "start": c.clock.to_start,
        "replay": c.clock.replay,
        "reset": c.clock.reset,
        "reseed": c.parameters.reseed,
        "undo": c.acts.undo,
        "redo": c.acts.redo,
        "speed_slow": lambda: c.clock.set_speed("slow"),
        "speed_normal": lambda: c.clock.set_speed("normal"),
        "speed_fast": lambda: c.clock.set_speed("fast"),
        "repair": c.presets.repair,
        "code": lambda: _code(window),
        "line_forward": lambda: _line(window, 1),
        "line_back": lambda: _line(window, -1),
        "compare": lambda: _compare(window),
        "uncompare": c.comparison.separate,
        "branches": lambda: _branches(window),
        "phase": lambda: _phase(window),
        "save_map": lambda: _save_map(window, c, dialogs),
        "hide_ghost": c.acts.hide_ghost,
        "challenges": lambda: _challenges(window, c),
        "challenge_next": c.challenges.next,
        "challenge_hint": c.challenges.hint,
        "challenge_solve": c.challenges.solve,
        "challenge_back": c.challenges.back,
        "challenge_again": c.challenges.again,
        "challenge_leave": c.challenges.leave,
        "challenges_off": c.challenges.toggle_offers,
        "challenges_clear": c.challenges.clear,
        "ask": c.lessons.toggle_ask,
        "bare": c.screen.toggle_bare,
        "present": c.screen.toggle_presenting,
        "swap": c.screen.swap_screens,
        "halo": c.screen.toggle_halo,
        "keycaps": c.screen.toggle_keycaps,
        "lesson_forward": c.lessons.forward,
        "lesson_back": c.lessons.back,
        "lesson_start": c.lessons.start,
        "lesson_return": c.lessons.again,
        "record_lesson": lambda: _record(window, c, dialogs),
        "lesson_leave": c.lessons.leave,
        "black": lambda: c.screen.toggle_curtain("black"),
        "white": lambda: c.screen.toggle_curtain("white"),
        "gallery": c.opening.gallery,
        "theme": c.screen.next_theme,
        "theme_light": lambda: c.screen.set_theme("light"),
        "theme_dark": lambda: c.screen.set_theme("dark"),
        "theme_projector": lambda: c.screen.set_theme("projector"),
        "larger": lambda: c.screen.set_scale(c.state.scale + STEP),
        "smaller": lambda: c.screen.set_scale(c.state.scale - STEP),
        "still": c.screen.toggle_still,
        "self_check": lambda: _self_check(window, c),
        "full_screen": lambda: _full_screen(window, c),
        "magnifier": c.screen.toggle_lens,
        "reset_view": lambda: _reset_view(window),
        "escape": lambda: _escape(window, c),
        "palette": lambda: window.palette_.open_for(c.state),
        "keys": lambda: window.keys.close_up() if window.keys.isVisible() else window.keys.open_for(c.state),
        "quit": window.close,
        "search": window.gallery.focus_search,
        "open": lambda: _open(window, c, dialogs),
        "save": lambda: _save(window, c, dialogs),
        "open_link": lambda: _open_clipboard(c),
        "copy": lambda: _copy(window, c),
        "share": c.exchange.share,
        "copy_report": lambda: _copy_report(c),
        "restart_engine": c.inbox.restart_engine,
        "welcome": c.help.welcome,
        "welcome_play": c.help.play,
        "welcome_teach": c.help.teach,
        "welcome_figures": c.help.figures,
        "tour": c.help.tour,
        "handbook": c.help.toggle_handbook,
        "whats_this": window.ask_what,
        "report": c.notices.report,
        "reports": _show_reports,
        "export": c.exports.open,
        "add_to_figure": c.collecting.add,
        "figure_tray": c.collecting.toggle,
        "picture": lambda: _picture(window, c, dialogs),
    }


def _escape(window: Window, controller: Controller) -> None:
    """First what lies over the picture, then to the stage, then out of hiding, then out of full screen."""
    if controller.state.curtain:
        controller.screen.toggle_curtain(controller.state.curtain)
    elif controller.state.lens:
        controller.screen.toggle_lens()
    elif (
        (window.page is not None and controller.state.page == "panel" and window.page.close_popups())
        or not window.on_stage()
        or (controller.state.page == "gallery" and window.gallery.search.hasFocus())
    ):
        window.focus_stage()
    elif controller.state.bare:
        controller.screen.toggle_bare()
    elif controller.state.presenting:
        controller.screen.toggle_presenting()
    elif window.isFullScreen():
        window.showNormal()


def _code(window: Window) -> None:
    if window.page is not None:
        window.page.toggle_code()


def _line(window: Window, by: int) -> None:
    if window.page is not None and window.page.inspector.reads_code:
        window.page.inspector.code.go(by)


def _branches(window: Window) -> None:
    if window.page is not None:
        window.page.toggle_branches()


def _challenges(window: Window, controller: Controller) -> None:
    if not controller.state.challenges_on:
        controller.notices.notify("Challenges are off", "challenges_off", "Switch them on")
    elif window.page is not None:
        window.page.toggle_challenges()


def _phase(window: Window) -> None:
    if window.page is not None:
        window.page.toggle_phase()


def _compare(window: Window) -> None:
    if window.page is not None:
        window.page.top.icons["compare"].showMenu()


def _reset_view(window: Window) -> None:
    if window.page is not None:
        window.page.stage.picture.reset_view()


def _full_screen(window: Window, controller: Controller) -> None:
    """In or out; on an external screen in a bright room only the projector theme is legible, so it is offered."""
    if window.isFullScreen():
        window.showNormal()
        return
    window.showFullScreen()
    external = window.screen() is not QGuiApplication.primaryScreen()
    if external and controller.state.theme != "projector":
        controller.notices.notify("On a projector, the projector theme is the legible one", "theme_projector", "Use it")


def _self_check(window: Window, controller: Controller) -> None:
    controller.claims.self_check()
    if window.page is not None and not window.page.honesty.isVisible():
        window.page.toggle_honesty()


def _open(window: Window, controller: Controller, dialogs: Dialogs) -> None:
    if controller.state.presenting:
        # A box would stand before the audience; the palette has the scenes that were used lately.
        window.run("palette")
    elif paths := dialogs.open_files(window):
        controller.exchange.open_files(paths)


def _save(window: Window, controller: Controller, dialogs: Dialogs) -> None:
    panel = controller.state.panel
    if panel is not None and (
        path := asking(dialogs, controller.state.presenting).save_scene(window, panel.declaration.id)
    ):
        controller.opening.save_scene(path)


def _save_map(window: Window, controller: Controller, dialogs: Dialogs) -> None:
    panel = controller.state.panel
    if panel is None or panel.phase is None:
        controller.notices.notify("There is no phase map: compute one first", kind="warning")
    elif panel.phase.obstacle:
        said = f"This map is no study: {panel.phase.obstacle}. Start anew, then compute it again"
        controller.notices.notify(said, "reset", "Start anew", kind="warning")
    elif path := asking(dialogs, controller.state.presenting).save_study(window, panel.declaration.id):
        controller.studies.keep(path, panel.phase)


def _record(window: Window, controller: Controller, dialogs: Dialogs) -> None:
    if controller.recording.recorder is None:
        controller.recording.start()
        return
    controller.clock.pause()
    controller.recording.stop(asking(dialogs, controller.state.presenting).save_lesson(window))


def _open_clipboard(controller: Controller) -> None:
    """A link, files, a picture or the text of a table; what is no file yet becomes one for a moment."""
    content = QApplication.clipboard().mimeData()
    sources = dropped(content)
    text = content.text().strip()
    folder = Path(mkdtemp(prefix="playground-"))
    if not sources and content.hasImage():
        sources = [str(folder / "pasted.png")]
        QApplication.clipboard().image().save(sources[0])
    elif not sources and "\n" in text:
        sources = [str(folder / "pasted.txt")]
        Path(sources[0]).write_text(text, "utf-8")
    if sources:
        controller.exchange.open_files(sources)
    elif text:
        controller.exchange.offer_link(text)
    else:
        controller.notices.notify("There is nothing to open in the clipboard", kind="warning")


def _copy(window: Window, controller: Controller) -> None:
    """The picture as it is now, and as text the link of the run."""
    if window.page is None:
        return
    image = window.page.stage.image()

    def copy(link: str, reason: str) -> None:
        content = QMimeData()
        content.setImageData(image)
        if link:
            content.setText(link)
        QApplication.clipboard().setMimeData(content)
        if link:
            controller.notices.notify("The picture and its link are in the clipboard", "share", "QR code")
        else:
            controller.notices.notify(f"The picture is in the clipboard; {reason}", "save", "Save the scene")

    controller.exchange.make_link(copy)


def _copy_report(controller: Controller) -> None:
    panel = controller.state.panel
    if panel is not None and panel.fault[1]:
        QApplication.clipboard().setText(panel.fault[1])


def _show_reports() -> None:
    """The folder of the reports, by the program that the system has for folders."""
    folder = reports_folder()
    if folder.is_dir():
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def _picture(window: Window, controller: Controller, dialogs: Dialogs) -> None:
    from playground.render.still import save_png

    panel = controller.state.panel
    if panel is None or window.page is None:
        return
    if path := asking(dialogs, controller.state.presenting).save_picture(window, panel.declaration.id):
        try:
            save_png(window.page.stage.image(), path)
        except (BadInput, OSError) as error:
            controller.notices.notify(str(error), kind="failed")
        else:
            controller.notices.notify(f"Saved {path}")
