"""A sign-in provider (OpenID Connect) for tests: Canaille on a free local port, in memory, with one person.

Its argument is the redirect address of the client. Prints ``{"issuer": …}``, and runs until its input ends.
"""

import json
import logging
import os
import sys
import threading

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

import canaille  # noqa: E402
import werkzeug.serving  # noqa: E402
from joserfc.jwk import RSAKey  # noqa: E402


def main():
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = werkzeug.serving.make_server("127.0.0.1", 0, None, threaded=True)
    port = server.server_port
    app = canaille.create_app({
        "SECRET_KEY": "secret",
        "SERVER_NAME": f"127.0.0.1:{port}",
        "PREFERRED_URL_SCHEME": "http",
        "CANAILLE": {"DATABASE": "memory", "LOGGING": {"version": 1}},
        "CANAILLE_OIDC": {"ACTIVE_JWKS": [RSAKey.generate_key(2048, auto_kid=True).as_dict(private=True)]},
    })
    with app.backend.session():
        from canaille.app import models

        client = models.Client(
            client_id="nexus", client_secret="secret", client_name="Nexus", redirect_uris=[sys.argv[1]], contacts=[],
            grant_types=["authorization_code"], response_types=["code"], scope=["openid", "email", "profile"],
            token_endpoint_auth_method="client_secret_basic")
        app.backend.save(client)
        # Whom its tokens are for; it must be known by then.
        client.audience = [client]
        app.backend.save(client)
        app.backend.save(models.User(
            user_name="grace", formatted_name="Grace Hopper", given_name="Grace", family_name="Hopper",
            emails=["grace@example.org"], password="a fine password"))
    server.app = app
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"issuer": f"http://127.0.0.1:{port}"}), flush=True)
    sys.stdin.read()


main()
