"""Draws `nexus tui` with the demo team as an SVG file: every cell is what a terminal shows.

    python Tests/Terminal/picture.py docs/pictures/tui.svg
"""

import os
import pathlib
import subprocess
import sys
import tempfile
from html import escape

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Browser")]

import pyte  # noqa: E402
from parts.server import BINARY, Server  # noqa: E402
from terminal.session import Session  # noqa: E402

WIDTH, HEIGHT = 8.0, 18
COLOURS = {"default": "#c8d0da", "blue": "#7aa2f7", "green": "#87be78", "brown": "#e0af68", "red": "#f07676", "cyan": "#7dc8cd", "magenta": "#c896e1"}
GROUND = "#14181f"


class Screen(pyte.Screen):
    """pyte knows no faint text: it is kept as blinking, which nothing here is."""

    def select_graphic_rendition(self, *numbers, **options):
        colours = next((at for at, number in enumerate(numbers) if number in (38, 48)), len(numbers))
        numbers = tuple(5 if number == 2 and at < colours else number for at, number in enumerate(numbers))
        super().select_graphic_rendition(*numbers, **options)


def colour(name, usual):
    if name == "default":
        return usual
    return COLOURS.get(name) or f"#{name}"


def drawing(screen):
    out = []
    for y in range(screen.lines):
        x = 0
        while x < screen.columns:
            first = screen.buffer[y][x]
            text, end = "", x
            while end < screen.columns and look(screen.buffer[y][end]) == look(first):
                text += screen.buffer[y][end].data
                end += 1
            ground, fill = colour(first.bg, GROUND), colour(first.fg, COLOURS["default"])
            if ground != GROUND:
                out.append(f'<rect x="{x * WIDTH}" y="{y * HEIGHT}" width="{(end - x) * WIDTH}" height="{HEIGHT}" fill="{ground}"/>')
            if text.strip():
                weight = ' font-weight="700"' if first.bold else ' opacity="0.6"' if first.blink else ""
                out.append(
                    f'<text x="{x * WIDTH}" y="{y * HEIGHT + 13.5}" fill="{fill}"{weight} textLength="{(end - x) * WIDTH}" '
                    f'xml:space="preserve">{escape(text)}</text>')
            x = end
    width, height = screen.columns * WIDTH + 24, screen.lines * HEIGHT + 24
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'aria-label="The terminal client: conversations, a chat and its composer">\n'
        '<style>text { font: 13px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }</style>\n'
        f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>\n<g transform="translate(12 12)">\n'
        + "\n".join(out) + "\n</g>\n</svg>\n")


def look(cell):
    return cell.fg, cell.bg, cell.bold, cell.blink


def main(path):
    server = Server("--demo")
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ, "NEXUS_HOME": folder, "NEXUS_PASSWORD": "nexus-demo", "TERM": "xterm-256color",
            "COLORTERM": "truecolor", "LANG": "C.UTF-8", "TZ": "UTC"}
        environment.pop("NO_COLOR", None)
        address = f"http://127.0.0.1:{server.port}"
        subprocess.run(
            [str(BINARY), "login", "--server", address, "--email", "maya@demo.example"], env=environment, check=True,
            capture_output=True)
        session = Session([str(BINARY), "tui"], environment, 110, 30, screen=Screen)
        session.wait("● online")
        session.wait("Launch week")
        # The answer to the question about the background: dark.
        session.type("\x1b]11;rgb:1414/1818/1f1f\x1b\\")
        session.click(*session.place("Launch week"))
        session.wait("› Message Launch week")
        session.wait(lambda session: "loading" not in session.text)
        session.settle()
        pathlib.Path(path).write_text(drawing(session.screen))
        session.close()
    server.stop()


if __name__ == "__main__":
    main(sys.argv[1])
