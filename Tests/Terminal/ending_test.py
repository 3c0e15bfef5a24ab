"""Offline, signals, and the terminal afterwards."""

import os
import signal
import subprocess

import pytest

from terminal.session import Session
from parts.person import PASSWORD
from parts.server import BINARY, Server


def test_messages_wait_for_the_connection(person, server):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    ada.direct(grace)
    session = ada.tui()
    session.wait(grace.name)
    session.press("enter")
    session.wait("● online")
    server.kill()
    session.wait("○ offline")
    session.wait("No connection")
    session.type("Written offline")
    session.press("enter")
    session.wait("1 waiting")
    session.wait(lambda session: any("Written offline" in line and "◷" in line for line in session.lines))
    server.start()
    session.press("ctrl r")
    session.wait("● online")
    session.wait(lambda session: any("Written offline" in line and "✓" in line for line in session.lines))
    session.gone("waiting")


def test_it_starts_without_a_connection(person):
    own = Server()
    try:
        ada = person("Ada", is_signed_in=False)
        subprocess.run(
            [str(BINARY), "signup", "--server", f"http://127.0.0.1:{own.port}", "--name", "Ada", "--email", "ada@example.org"],
            env=ada.environment(NEXUS_PASSWORD=PASSWORD), check=True, capture_output=True)
        ada.run("sync")
    finally:
        own.stop()
    session = ada.tui()
    session.wait("○ offline")
    session.wait("No conversations yet")
    session.type("q")
    assert session.finish() == 0
    assert session.is_restored


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_gives_the_terminal_back(person, number):
    session = person("Ada").tui()
    session.wait("No conversations yet")
    session.process.send_signal(number)
    assert session.finish() == 128 + number
    assert session.is_restored


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGILL])
def test_a_crash_gives_the_terminal_back(person, number):
    session = person("Ada").tui()
    session.wait("No conversations yet")
    session.process.send_signal(number)
    assert session.finish() == -number
    assert session.is_restored


def test_it_stops_and_goes_on(person):
    session = person("Ada").tui()
    session.wait("No conversations yet")
    session.press("ctrl z")
    os.waitid(os.P_PID, session.process.pid, os.WSTOPPED)
    session.wait(lambda session: session.is_restored, "the terminal as before")
    with session.changed:
        session.screen.reset()
    session.process.send_signal(signal.SIGCONT)
    session.wait("No conversations yet")
    session.type("q")
    assert session.finish() == 0
    assert session.is_restored


def test_a_stopped_one_leaves_the_profile_to_others(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    conversation = ada.direct(grace)
    session = ada.tui()
    session.wait(grace.name)
    session.press("enter")
    session.wait("● online")
    session.press("ctrl z")
    os.waitid(os.P_PID, session.process.pid, os.WSTOPPED)
    assert ada.run("send", conversation, "Sent meanwhile").startswith("sent")
    session.process.send_signal(signal.SIGCONT)
    session.wait("Sent meanwhile")
    session.wait("● online")


def test_signing_in(person, server):
    ada = person("Ada", is_signed_in=False)
    session = ada.tui()
    session.wait("Sign in to Nexus")
    session.press("backtab")
    session.type("\x15" + f"http://127.0.0.1:{server.port}")
    session.press("enter")
    session.type(ada.email)
    session.press("enter")
    session.type("wrong horse")
    session.press("enter")
    session.wait("Check both")
    assert "wrong horse" not in bytes(session.output).decode()
    session.type("\x15" + PASSWORD)
    session.press("enter")
    session.wait("No conversations yet")
    session.wait("● online")


def test_it_needs_a_terminal(person):
    ada = person("Ada", is_signed_in=False)
    ended = subprocess.run([str(BINARY), "tui"], env=ada.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert ended.returncode == 1 and "needs a terminal" in ended.stderr
    session = Session([str(BINARY), "tui"], ada.environment(TERM="dumb"))
    assert session.finish() == 1
    assert "cannot show a full screen" in session.text.replace("\n", "")
    session.close()
