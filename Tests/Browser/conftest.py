"""Fixtures of the browser tests: Chromium, the server, people, and the files that a failure leaves."""

import os
import pathlib
import re
import shutil
import sys
import threading

import pytest
from playwright.sync_api import expect, sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "fixture")]

import serve  # noqa: E402
from parts.chromium import launch  # noqa: E402
from parts.line import Line  # noqa: E402
from parts.person import Person  # noqa: E402
from parts.scripted_endpoint import ScriptedEndpoint  # noqa: E402
from parts.seat import Seats  # noqa: E402
from parts.seed import Seeder  # noqa: E402
from parts.server import Server  # noqa: E402

FAILURES = HERE.parents[1] / ".build-web" / "browser-failures"
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright):
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def seats(browser):
    return Seats(browser)


@pytest.fixture(scope="session")
def shared_server():
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def server(shared_server):
    """The server of all tests; one that a test killed is up again for the next."""
    yield shared_server
    if shared_server.process.poll() is not None:
        shared_server.start()


@pytest.fixture
def scripted_endpoint():
    """A language model with scripted replies."""
    endpoint = ScriptedEndpoint()
    yield endpoint
    endpoint.close()


@pytest.fixture
def ai_server(scripted_endpoint):
    """A server of its own whose language model is the scripted endpoint."""
    server = Server(environment=scripted_endpoint.environment())
    yield server
    server.stop()


@pytest.fixture
def ai_team(request, seats, ai_server, log):
    """People on that server."""
    yield from people_of(request, seats, ai_server, log)


class Team:
    """Makes people for a test, with names that no other test has."""

    serial = 0

    def __init__(self, seats, server, log):
        self.seats, self.server, self.log = seats, server, log
        self.browser = seats.browser
        self.people = []

    def person(self, name, browser=None, **options):
        """A person at a browser who has no account yet."""
        return self.at_browser(*Team.identity(name), browser, **options)

    def at_browser(self, name, email, browser=None, keeps_shell=False, **options):
        port = self.server.port
        if browser or keeps_shell:
            made = Person(browser or self.browser, Line(port), name, email, self.log, keeps_shell=keeps_shell, **options)
        else:
            made = Person(self.browser, None, name, email, self.log, seat=self.seats.take(port, **options))
        self.people.append(made)
        return made

    def member(self, name):
        """A user without a browser, who acts over HTTP."""
        full, email = Team.identity(name)
        return Seeder(self.server.port, email, full)

    def device(self, user, **options):
        """One more browser of a user, who is signed in there."""
        return self.devices(user, **options)[0]

    def devices(self, *users, **options):
        """One more browser for each of these users, who are signed in there."""
        people = [self.at_browser(user.name, user.email, **options) for user in users]
        for person in people:
            person.begin("/v1/sessions")
        return [person.arrived() for person in people]

    @staticmethod
    def identity(name):
        Team.serial += 1
        return f"{name} {number_name(Team.serial)}", f"{name.lower()}-{Team.serial}@example.org"

    def signed_up(self, *names, **options):
        people = [self.person(name, **options) for name in names]
        for person in people:
            person.begin("/v1/accounts", name=person.name)
        return [person.arrived() for person in people]


def number_name(number):
    # Letters, so that a search for one person does not find another: "Ada B" and not "Ada 1", "Ada 12".
    return "".join(chr(ord("A") + int(digit)) for digit in f"{number:03}")


@pytest.fixture
def log():
    return []


@pytest.fixture
def team(request, seats, server, log):
    yield from people_of(request, seats, server, log)


@pytest.fixture
def first(request, seats, log):
    """The people of a server of their own, whose first account administers it."""
    own = Server()
    yield from people_of(request, seats, own, log)
    own.stop()


def people_of(request, seats, server, log):
    made = Team(seats, server, log)
    yield made
    has_failed = request.node.stash.get(FAILED, False)
    if has_failed:
        keep_evidence(request.node.name, [(person.name, page) for person in made.people for page in pages_of(person)], log)
        shutil.copy(server.log, FAILURES / folder_name(request.node.name) / "server.log")
    for person in made.people:
        if has_failed:
            person.close()
        else:
            seats.give_back(person.seat)


def pages_of(person):
    try:
        return [page for page in person.context.pages if not page.is_closed()]
    except Exception:  # A browser that the test killed has nothing to show.
        return []


@pytest.fixture(scope="session")
def fixture_address():
    """The views over a client in memory (fixture/client.js)."""
    server = serve.serve(0, serve.CachedHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def views(request, browser, fixture_address, log):
    """Opens the views in a state: `views("/settings", state="empty")`."""
    contexts = []

    def open_page(path="/", dark=False, phone=False, width=None, **state):
        size = {"width": width or (390 if phone else 1280), "height": 844 if phone else 800}
        context = browser.new_context(
            base_url=fixture_address, viewport=size, color_scheme="dark" if dark else "light", reduced_motion="reduce",
            locale="en-GB", **({"has_touch": True, "is_mobile": True} if phone else {}))
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: log.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: log.append(f"uncaught: {error}"))
        page.goto(path + ("?" + "&".join(f"{name}={value}" for name, value in state.items()) if state else ""))
        return page

    yield open_page
    if request.node.stash.get(FAILED, False):
        pages = [(str(index), page) for index, context in enumerate(contexts) for page in context.pages]
        keep_evidence(request.node.name, pages, log)
    for context in contexts:
        context.close()
    uncaught = [line for line in log if "uncaught" in line or "Content Security Policy" in line]
    assert uncaught == [], uncaught


# What a failure leaves, and what is said of each test

FAILED = pytest.StashKey[bool]()


def folder_name(name):
    return re.sub(r"[^\w-]+", "-", name).strip("-")


def keep_evidence(name, pages, log):
    folder = FAILURES / folder_name(name)
    folder.mkdir(parents=True, exist_ok=True)
    for owner, page in pages:
        try:
            page.screenshot(path=folder / f"{folder_name(owner)}.png", timeout=5_000)
        except Exception as error:  # A page that cannot be pictured must not hide why the test failed.
            log.append(f"no picture of {owner}: {error}")
    (folder / "console.log").write_text("\n".join(log) + "\n")
    print(f"\n    pictures and console: {folder.relative_to(FAILURES.parents[1])}")


def pytest_collection_modifyitems(items):
    # What takes longest begins first: no process is left alone with it at the end.
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_sessionstart(session):
    # Of several processes, the one that started the others; a second run keeps what the first one left.
    if not hasattr(session.config, "workerinput") and "NEXUS_KEEP_FAILURES" not in os.environ:
        shutil.rmtree(FAILURES, ignore_errors=True)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if report.failed:
        item.stash[FAILED] = True
    if report.when == "call":
        report.proves = sentence(item)


def sentence(item):
    text = " ".join((item.function.__doc__ or item.name).split()).rstrip(".")
    which = getattr(item, "callspec", None)
    return f"{text} [{which.id}]" if which else text


def pytest_report_teststatus(report, config):
    if report.when == "call" and hasattr(report, "proves"):
        mark = {"passed": "✓", "failed": "✗", "skipped": "-"}[report.outcome]
        return report.outcome, f"{mark} {report.proves} ({report.duration:.1f} s)\n", mark
    return None
