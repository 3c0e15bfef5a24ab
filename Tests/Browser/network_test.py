"""Lost connections and server restarts: no message is lost, doubled or out of order."""

from parts.seed import Seeder
from playwright.sync_api import expect

from own_test import two_devices


def talking(team, **options):
    ada, grace = team.signed_up("Ada", "Grace", **options)
    ada.start_direct(grace)
    ada.send("Hello")
    ada.expect_sent("Hello")
    grace.open(ada.name)
    expect(grace.message("Hello")).to_be_visible()
    return ada, grace


def test_offline_and_back(team):
    """with the network off one writes three, reloads, and writes one more; back on, each arrives once and in order"""
    ada, grace = talking(team, keeps_shell=True)
    ada.expect_worker()
    ada.line.cut()
    notice = ada.page.locator(".connection-notice")
    expect(notice).to_contain_text("Offline since")
    for text in ("one", "two", "three"):
        ada.send(text)
        ada.expect_status(text, "pending")
    expect(notice).to_contain_text("3 changes wait to be sent")
    ada.page.reload()
    expect(ada.message("three")).to_be_visible()
    ada.page.reload()
    expect(ada.message("three")).to_be_visible()
    ada.expect_texts("Hello", "one", "two", "three")
    ada.send("four")
    expect(ada.row(grace.name).locator(".row-mark.waiting")).to_be_visible()
    grace.send("meanwhile")
    grace.expect_sent("meanwhile")
    ada.line.restore()
    expect(grace.message("four")).to_be_visible()
    ada.expect_status("four", "read")
    expect(notice).to_be_hidden()
    expect(ada.message("meanwhile")).to_be_visible()
    grace.expect_texts("Hello", "meanwhile", "one", "two", "three", "four")
    ada.expect_texts(*grace.texts())
    history = Seeder(team.server.port, ada.email).ask("GET", f"/v1/conversations/{conversation_of(ada)}/messages")
    assert [message["text"] for message in history["messages"]] == grace.texts()


def test_browser_offline(team):
    """a browser that says it is offline waits, and sends at once when it says it is back"""
    ada, grace = talking(team)
    ada.context.set_offline(True)
    ada.send("from the tunnel")
    expect(ada.page.locator(".connection-notice")).to_contain_text("1 change waits")
    ada.context.set_offline(False)
    expect(grace.message("from the tunnel")).to_be_visible()
    grace.expect_texts("Hello", "from the tunnel")


def test_server_killed(team):
    """the server is killed under a conversation; both go on writing, and after its restart both have everything once"""
    ada, grace = talking(team)
    ada.send("before")
    expect(grace.message("before")).to_be_visible()
    team.server.kill()
    ada.send("ada while it is down")
    grace.send("grace while it is down")
    ada.send("ada again")
    team.server.start()
    expect(grace.message("ada again")).to_be_visible()
    expect(ada.message("grace while it is down")).to_be_visible()
    ada.expect_status("ada again", "read")
    # What is not sent yet stands at the end.
    grace.expect_sent("grace while it is down")
    ada.expect_texts(*grace.texts())
    assert sorted(ada.texts()) == sorted(["Hello", "before", "ada while it is down", "ada again", "grace while it is down"])


def test_two_tabs(team):
    """two tabs of a user show the same, send each message once, and one continues when the other is closed"""
    ada, grace = talking(team)
    second = ada.tab()
    second.goto(ada.page.url)
    expect(ada.message("Hello", second)).to_be_visible()
    second.get_by_role("textbox", name="Message").fill("from the second tab")
    second.keyboard.press("Enter")
    ada.send("from the first tab")
    for page in (ada.page, second, grace.page):
        expect(ada.message("from the first tab", page)).to_be_visible()
        expect(ada.message("from the second tab", page)).to_be_visible()
    ada.expect_texts(*grace.texts())
    ada.expect_texts(*grace.texts(), page=second)
    first = ada.page
    ada.page = second
    first.close()
    ada.send("still here")
    expect(grace.message("still here")).to_be_visible()
    grace.send("good")
    expect(ada.message("good")).to_be_visible()
    assert grace.texts().count("still here") == 1


def test_first_paint_offline(team):
    """with no network at all, a new tab shows the conversations and a conversation, and searches titles"""
    ada, grace = talking(team, keeps_shell=True)
    ada.expect_worker()
    ada.line.cut()
    ada.page.close()
    ada.page = ada.tab()
    ada.page.goto("/")
    expect(ada.row(grace.name)).to_be_visible()
    ada.page.get_by_label("Search conversations").fill(grace.name)
    ada.open(grace.name)
    expect(ada.message("Hello")).to_be_visible()
    ada.page.get_by_role("button", name="New conversation").first.click()
    expect(ada.page.get_by_text("You are offline: only people known to this device are found.")).to_be_visible()
    expect(ada.page.get_by_role("option", name=grace.name)).to_be_visible()


def test_edit_offline(team):
    """an edit made without a connection shows at once and reaches the other on return"""
    ada, grace = talking(team)
    ada.line.cut()
    ada.act("Hello", "Edit")
    ada.composer().fill("Hello, dear Grace")
    ada.composer().press("Enter")
    expect(ada.message("Hello, dear Grace")).to_be_visible()
    ada.line.restore()
    expect(grace.message("Hello, dear Grace")).to_be_visible()


def conversation_of(person):
    return person.page.url.split("/c/")[1].split("/")[0]


def test_refused_edit(team):
    """an offline edit of a message deleted meanwhile shows why it was refused, and can be discarded"""
    ada, second, grace = two_devices(team, "Ada", "Grace")
    ada.start_direct(grace)
    ada.send("Lunch at one")
    for person, other in ((second, grace), (grace, ada)):
        person.open(other.name)
        expect(person.message("Lunch at one")).to_be_visible()
    ada.expect_sent("Lunch at one")
    ada.line.cut()
    ada.composer().press("ArrowUp")
    ada.composer().fill("Lunch at two")
    ada.composer().press("Enter")
    expect(ada.message("Lunch at two")).to_be_visible()
    second.act("Lunch at one", "Delete")
    second.page.get_by_role("dialog").get_by_role("button", name="Delete for everyone").click()
    expect(grace.message("Message deleted")).to_be_visible()
    ada.line.restore()
    refusal = ada.page.locator(".message .refusal")
    expect(refusal).to_contain_text("deleted")
    refusal.get_by_role("button", name="Discard").click()
    expect(refusal).to_have_count(0)
    expect(ada.message("Message deleted")).to_be_visible()


def test_presence_is_unknown_offline(team):
    """without a connection presence is unknown, not offline; it is known again with the connection"""
    ada, grace = talking(team)
    alan = team.person("Alan").sign_up()
    ada.start_group("Three", [grace, alan])
    ada.open(grace.name)
    expect(ada.chat_state()).to_have_text("Online")
    ada.line.cut()
    expect(ada.page.locator(".connection-notice")).to_contain_text("Offline since")
    expect(ada.chat_state()).to_have_text("")
    ada.open("Three")
    expect(ada.chat_state()).to_have_text("3 members")
    ada.page.get_by_role("button", name="Conversation details").click()
    details = ada.page.get_by_role("dialog")
    expect(details.locator(".option-detail")).to_have_text(["You", "", ""])
    ada.line.restore()
    expect(details.locator(".option-detail")).to_have_text(["You", "Online", "Online"])
    ada.page.keyboard.press("Escape")
    ada.open(grace.name)
    expect(ada.chat_state()).to_have_text("Online")
