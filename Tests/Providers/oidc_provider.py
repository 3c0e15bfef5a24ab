"""A sign-in provider (OpenID Connect) for tests: oidc-provider-mock on a free local port, with people who can sign in.

Prints ``{"issuer": …}``. Each line of its input is JSON that changes it: ``{"rotate": true}`` signs with another key from then on,
``{"nonce": "other"}`` puts that nonce into ID tokens, ``{"life": -3600}`` makes ID tokens that live so many seconds; null undoes it.
A line is answered with ``{}`` once it has taken effect.
"""

import datetime
import json
import logging
import os
import re
import sys
import threading

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

import flask  # noqa: E402
import werkzeug.serving  # noqa: E402
from authlib import jose  # noqa: E402
from oidc_provider_mock import _app  # noqa: E402
from oidc_provider_mock._storage import AuthorizationCode, User  # noqa: E402

PEOPLE = ["grace", "ada", "eve", "emmy"]
wanted = {"nonce": None, "life": None, "key": None}
usual_nonce = AuthorizationCode.get_nonce
usual_configuration = _app.OpenIDCode.get_jwt_config


def nonce(code):
    return wanted["nonce"] or usual_nonce(code)


def configuration(self, grant, client=None):
    made = usual_configuration(self, grant, client)
    if wanted["life"] is not None:
        made["exp"] = wanted["life"]
    return made


AuthorizationCode.get_nonce = nonce
_app.OpenIDCode.get_jwt_config = configuration


def claims(name):
    return {
        "name": name.capitalize(), "email": f"{name}@example.org", "email_verified": name != "eve"}


def main():
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = _app.app(
        access_token_max_age=datetime.timedelta(hours=1),
        user_claims=[User(sub=name, claims=claims(name)) for name in PEOPLE])

    @app.before_request
    def sign_with_present_key():
        if wanted["key"] is not None:
            flask.g.oidc_provider_mock_storage.jwk = wanted["key"]

    @app.after_request
    def without_foreign_style_sheet(response):
        if response.mimetype == "text/html":
            response.set_data(re.sub(rb"<link[^>]*>", b"", response.get_data()))
        return response

    server = werkzeug.serving.make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"issuer": f"http://127.0.0.1:{server.server_port}"}), flush=True)
    for line in sys.stdin:
        change = json.loads(line)
        if change.pop("rotate", False):
            wanted["key"] = jose.RSAKey.generate_key(is_private=True)
        wanted.update(change)
        print("{}", flush=True)


main()
