"""A sign-in provider of its own for a test (Tests/Providers)."""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Provider:
    def __init__(self, script="oidc_provider.py", *arguments):
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "Tests/Providers" / script), *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.issuer = json.loads(self.process.stdout.readline())["issuer"]

    def environment(self, address):
        """The settings of a server at that address."""
        return {
            "NEXUS_OIDC_ACME_ISSUER": self.issuer, "NEXUS_OIDC_ACME_CLIENT_ID": "nexus",
            "NEXUS_OIDC_ACME_CLIENT_SECRET": "secret", "NEXUS_PUBLIC_URL": address}

    def change(self, **wanted):
        self.process.stdin.write(json.dumps(wanted) + "\n")
        self.process.stdin.flush()
        self.process.stdout.readline()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
