"""A line through an office's proxy, which passes HTTP and no WebSockets until `passes_upgrades`.

`refused` counts the upgrades that it refused, `passed` those that it passed.
"""

import socket

from .line import Line

PAGE = b"<h1>Access denied</h1>"
ANSWER = b"HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(PAGE)


class OfficeProxy(Line):
    def __init__(self, target_port):
        self.passes_upgrades = False
        self.refused = 0
        self.passed = 0
        super().__init__(target_port)

    def _carry(self, near):
        # A browser opens a connection of its own for each WebSocket, which begins with the upgrade.
        try:
            wish = near.recv(12, socket.MSG_PEEK | socket.MSG_WAITALL) == b"GET /v1/live"
        except OSError:
            wish = False
        if wish and not self.passes_upgrades:
            self.refused += 1
            try:
                near.recv(65_536)
                near.sendall(ANSWER + PAGE)
                near.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            near.close()
            return
        self.passed += wish
        super()._carry(near)
