"""A user of the HTTP API, to prepare a test's data."""

import copy
import http.client
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor

from .person import PASSWORD


def identifier(at=None):
    """A version 7 UUID (RFC 9562)."""
    milliseconds = int((at or time.time()) * 1000)
    bits = bytearray(milliseconds.to_bytes(6, "big") + os.urandom(10))
    bits[6] = 0x70 | bits[6] & 0x0F
    bits[8] = 0x80 | bits[8] & 0x3F
    text = bits.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def direct_identifier(one, other):
    """The identifier of the direct conversation of two users (docs/protocol.md)."""
    words = [int(user.replace("-", "")[at:at + 16], 16) for user in sorted((one, other)) for at in (0, 16)]
    state, high, low = 0x6E65_7875_7320_6469, 0, 0
    for word in words:
        state = mixed(state ^ word)
        high = mixed(high + state & WORD)
        low = mixed(low ^ int.from_bytes(state.to_bytes(8, "big"), "little"))
    text = f"{high & ~0xF000 | 0x8000:016x}{low >> 2 | 1 << 63:016x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


WORD = (1 << 64) - 1


def mixed(value):
    """The finalizer of SplitMix64."""
    value = value + 0x9E37_79B9_7F4A_7C15 & WORD
    value = (value ^ value >> 30) * 0xBF58_476D_1CE4_E5B9 & WORD
    value = (value ^ value >> 27) * 0x94D0_49BB_1331_11EB & WORD
    return value ^ value >> 31


class Seeder:
    """A user over plain HTTP, on one connection: signs in, or with a name signs up."""

    def __init__(self, port, email, name=None):
        self.port, self.email, self.name = port, email, name
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        account = {"email": email, "password": PASSWORD, "device": "test"}
        if name is None:
            answer = self.ask("POST", "/v1/sessions", account, token=None)
        else:
            answer = self.ask("POST", "/v1/accounts", {**account, "name": name}, token=None)
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

    def direct(self, other):
        """Begins the direct conversation with another and gives its identifier."""
        conversation = direct_identifier(self.user, other.user)
        self.perform("createDirect", conversation=conversation, user=other.user)
        return conversation

    def group(self, title, *others):
        """Begins a group and gives its identifier."""
        conversation = identifier()
        self.perform("createGroup", conversation=conversation, title=title, users=[other.user for other in others])
        return conversation

    def post(self, conversation, text):
        """Posts and gives the message's identifier."""
        return self.perform("post", conversation=conversation, text=text)

    def fill(self, conversation, texts):
        """Posts many on several connections: the first and the last in their places, those between in any order."""
        first, *between, last = texts
        self.post(conversation, first)

        def post(part):
            one = copy.copy(self)
            one.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            for text in part:
                one.post(conversation, text)
            one.connection.close()

        with ThreadPoolExecutor() as threads:
            list(threads.map(post, [between[at::8] for at in range(8)]))
        self.post(conversation, last)

    def perform(self, kind, **fields):
        """Performs an operation and gives its identifier."""
        operation = identifier()
        self.ask("POST", "/v1/operations", {"id": operation, "kind": kind, **fields})
        return operation

    def read(self, conversation):
        """Reads everything in a conversation."""
        head = self.head(conversation)
        self.perform("receipt", conversation=conversation, read=head, delivered=head)

    def head(self, conversation):
        """The number of a conversation's last change."""
        return self.ask("GET", f"/v1/conversations/{conversation}/changes?after=0")["head"]
