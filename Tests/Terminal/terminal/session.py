"""A program on a pseudo-terminal, and what its screen shows."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
import threading
import time

import pyte

PATIENCE = float(os.environ.get("NEXUS_TERMINAL_PATIENCE", "30"))
KEYS = {
    "enter": "\r", "escape": "\x1b", "tab": "\t", "backtab": "\x1b[Z", "up": "\x1b[A", "down": "\x1b[B",
    "right": "\x1b[C", "left": "\x1b[D", "page up": "\x1b[5~", "page down": "\x1b[6~", "alt enter": "\x1b\r", "alt a": "\x1ba", "alt v": "\x1bv",
    "ctrl c": "\x03", "ctrl f": "\x06", "ctrl k": "\x0b", "ctrl o": "\x0f", "ctrl r": "\x12", "ctrl t": "\x14",
    "ctrl p": "\x10", "ctrl g": "\x07", "ctrl z": "\x1a", "f1": "\x1bOP", "home": "\x1b[H", "end": "\x1b[F",
}


class Session:
    """Runs a program on a terminal of its own, which is read all the time."""

    def __init__(self, command, environment, columns=80, rows=24, folder=None, screen=pyte.Screen):
        self.master, self.slave = pty.openpty()
        self.size(columns, rows)
        self.modes = termios.tcgetattr(self.slave)
        self.screen = screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.output = bytearray()
        self.changed = threading.Condition()
        # As the programs of a shell: a session of its own whose terminal this is.
        self.process = subprocess.Popen(
            command, stdin=self.slave, stdout=self.slave, stderr=self.slave, env=environment, cwd=folder,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return
            if not data:
                return
            with self.changed:
                self.output += data
                self.stream.feed(data)
                self.changed.notify_all()

    def size(self, columns, rows):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        with self.changed:
            self.screen.resize(rows, columns)
            self.screen.erase_in_display(2)
        self.size(columns, rows)

    # Keys

    def type(self, text):
        """Types a text as a person does: every character is a key."""
        os.write(self.master, text.encode())

    def press(self, *names):
        for name in names:
            self.type(KEYS[name])
            if name == "escape":
                # Keys that follow at once would be read as Alt and that key.
                self.settle()

    def paste(self, text):
        self.type(f"\x1b[200~{text}\x1b[201~")

    def click(self, x, y):
        self.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def settle(self):
        """Returns once nothing has been written for a moment longer than the program waits after an Escape."""
        with self.changed:
            while self.changed.wait(0.15):
                pass

    # The screen

    @property
    def lines(self):
        with self.changed:
            return list(self.screen.display)

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.lines)

    def wait(self, condition, what=None):
        """Returns once a text is on the screen, or a condition of the session holds."""
        holds = condition if callable(condition) else lambda session: condition in session.text
        deadline = time.monotonic() + PATIENCE
        with self.changed:
            while not holds(self):
                left = deadline - time.monotonic()
                if left <= 0 or self.process.poll() is not None and not holds(self):
                    raise AssertionError(f"never: {what or condition}\n{self.picture()}")
                self.changed.wait(min(left, 0.2))

    def gone(self, text):
        self.wait(lambda session: text not in session.text, f"without {text}")

    def place(self, text, beyond=0):
        """The column and row at which a text begins, in cells, beyond a column."""
        return next((line.index(text, beyond), y) for y, line in enumerate(self.lines) if text in line[beyond:])

    def picture(self):
        return "\n".join("|" + line + "|" for line in self.lines)

    # The end

    def finish(self):
        """Waits for the end, and returns the exit code."""
        code = self.process.wait(timeout=PATIENCE)
        self.settle()
        return code

    @property
    def is_restored(self):
        """Whether the terminal is as it was before the program began."""
        text = bytes(self.output)
        switched = text.rfind(b"\x1b[?1049l") > text.rfind(b"\x1b[?1049h")
        visible = text.rfind(b"\x1b[?25h") > text.rfind(b"\x1b[?25l")
        mouse = text.rfind(b"\x1b[?1000l") > text.rfind(b"\x1b[?1000h")
        paste = text.rfind(b"\x1b[?2004l") > text.rfind(b"\x1b[?2004h")
        return switched and visible and mouse and paste and termios.tcgetattr(self.slave) == self.modes

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        os.close(self.slave)
        os.close(self.master)
