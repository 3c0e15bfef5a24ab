"""Draws the icons of the installed web app and of the app for iPhone and Mac from Web/favicon.svg: `scripts/make-icons.sh`.

The same Chromium gives the same bytes. A launcher cuts a maskable icon to its own shape, so its mark lies within the inner 80 percent
(https://w3c.github.io/manifest/#purpose-member); iOS rounds the corners of its icon itself.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from parts.chromium import launch  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

WEB = HERE.parents[1] / "Web"
ROUND = 'rx="15"'
MARK = "<g fill"

# Name, pixels, whether the colour fills the whole square, and how large the mark is in it.
ICONS = [
    ("icon-192.png", 192, False, 1.0),
    ("icon-512.png", 512, False, 1.0),
    ("icon-maskable-512.png", 512, True, 0.8),
    ("apple-touch-icon.png", 180, True, 1.0),
]


APPLE = HERE.parents[1] / "Apple" / "Resources" / "Assets.xcassets" / "AppIcon.appiconset"
# A Mac shows an icon as it is drawn: the square stands in a margin of a tenth on each side.
MAC_SIZES = [16, 32, 64, 128, 256, 512, 1024]


def drawing(is_full, scale):
    svg = (WEB / "favicon.svg").read_text()
    assert ROUND in svg and MARK in svg, "favicon.svg is not drawn as it was"
    if is_full:
        svg = svg.replace(ROUND, 'rx="0"')
    middle = 32 * (1 - scale)
    head, mark = svg.split(MARK, 1)
    body, end = mark.rsplit("</svg>", 1)
    return f'{head}<g transform="translate({middle} {middle}) scale({scale})">{MARK}{body}</g></svg>{end}'


def mac_drawing():
    svg = (WEB / "favicon.svg").read_text()
    head, rest = svg.split("<rect", 1)
    body, end = rest.rsplit("</svg>", 1)
    return f'{head}<g transform="translate(6.4 6.4) scale(0.8)"><rect{body}</g></svg>{end}'


def draw(page, svg, size, path, is_opaque=False):
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px; height: {size}px }}</style>" + svg)
    page.screenshot(path=path, omit_background=not is_opaque)
    print(f"{path.name}: {path.stat().st_size} bytes")


def main():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        for name, size, is_full, scale in ICONS:
            draw(page, drawing(is_full, scale), size, WEB / name)
        # The App Store takes no transparency.
        draw(page, drawing(True, 1.0), 1024, APPLE / "ios-1024.png", is_opaque=True)
        for size in MAC_SIZES:
            draw(page, mac_drawing(), size, APPLE / f"mac-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
