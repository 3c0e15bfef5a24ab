#!/usr/bin/env python3
"""Starts an installed server as its own account inside a root, and uses it as an operator and a person would.

Run in a network of its own (`unshare --net`), as root: served.py ROOT PROGRAM [OPTION...]. PROGRAM and its options are those of the unit.
"""

import json
import os
import pathlib
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

ADDRESS = "http://127.0.0.1:8480"
# Of an image; the unit has none.
SETTINGS = {name: value for name, value in os.environ.items() if name.startswith("NEXUS_")}


class Failure(Exception):
    pass


def need(condition, what):
    if not condition:
        raise Failure(what)
    print(f"  ok  {what}")


class Manager:
    """What systemd does for Type=notify: a socket, and what arrives there."""

    def __init__(self, root):
        self.path = "/run/nexus-notify"
        place = root / self.path[1:]
        place.unlink(missing_ok=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(place))
        place.chmod(0o666)
        self.told = []
        self.news = threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            text = self.socket.recv(4096).decode()
            with self.news:
                self.told.append(text)
                self.news.notify_all()

    def wait(self, start, after=0, seconds=120):
        with self.news:
            if not self.news.wait_for(lambda: any(t.startswith(start) for t in self.told[after:]), seconds):
                raise Failure(f"the server did not say {start}; it said {self.told}")


class Server:
    def __init__(self, root, command, manager):
        self.root, self.command, self.manager = root, command, manager

    def run(self, *command, check=True, **options):
        return subprocess.run(
            ["/usr/sbin/chroot", "--userspec=nexus:nexus", str(self.root), *command], check=check, text=True, capture_output=True,
            env={"PATH": "/usr/bin:/bin", "HOME": "/tmp", **SETTINGS}, **options)

    def start(self):
        before = len(self.manager.told)
        environment = {
            "PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": self.manager.path, "WATCHDOG_USEC": "2000000", **SETTINGS,
        }
        self.log = open(self.root / "tmp/nexus.log", "ab")
        self.process = subprocess.Popen(
            ["/usr/sbin/chroot", "--userspec=nexus:nexus", str(self.root), "/bin/sh", "-c", 'cd /var/lib/nexus; umask 077; exec "$0" "$@"',
             *self.command], env=environment, stdout=self.log, stderr=self.log)
        try:
            self.manager.wait("READY=1", before)
        except Failure:
            print((self.root / "tmp/nexus.log").read_text(), file=sys.stderr)
            raise

    def stop(self):
        before = len(self.manager.told)
        self.process.terminate()
        need(self.process.wait(60) == 0, "the server ends well")
        self.manager.wait("STOPPING=1", before)


def ask(method, path, body=None, token=None, headers=None):
    request = urllib.request.Request(ADDRESS + path, method=method, headers=headers or {})
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read()


def main():
    root, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    program = command[0]
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    manager = Manager(root)
    server = Server(root, command, manager)
    data = root / SETTINGS.get("NEXUS_DATA", "/var/lib/nexus")[1:]
    check = root / "usr/lib/nexus/healthcheck"

    server.start()
    need(True, "the server starts as its own account and says that it is ready")
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    root_is_read_only = os.statvfs(root).f_flag & os.ST_RDONLY
    if SETTINGS:
        need(root_is_read_only, "the root is read-only")
    uid = next(line.split()[1] for line in status.splitlines() if line.startswith("Uid:"))
    need(uid != "0", "it does not run as root")
    manager.wait("WATCHDOG=1")
    need(True, "it says that it is alive")

    _, _, page = ask("GET", "/")
    need(b"/assets/" in page, "it has found its web client")
    version = page.split(b"/assets/")[1].split(b"/")[0].decode()
    code, headers, core = ask("GET", f"/assets/{version}/core/nexus.wasm", headers={"Accept-Encoding": "br"})
    need(code == 200 and headers.get("Content-Encoding") == "br", f"and its core, compressed ({len(core)} bytes)")
    health = json.loads(ask("GET", "/health")[2])
    need(health["search"] == "words and meaning", "and its embedding model with a BLAS library")
    need(health["version"] == server.run(program, "--version").stdout.strip(), "the program and the server are of one version")

    link = server.run(program, "setup-link", "--data", f"/{data.relative_to(root)}").stdout.split()[-1]
    code, _, body = ask("POST", "/v1/setup", {
        "code": link.split("#")[1], "team": "Checks", "join": "everyone",
        "account": {"email": "ada@example.org", "password": "correct horse battery", "name": "Ada", "device": "check"}})
    need(code == 200, f"the link sets it up ({code})")
    code, _, body = ask("POST", "/v1/accounts", {
        "email": "bo@example.org", "password": "correct horse battery", "name": "Bo", "device": "check"})
    need(code == 200, f"a person signs up over HTTP ({code})")
    token = json.loads(body)["accessToken"]
    need(data.stat().st_mode & 0o77 == 0, "the data folder is closed to others")

    if check.exists():
        need(server.run("/usr/lib/nexus/healthcheck").returncode == 0, "the image's health check passes")

    before = len(manager.told)
    os.kill(server.process.pid, 1)
    manager.wait("RELOADING=1", before)
    manager.wait("READY=1", before)
    need(True, "SIGHUP reloads, and it says so")
    doctor = server.run(program, "doctor", *command[2:], "--json", check=False)
    need(doctor.returncode in (0, 1), f"the doctor finds no error ({doctor.returncode})")

    server.stop()
    server.start()
    code, _, _ = ask("GET", "/v1/people", token=token)
    need(code == 200, f"after a restart the session still works ({code})")
    code, _, _ = ask("POST", "/v1/sessions", {"email": "bo@example.org", "password": "correct horse battery", "device": "x"})
    need(code == 200, "and the person signs in again")
    server.stop()
    if check.exists():
        need(server.run("/usr/lib/nexus/healthcheck", check=False).returncode != 0, "stopped, the health check fails")


try:
    main()
except Failure as failure:
    print(f"FAILED: {failure}", file=sys.stderr)
    sys.exit(1)
