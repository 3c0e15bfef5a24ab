"""Firebase Cloud Messaging for tests: HTTP/2, access tokens for assertions checked with joserfc, messages as Google documents them.

Prints a line of JSON once it listens, with the service account's file, and one for each request. A device token such as `404:UNREGISTERED`
is answered so; with `:once` after it, the first time only. `NEXUS` in place of a code drops the access tokens.
"""

import json
import tempfile
import time
import urllib.parse

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from joserfc import jwt
from joserfc.jwk import RSAKey

from services import answer, body_of, run, tell

PROJECT, EMAIL = "nexus-test", "push@nexus-test.iam.gserviceaccount.com"
STATUSES = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
            429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE"}
ANDROID = {"collapse_key", "ttl", "priority", "notification"}
private = rsa.generate_private_key(65537, 2048)
pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
key = RSAKey.import_key(pem)
granted = []
valid = set()
answered = set()
account = {"type": "service_account", "project_id": PROJECT, "private_key_id": "key-1", "private_key": pem, "client_email": EMAIL}


def grant(body):
    """An access token for an assertion; None for a wrong one."""
    form = dict(urllib.parse.parse_qsl(body.decode()))
    if form.get("grant_type") != "urn:ietf:params:oauth:grant-type:jwt-bearer":
        return None
    try:
        decoded = jwt.decode(form["assertion"], key, algorithms=["RS256"])
    except Exception:
        return None
    claims = decoded.claims
    if (decoded.header.get("kid") != "key-1" or claims["iss"] != EMAIL or claims["aud"] != account["token_uri"]
            or claims["scope"] != "https://www.googleapis.com/auth/firebase.messaging"
            or not claims["iat"] - 1 < claims["exp"] <= claims["iat"] + 3600 or abs(time.time() - claims["iat"]) > 300):
        return None
    granted.append(f"ya29.{len(granted)}")
    valid.add(granted[-1])
    return granted[-1]


def fault(status, code):
    details = [{"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code}]
    body = {"code": status, "status": STATUSES[status], "message": "No."}
    return {"error": body if code == STATUSES[status] else body | {"details": details}}


def wrong(scope, headers, message):
    """The status and code of a refusal; None for a message that is taken."""
    if scope["path"] != f"/v1/projects/{PROJECT}/messages:send" or scope["http_version"] != "2":
        return 404, "NOT_FOUND"
    if headers.get("authorization", "").removeprefix("Bearer ") not in valid:
        return 401, "UNAUTHENTICATED"
    android, data = message["android"], message["data"]
    size = len(json.dumps([message.get("notification"), data], ensure_ascii=False).encode())
    if (size > 4096 or not set(android) <= ANDROID or android["priority"] not in ("HIGH", "NORMAL")
            or not all(isinstance(value, str) for value in data.values())):
        return 400, "INVALID_ARGUMENT"
    words = message["token"].split(":")
    if len(words) < 2 or (len(words) == 3 and message["token"] in answered):
        return None
    answered.add(message["token"])
    if words[1] == "NEXUS":
        valid.clear()
        return 401, "UNAUTHENTICATED"
    return int(words[0]), words[1]


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    body = await body_of(receive)
    headers = {name.decode(): value.decode() for name, value in scope["headers"]}
    if scope["path"] == "/token":
        token = grant(body)
        tell(path=scope["path"], version=scope["http_version"], headers=headers, size=len(body), plaintext="", answer=token)
        if token is None:
            return await answer(send, 400, b'{"error":"invalid_grant"}')
        return await answer(send, 200, json.dumps({"access_token": token, "expires_in": 3599, "token_type": "Bearer"}).encode())
    refused = wrong(scope, headers, json.loads(body)["message"])
    tell(
        path=scope["path"], version=scope["http_version"], headers=headers, size=len(body), plaintext=body.decode(),
        answer=refused[1] if refused else None)
    if refused is None:
        return await answer(send, 200, json.dumps({"name": f"projects/{PROJECT}/messages/1"}).encode())
    fields = {"retry_after": "9"} if refused[0] == 503 else {}
    await answer(send, refused[0], json.dumps(fault(*refused)).encode(), **fields)


folder = tempfile.mkdtemp()


def listening(port):
    account["token_uri"] = f"https://127.0.0.1:{port}/token"
    with open(f"{folder}/account.json", "w") as file:
        json.dump(account, file)


run(app, ["127.0.0.1"], listening, settings={"NEXUS_FCM_ACCOUNT_FILE": f"{folder}/account.json"})
