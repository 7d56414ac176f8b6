"""The part of the controller for what comes from outside and what goes out: files, links, previews, sharing. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playground.engine.declarations.concept import Opens
from playground.engine.errors import BadInput
from playground.engine.files import read_head
from playground.engine.reading.marks import head_text
from playground.lecture.lesson import is_lesson
from playground.lecture.link import from_link, is_link, to_link
from playground.ui.controller.lesson_control import Lessons
from playground.ui.controller.notices import Notices
from playground.ui.controller.opening import Opening
from playground.ui.controller.protocols import Catalog
from playground.ui.controller.records import RecordRequests
from playground.ui.controller.state import Offer
from playground.ui.controller.store import Store
from playground.ui.controller.studies import Studies

if TYPE_CHECKING:
    from playground.engine.reading.preview import Preview

MOST_LISTED = 12  # files that an offer names


class Exchange:
    """Opens what the user drops, pastes or names; large files and links wait for a yes."""

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        notices: Notices,
        records: RecordRequests,
        opening: Opening,
        lessons: Lessons,
        studies: Studies,
    ) -> None:
        self._store, self._catalog, self._notices = store, catalog, notices
        self._records, self._opening, self._lessons, self._studies = records, opening, lessons, studies
        self._accept: Callable[[], object] | None = None

    def open_files(self, sources: Sequence[str]) -> None:
        """What was dropped, pasted or chosen: a link, a file, or several files for the panel on the stage."""
        self.decline_offer()  # of what came before
        if len(sources) == 1:
            self.open_any(sources[0])
        elif self._store.state.panel is None or self._store.state.page == "gallery":
            self._notices.notify("Several files are data: open a panel first, then these in it", kind="warning")
        else:
            self.offer_data(*sources)

    def open_any(self, source: str) -> None:
        """A link or a file."""
        if is_link(source):
            self.offer_link(source)
        else:
            self.open_file(source)

    def open_file(self, path: str) -> None:
        """A scene, a lesson, a study or a data file, told apart by its content."""
        try:
            start = read_head(path, 4096)
        except BadInput as bad:
            self._notices.notify(str(bad), kind="failed")
            return
        if path.endswith((".scene.json", ".mlscene")) or '"playground.scene"' in head_text(start):
            self._opening.open_scene(path)
        elif is_lesson(start):
            self._lessons.open_file(path)
        elif start.startswith(b"SQLite format 3") or path.endswith(".sweep"):
            self._studies.open_file(path)
        elif self._store.state.panel is None or self._store.state.page == "gallery":
            what = f"{Path(path).name} is neither a scene nor a lesson"
            said = f"{what}; if it holds data, open a panel first, then this file in it"
            self._notices.notify(said, kind="warning")
        else:
            self.offer_data(path)

    def offer_data(self, *paths: str) -> None:
        """The panel on the stage starts anew with the user's data; a large file and several are shown first."""
        panel = self._store.state.panel
        if panel is None:
            return
        # Imported here: it brings the readers of tables and pictures, which no start needs.
        from playground.engine.reading.preview import preview

        opens = panel.declaration.card.opens
        try:
            found = [preview(Path(path), [one.kind for one in opens]) for path in paths]
        except BadInput as bad:
            self._notices.notify(str(bad), kind="warning")
            return
        one = next(one for one in opens if one.kind == found[0].kind)
        if len(found) > 1:
            self._offer_several(one, found, paths)
            return
        seen = found[0]
        over = 0 < one.most < seen.count
        if not seen.large and not over:
            self._opening.open_data(*paths)
            return
        used = f"This panel takes at most {one.most:,} rows." if over else f"Used: {one.what}."
        used += f" {seen.remark[:1].upper()}{seen.remark[1:]}." if seen.remark else ""
        self._accept = lambda: self._use(panel.group, paths)
        self._store.put(offer=Offer(f"Use {seen.name}?", seen.size, seen.rows, used, "Try it" if over else "Use it"))

    def _offer_several(self, one: Opens, found: Sequence[Preview], paths: Sequence[str]) -> None:
        """Several files are shown with their sizes; those that have no place are left out, and that is said."""
        others = [seen.name for seen in found if seen.kind != one.kind]
        if others or one.files == 1:
            what = f"{found[0].name} and {others[0]} are of two kinds" if others else f"{len(found)} files were given"
            self._notices.notify(f"{what}; this panel opens one file at a time", kind="warning")
            return
        taken = paths[: one.files]
        rows = [(seen.name, seen.size) for seen in found[: len(taken)][:MOST_LISTED]]
        more = len(taken) - len(rows)
        rows += [(f"and {more} more", "")] if more > 0 else []
        left = f" The last {len(paths) - len(taken)} have no place." if len(paths) > len(taken) else ""
        group = self._store.state.panel.group if self._store.state.panel is not None else ""
        self._accept = lambda: self._use(group, taken)
        said = f"Each has a place of its own. Used: {one.what}.{left}"
        self._store.put(offer=Offer(f"Use these {len(taken)} files?", "", tuple(rows), said, "Use them"))

    def _use(self, group: str, paths: Sequence[str]) -> None:
        """Opens data for which the user has said yes, in the run for which they were offered and in no other."""
        panel = self._store.state.panel
        if panel is not None and panel.group == group and self._store.state.page == "panel":
            self._opening.open_data(*paths)
        else:
            what = Path(paths[0]).name if len(paths) == 1 else f"These {len(paths)} files"
            self._notices.notify(f"{what} had been offered for a run that has left the stage", kind="warning")

    def offer_link(self, link: str) -> None:
        """A scene in a link is opened after a yes: a link may come from anywhere."""
        try:
            scene = from_link(link)
            card = self._catalog.declaration(str(scene["concept"])).card
        except BadInput as bad:
            self._notices.notify(str(bad), kind="failed")
            return
        acts = len(scene["log"])
        said = f"{card.title}, step {scene['step']:,}, seed {scene['seed']}, {acts} act{'' if acts == 1 else 's'}"
        self._accept = lambda: self._opening.open(str(scene["concept"]), record=scene, name="From a link", foreign=True)
        panel = self._store.state.panel
        same = panel is not None and panel.declaration.id == scene["concept"]
        used = "It takes the place of the run on the stage." if same else "Runs of other panels stay as they are."
        self._store.put(offer=Offer("Open the scene of this link?", said, (), used, "Open it"))

    def accept_offer(self) -> None:
        """Yes to what is offered."""
        accept, self._accept = self._accept, None
        self._store.put(offer=None)
        if accept is not None:
            accept()

    def decline_offer(self) -> None:
        """No to what is offered."""
        self._accept = None
        self._store.put(offer=None)

    # ---- going out

    def make_link(self, then: Callable[[str, str], None]) -> None:
        """Hands the link of the run on the stage to `then`, or an empty one with the reason why there is none."""

        def made(record: Mapping[str, Any]) -> None:
            try:
                then(to_link(record), "")
            except BadInput as bad:
                then("", str(bad))

        self._records.ask(made)

    def share(self) -> None:
        """Shows the link of the run on the stage, and its QR code."""

        def show(link: str, reason: str) -> None:
            if link:
                self._store.put(shared_link=link)
            else:
                self._notices.notify(reason[:1].upper() + reason[1:], "save", "Save the scene", kind="warning")

        self.make_link(show)

    def close_share(self) -> None:
        """Closes what `share` opened."""
        self._store.put(shared_link="")
