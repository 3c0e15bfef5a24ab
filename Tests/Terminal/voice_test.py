"""Voice messages, with small programs in the places of a player and a recorder."""

import os
import pathlib
import signal
import sys
import time

from files_test import opened, script
from talk_test import messages
from terminal.session import PATIENCE

RECORDER = """#!{python}
import pathlib, signal, sys, wave

def end(*_):
    with wave.open(sys.argv[-1], "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(b"\\x10\\x00" * 8000 + b"\\x00\\x40" * 8000)
    sys.exit(0)

signal.signal(signal.SIGINT, end)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
pathlib.Path({pid!r}).write_text(str(__import__("os").getpid()) + " " + sys.argv[-1])
while True:
    signal.pause()
"""
PLAYER = """#!/bin/sh
printf '%s\\n' "$@" > '{log}.part'
echo $$ > '{log}.pid'
mv '{log}.part' '{log}'
exec sleep 600
"""


def until(condition, what):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.02)


def is_alive(pid):
    try:
        # One that has ended and is not waited for is dead too.
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def recorder(user):
    """A recorder's command, and what returns its process and file once it records."""
    said = user.home / "recording"
    path = script(user.home / "my recorder", RECORDER.format(python=sys.executable, pid=str(said)))

    def recording():
        until(lambda: said.exists() and " " in said.read_text(), "the recorder records")
        pid, file = said.read_text().split(" ", 1)
        said.unlink()
        return int(pid), pathlib.Path(file)

    return f"'{path}' --quiet {{}}", recording


def test_a_voice_message_is_recorded_sent_and_played(person):
    ada, grace = person("Ada"), person("Grace")
    conversation = ada.direct(grace)
    command, recording = recorder(ada)
    log = grace.home / "played"
    player = script(grace.home / "my player", PLAYER.format(log=log))
    left = opened(ada, grace, NEXUS_RECORDER=command)
    left.press("alt v")
    left.wait("● Recording")
    pid, _ = recording()
    left.press("enter")
    # Silence first, then the loudest.
    left.wait(lambda session: any("♪ ▁▁▁▁" in line and "████" in line and "0:02" in line for line in session.lines))
    left.wait("✓")
    assert not is_alive(pid)
    [message] = messages(ada, conversation)
    [voice] = message["attachments"]
    assert voice["kind"] == "voice" and voice["duration"] == 2000 and len(voice["waveform"]) == 64

    right = opened(grace, ada, NEXUS_PLAYER=f"'{player}' --quiet {{}}")
    right.wait("♪ ▁▁▁▁")
    right.press("escape")
    right.type("o")
    right.wait("■ ▁▁▁▁")
    until(log.exists, "the player plays")
    option, file = log.read_text().split("\n")[:2]
    assert option == "--quiet" and pathlib.Path(file).read_bytes().startswith(b"RIFF")
    # The position goes on, to the end of the recording at most.
    right.wait("0:02 / 0:02")
    pid = int(pathlib.Path(f"{log}.pid").read_text())
    assert is_alive(pid)
    right.type("o")
    right.wait("♪ ▁▁▁▁")
    until(lambda: not is_alive(pid), "the player ends")
    right.type("q")
    assert right.finish() == 0
    assert not pathlib.Path(file).exists()


def test_a_recording_is_discarded(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    conversation = ada.direct(grace)
    command, recording = recorder(ada)
    left = opened(ada, grace, NEXUS_RECORDER=command)
    left.press("alt v")
    left.wait("● Recording")
    pid, file = recording()
    left.press("escape")
    left.gone("● Recording")
    until(lambda: not is_alive(pid), "the recorder ends")
    assert not file.exists() and messages(ada, conversation) == []


def test_nothing_is_recorded_once_the_program_has_ended(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    ada.direct(grace)
    command, recording = recorder(ada)
    numbers = [signal.SIGTERM, signal.SIGSEGV] + ([signal.SIGKILL] if sys.platform == "linux" else [])
    for number in numbers:
        left = opened(ada, grace, NEXUS_RECORDER=command)
        left.press("alt v")
        left.wait("● Recording")
        pid, _ = recording()
        os.kill(left.process.pid, number)
        left.finish()
        until(lambda: not is_alive(pid), f"the recorder ends after {number}")


def test_missing_and_failing_programs_are_named(person):
    ada, grace = person("Ada"), person("Grace")
    ada.direct(grace)
    command, recording = recorder(ada)
    left = opened(ada, grace, NEXUS_RECORDER=command)
    left.press("alt v")
    recording()
    left.press("enter")
    left.wait("✓")
    left.press("ctrl c", "ctrl c")
    assert left.finish() == 0

    broken = script(ada.home / "broken", "#!/bin/sh\necho 'no microphone here' >&2\nexit 3\n")
    left = opened(ada, grace, NEXUS_RECORDER=str(broken), NEXUS_PLAYER=str(broken))
    left.press("alt v")
    left.wait("broken ended with code 3")
    left.press("escape")
    left.type("o")
    left.wait("ended with code 3")
    left.press("ctrl c", "ctrl c")
    assert left.finish() == 0

    right = opened(grace, ada, PATH="/nonexistent")
    right.press("alt v")
    right.wait("No program that records sound was found")
    right.wait("NEXUS_RECORDER")
    right.press("escape", "escape")
    right.type("o")
    right.wait("No program that plays sound was found")
    right.wait("NEXUS_PLAYER")
    right.type("s")
    right.wait("Saved as ./voice-message-1.wav")
    assert (grace.home / "voice-message-1.wav").read_bytes().startswith(b"RIFF")
