"""Notifications of the browser: pushes with every tab closed, answers to them, and a tab that is hidden."""

import urllib.request

import pytest
from parts.accessibility import grave_violations
from parts.chromium import launch
from parts.pushes import Pushes, asked, message_push, set_permission, stand_in, withdrawal_push
from parts.seed import Seeder
from playwright.sync_api import expect

from own_test import two_devices


@pytest.fixture(scope="module")
def notifying_browser(playwright):
    browser = launch(playwright, notifies=True)
    yield browser
    browser.close()


@pytest.fixture
def pushed(team, notifying_browser):
    """A person who allowed notifications, a direct conversation in which another wrote, and the pushes to the person."""
    ada = team.person("Ada", notifying_browser, keeps_shell=True, permissions=["notifications"]).sign_up()
    grace = team.member("Grace")
    seeder = Seeder(team.server.port, ada.email)
    conversation = grace.direct(seeder)
    message = grace.post(conversation, "Are you there?")
    expect(ada.row(grace.name)).to_be_visible()
    return ada, seeder, grace, conversation, message, Pushes(ada)


def texts(seeder, conversation):
    return [one["text"] for one in seeder.ask("GET", f"/v1/conversations/{conversation}/messages")["messages"]]


def unread(seeder, conversation):
    """Whether the person has not read all that others wrote in a conversation."""
    changes = seeder.ask("GET", f"/v1/conversations/{conversation}/changes?after=0")
    place = next(one for one in changes["members"] if one["user"] == seeder.user)
    return place["read"] < max(one["seq"] for one in changes["messages"] if one["sender"] != seeder.user)


def lose_refresh(ada, pushes):
    """The access has expired, and the answer of a page's last refresh never came: only the same attempt goes on."""
    mine = ada.context.cookies(f"{ada.line.address}/v1/sessions/refresh")
    request = urllib.request.Request(
        f"{ada.line.address}/v1/sessions/refresh", data=b'{"attempt":"lost"}', method="POST", headers={
            "Content-Type": "application/json", "Nexus-Session": "cookie", "Origin": ada.line.address,
            "Cookie": "; ".join(f"{one['name']}={one['value']}" for one in mine)})
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 200
    pushes.worker.evaluate("inStore('nexus', 'session', 'readwrite', (store) => store.put('lost', 'attempt'))")
    ada.context.clear_cookies(name="nexus-access")


def test_pushes(pushed):
    """with every tab closed ten messages are one notification with a badge, which is withdrawn once read elsewhere"""
    ada, _, grace, conversation, message, pushes = pushed
    pushes.close_tabs()
    for number in range(1, 11):
        pushes.deliver(message_push(conversation, f"{message}{number}", f"message {number}", badge=number))
        pushes.expect_shown(("Grace", f"message {number}", conversation))
    assert pushes.badge() == 10
    pushes.deliver(message_push("another", message, "elsewhere"))
    pushes.deliver("no JSON")
    pushes.deliver(withdrawal_push(conversation, badge=1))
    pushes.expect_shown(("Grace", "elsewhere", "another"))
    assert pushes.badge() == 1
    pushes.deliver(withdrawal_push("another"))
    pushes.expect_shown()
    assert pushes.badge() == 0


def test_answers_of_closed_tabs(pushed):
    """with every tab closed a reply is posted once and marks as read, also where a refresh was left half done"""
    ada, seeder, grace, conversation, message, pushes = pushed
    pushes.close_tabs()
    lose_refresh(ada, pushes)
    pushes.deliver(message_push(conversation, message, "Are you there?"))
    pushes.expect_shown(("Grace", "Are you there?", conversation))
    pushes.press(conversation, "reply", "Yes, I am.")
    pushes.expect_shown()
    assert texts(seeder, conversation) == ["Are you there?", "Yes, I am."]
    assert pushes.stored() == [] and not unread(seeder, conversation)
    second = grace.post(conversation, "And now?")
    assert unread(seeder, conversation)
    pushes.deliver(message_push(conversation, second, "And now?"))
    pushes.expect_shown(("Grace", "And now?", conversation))
    pushes.press(conversation, "read")
    assert not unread(seeder, conversation)
    # The session goes on: the page that comes back has not been signed out.
    pushes.open_tab(f"/c/{conversation}")
    ada.expect_texts("Are you there?", "Yes, I am.", "And now?")


def test_answers_offline(pushed):
    """answers without a network wait: the next page takes them into its outbox, or the worker sends them once there is one"""
    ada, seeder, grace, conversation, message, pushes = pushed
    pushes.close_tabs()
    ada.line.cut()
    pushes.deliver(message_push(conversation, message, "Are you there?"))
    pushes.expect_shown(("Grace", "Are you there?", conversation))
    pushes.press(conversation, "reply", "In a tunnel")
    assert pushes.stored() == ["reply", "read"]
    pushes.open_tab(f"/c/{conversation}")
    ada.expect_status("In a tunnel", "pending")
    pushes.wait(lambda: pushes.stored() == [], pushes.stored)
    ada.line.restore()
    ada.expect_sent("In a tunnel")
    assert texts(seeder, conversation) == ["Are you there?", "In a tunnel"]
    pushes.wait(lambda: not unread(seeder, conversation))
    pushes.close_tabs()
    ada.line.cut()
    pushes.deliver(message_push(conversation, message, "Are you there?"))
    pushes.expect_shown(("Grace", "Are you there?", conversation))
    pushes.press(conversation, "reply", "Still in it")
    ada.line.restore()
    pushes.sync()
    pushes.wait(lambda: pushes.stored() == [], pushes.stored)
    assert texts(seeder, conversation) == ["Are you there?", "In a tunnel", "Still in it"]


def test_press(pushed):
    """a notification opens its conversation in an open tab or in a new one, and a reply without text its composer"""
    ada, _, grace, conversation, message, pushes = pushed
    pushes.close_tabs()
    pushes.deliver(message_push(conversation, message, "Are you there?"))
    pushes.expect_shown(("Grace", "Are you there?", conversation))
    pushes.open_tab("/settings")
    expect(ada.page.get_by_role("heading", name="Settings")).to_be_visible()
    pushes.press(conversation)
    expect(ada.chat_title()).to_have_text(grace.name)
    assert pushes.opened() == ["focus /settings"]
    pushes.close_tabs()
    pushes.deliver(message_push(conversation, message, "Are you there?"))
    pushes.expect_shown(("Grace", "Are you there?", conversation))
    pushes.press(conversation, "reply")
    assert pushes.opened()[-1] == f"/c/{conversation}#write"
    pushes.open_tab(pushes.opened()[-1])
    expect(ada.composer()).to_be_focused()


REGISTERED = ["PUT", "/v1/push/endpoint", {"service": "web", "address": "https://push.example.org/ada", "key": "public", "secret": "secret"}]
REMOVED = ["DELETE", "/v1/push/endpoint", None]


def device_note(person):
    return person.page.locator(".notification-device [role=status]")


def test_permission(team, notifying_browser):
    """the browser asks only after a button that says why: in the settings, or once after the first sent message"""
    ada = team.person("Ada", notifying_browser, keeps_shell=True)
    stand_in(ada)
    ada.sign_up()
    ada.expect_worker()
    grace = team.member("Grace")
    ada.start_direct(grace)
    suggestion = ada.page.locator(".notice").filter(has_text="hear of answers")
    expect(suggestion).to_have_count(0)
    ada.send("Hello")
    expect(suggestion.get_by_role("button", name="Allow notifications")).to_be_visible()
    suggestion.get_by_role("button", name="Dismiss").click()
    ada.page.reload()
    ada.send("Hello again")
    ada.expect_sent("Hello again")
    expect(suggestion).to_have_count(0)
    assert asked(ada) == []
    ada.page.goto("/settings")
    expect(device_note(ada)).to_contain_text("tell you here of new messages while it is closed")
    ada.page.get_by_role("button", name="Allow notifications").press("Enter")
    expect(device_note(ada)).to_have_text("On, also while Nexus is closed.")
    assert asked(ada) == ["permission", REGISTERED]
    ada.page.get_by_role("button", name="Send a test notification").click()
    expect(ada.page.locator(".test-steps li")).to_have_text(["Permission: done", "Sending: failed The push service did not answer."])
    ada.page.get_by_role("button", name="Stop notifications here").click()
    expect(device_note(ada)).to_have_text("Off on this device.")
    assert asked(ada)[-1] == REMOVED


def test_denied_and_revoked(team, notifying_browser):
    """a denied and a revoked permission are said in words; a new key of the server registers again, signing out ends it"""
    ada = team.person("Ada", notifying_browser, keeps_shell=True)
    stand_in(ada)
    ada.sign_up()
    ada.expect_worker()
    set_permission(ada, "denied")
    ada.page.goto("/settings")
    expect(device_note(ada)).to_contain_text("The browser blocks notifications of Nexus.")
    expect(ada.page.get_by_role("button", name="Allow notifications")).to_have_count(0)
    set_permission(ada, "prompt")
    ada.page.get_by_role("button", name="Allow notifications").click()
    expect(device_note(ada)).to_have_text("On, also while Nexus is closed.")
    ada.page.evaluate("standIn.serverKey = 'BAUG'; keepStandIn()")
    ada.page.reload()
    ada.page.wait_for_function("() => standIn.subscription?.key === 'BAUG'")
    ada.page.wait_for_function("() => standIn.asked.length === 3")
    assert asked(ada) == ["permission", REGISTERED, REGISTERED]
    set_permission(ada, "denied")
    expect(device_note(ada)).to_contain_text("Notifications were blocked in the browser's settings.")
    ada.page.reload()
    ada.page.wait_for_function("() => !standIn.registered")
    assert asked(ada)[-1] == REMOVED
    set_permission(ada, "granted")
    expect(device_note(ada)).to_have_text("On, also while Nexus is closed.")
    ada.page.get_by_role("button", name="Sign out", exact=True).click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(ada.page.get_by_role("heading", name="Sign in")).to_be_visible()
    ada.page.wait_for_function("() => standIn.subscription === null")
    assert ada.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('nexus notifies'))") == []


HIDE = """(isHidden) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (isHidden ? "hidden" : "visible") });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
HEAR = """
    window.sounds = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { window.sounds += 1; return start.call(this, at); };
"""


def test_hidden_tab(pushed):
    """without pushes a hidden tab shows one notification per conversation, which reading anywhere closes; sound is off by default"""
    ada, seeder, grace, conversation, _, pushes = pushed
    ada.context.add_init_script(HEAR)
    # The choice of an earlier visit.
    ada.page.evaluate(f"localStorage.setItem('nexus notifies {seeder.user}', 'on')")
    seeder.read(conversation)
    ada.page.goto("/")
    expect(ada.row(grace.name).locator(".unread-badge")).to_have_count(0)
    ada.page.evaluate(HIDE, True)
    for text in ("one", "two"):
        grace.post(conversation, text)
        pushes.expect_shown((grace.name, text, conversation))
    assert ada.page.evaluate("sounds") == 0
    seeder.read(conversation)
    pushes.expect_shown()
    ada.page.evaluate(HIDE, False)
    ada.row(grace.name).click(button="right")
    ada.page.get_by_role("menuitem", name="Notifications…").click()
    ada.page.get_by_role("menuitemcheckbox", name="Sound").click()
    ada.row(grace.name).click(button="right")
    ada.page.get_by_role("menuitem", name="Notifications…").click()
    expect(ada.page.get_by_role("menuitemcheckbox", name="Sound")).to_have_attribute("aria-checked", "true")
    ada.page.keyboard.press("Escape")
    ada.page.evaluate(HIDE, True)
    grace.post(conversation, "three")
    pushes.expect_shown((grace.name, "three", conversation))
    ada.page.wait_for_function("() => sounds === 2")
    ada.page.evaluate(HIDE, False)
    ada.open(grace.name)
    pushes.expect_shown()


def test_settings(team):
    """three questions and the rest are answered by keyboard, offline too, follow the user to other devices, and stand at phone width"""
    ada, second = two_devices(team, "Ada")
    for device in (ada, second):
        device.page.goto("/settings")
    page = ada.page
    notifications = page.get_by_role("region", name="Notifications")
    expect(notifications.get_by_role("radio", name="Everything")).to_be_checked()
    expect(notifications.get_by_role("radio")).to_have_count(3)
    expect(notifications.get_by_label("Keywords")).to_be_hidden()
    expect(notifications.get_by_label("From")).to_be_hidden()
    ada.line.cut()
    notifications.get_by_role("radio", name="Everything").focus()
    page.keyboard.press("ArrowDown")
    expect(notifications.get_by_role("radio", name="Direct messages and mentions")).to_be_checked()
    notifications.get_by_role("switch", name="Quiet hours").press("Space")
    expect(notifications.get_by_label("From")).to_have_value("22:00")
    notifications.get_by_label("To", exact=True).fill("06:30")
    notifications.get_by_label("To", exact=True).blur()
    ada.line.restore()
    notifications.locator("summary").press("Enter")
    notifications.get_by_label("Keywords").fill("rollout,  on call, rollout")
    notifications.get_by_label("Keywords").press("Enter")
    notifications.get_by_label("Mail about unread messages").select_option("Every day at 8:00")
    notifications.get_by_label("While another device is in use").select_option("After a minute")
    notifications.get_by_role("switch", name="Hide message text").press("Space")
    notifications.get_by_role("switch", name="Urgent messages may pass").press("Space")
    other = second.page.get_by_role("region", name="Notifications")
    expect(other.get_by_role("radio", name="Direct messages and mentions")).to_be_checked()
    expect(other.get_by_label("To", exact=True)).to_have_value("06:30")
    other.locator("summary").click()
    expect(other.get_by_label("Keywords")).to_have_value("rollout, on call")
    expect(other.get_by_label("Mail about unread messages")).to_have_value("daily")
    expect(other.get_by_label("While another device is in use")).to_have_value("60")
    expect(other.get_by_role("switch", name="Hide message text")).to_be_checked()
    expect(other.get_by_role("switch", name="Urgent messages may pass")).not_to_be_checked()
    other.get_by_label("Keywords").fill("x" * 41)
    other.get_by_label("Keywords").press("Enter")
    expect(other.get_by_role("alert")).to_have_text("A keyword has at most 40 characters.")
    other.get_by_role("switch", name="Quiet hours").click()
    expect(notifications.get_by_label("From")).to_be_hidden()
    assert grave_violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.querySelector('.settings-scroller').scrollWidth <= innerWidth")
    notifications.get_by_label("Mail about unread messages").scroll_into_view_if_needed()
    expect(notifications.get_by_label("Mail about unread messages")).to_be_in_viewport(ratio=1)


def test_levels(team):
    """a conversation's own level comes before the settings: nothing announces itself, and mentions do"""
    ada = team.signed_up("Ada")[0]
    grace = team.member("Grace")
    me = Seeder(team.server.port, ada.email)
    group = grace.group("Rollout", me)
    expect(ada.row("Rollout")).to_be_visible()
    ada.row("Rollout").click(button="right")
    ada.page.get_by_role("menuitem", name="Notifications…").click()
    expect(ada.page.get_by_role("menuitemcheckbox", name="As in the settings")).to_have_attribute("aria-checked", "true")
    ada.page.keyboard.press("ArrowDown")
    ada.page.keyboard.press("ArrowDown")
    ada.page.keyboard.press("Enter")
    grace.post(group, "to everybody")
    expect(ada.row("Rollout").locator(".unread-badge")).to_contain_text("1")
    expect(ada.page.locator(".banner")).to_have_count(0)
    mention = {"user": me.user, "start": 0, "length": len(ada.name) + 1}
    grace.perform("post", conversation=group, text=f"@{ada.name} look", mentions=[mention])
    expect(ada.page.locator(".banner-words")).to_contain_text("look")
