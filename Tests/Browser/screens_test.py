"""The real application on real screens: themes, phone, keyboard, axe, policies."""

from parts.accessibility import grave_violations
from playwright.sync_api import expect


def test_axe(team):
    """axe finds nothing serious or critical in a real conversation, in both themes"""
    ada, grace = team.signed_up("Ada", "Grace")
    ada.start_group("Engine", [grace])
    ada.send("Hello https://example.org")
    grace.open("Engine")
    grace.send("Hi!")
    expect(ada.message("Hi!")).to_be_visible()
    found = []
    for theme in ("light", "dark"):
        ada.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found += grave_violations(ada.page)
        ada.page.goto("/settings")
        expect(ada.page.locator(".session")).to_have_count(1)
        found += grave_violations(ada.page)
        ada.page.go_back()
        expect(ada.message("Hi!")).to_be_visible()
    assert found == []


def test_phone(team):
    """a phone of 320 pixels shows one thing at a time and leads back"""
    ada, grace = team.signed_up("Ada", "Grace", viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    ada.start_direct(grace)
    expect(ada.page.locator(".sidebar")).to_be_hidden()
    ada.composer().fill("From my phone")
    ada.page.get_by_role("button", name="Send").click()
    ada.page.get_by_role("button", name="Back to all conversations").click()
    expect(ada.row(grace.name)).to_contain_text("From my phone")
    grace.open(ada.name)
    expect(grace.message("From my phone")).to_be_in_viewport()
    assert grace.page.evaluate("document.documentElement.scrollWidth") == 320


def test_phone_sideways(team):
    """on a phone held sideways the last item of a message's menu can be reached; Ctrl with Enter sends, and Enter does not"""
    ada, grace = team.signed_up("Ada", "Grace", viewport={"width": 640, "height": 320}, has_touch=True, is_mobile=True)
    ada.start_direct(grace)
    ada.composer().fill("From my phone")
    ada.composer().press("Enter")
    ada.page.keyboard.type("with keys")
    expect(ada.composer()).to_have_value("From my phone\nwith keys")
    ada.composer().press("Control+Enter")
    expect(ada.message_with("with keys")).to_be_visible()
    expect(ada.message_with("with keys").locator(".tick:is([data-status=pending], [data-status=sending])")).to_have_count(0)
    ada.message_with("with keys").locator(".bubble").tap()
    menu = ada.page.get_by_role("menu", name="Message")
    expect(menu).to_be_visible()
    box = menu.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 320, box
    menu.get_by_role("menuitem", name="Delete…").tap()
    expect(ada.page.get_by_role("dialog")).to_be_visible()


def test_emoji_on_a_phone(team):
    """on a phone the emoji open without the keyboard, and stay in the window that one leaves of it"""
    ada, grace = team.signed_up("Ada", "Grace", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ada.start_direct(grace)
    ada.page.get_by_role("button", name="Emoji", exact=True).tap()
    picker = ada.page.get_by_role("dialog", name="Emoji")
    expect(picker.locator(".emoji").first).to_be_focused()
    ada.page.set_viewport_size({"width": 390, "height": 400})
    ada.page.wait_for_function("""() => {
        const { top, bottom } = document.querySelector(".emoji-picker").getBoundingClientRect();
        return innerHeight === 400 && top >= 0 && bottom <= innerHeight;
    }""")
    picker.locator(".emoji").first.tap()
    expect(ada.composer()).not_to_have_value("")


def test_way_back_from_an_unknown_conversation(team):
    """on a phone without a connection, a conversation that is not on the device yet leads back to the list"""
    ada = team.person(
        "Ada", keeps_shell=True, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).sign_up()
    ada.expect_worker()
    ada.line.cut()
    expect(ada.page.locator(".connection-notice")).to_contain_text("Offline since")
    ada.page.evaluate("""() => {
        history.pushState({ depth: 1 }, "", "/c/01890000-0000-7000-8000-000000000001");
        dispatchEvent(new PopStateEvent("popstate"));
    }""")
    expect(ada.page.get_by_role("heading", name="This conversation is loading")).to_be_visible()
    ada.page.get_by_role("button", name="Back to all conversations").click()
    expect(ada.list_heading()).to_be_visible()


def test_theme(team):
    """the chosen theme holds after a reload"""
    ada = team.person("Ada", color_scheme="light").sign_up()
    background = "getComputedStyle(document.body).backgroundColor"
    light = ada.page.evaluate(background)
    ada.page.goto("/settings")
    ada.page.get_by_role("radio", name="Dark").check()
    ada.page.reload()
    expect(ada.page.locator(".settings")).to_be_visible()
    assert ada.page.evaluate(background) != light


def test_keyboard_only(team):
    """a user signs up, finds another, writes, edits and goes back by keyboard alone"""
    grace = team.person("Grace").sign_up()
    ada = team.person("Ada")
    page = ada.page
    page.goto("/sign-up")
    expect(page.get_by_label("Your name")).to_be_focused()
    for text in (ada.name, ada.email, "a password of tests"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.get_by_label("Password", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Start a conversation")).to_be_visible()
    page.get_by_role("button", name="Start a conversation").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.type(grace.name)
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(ada.chat_title()).to_have_text(grace.name)
    expect(ada.composer()).to_be_focused()
    page.keyboard.type("Wihtout a mouse")
    page.keyboard.press("Enter")
    ada.expect_status("Wihtout a mouse", "delivered")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Control+a")
    page.keyboard.type("Without a mouse")
    page.keyboard.press("Enter")
    expect(ada.message("Without a mouse")).to_contain_text("edited")
    # The composer keeps Escape to itself; from a message it leads back to the list.
    page.locator(".message").last.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".row-link:focus")).to_contain_text(grace.name)
    page.keyboard.press("Enter")
    expect(ada.chat_title()).to_have_text(grace.name)


def test_policy(team):
    """the page runs under a policy without inline script or style and with Trusted Types, and never breaks it"""
    ada = team.person("Ada", keeps_shell=True)
    answer = ada.page.goto("/sign-up")
    policy = answer.headers["content-security-policy"]
    for rule in ("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "require-trusted-types-for 'script'"):
        assert rule in policy
    assert "unsafe-inline" not in policy
    ada.sign_up_on_screen()
    assert [line for line in team.log if "Content Security Policy" in line or "uncaught" in line] == []
