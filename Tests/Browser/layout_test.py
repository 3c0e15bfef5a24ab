"""Layout: layers, reserved space, and hints per device."""

import pytest
from parts.contrast import contrast
from parts.settled import settled
from playwright.sync_api import expect
from views_test import open_conversation


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_badges_are_legible(views, theme):
    """the @ badge and the counts of unread messages have a contrast of at least 4.5 to 1, muted or not"""
    page = views(dark=theme == "dark")
    page.wait_for_selector(".row-link")
    page.evaluate("""() => {
        const client = fixture.client;
        const rows = client.conversations.rows;
        Object.assign(rows[0], { mentions: 1, unread: 3 });
        Object.assign(rows[1], { mentions: 2, unread: 4, mutedUntil: 9e15 });
        Object.defineProperty(client, "conversations", { value: { unread: 7, rows } });
        fixture.telling.tell("conversations");
    }""")
    expect(page.locator(".unread-badge.mention")).to_have_count(2)
    expect(page.locator(".row.muted .unread-badge, .muted .unread-badge")).to_have_count(2)
    for badge in page.locator(".unread-badge:visible").all():
        assert contrast(badge) >= 4.5, badge.evaluate("(one) => one.outerHTML")


BOXES = """() => Object.fromEntries([".timeline", ".composer-box", ".composer"].map((name) =>
    [name, document.querySelector(name).getBoundingClientRect()]))"""


@pytest.mark.parametrize("width", ["desktop", "phone"])
def test_bubbles_end_above_the_composer(views, width):
    """a bubble that is scrolled past the composer is cut off above its edge, and never painted over it"""
    page = views(phone=width == "phone", rows=200)
    open_conversation("Launch week")(page)
    page.wait_for_selector(".message")
    page.locator(".timeline-scroller").evaluate("(one) => { one.scrollTop = -40; }")
    settled(page)
    boxes = page.evaluate(BOXES)
    # The edge and the ring of the focus are painted outside the box.
    assert boxes[".timeline"]["bottom"] <= boxes[".composer-box"]["top"] - 4
    assert boxes[".composer"]["bottom"] <= page.viewport_size["height"]


def test_row_menu_leaves_the_time(views):
    """the button of a row's menu covers neither the time nor the badges, by pointer and by keyboard"""
    page = views()
    row = page.locator(".row").filter(has_text="Design review")
    row.hover()
    expect(row.locator(".row-more")).to_have_css("opacity", "1")
    button = row.locator(".row-more").bounding_box()
    for part in (".row-time", ".row-marks"):
        box = row.locator(part).bounding_box()
        assert box["x"] + box["width"] <= button["x"], part
        assert box["width"] > 0


def test_row_menu_by_touch(views):
    """on a touch screen the menu of a row opens beside the row that was pressed"""
    page = views(phone=True)
    row = page.locator(".row").filter(has_text="Support rota")
    row.locator(".row-link").dispatch_event("contextmenu")
    expect(page.get_by_role("menu")).to_be_visible()
    settled(page)
    menu = page.get_by_role("menu").bounding_box()
    box = row.bounding_box()
    assert box["y"] < menu["y"] <= box["y"] + box["height"] + 8


def test_narrow_header_keeps_the_title(views):
    """on a phone the header of a conversation shows its whole title: its actions are in one menu, which gives the focus back"""
    page = views(phone=True)
    open_conversation("Launch week")(page)
    expect(page.get_by_role("complementary")).to_have_count(0)
    title = page.locator(".chat .chat-title")
    expect(title).to_have_text("Launch week")
    assert title.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    expect(page.locator(".chat-header .icon-button:visible")).to_have_count(2)
    menu = page.get_by_role("button", name="Conversation menu")
    for item in ("Assistant", "Conversation details", "Mute"):
        menu.click()
        expect(page.get_by_role("menuitem", name=item)).to_be_visible()
        page.keyboard.press("Escape")
    expect(page.locator(".insight-toggle")).to_have_count(1)
    menu.click()
    page.get_by_role("menuitem", name="Insights").click()
    expect(page.get_by_role("complementary", name="Insights")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("complementary", name="Insights")).to_have_count(0)
    expect(menu).to_be_focused()
    menu.click()
    page.get_by_role("menuitem", name="Conversation details").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_wide_header_shows_its_actions(views):
    """with enough width the actions are in the header, not in its menu"""
    page = views()
    open_conversation("Launch week")(page)
    expect(page.get_by_role("button", name="Insights")).to_be_visible()
    for name in ("Assistant", "Conversation details"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    page.get_by_role("button", name="Conversation menu").click()
    expect(page.get_by_role("menuitem", name="Mute")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Conversation details")).to_have_count(0)


ALBUM = """(count) => {
    const talk = [...fixture.chats.values()][0];
    const message = fixture.held[0].messages.findLast((one) => !one.mine);
    message.attachments = Array.from({ length: count }, (_, index) => ({
        media: `m${index}`, kind: "image", name: `photo ${index}.jpg`, bytes: 1000, width: 4000, height: 3000,
    }));
    message.text = "";
    talk.refresh();
    return message.key;
}"""


@pytest.mark.parametrize("width", [320, 390, 800, 1280])
@pytest.mark.parametrize("count", [1, 4])
def test_album_fits_its_bubble(views, width, count):
    """pictures are no wider than the bubble that holds them"""
    page = views(width=width)
    open_conversation("Launch week")(page)
    page.wait_for_selector(".message")
    message = page.locator(f".message[data-key='{page.evaluate(ALBUM, count)}']")
    album = message.locator(".pictures")
    expect(album).to_be_visible()
    inner = message.locator(".bubble").evaluate("""(one) => {
        const style = getComputedStyle(one), box = one.getBoundingClientRect();
        return [box.left + parseFloat(style.paddingLeft), box.right - parseFloat(style.paddingRight)];
    }""")
    for box in [album.bounding_box(), *[one.bounding_box() for one in album.locator(".picture").all()]]:
        assert inner[0] - 0.5 <= box["x"] and box["x"] + box["width"] <= inner[1] + 0.5
        assert box["width"] >= 60


def test_keys_are_told_where_there_are_any(browser, fixture_address):
    """a touch tablet shows no shortcut; a computer shows Ctrl K, and a Mac ⌘ K"""
    mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15"
    tablet = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
    for options, told in ((tablet, None), ({}, "Ctrl K"), ({"user_agent": mac}, "⌘ K")):
        with browser.new_context(base_url=fixture_address, locale="en-GB", **options) as context:
            page = context.new_page()
            page.goto("/")
            expect(page.get_by_role("heading", name="No conversation is open")).to_be_visible()
            expect(page.locator("kbd:visible")).to_have_text([told] if told else [])
            expect(page.locator(".stage")).to_contain_text("Choose one from the list")
            page.goto("/settings")
            expect(page.get_by_role("heading", name="Settings")).to_be_visible()
            expect(page.get_by_role("button", name="Keys")).to_have_count(1 if told else 0)
