"""The real server, in a folder of its own."""

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[3]
BINARY = pathlib.Path(os.environ.get("NEXUS_BINARY", ROOT / ".build" / "debug" / "nexus"))


class Server:
    """A server that can be killed and started again on the same port and data."""

    def __init__(self, *arguments, environment=None, join="open"):
        self.folder = tempfile.TemporaryDirectory(prefix="nexus-browser-")
        self.log = pathlib.Path(self.folder.name) / "server.log"
        self.arguments = [*(["--join", join] if join else []), *arguments]
        self.environment = environment or {}
        self.port = 0
        self.process = None
        self.start()

    def start(self):
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [
                    str(BINARY), "serve", "--port", str(self.port), "--data", f"{self.folder.name}/data",
                    "--web", str(ROOT / "Web"), "--no-rate-limits", "--password-cost", "4", *self.arguments,
                ],
                stdout=log, stderr=subprocess.STDOUT, cwd=self.folder.name, env={**os.environ, **self.environment})
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            if self.port == 0:
                found = re.search(r"http://127\.0\.0\.1:(\d+)", self.log.read_text())
                self.port = int(found.group(1)) if found else 0
            if self.port != 0 and self.is_healthy():
                return
            time.sleep(0.05)
        raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")

    def is_healthy(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=2) as answer:
                return answer.status == 200
        except OSError:
            return False

    def kill(self):
        """As a power cut would end it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.kill()
        self.folder.cleanup()
