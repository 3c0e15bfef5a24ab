"""A network cable that can be pulled: a port that hands bytes on to the server, or does not.

`received` counts the bytes that came from the server, headers and all.
"""

import socket
import threading


class Line:
    def __init__(self, target_port):
        self.target_port = target_port
        self.connected = True
        self.received = 0
        self.left = None
        self.open_sockets = set()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def cut(self):
        """Ends every connection at once and lets none through."""
        with self.lock:
            self.connected = False
            ending = list(self.open_sockets)
            self.open_sockets.clear()
        for one in ending:
            _end(one)

    def cut_after(self, count):
        """Cuts the line, or the next one, once so many bytes have gone to the server."""
        with self.lock:
            self.left = count

    def lead_to(self, port):
        """As a new line to a port."""
        with self.lock:
            self.target_port = port
            self.received = 0
            self.left = None
            self.connected = True

    def restore(self):
        with self.lock:
            self.connected = True

    def close(self):
        self.cut()
        self.listener.close()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near):
        with self.lock:
            connected = self.connected
        if not connected:
            _end(near)
            return
        try:
            far = socket.create_connection(("127.0.0.1", self.target_port), timeout=5)
            far.settimeout(None)
        except OSError:
            _end(near)
            return
        for one in (near, far):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self.lock:
            self.open_sockets |= {near, far}
        back = threading.Thread(target=self._pump, args=(far, near, True), daemon=True)
        back.start()
        self._pump(near, far, False)
        back.join()
        with self.lock:
            self.open_sockets -= {near, far}
        near.close()
        far.close()

    def _pump(self, source, target, comes):
        try:
            while data := source.recv(65_536):
                self._count(len(data), comes)
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            _end(one)

    def _count(self, count, comes):
        with self.lock:
            if comes:
                self.received += count
                return
            if self.left is None:
                return
            self.left -= count
            if self.left > 0:
                return
            self.left = None
        self.cut()


def _end(one):
    try:
        one.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
