"""A mail server for tests: aiosmtpd with TLS and authentication. Prints a line of JSON once it listens, and one for each message."""

import argparse
import asyncio
import json
import ssl
import sys
import tempfile

import trustme
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


class Inbox:
    """Accepts messages, except for the recipients that it was told to refuse."""

    def __init__(self, arguments):
        self.arguments = arguments

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address in self.arguments.refuse:
            return "550 5.1.1 No such user"
        if address in self.arguments.postpone:
            return "451 4.7.1 Try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        tell(
            sender=envelope.mail_from,
            to=envelope.rcpt_tos,
            content=envelope.original_content.decode("ascii"),
            secured=self.arguments.tls == "implicit" or session.ssl is not None,
            user=(session.auth_data or b"").decode() if session.authenticated else None,
        )
        return "250 Accepted"


def tell(**fields):
    print(json.dumps(fields), flush=True)


def contexts(names):
    """A context with a certificate for the names, and the path of its authority."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    roots = tempfile.NamedTemporaryFile(suffix=".pem", delete=False)
    authority.cert_pem.write_to_path(roots.name)
    return context, roots.name


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--tls", choices=["implicit", "starttls", "none"], default="implicit")
    parser.add_argument("--name", action="append", help="a name in the certificate")
    parser.add_argument("--login", help="user:password; without one nobody signs in")
    parser.add_argument("--without", action="append", default=[], help="a mechanism that is not offered")
    parser.add_argument("--refuse", action="append", default=[], help="a recipient that is refused")
    parser.add_argument("--postpone", action="append", default=[], help="a recipient that is refused for now")
    arguments = parser.parse_args()
    context, roots = contexts(arguments.name or ["127.0.0.1"])

    def authenticate(server, session, envelope, mechanism, data):
        if not isinstance(data, LoginPassword):
            return AuthResult(success=False, handled=False)
        given = f"{data.login.decode()}:{data.password.decode()}"
        return AuthResult(success=given == arguments.login, handled=False, auth_data=data.login)

    def connect():
        return SMTP(
            Inbox(arguments),
            hostname="mail.test",
            tls_context=context if arguments.tls == "starttls" else None,
            require_starttls=arguments.tls == "starttls",
            authenticator=authenticate if arguments.login else None,
            auth_required=bool(arguments.login),
            # aiosmtpd knows of TLS by STARTTLS alone.
            auth_require_tls=arguments.tls == "starttls",
            auth_exclude_mechanism=arguments.without,
        )

    server = await asyncio.get_running_loop().create_server(
        connect, "127.0.0.1", arguments.port, ssl=context if arguments.tls == "implicit" else None
    )
    tell(port=server.sockets[0].getsockname()[1], roots=roots)
    # The test holds the other end: its end is ours.
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
