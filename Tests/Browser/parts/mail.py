"""A mail server of its own for a test (Tests/Mail/smtp_server.py)."""

import email
import email.policy
import json
import pathlib
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]


class MailServer:
    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "Tests/Mail/smtp_server.py"), "--tls", "none", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = json.loads(self.process.stdout.readline())["port"]
        self.received = []
        self.changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def environment(self, address):
        """The settings of a server at that address."""
        return {
            "NEXUS_SMTP_URL": f"smtp://127.0.0.1:{self.port}", "NEXUS_MAIL_FROM": "Nexus <nexus@example.org>",
            "NEXUS_PUBLIC_URL": address}

    def wait_for(self, to, count=1):
        """The last of so many messages to an address."""
        def found():
            return [one for one in self.received if to in one["to"]]
        with self.changed:
            assert self.changed.wait_for(lambda: len(found()) >= count, timeout=30), self.received
        return email.message_from_string(found()[-1]["content"], policy=email.policy.default)

    def link(self, to, count=1):
        """The path of the link in it."""
        text = self.wait_for(to, count).get_body(("plain",)).get_content()
        line = next(line for line in text.splitlines() if line.startswith("http"))
        return line[line.index("/", 8):]

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def _read(self):
        for line in self.process.stdout:
            with self.changed:
                self.received.append(json.loads(line))
                self.changed.notify_all()
