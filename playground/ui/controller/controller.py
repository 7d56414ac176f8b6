"""What the user wants and what the engine says, turned into one frozen `State`. No Qt.

Widgets call the verbs of its parts; the engine's messages come in by `handle`; whoever listens is told the new state
and the one before it. Nothing else in the window keeps a fact about a run. Each field of the state has one part that
writes it, and a part knows those parts alone that its constructor is given.
"""

from __future__ import annotations

from collections.abc import Callable

from playground.engine.process.messages import Message
from playground.lecture.shipped_lessons import shelf
from playground.ui.controller.acts import Acts
from playground.ui.controller.challenges import Challenges
from playground.ui.controller.claims import Claims
from playground.ui.controller.clock import Clock
from playground.ui.controller.collecting import Collecting
from playground.ui.controller.comparison import Comparison
from playground.ui.controller.exchange import Exchange
from playground.ui.controller.exports import Exports
from playground.ui.controller.help import Help
from playground.ui.controller.hints import Hints
from playground.ui.controller.inbox import Inbox
from playground.ui.controller.jobs import JobControl
from playground.ui.controller.lesson_control import Lessons
from playground.ui.controller.lesson_recording import Recording
from playground.ui.controller.listings import Listings
from playground.ui.controller.locks import Locks
from playground.ui.controller.notices import Notices
from playground.ui.controller.opening import Opening
from playground.ui.controller.parameters import Dice, Parameters, roll
from playground.ui.controller.pictures import PictureFeed
from playground.ui.controller.presets import Presets
from playground.ui.controller.protocols import Catalog, Engine
from playground.ui.controller.pulse import Pulse
from playground.ui.controller.records import RecordRequests
from playground.ui.controller.screen import Screen
from playground.ui.controller.state import State
from playground.ui.controller.store import Store
from playground.ui.controller.studies import Studies


class Controller:
    """Makes the parts and lets them know one another.

    Attributes:
        catalog: the catalog of the window.
        store: holds the state.
    """

    def __init__(self, engine: Engine, catalog: Catalog, state: State | None = None, dice: Dice = roll) -> None:
        """A controller of one window.

        Args:
            engine: the engine client, or one like it.
            catalog: the catalog module, or one like it.
            state: what was restored from the last time.
            dice: draws a new seed.
        """
        self.catalog = catalog
        self.store = store = Store(state or State())
        self.notices = notices = Notices(store)
        self.records = records = RecordRequests(store, engine)
        self.hints = hints = Hints(store)
        self.screen = screen = Screen(store, notices)
        self.pictures = pictures = PictureFeed(store, engine)
        self.pulse = pulse = Pulse(store, engine, notices, pictures)
        self.recording = recording = Recording(store, catalog, notices, records)
        self.clock = clock = Clock(store, engine, notices, hints, recording)
        self.locks = locks = Locks(store)
        self.parameters = parameters = Parameters(store, engine, notices, dice, locks)
        self.comparison = Comparison(store, engine, notices, parameters, dice, locks)
        self.jobs = JobControl(store, engine, clock, parameters)
        self.opening = opening = Opening(
            store,
            engine,
            catalog,
            notices=notices,
            records=records,
            recording=recording,
            hints=hints,
            clock=clock,
            pictures=pictures,
            screen=screen,
            locks=locks,
        )
        self.acts = acts = Acts(
            store,
            engine,
            notices=notices,
            records=records,
            hints=hints,
            clock=clock,
            parameters=parameters,
            opening=opening,
            locks=locks,
        )
        self.presets = Presets(store, catalog, notices, parameters, opening, acts)
        self.claims = Claims(store, engine, self.presets)
        self.listings = listings = Listings(store, engine, notices)
        self.inbox = Inbox(
            store,
            engine,
            notices=notices,
            records=records,
            clock=clock,
            parameters=parameters,
            opening=opening,
            claims=self.claims,
            listings=listings,
            pictures=pictures,
            pulse=pulse,
        )
        self.challenges = Challenges(
            store,
            engine,
            catalog,
            notices=notices,
            records=records,
            opening=opening,
            clock=clock,
            parameters=parameters,
            acts=acts,
            jobs=self.jobs,
            inbox=self.inbox,
            locks=locks,
        )
        self.lessons = lessons = Lessons(
            store,
            catalog,
            notices=notices,
            records=records,
            recording=recording,
            hints=hints,
            screen=screen,
            opening=opening,
            clock=clock,
            parameters=parameters,
            acts=acts,
            comparison=self.comparison,
            jobs=self.jobs,
            inbox=self.inbox,
            challenges=self.challenges,
        )
        self.studies = Studies(store, engine, notices, opening)
        self.exchange = Exchange(store, catalog, notices, records, opening, lessons, self.studies)
        self.exports = Exports(store, notices, records)
        self.collecting = Collecting(store, notices, records, self.exports)
        self.help = Help(
            store,
            notices=notices,
            screen=screen,
            presets=self.presets,
            clock=clock,
            lessons=lessons,
            exports=self.exports,
        )

    @property
    def state(self) -> State:
        """What the window shows now."""
        return self.store.state

    @property
    def listeners(self) -> list[Callable[[State, State], None]]:
        """Called with the new state and the one before it."""
        return self.store.listeners

    def handle(self, message: Message) -> None:
        """Takes one message of the engine."""
        self.inbox.handle(message)

    def load_catalog(self) -> None:
        """Reads all declarations; the window has painted by then."""
        catalog = {name: self.catalog.declaration(name) for name in self.catalog.ids()}
        self.store.put(catalog=catalog, lessons=shelf())
