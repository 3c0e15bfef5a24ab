"""A user of the HTTP API, to prepare a test's data."""

import http.client
import json
import os
import time

from .person import PASSWORD


def identifier(at=None):
    """A version 7 UUID (RFC 9562)."""
    milliseconds = int((at or time.time()) * 1000)
    bits = bytearray(milliseconds.to_bytes(6, "big") + os.urandom(10))
    bits[6] = 0x70 | bits[6] & 0x0F
    bits[8] = 0x80 | bits[8] & 0x3F
    text = bits.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


class Seeder:
    """One signed-in person over plain HTTP, on one connection."""

    def __init__(self, port, email):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        answer = self.ask("POST", "/v1/sessions", {"email": email, "password": PASSWORD, "device": "test"}, token=None)
        self.token = answer["accessToken"]
        self.user = answer["profile"]["user"]["id"]

    def ask(self, method, path, body=None, token="own"):
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        content = json.dumps(body) if body is not None else None
        try:
            self.connection.request(method, path, content, headers)
            answer = self.connection.getresponse()
        except (ConnectionError, http.client.RemoteDisconnected):
            # The server closes what was idle for long; a repeated operation is one operation.
            self.connection.close()
            self.connection.request(method, path, content, headers)
            answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status < 300, f"{method} {path}: {answer.status} {text[:300]}"
        return json.loads(text)

    def conversation(self, title=None):
        """The identifier of the one with this title, or of the only one, once the server has it."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            for one in self.ask("GET", "/v1/conversations")["conversations"]:
                changes = self.ask("GET", f"/v1/conversations/{one['conversation']}/changes?after=0")
                if title is None or changes.get("info", {}).get("title") == title:
                    return one["conversation"]
            time.sleep(0.05)
        raise AssertionError(f"no conversation {title}")

    def post(self, conversation, text):
        """Posts and gives the message's identifier."""
        return self.perform("post", conversation=conversation, text=text)

    def perform(self, kind, **fields):
        """Performs an operation and gives its identifier."""
        operation = identifier()
        self.ask("POST", "/v1/operations", {"id": operation, "kind": kind, **fields})
        return operation

    def read(self, conversation):
        """Reads everything in a conversation."""
        head = self.ask("GET", f"/v1/conversations/{conversation}/changes?after=0")["head"]
        self.perform("receipt", conversation=conversation, read=head, delivered=head)
