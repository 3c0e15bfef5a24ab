"""Behind a proxy that passes no WebSockets: the client talks over requests, and goes back to a WebSocket when it can."""

from parts.office_proxy import OfficeProxy
from parts.person import Person
from playwright.sync_api import expect

from conftest import Team


def test_behind_a_proxy(team):
    """sends, receives, typing and ticks work over requests; once the proxy passes WebSockets, the client uses one"""
    proxy = OfficeProxy(team.server.port)
    name, email = Team.identity("Ada")
    ada = Person(team.browser, proxy, name, email, team.log)
    team.people.append(ada)
    ada.sign_up()
    (grace,) = team.signed_up("Grace")
    ada.start_direct(grace)
    ada.send("through the proxy")
    grace.open(ada.name)
    expect(grace.message("through the proxy")).to_be_visible()
    ada.expect_status("through the proxy", "read")
    grace.composer().press_sequentially("I")
    expect(ada.chat_state()).to_have_text("typing…")
    grace.composer().fill("")
    grace.send("back through it")
    expect(ada.message("back through it")).to_be_visible()
    grace.expect_status("back through it", "read")
    expect(ada.chat_state()).to_have_text("Online")
    expect(ada.page.locator(".connection-notice")).to_be_hidden()
    assert proxy.refused >= 1 and proxy.passed == 0

    proxy.passes_upgrades = True
    ada.context.set_offline(True)
    ada.send("meanwhile")
    expect(ada.page.locator(".connection-notice")).to_contain_text("1 change waits")
    ada.context.set_offline(False)
    expect(grace.message("meanwhile")).to_be_visible()
    ada.expect_status("meanwhile", "read")
    grace.expect_texts("through the proxy", "back through it", "meanwhile")
    ada.expect_texts(*grace.texts())
    assert proxy.passed >= 1
