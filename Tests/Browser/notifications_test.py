"""Notifications of the browser: pushes with every tab closed, answers to them, and a tab that is hidden."""

import urllib.request

import pytest
from parts.chromium import launch
from parts.pushes import Pushes, message_push, withdrawal_push
from parts.seed import Seeder
from playwright.sync_api import expect


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
