"""`nexus tui` inside of a real tmux, which is a terminal between it and the one outside."""

import os
import shutil
import signal
import subprocess
import time

import pytest

from parts.server import BINARY
from terminal.session import PATIENCE

TMUX = shutil.which("tmux")
pytestmark = pytest.mark.skipif(TMUX is None, reason="NO TMUX: nothing of tmux was tested. scripts/setup.sh tests installs it.")


class Pane:
    """A shell in tmux."""

    def __init__(self, user, **environment):
        self.user, self.socket = user, str(user.home / "tmux")
        self.environment = user.environment(LC_ALL="C.UTF-8", **environment)
        self.run(
            "-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24",
            "env", "PS1=ready$ ", "sh")
        self.wait("ready$")

    def run(self, *words):
        return subprocess.run(
            [TMUX, "-u", "-S", self.socket, *words], check=True, text=True, capture_output=True, env=self.environment,
            cwd=self.user.home).stdout

    def type(self, text):
        self.run("send-keys", "-l", text)

    def press(self, *names):
        self.run("send-keys", *names)

    @property
    def text(self):
        return self.run("capture-pane", "-p")

    def wait(self, condition):
        holds = condition if callable(condition) else lambda text: condition in text
        deadline = time.monotonic() + PATIENCE
        while not holds(self.text):
            assert time.monotonic() < deadline, f"never: {condition}\n{self.text}"
            time.sleep(0.05)

    def start(self):
        self.type(f"{BINARY} tui")
        self.press("Enter")

    def close(self):
        subprocess.run([TMUX, "-S", self.socket, "kill-server"], check=False, capture_output=True)


@pytest.fixture
def pane():
    panes = []

    def make(user, **environment):
        panes.append(Pane(user, **environment))
        return panes[-1]

    yield make
    for one in panes:
        one.close()


def test_two_people_talk_in_tmux(person, pane):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    talk = ada.direct(grace)
    left = pane(ada)
    left.start()
    left.wait(grace.name)
    left.press("Enter")
    left.wait("Message " + grace.name)
    left.type("漢字 and e\u0301 from tmux")
    left.press("Enter")
    left.wait("✓")
    grace.post(talk, "Received")
    left.wait("Received")
    # Nothing is left behind by wide characters: the line between the parts stands in its column everywhere.
    columns = {width(line.split("│")[0]) for line in left.text.split("\n") if "│" in line}
    assert len(columns) == 1, left.text
    # Alt, which tmux sends as Escape and the key.
    left.press("M-a")
    left.wait("Attach a file")
    left.press("Escape")
    left.wait(lambda text: "Attach a file" not in text)
    # A paste by tmux is one text.
    left.run("set-buffer", "first\nsecond")
    left.run("paste-buffer", "-p")
    left.wait(lambda text: "› first" in text and "second" in text)
    left.run("resize-window", "-x", "50", "-y", "15")
    left.wait(lambda text: "Received" in text and "Conversations" not in text)
    left.run("resize-window", "-x", "120", "-y", "40")
    left.wait("Conversations")


def test_the_shell_is_back_after_quitting_stopping_and_a_kill(person, pane):
    ada = person("Ada")
    shell = pane(ada)
    shell.type("echo before$((1 + 1))")
    shell.press("Enter")
    shell.wait("before2")
    for number, end in enumerate(("q", "TERM", "INT", "SEGV")):
        shell.start()
        shell.wait("No conversations yet")
        assert "before2" not in shell.text
        if end == "q":
            shell.type("q")
        else:
            parent = shell.run("display-message", "-p", "#{pane_pid}").strip()
            program = subprocess.run(["pgrep", "-P", parent, "nexus"], check=True, text=True, capture_output=True).stdout
            os.kill(int(program), signal.Signals[f"SIG{end}"])
        shell.wait("before2")
        # Keys are echoed again, and lines are lines.
        shell.type(f"echo after$((10 + {number}))")
        shell.press("Enter")
        shell.wait(f"after{10 + number}")
        modes = shell.run("display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}").split()
        assert modes == ["0", "0", "1"], modes


def test_pictures_are_not_sent_to_tmux(person, pane):
    """tmux passes no pictures on: kitty outside of it must not be believed."""
    ada = person("Ada")
    left = pane(ada, KITTY_WINDOW_ID="1")
    left.run("pipe-pane", f"cat > {ada.home}/written")
    left.start()
    left.wait("No conversations yet")
    assert b"\x1b_G" not in (ada.home / "written").read_bytes()


def width(text):
    """The cells of a text of the letters of these tests."""
    return sum(0 if "\u0300" <= c < "\u0370" else 2 if "\u2e80" <= c < "\ua000" else 1 for c in text)
