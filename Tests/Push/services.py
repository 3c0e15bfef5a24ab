"""What the push services of tests share: real HTTP/1.1 and HTTP/2, with TLS, and lines of JSON that say what came."""

import asyncio
import json
import socket
import sys
import tempfile

import trustme
from hypercorn.asyncio import serve
from hypercorn.config import Config


def tell(**fields):
    print(json.dumps(fields), flush=True)


def configuration(names):
    """A server on a free port, with TLS if there are names; its port, and the path of its authority."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = Config()
    config.bind = [f"fd://{listener.fileno()}"]
    config.loglevel = "CRITICAL"
    config.errorlog = config.accesslog = None
    config.listener = listener  # Keeps it open.
    roots = None
    if names:
        authority = trustme.CA()
        folder = tempfile.mkdtemp()
        roots, config.certfile = f"{folder}/roots.pem", f"{folder}/certificate.pem"
        authority.cert_pem.write_to_path(roots)
        authority.issue_cert(*names).private_key_and_cert_chain_pem.write_to_path(config.certfile)
        config.keyfile = config.certfile
        config.alpn_protocols = ["h2", "http/1.1"]
    return config, listener.getsockname()[1], roots


async def body_of(receive):
    body = b""
    while True:
        event = await receive()
        body += event.get("body", b"")
        if not event.get("more_body"):
            return body


async def answer(send, status, body=b"", **headers):
    fields = [(name.replace("_", "-").encode(), str(value).encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": body})


def run(app, names, prepare=lambda port: None, **start):
    """Serves until the test closes the input. `prepare` gets the port before the test does."""
    config, port, roots = configuration(names)
    prepare(port)

    async def main():
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()

        def wait():
            sys.stdin.read()
            loop.call_soon_threadsafe(stopped.set)

        loop.run_in_executor(None, wait)
        tell(port=port, roots=roots, **start)
        await serve(app, config, shutdown_trigger=stopped.wait)

    asyncio.run(main())
