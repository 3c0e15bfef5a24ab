"""A browser's push service for tests, and the browser behind it: checks the signature with py-vapid, decrypts with http-ece.

Prints a line of JSON once it listens, with the subscription's keys, and one for each request. The path says what it answers: `/410/…` that
status, `/redirect`, `/endless`, `/slow`, and `/narrow`, which takes bodies of at most 3,000 bytes.
"""

import argparse
import asyncio
import base64
import json
import os
import urllib.parse

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from services import answer, body_of, run, tell

device = ec.generate_private_key(ec.SECP256R1())
secret = os.urandom(16)


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def claims(authorization):
    """The claims of a valid VAPID token; None for an invalid one."""
    try:
        if not Vapid02.verify(authorization):
            return None
    except Exception:
        return None
    token = authorization.split("t=")[1].split(",")[0]
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


def plaintext(body):
    try:
        return http_ece.decrypt(body, private_key=device, auth_secret=secret, version="aes128gcm").decode()
    except Exception as error:
        return f"undecipherable: {error}"


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    body = await body_of(receive)
    headers = {name.decode(): value.decode() for name, value in scope["headers"]}
    query = dict(urllib.parse.parse_qsl(scope["query_string"].decode()))
    tell(
        path=scope["path"], version=scope["http_version"], method=scope["method"], headers=headers, size=len(body),
        plaintext=plaintext(body), claims=claims(headers.get("authorization", "")), token=headers.get("authorization"))
    kind = scope["path"].split("/")[1]
    if kind == "redirect":
        await answer(send, 307, location=query["to"])
    elif kind == "narrow":
        await answer(send, 413 if len(body) > 3000 else 201)
    elif kind == "slow":
        # It never answers; the connection ends it.
        await receive()
    elif kind == "endless":
        gone = asyncio.create_task(receive())
        await send({"type": "http.response.start", "status": 201, "headers": []})
        while not gone.done():
            await send({"type": "http.response.body", "body": b"x" * 4096, "more_body": True})
            await asyncio.sleep(0.001)
    else:
        fields = {"retry_after": query["retry"]} if "retry" in query else {}
        # Echoes what a log must not hold.
        await answer(send, int(kind), headers.get("authorization", "").encode() if int(kind) >= 400 else b"", **fields)


parser = argparse.ArgumentParser()
parser.add_argument("--name", action="append", default=[], help="a name in the certificate; without one it speaks plain HTTP")
run(
    app, parser.parse_args().name,
    publicKey=text(device.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)), secret=text(secret))
