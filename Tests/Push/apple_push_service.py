"""Apple's push service for tests: HTTP/2, the token checked with joserfc, the headers and payloads that Apple documents.

Prints a line of JSON once it listens, with the key file, and one for each request. A device token that is hexadecimal for `410:Unregistered` is
answered so; with `:once` after it, the first time only.
"""

import json
import re
import tempfile
import time

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from services import answer, body_of, run, tell

KEY, TEAM, TOPIC = "ABCDE12345", "TEAM123456", "org.example.nexus"
private = ec.generate_private_key(ec.SECP256R1())
pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
key = ECKey.import_key(pem)
answered = set()


def refusal_of_token(headers):
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind != "bearer":
        return 403, "MissingProviderToken"
    try:
        decoded = jwt.decode(token, key, algorithms=["ES256"])
    except Exception:
        return 403, "InvalidProviderToken"
    if decoded.header.get("kid") != KEY or decoded.claims.get("iss") != TEAM or set(decoded.claims) != {"iss", "iat"}:
        return 403, "InvalidProviderToken"
    if not -60 < time.time() - decoded.claims["iat"] < 3600:
        return 403, "ExpiredProviderToken"
    return None


def refusal(scope, headers, body):
    """What Apple would say of the request, whatever the device."""
    if scope["http_version"] != "2" or scope["method"] != "POST":
        return 405, "MethodNotAllowed"
    if not re.fullmatch(r"/3/device/(?:[0-9a-f]{2}){32,100}", scope["path"]):
        return 404, "BadPath"
    wrong = refusal_of_token(headers)
    if wrong:
        return wrong
    if headers.get("apns-topic") != TOPIC:
        return 400, "TopicDisallowed"
    if len(body) > 4096:
        return 413, "PayloadTooLarge"
    if not 1 <= len(headers.get("apns-collapse-id", "").encode()) <= 64:
        return 400, "BadCollapseId"
    if not re.fullmatch(r"\d+", headers.get("apns-expiration", "")):
        return 400, "BadExpirationDate"
    payload = json.loads(body)
    aps = payload["aps"]
    kind, priority = headers.get("apns-push-type"), headers.get("apns-priority")
    if kind == "background":
        if set(aps) != {"content-available"}:
            return 400, "InvalidPushType"
        return None if priority == "5" else (400, "BadPriority")
    if kind != "alert" or not {"title", "body"} <= set(aps.get("alert", {})):
        return 400, "InvalidPushType"
    return None if priority == "10" else (400, "BadPriority")


def wanted(path):
    words = bytes.fromhex(path.rsplit("/", 1)[1]).rstrip(b"\0").decode("latin1").split(":")
    if len(words) < 2 or (len(words) == 3 and path in answered):
        return None
    answered.add(path)
    return int(words[0]), words[1]


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    body = await body_of(receive)
    headers = {name.decode(): value.decode() for name, value in scope["headers"]}
    wrong = refusal(scope, headers, body) or wanted(scope["path"])
    tell(
        path=scope["path"], version=scope["http_version"], headers=headers, size=len(body), plaintext=body.decode(),
        answer=wrong[1] if wrong else None)
    if wrong is None:
        await answer(send, 200, apns_id="123e4567-e89b-12d3-a456-42665544000a")
    else:
        fields = {"retry_after": "7"} if wrong[1] == "ServiceUnavailable" else {}
        await answer(send, wrong[0], json.dumps({"reason": wrong[1]}).encode(), **fields)


with tempfile.NamedTemporaryFile(suffix=".p8", delete=False) as file:
    file.write(pem)
run(
    app, ["127.0.0.1"],
    settings={
        "NEXUS_APNS_KEY_FILE": file.name, "NEXUS_APNS_KEY_ID": KEY, "NEXUS_APNS_TEAM": TEAM, "NEXUS_APNS_TOPIC": TOPIC})
