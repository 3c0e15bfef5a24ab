"""Zoom in the viewer, by wheel and by two fingers, around the pointer."""

import pytest
from parts.photos import photo
from playwright.sync_api import expect

from media_test import attach, pictures, submit

# The picture's width on the screen, and which part of it (0 to 1, across and down) lies at a point.
UNDER = """([x, y]) => {
    const { left, top, width, height } = document.querySelector(".viewer-image").getBoundingClientRect();
    return [width, (x - left) / width, (y - top) / height];
}"""


def looking(team, **options):
    """A user in the viewer, at the first of two pictures."""
    ada = team.person("Ada").sign_up()
    grace = team.person("Grace", **options).sign_up()
    ada.start_direct(grace)
    attach(ada, *((f"{number}.jpg", "image/jpeg", photo(orientation=number)) for number in (1, 3)))
    submit(ada, "Two")
    grace.open(ada.name)
    expect(pictures(grace)).to_have_count(2)
    grace.page.get_by_role("button", name="Open 1.jpg").click()
    expect(grace.page.locator(".viewer-title")).to_contain_text("1 of 2")
    grace.page.wait_for_function("() => document.querySelector('.viewer-image').naturalWidth > 0")
    return grace


def spot(person):
    """A point of the stage that is not its middle."""
    box = person.page.locator(".viewer-stage").bounding_box()
    return [box["x"] + box["width"] * 0.55, box["y"] + box["height"] * 0.52]


def test_wheel(team):
    """the wheel enlarges around the pointer, no further than eight times, and back to the whole picture; a drag moves it"""
    grace = looking(team)
    page, at = grace.page, None
    at = spot(grace)
    page.mouse.move(*at)
    first = page.evaluate(UNDER, at)
    for _ in range(3):
        page.mouse.wheel(0, -120)
    expect(page.locator(".viewer-stage.zoomed")).to_be_visible()
    page.wait_for_function(f"(least) => ({UNDER})([0, 0])[0] > least", arg=first[0] * 1.2 ** 3 * 0.99)
    larger = page.evaluate(UNDER, at)
    assert larger[0] == pytest.approx(first[0] * 1.2 ** 3, rel=0.01)
    assert larger[1:] == pytest.approx(first[1:], abs=0.01)
    page.mouse.down()
    page.mouse.move(at[0] + 40, at[1] + 25, steps=4)
    page.mouse.up()
    page.wait_for_function(
        f"([at, there]) => Math.abs(({UNDER})(at)[1] - there) < 0.01", arg=[[at[0] + 40, at[1] + 25], larger[1]])
    moved = page.evaluate(UNDER, [at[0] + 40, at[1] + 25])
    assert moved == pytest.approx(larger, abs=0.01)
    for _ in range(20):
        page.mouse.wheel(0, -120)
    expect(page.get_by_role("button", name="Larger")).to_be_disabled()
    assert page.evaluate(UNDER, at)[0] == pytest.approx(first[0] * 8, rel=0.01)
    for _ in range(24):
        page.mouse.wheel(0, 120)
    expect(page.get_by_role("button", name="Smaller")).to_be_disabled()
    assert page.evaluate(UNDER, at) == pytest.approx(first, abs=0.01)


def test_pinch(team):
    """two fingers zoom around the point between them and move the picture; a swipe shows the next one"""
    grace = looking(team, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = grace.page
    fingers = page.context.new_cdp_session(page)

    def touch(kind, *points):
        fingers.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})

    x, y = spot(grace)
    first = page.evaluate(UNDER, [x, y])
    touch("touchStart", (x - 20, y))
    touch("touchStart", (x - 20, y), (x + 20, y))
    for apart in range(22, 61, 2):
        touch("touchMove", (x - apart, y), (x + apart, y))
    page.wait_for_function(f"(width) => Math.abs(({UNDER})([0, 0])[0] - width) < 1", arg=first[0] * 3)
    larger = page.evaluate(UNDER, [x, y])
    assert larger[1:] == pytest.approx(first[1:], abs=0.03)
    # Both fingers go on together, as far apart as they are.
    for step in range(1, 9):
        touch("touchMove", (x - 60 + step * 5, y + step * 4), (x + 60 + step * 5, y + step * 4))
    page.wait_for_function(
        f"([at, there]) => Math.abs(({UNDER})(at)[1] - there) < 0.02", arg=[[x + 40, y + 32], larger[1]])
    assert page.evaluate(UNDER, [x + 40, y + 32]) == pytest.approx(larger, rel=0.02, abs=0.02)
    touch("touchEnd")
    expect(page.locator(".viewer-title")).to_contain_text("1 of 2")
    # And together again, until the picture is whole.
    touch("touchStart", (x - 80, y))
    touch("touchStart", (x - 80, y), (x + 80, y))
    for apart in range(78, 9, -4):
        touch("touchMove", (x - apart, y), (x + apart, y))
    touch("touchEnd")
    expect(page.locator(".viewer-stage.zoomed")).to_have_count(0)
    assert page.evaluate(UNDER, [x, y]) == pytest.approx(first, abs=0.01)
    touch("touchStart", (300, y))
    for left in range(280, 99, -20):
        touch("touchMove", (left, y))
    touch("touchEnd")
    expect(page.locator(".viewer-title")).to_contain_text("2 of 2")


def test_keys_of_the_browser(team):
    """the browser keeps its own keys: zooming the page and going back change nothing of the picture, nor does a sideways scroll"""
    grace = looking(team)
    page, at = grace.page, spot(grace)
    page.keyboard.press("+")
    expect(page.locator(".viewer-stage.zoomed")).to_be_visible()
    width = page.evaluate(UNDER, at)[0]
    page.evaluate("""() => {
        window.taken = [];
        addEventListener("wheel", () => { window.isScrolled = true; });
        addEventListener("keydown", (event) => {
            taken.push(event.defaultPrevented);
            event.preventDefault();
        });
    }""")
    for keys in ("Control+-", "Control+0", "Alt+ArrowRight"):
        page.keyboard.press(keys)
    # The keys Control and Alt, and those with them.
    assert page.evaluate("taken") == [False] * 6
    page.mouse.move(*at)
    page.mouse.wheel(60, 0)
    page.wait_for_function("() => window.isScrolled")
    assert page.evaluate(UNDER, at)[0] == pytest.approx(width, rel=0.01)
    expect(page.locator(".viewer-title")).to_contain_text("1 of 2")
