"""Fixtures of the terminal tests: the server, people, and their terminals."""

import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
# The server, and users over HTTP, are those of the browser tests.
BROWSER = HERE.parent / "Browser"
sys.path[:0] = [str(HERE), str(BROWSER)]

from terminal.session import Session  # noqa: E402
from parts.person import PASSWORD  # noqa: E402
from parts.seed import Seeder  # noqa: E402
from parts.server import BINARY, Server  # noqa: E402


@pytest.fixture(scope="session")
def shared_server():
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def server(shared_server):
    yield shared_server
    if shared_server.process.poll() is not None:
        shared_server.start()


class User(Seeder):
    """A user with a profile folder, in which `nexus` runs."""

    def __init__(self, server, email, name, home, sessions):
        super().__init__(server.port, email, name)
        self.server, self.home, self.sessions = server, home, sessions

    def environment(self, **more):
        kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORTERM", "TMUX", "TERM_PROGRAM", "NEXUS_PLAYER", "NEXUS_RECORDER", "NEXUS_OPENER")}
        # Swift's own report of a crash would wait for a key.
        usual = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"}
        return {**kept, "NEXUS_HOME": str(self.home), **usual, **more}

    def run(self, *words):
        """One of the other verbs, in the same profile folder."""
        return subprocess.run(
            [str(BINARY), *words], env=self.environment(NEXUS_PASSWORD=PASSWORD), check=True, text=True,
            capture_output=True).stdout

    def sign_in(self):
        self.run("login", "--server", f"http://127.0.0.1:{self.server.port}", "--email", self.email)
        return self

    def tui(self, columns=80, rows=24, **environment):
        session = Session([str(BINARY), "tui"], self.environment(**environment), columns, rows, self.home)
        self.sessions.append(session)
        return session


@pytest.fixture
def person(server, tmp_path, request):
    """Makes users, signed in on a device of their own, with names that no other test has."""
    sessions = []

    def make(name, is_signed_in=True):
        make.count += 1
        home = tmp_path / f"{name.lower()}-{make.count}"
        home.mkdir(mode=0o700)
        label = f"{name} {letters(next(serial))}"
        user = User(server, f"{label.lower().replace(' ', '-')}@example.org", label, home, sessions)
        return user.sign_in() if is_signed_in else user

    make.count = 0
    yield make
    for session in sessions:
        if request.node.stash.get(FAILED, False):
            print(session.picture())
        session.close()


def letters(number):
    return "".join(chr(ord("A") + int(digit)) for digit in f"{number:03}")


serial = iter(range(1000))
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report
