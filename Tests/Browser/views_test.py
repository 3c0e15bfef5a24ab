"""The views alone, over a client in memory, in states that a server seldom has."""

import re

import pytest
from parts.accessibility import grave_violations
from parts.settled import settled
from playwright.sync_api import expect


def open_conversation(title):
    return lambda page: page.get_by_role("link", name=title).first.click()


def press(name):
    return lambda page: page.get_by_role("button", name=name).first.click()


def act(name):
    """Presses an action of the conversation's header, or where that is narrow the one in its menu."""
    def steps(page):
        action = page.locator(".chat-header").get_by_role("button", name=name)
        action.or_(page.locator(".header-menu:visible")).first.wait_for()
        page.wait_for_selector(".insight-toggle", state="attached")
        if action.is_visible():
            action.click()
        else:
            page.get_by_role("button", name="Conversation menu").click()
            page.get_by_role("menuitem", name=name).click()
    return steps


def dialog_by_key(key):
    def step(page):
        page.wait_for_selector(".workspace")
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
    return step


def open_menu(page):
    own = page.locator(".message.mine").last
    own.focus()
    page.keyboard.press("Enter")


def choose(name):
    return lambda page: page.get_by_role("menuitem", name=name).click()


BANNERS = """() => {
    const talk = fixture.held[1];
    fixture.telling.tell("banner", {
        conversation: talk.id, message: "m", sender: talk.members[1].id, senderName: "Jonas Weber", title: null,
        text: "The kitchen said yes.",
    });
    fixture.telling.tell("update");
    fixture.telling.tell("error", { code: "storage", message: "This device is out of space." });
}"""

SCREENS = {
    "starting": ("/", {"state": "starting"}, []),
    "sign in": ("/", {"state": "signed-out"}, []),
    "sign in again": ("/", {"state": "ended"}, []),
    "sign up, refused": ("/sign-up", {"state": "signed-out"}, [press("Create account")]),
    "conversations": ("/", {}, []),
    "no conversations": ("/", {"state": "empty"}, []),
    "nothing found": ("/", {}, [lambda page: page.get_by_label("Search conversations").fill("zzz")]),
    "group": ("/", {}, [open_conversation("Launch week")]),
    "direct conversation": ("/", {}, [open_conversation("Jonas Weber")]),
    "failed message": ("/", {}, [open_conversation("Design review")]),
    "left conversation": ("/", {}, [open_conversation("Book club")]),
    "offline": ("/", {"state": "offline"}, [open_conversation("Support rota")]),
    "no such conversation": ("/c/unknown", {}, []),
    "actions of a message": ("/", {}, [open_conversation("Launch week"), open_menu]),
    "details of a message": ("/", {}, [open_conversation("Launch week"), open_menu, choose("Details")]),
    "deleting": ("/", {}, [open_conversation("Launch week"), open_menu, choose("Delete")]),
    "editing": ("/", {}, [open_conversation("Jonas Weber"), open_menu, choose("Edit")]),
    "emoji": ("/", {}, [open_conversation("Launch week"), press("Emoji")]),
    "new conversation": ("/", {}, [press("New conversation")]),
    "new group": ("/", {}, [press("New conversation"), press("New group"), lambda page: page.get_by_role("option").first.click()]),
    "group details": ("/", {}, [open_conversation("Launch week"), act("Conversation details")]),
    "renaming": ("/", {}, [open_conversation("Launch week"), act("Conversation details"), press("Edit the group")]),
    "adding members": ("/", {}, [open_conversation("Launch week"), act("Conversation details"), press("Add members")]),
    "inviting to a group": ("/", {}, [open_conversation("Launch week"), act("Conversation details"), press("Invite with a link")]),
    "settings": ("/settings", {}, []),
    "administration": ("/administration", {"role": "administrator"}, [lambda page: page.get_by_text("Version").wait_for()]),
    "adding a person": ("/administration", {"role": "administrator"}, [press("Add a person")]),
    "insights": ("/insights", {}, []),
    "insights of a conversation": ("/", {}, [open_conversation("Launch week"), act("Insights")]),
    "editing an insight": ("/insights", {}, [press("Actions for: "), choose("Edit")]),
    "switcher": ("/", {}, [dialog_by_key("Control+k")]),
    "keys": ("/", {}, [dialog_by_key("?")]),
    "banner and notices": ("/", {}, [lambda page: page.evaluate(BANNERS)]),
}


# What looks different enough on a phone to be looked at twice.
ON_A_PHONE = ["sign up, refused", "conversations", "group", "failed message", "group details", "new group", "settings", "administration", "inviting to a group",
              "insights", "insights of a conversation"]


def show(page, name):
    """Brings a screen up from nothing, in a page that may have shown another."""
    path, state, steps = SCREENS[name]
    page.evaluate("sessionStorage.clear()")
    page.goto(path + ("?" + "&".join(f"{key}={value}" for key, value in state.items()) if state else ""))
    page.wait_for_selector(".starting, .account-screen, .workspace")
    for step in steps:
        step(page)
        settled(page)


@pytest.mark.long
@pytest.mark.parametrize("width", ["desktop", "phone"])
def test_axe(views, width):
    """axe finds nothing serious or critical on any screen, in both themes"""
    page = views(phone=width == "phone")
    found = []
    for name in SCREENS if width == "desktop" else ON_A_PHONE:
        show(page, name)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            found += [f"{name}, {theme}: {violation}" for violation in grave_violations(page)]
    assert found == []


@pytest.mark.long
def test_nothing_overflows(views):
    """no screen is wider than its window, from 320 to 1920 pixels"""
    page = views(width=320)
    wide = []
    for name in SCREENS:
        show(page, name)
        for width in (320, 390, 719, 720, 1024, 1920):
            page.set_viewport_size({"width": width, "height": 700})
            # The settings scroll by themselves, and would hide what is too wide.
            if page.evaluate("""[document.documentElement, ...document.querySelectorAll(".settings-scroller")]
                    .some((one) => one.scrollWidth > one.clientWidth)"""):
                wide.append(f"{name} at {width}")
        page.set_viewport_size({"width": 320, "height": 700})
    assert wide == []


def test_touch_targets(views):
    """on a touch screen everything to press is at least 44 pixels high, but for links in text"""
    page = views(phone=True)
    small = []
    for name in ON_A_PHONE:
        show(page, name)
        small += [f"{name}: {one}" for one in page.evaluate("""() => [
            ...document.querySelectorAll("button, a[href], input, [role=option], label.choice, label.setup-choice")]
            .filter((one) => one.checkVisibility()
                && !one.closest(".words, .account-other, .field-box, label.choice > *, label.setup-choice > *, .search, .setting"))
            .filter((one) => one.getBoundingClientRect().height < 43.5)
            .map((one) => `${one.outerHTML.slice(0, 90)} ${one.getBoundingClientRect().height}`)""")]
    assert small == []


def test_opens_at_the_newest(views):
    """a conversation opens at its newest message, and an incoming one keeps it there"""
    page = views()
    open_conversation("Launch week")(page)
    expect(page.locator(".message").last).to_be_in_viewport()
    page.evaluate("[...fixture.chats.values()][0].receive('One more thing.')")
    expect(page.locator(".message").get_by_text("One more thing.")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Jump to the newest message")).to_be_hidden()


TOP_OF_FIRST_SEEN = """() => {
    const scroller = document.querySelector(".timeline-scroller");
    const top = scroller.getBoundingClientRect().top;
    const row = [...document.querySelectorAll(".message")].find((one) => one.getBoundingClientRect().bottom > top + 40);
    return [row.dataset.key, Math.round(row.getBoundingClientRect().top)];
}"""


def test_nothing_moves_while_reading(views):
    """while the user reads further up, older pages, new messages and growing ones do not move the view"""
    page = views(rows=1_000)
    open_conversation("Launch week")(page)
    page.wait_for_selector(".message")
    page.locator(".timeline-scroller").evaluate("one => { one.scrollTop = -1500; }")
    settled(page)
    before = page.evaluate(TOP_OF_FIRST_SEEN)
    page.evaluate("""() => {
        const talk = [...fixture.chats.values()][0];
        for (let count = 0; count < 30; count += 1) talk.receive(`Incoming ${count}\\nwith two lines`);
        const messages = fixture.held[0].messages;
        messages[messages.length - 35].text += "\\nand more\\nand more";
        messages[messages.length - 80].text += "\\nand more\\nand more";
        talk.refresh();
    }""")
    settled(page)
    key, top = page.evaluate(TOP_OF_FIRST_SEEN)
    assert key == before[0]
    # A scroll position is a whole number of pixels; a row's place is not.
    assert abs(top - before[1]) <= 1
    expect(page.get_by_role("button", name="Jump to the newest message")).to_contain_text("30 new")
    page.get_by_role("button", name="Jump to the newest message").click()
    expect(page.locator(".message").get_by_text("Incoming 29")).to_be_in_viewport()


def test_scrolls_through_everything(views):
    """scrolling to the top of 10,000 messages and back shows each once and keeps few in the page"""
    page = views(rows=10_000)
    open_conversation("Launch week")(page)
    page.wait_for_selector(".message")
    seen = page.evaluate("""async () => {
        const scroller = document.querySelector(".timeline-scroller");
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const keys = new Set();
        let most = 0;
        for (let step = 0; step < 120; step += 1) {
            scroller.scrollTop -= 700;
            await frame();
            for (const row of document.querySelectorAll(".message")) keys.add(row.dataset.key);
            most = Math.max(most, document.querySelectorAll(".message").length);
        }
        const order = [...document.querySelectorAll(".message")].map((row) => row.dataset.key);
        const rows = [...fixture.chats.values()][0].chat.rows.filter((row) => row.row === "message").map((row) => row.key);
        const at = rows.indexOf(order[0]);
        for (let step = 0; step < 200 && scroller.scrollTop < -1; step += 1) {
            scroller.scrollTop += 900;
            await frame();
        }
        const last = [...document.querySelectorAll(".message")].at(-1).dataset.key;
        return {
            count: keys.size, most, isInOrder: order.every((key, index) => rows[at + index] === key),
            isBack: last === rows.at(-1),
        };
    }""")
    assert seen["count"] > 500
    assert seen["most"] <= 260
    assert seen["isInOrder"] and seen["isBack"]


def test_ten_thousand_conversations(views):
    """a list of 10,000 conversations keeps only the visible ones in the page, and End reaches the last"""
    page = views(rows=10_000)
    page.wait_for_selector(".row-link")
    assert page.locator(".row").count() < 40
    page.locator(".row-link").first.focus()
    page.keyboard.press("End")
    expect(page.locator(".row-link:focus")).to_contain_text("Book club")
    page.keyboard.press("Home")
    expect(page.locator(".row-link:focus")).to_contain_text("Launch week")


def test_keys(views):
    """the keyboard alone reaches, writes, edits, deletes and leaves"""
    page = views()
    page.wait_for_selector(".row-link")
    page.keyboard.press("Control+k")
    page.keyboard.type("jonas")
    page.keyboard.press("Enter")
    expect(page.locator(".chat-title")).to_have_text("Jonas Weber")
    expect(page.get_by_role("textbox", name="Message")).to_be_focused()
    page.keyboard.type("First line")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("second line")
    page.keyboard.press("Enter")
    own = page.locator(".message.mine").last
    expect(own).to_contain_text("First line\nsecond line")
    expect(own.locator(".tick")).to_have_attribute("data-status", "read")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("textbox", name="Message")).to_have_value("First line\nsecond line")
    page.keyboard.press("Control+a")
    page.keyboard.type("Only line")
    page.keyboard.press("Enter")
    expect(own).to_contain_text("Only line")
    expect(own).to_contain_text("edited")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(page.get_by_role("textbox", name="Message")).to_have_value("")
    own.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".message:focus")).to_contain_text("the room is booked")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Delete for everyone")).to_be_focused()
    page.keyboard.press("Enter")
    expect(own).to_contain_text("Message deleted")
    page.keyboard.press("Escape")
    expect(page.locator(".row-link:focus")).to_contain_text("Jonas Weber")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_keys_of_a_low_window(views):
    """a list of keys that is longer than its window scrolls by key"""
    page = views()
    show(page, "keys")
    page.set_viewport_size({"width": 1280, "height": 400})
    body = page.locator(".dialog.keys .dialog-body")
    body.focus()
    page.keyboard.press("End")
    expect(body.locator(".keys-row").last).to_be_in_viewport()
    assert grave_violations(page) == []


def test_input_method(views):
    """Enter that ends an input method's word does not send"""
    page = views()
    open_conversation("Jonas Weber")(page)
    composer = page.get_by_role("textbox", name="Message")
    composer.fill("こんにちは")
    composer.evaluate("""one => one.dispatchEvent(new KeyboardEvent(
        "keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }))""")
    expect(composer).to_have_value("こんにちは")


def test_limit(views):
    """the composer says how much is too much before anything is sent"""
    page = views()
    open_conversation("Jonas Weber")(page)
    composer = page.get_by_role("textbox", name="Message")
    composer.fill("x" * 8_001)
    expect(page.get_by_text("Remove 1 character to send it.")).to_be_visible()
    expect(page.get_by_role("button", name="Send")).to_be_disabled()
    composer.fill("😀" * 8_000)
    expect(page.get_by_role("button", name="Send")).to_be_enabled()


def test_jump(views):
    """a link to a message shows and highlights it, with its address in the bar"""
    page = views(rows=1_000)
    page.wait_for_selector(".row-link")
    target = page.evaluate("({ conversation: fixture.held[0].id, message: fixture.held[0].messages[200].id })")
    page.goto(f"/c/{target['conversation']}/m/{target['message']}")
    shown = page.locator(f".message[data-key='{target['message']}']")
    expect(shown).to_be_in_viewport()
    expect(shown).to_have_class(re.compile("highlighted"))
    expect(page.get_by_role("button", name="Jump to the newest message")).to_be_visible()


def test_emoji(views):
    """the emoji picker works by keyboard (search, arrows, Escape), and inserts the emoji at the cursor"""
    page = views()
    open_conversation("Jonas Weber")(page)
    composer = page.get_by_role("textbox", name="Message")
    composer.fill("Well done!")
    page.get_by_role("button", name="Emoji").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("thumbs")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(composer).to_have_value("Well done!👍")
    expect(composer).to_be_focused()
    page.get_by_role("button", name="Emoji").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Emoji")).to_be_hidden()


def test_theme(views):
    """the theme follows the system until one is chosen, and the choice holds from the first paint of the next visit"""
    page = views("/settings", dark=True)
    background = "getComputedStyle(document.body).backgroundColor"
    page.wait_for_selector(".settings")
    dark = page.evaluate(background)
    page.get_by_role("radio", name="Light").check()
    light = page.evaluate(background)
    assert light != dark
    page.reload()
    page.wait_for_selector(".settings")
    assert page.evaluate(background) == light
    page.get_by_role("radio", name="System").check()
    assert page.evaluate(background) == dark


def test_phone(views):
    """on a phone, list and conversation are separate screens, and back leads to the list"""
    page = views(phone=True)
    open_conversation("Launch week")(page)
    expect(page.get_by_role("navigation", name="Conversations")).to_be_hidden()
    page.get_by_role("button", name="Back to all conversations").click()
    expect(page.get_by_role("navigation", name="Conversations")).to_be_visible()
    expect(page.locator(".chat")).to_have_count(0)
    open_conversation("Jonas Weber")(page)
    page.go_back()
    expect(page.get_by_role("navigation", name="Conversations")).to_be_visible()


def test_reading(views):
    """only messages that were on the screen for 0.8 s count as read, and none while the page is hidden"""
    page = views(rows=1_000)
    page.wait_for_selector(".row-link")
    page.evaluate("""() => {
        Object.defineProperty(document, "visibilityState", { get: () => window.hides ? "hidden" : "visible" });
        window.hides = true;
    }""")
    open_conversation("Launch week")(page)
    page.wait_for_selector(".message")
    page.evaluate("""() => {
        const { chat } = [...fixture.chats.values()][0];
        window.reads = [];
        chat.read = (seq) => window.reads.push(seq);
    }""")
    settled(page)
    assert page.evaluate("window.reads") == []
    page.clock.install(time=0)
    page.clock.pause_at(3_600)
    page.evaluate("() => { window.hides = false; document.dispatchEvent(new Event('visibilitychange')); }")
    page.clock.run_for(799)
    assert page.evaluate("window.reads") == []
    page.clock.run_for(1)
    newest = page.evaluate("fixture.held[0].messages.filter((one) => !one.mine && one.seq !== null).at(-1).seq")
    assert page.evaluate("Math.max(...window.reads)") == newest


def test_announcements(views):
    """new messages and errors are said to screen readers"""
    page = views()
    open_conversation("Jonas Weber")(page)
    page.wait_for_selector(".message")
    page.evaluate("[...fixture.chats.values()][0].receive('Are you there?')")
    expect(page.locator("[aria-live=polite]").get_by_text("Jonas Weber: Are you there?")).to_have_count(1)
    page.evaluate("fixture.telling.tell('error', { code: 'storage', message: 'This device is out of space.' })")
    expect(page.get_by_role("alert").get_by_text("This device is out of space.")).to_be_visible()


def test_name_of_a_changed_message(views):
    """what a screen reader says of a message that has the focus follows its edits"""
    page = views()
    open_conversation("Jonas Weber")(page)
    own = page.locator(".message.mine").last
    own.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(own).to_have_attribute("aria-label", re.compile("Can you write to her today"))
    page.evaluate("(id) => [...fixture.chats.values()][0].chat.edit(id, 'Only line')", own.get_attribute("data-key"))
    expect(own).to_have_attribute("aria-label", re.compile("^You, Only line, .*edited"))


def test_announcements_of_a_burst(views):
    """of many messages in a short time their number is said to screen readers, and all else that is said meanwhile"""
    page = views()
    page.wait_for_selector(".row-link")
    page.clock.install(time=0)
    page.clock.pause_at(1)
    unread = page.evaluate("""() => {
        const opened = fixture.held.find((talk) => talk.unread > 1);
        const other = fixture.held.find((talk) => talk !== opened);
        for (let number = 0; number < 6; number += 1) {
            fixture.telling.tell("arrived", { conversation: other.id, senderName: "Jonas Weber", text: `Line ${number}` });
        }
        document.querySelector(`.row-link[href$='${opened.id}']`).click();
        return opened.unread;
    }""")
    expect(page.locator(".message").last).to_be_visible()
    page.clock.run_for(400)
    expect(page.locator(".announcer [aria-live=polite] > p")).to_have_text(["5 new messages", f"{unread} new messages"])


def test_dialogs_end_with_the_session(views):
    """the end of the session closes dialogs and menus, and the sign-in page has the focus"""
    page = views()
    open_conversation("Launch week")(page)
    act("Conversation details")(page)
    press("Remove Priya Raman")(page)
    expect(page.get_by_role("dialog", name="Remove Priya Raman?")).to_be_visible()
    page.evaluate("fixture.client.signOut()")
    expect(page.get_by_role("heading", name="Sign in to Nexus")).to_be_visible()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.get_by_label("E-mail")).to_be_focused()


def test_sign_in_says_what_is_wrong(views):
    """signing in names missing fields, shows progress, and shows the reason of a refusal"""
    page = views(state="signed-out")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("E-mail")).to_be_focused()
    expect(page.get_by_text("Enter an e-mail address.")).to_be_visible()
    page.get_by_label("E-mail").fill("maya@demo.example")
    expect(page.get_by_text("Enter an e-mail address.")).to_be_hidden()
    page.get_by_label("Password", exact=True).fill("wrong password")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Signing in…")).to_be_disabled()
    expect(page.get_by_text("No account has that address and password.")).to_be_visible()
    page.get_by_label("Password", exact=True).fill("right password")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Chats")).to_be_visible()
