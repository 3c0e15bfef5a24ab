"""The icons of the installed app."""

import struct

from playwright.sync_api import expect

COLOUR = [0x0C, 0x6B, 0x77, 255]
PIXELS = """async ([address, places]) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return places.map(([x, y]) => [...canvas.getImageData(x * picture.width, y * picture.height, 1, 1).data]);
}"""


def test_icons(team):
    """the manifest and the page name PNG icons of every size and purpose, and the app caches one for offline"""
    ada = team.person("Ada", keeps_shell=True).sign_up()
    page = ada.page
    manifest = page.request.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    manifest = manifest.json()
    assert manifest["id"] == "/"
    assert (manifest["theme_color"], manifest["background_color"]) == ("#0c6b77", "#f1f4f5")
    icons = {(icon["sizes"], icon["type"], icon["purpose"]): icon["src"] for icon in manifest["icons"]}
    apple = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    wanted = {
        icons["192x192", "image/png", "any"]: 192, icons["512x512", "image/png", "any"]: 512,
        icons["512x512", "image/png", "maskable"]: 512, apple: 180,
    }
    assert len(wanted) == 4
    for address, size in wanted.items():
        answer = page.request.get(address)
        assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
        body = answer.body()
        assert body[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", body[16:24]) == (size, size)
        assert len(body) < 24_576
    corner, edge = (0.01, 0.01), (0.5, 0.02)
    # What a launcher or iOS cuts to its own shape is filled to its corners.
    for address in (apple, icons["512x512", "image/png", "maskable"]):
        assert page.evaluate(PIXELS, [address, [corner, edge]]) == [COLOUR, COLOUR]
    assert page.evaluate(PIXELS, [icons["192x192", "image/png", "any"], [corner, edge]]) == [[0, 0, 0, 0], COLOUR]
    ada.expect_worker()
    ada.line.cut()
    assert page.evaluate(PIXELS, [icons["192x192", "image/png", "any"], [edge]]) == [COLOUR]
    ada.line.restore()
    expect(ada.list_heading()).to_be_visible()
