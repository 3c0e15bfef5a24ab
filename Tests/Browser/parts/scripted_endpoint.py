"""A scripted language model: OpenAI's chat completions over HTTP.

    endpoint = ScriptedEndpoint()
    server = Server(environment=endpoint.environment())
    endpoint.say(endpoint.statements(("The launch is on Friday.", "m1", "launch is on Friday")))

Each request takes the next line of the script; the last one stays. `requests` keeps what was asked. Notes that are to be worded better come
by themselves and are answered with `wording`.
"""

import http.server
import json
import re
import threading
import time


class ScriptedEndpoint:
    """Serves on a free port of this machine until it is closed."""

    def __init__(self, model="scripted"):
        self.model = model
        self.requests = []
        self.wording = ""
        self._script = []
        self._lock = threading.Condition()
        self._released = threading.Event()
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def environment(self, **more):
        """The server's settings for this endpoint. A script has one reply for an answer: there is no second check of it."""
        return {
            "NEXUS_AI_URL": self.url, "NEXUS_AI_MODEL": self.model, "NEXUS_AI_TIMEOUT": "20", "NEXUS_AI_SECOND_CHECK": "off", **more}

    def close(self):
        self._released.set()
        self._server.shutdown()
        self._server.server_close()

    # The script

    def play(self, *lines):
        """Replaces the remaining script. A line is a dict as the methods below make them."""
        with self._lock:
            self._script = list(lines)

    def say(self, text, pieces=None):
        """All requests from now on are answered so, in as many pieces."""
        self.play(self.saying(text, pieces))

    @staticmethod
    def saying(text, pieces=None, pause=0.0):
        """Streams a text; `pause` seconds between its pieces."""
        size = max(1, len(text) // pieces) if pieces else 7
        return {"do": "say", "pieces": [text[at:at + size] for at in range(0, len(text), size)], "pause": pause}

    @staticmethod
    def refusing(status, retry_after=None, body='{"error":{"message":"no"}}'):
        return {"do": "refuse", "status": status, "retry_after": retry_after, "body": body}

    @staticmethod
    def hanging(after=""):
        """Says something, or not even its head, and then nothing more."""
        return {"do": "hang", "text": after}

    @staticmethod
    def cutting(after):
        """Says something and closes the connection in the middle."""
        return {"do": "cut", "text": after}

    @staticmethod
    def raw(data, content_type="text/event-stream"):
        """Raw bytes: broken events, broken JSON."""
        return {"do": "raw", "data": data, "type": content_type}

    @staticmethod
    def answering(answer):
        """`answer` gets the request's JSON and returns the text, for replies that depend on the quoted messages."""
        return {"do": "answer", "answer": answer}

    @staticmethod
    def statements(*statements):
        """The reply that Nexus asks for. A statement is (text, id, quote), or (text, [(id, quote), …])."""
        made = []
        for statement in statements:
            cited = statement[1] if len(statement) == 2 else [statement[1:]]
            made.append({"text": statement[0], "citations": [{"id": id, "quote": quote} for id, quote in cited]})
        return json.dumps({"statements": made})

    @staticmethod
    def quoted(request):
        """The quoted messages of a request: dicts of id, from, in, at and text."""
        last = request["messages"][-1]["content"]
        return [json.loads(line) for line in last.split("\n") if re.match(r'\{"id":"m\d+"', line)]

    # Waiting

    def wait_for(self, count, timeout=20):
        """Waits until so many requests have come."""
        with self._lock:
            assert self._lock.wait_for(lambda: len(self.requests) >= count, timeout), f"{len(self.requests)} requests"
            return self.requests[count - 1]

    def _next(self, request):
        if request["messages"][0]["content"].startswith("You word a note"):
            return self.saying(json.dumps({"text": self.wording}))
        with self._lock:
            self.requests.append(request)
            self._lock.notify_all()
            if not self._script:
                return self.refusing(500)
            return self._script.pop(0) if len(self._script) > 1 else self._script[0]

    def _handler(self):
        endpoint = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                if not self.path.endswith("/chat/completions"):
                    return self.plain(404, "{}")
                request = json.loads(body)
                request["_authorization"] = self.headers.get("authorization")
                line = endpoint._next(request)
                try:
                    getattr(self, "line_" + line["do"])(line, request)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

            def line_say(self, line, request):
                self.head()
                for piece in line["pieces"]:
                    self.event({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
                    if line["pause"]:
                        time.sleep(line["pause"])
                self.event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
                self.event({"choices": [], "usage": {"prompt_tokens": 321, "completion_tokens": 45}})
                self.chunk(b"data: [DONE]\n\n")
                self.wfile.write(b"0\r\n\r\n")

            def line_answer(self, line, request):
                self.line_say(endpoint.saying(line["answer"](request)), request)

            def line_refuse(self, line, request):
                headers = {} if line["retry_after"] is None else {"retry-after": str(line["retry_after"])}
                self.plain(line["status"], line["body"], headers)

            def line_hang(self, line, request):
                if line["text"]:
                    self.head()
                    self.event({"choices": [{"index": 0, "delta": {"content": line["text"]}}]})
                endpoint._released.wait(120)
                self.close_connection = True

            def line_cut(self, line, request):
                self.head()
                self.event({"choices": [{"index": 0, "delta": {"content": line["text"]}}]})
                self.close_connection = True

            def line_raw(self, line, request):
                data = line["data"] if isinstance(line["data"], bytes) else line["data"].encode()
                self.send_response(200)
                self.send_header("content-type", line["type"])
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def plain(self, status, text, headers=()):
                self.send_response(status)
                for name, value in dict(headers).items():
                    self.send_header(name, value)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

            def head(self):
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.send_header("transfer-encoding", "chunked")
                self.end_headers()

            def event(self, value):
                self.chunk(f"data: {json.dumps(value)}\n\n".encode())

            def chunk(self, data):
                self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
                self.wfile.flush()

            def log_message(self, *_):
                pass

        return Handler
