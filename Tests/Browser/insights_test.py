"""Requests, promises and decisions become insights that all members see, complete, export and follow to their message."""

import csv
import io
import re
import time

from parts.accessibility import grave_violations
from parts.seed import Seeder
from playwright.sync_api import expect


def talked(team, **options):
    ada, grace = team.signed_up("Ada", "Grace", **options)
    ada.start_group("Kitchen", [grace])
    grace.open("Kitchen")
    return ada, grace


def open_sheet(person):
    person.page.locator(".chat").get_by_role("button", name="Insights").click()
    expect(person.page.get_by_role("complementary", name="Insights")).to_be_visible()


def items(person):
    return person.page.locator(".insight")


def item(person, text):
    return items(person).filter(has=person.page.locator(".insight-text", has_text=text))


def count(person):
    return person.page.locator(".chat-header .insight-count")


def test_life(team):
    """an item appears as its message is written; a word suggests that it is done; who completes it is seen by the other"""
    ada, grace = talked(team)
    open_sheet(grace)
    expect(grace.page.get_by_text("No open insights")).to_be_visible()
    ada.send("Grace, please order the cake by Friday")
    expect(item(grace, "order the cake")).to_be_visible()
    expect(item(grace, "order the cake")).to_contain_text("for Grace")
    expect(item(grace, "order the cake")).to_contain_text("due")
    expect(count(ada)).to_contain_text("1")
    grace.send("I ordered the cake")
    expect(item(grace, "order the cake")).to_contain_text("A message says that this is done")
    open_sheet(ada)
    item(ada, "order the cake").get_by_role("button", name="Not yet").click()
    expect(item(ada, "order the cake")).to_contain_text("Confirmed by Ada")
    expect(item(grace, "order the cake")).to_contain_text("Confirmed by Ada")
    item(ada, "order the cake").get_by_role("button", name=re.compile("^Done")).click()
    expect(items(ada)).to_have_count(0)
    expect(items(grace)).to_have_count(0)
    expect(count(grace)).to_be_hidden()
    grace.page.get_by_label("State").select_option("Done")
    expect(item(grace, "order the cake")).to_contain_text("Done by Ada")
    ada.page.get_by_role("button", name="Undo").click()
    expect(item(ada, "order the cake")).to_be_visible()
    expect(items(grace)).to_have_count(0)


def test_edit(team):
    """corrections, assignments and dismissals apply to all members; the time zone is the browser's"""
    ada, grace = talked(team, timezone_id="America/Lima")
    ada.send("Grace, please order the cake tomorrow at 5 pm")
    open_sheet(ada)
    expect(item(ada, "order the cake")).to_be_visible()
    expect(item(ada, "order the cake").locator("[title*='America/Lima']")).to_contain_text(re.compile("5:00|17:00"))
    item(ada, "order the cake").get_by_role("button", name="Actions").click()
    ada.page.get_by_role("menuitem", name="Edit").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_label("What").fill("Order a chocolate cake")
    expect(dialog.get_by_label("Who").locator("option")).to_have_count(3)
    dialog.get_by_label("Who").select_option(label=ada.name)
    dialog.get_by_label("Due").fill("2030-05-06")
    dialog.get_by_label("Time").fill("")
    dialog.get_by_label("Priority").select_option("High")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    open_sheet(grace)
    for part in ("Order a chocolate cake", "High priority", f"for {ada.name}", "6 May 2030"):
        expect(items(grace)).to_contain_text(part)
    items(grace).get_by_role("button", name="Actions").click()
    grace.page.get_by_role("menuitem", name="Dismiss").click()
    expect(items(ada)).to_have_count(0)
    ada.page.get_by_label("State").select_option("Dismissed")
    expect(items(ada)).to_contain_text("Dismissed by Grace")


def test_priority(team):
    """an urgent message is marked, and shows the reason on focus"""
    ada, grace = talked(team)
    ada.send("Urgent: the oven is on fire")
    mark = grace.message_with("the oven is on fire").locator(".priority-mark")
    expect(mark).to_be_visible()
    expect(mark).to_have_accessible_name(re.compile("High priority: “Urgent”"))
    expect(mark.locator(".priority-reason")).to_be_hidden()
    mark.focus()
    expect(mark.locator(".priority-reason")).to_be_visible()
    ada.act("Urgent: the oven is on fire", "Edit")
    ada.composer().fill("The oven is fine")
    ada.composer().press("Enter")
    expect(grace.message_with("The oven is fine")).to_be_visible()
    expect(grace.page.locator(".priority-mark")).to_have_count(0)


def test_all(team):
    """the screen of all conversations filters, keeps its state, and jumps to a source that is not loaded; its files parse"""
    ada, grace = talked(team)
    ada.send("Grace, please order the cake by Friday")
    ada.send("We decided to go with the blue plates.")
    grace.start_direct(ada)
    grace.send("Can you call the plumber tomorrow?")
    seeder = Seeder(team.server.port, ada.email)
    conversation = seeder.conversation("Kitchen")
    ada.page.close()
    grace.page.goto("/")
    seeder.fill(conversation, [f"filler {number}" for number in range(150)])
    grace.page.get_by_role("link", name="Insights").click()
    expect(grace.page.get_by_role("heading", name="Insights")).to_be_visible()
    expect(items(grace)).to_have_count(3)
    grace.page.get_by_label("Conversation", exact=True).select_option("Kitchen")
    expect(items(grace)).to_have_count(2)
    with grace.page.expect_download() as download:
        grace.page.get_by_role("button", name="Calendar").click()
    text = download.value.path().read_text()
    assert text.startswith("BEGIN:VCALENDAR\n") or text.startswith("BEGIN:VCALENDAR\r\n")
    assert text.count("BEGIN:VTODO") == 1 and "SUMMARY:Order the cake" in text
    with grace.page.expect_download() as download:
        grace.page.get_by_role("button", name="Table").click()
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text())))
    assert sorted(row["kind"] for row in rows) == ["action", "decision"]
    assert all(row["conversation"] == "Kitchen" for row in rows)
    grace.page.get_by_label("Assigned to").select_option("Mine")
    expect(items(grace)).to_have_count(1)
    item(grace, "order the cake").locator(".insight-source").click()
    expect(grace.message_with("order the cake")).to_be_in_viewport()
    expect(grace.chat_title()).to_have_text("Kitchen")
    grace.page.get_by_role("link", name="Insights").click()
    expect(grace.page.get_by_label("Assigned to")).to_have_value("me")
    expect(grace.page.get_by_label("Conversation", exact=True)).to_have_value(conversation)
    mallory = team.person("Mallory").sign_up()
    mallory.page.goto("/insights")
    expect(mallory.page.get_by_text("No open insights")).to_be_visible()


def test_keyboard_and_phone(team):
    """by keyboard alone an item is completed and the focus stays near; on a phone it fits, and axe finds nothing serious"""
    ada, grace = talked(team)
    ada.send("Grace, please order the cake by Friday")
    ada.send("Grace, please call the plumber by Thursday")
    grace.page.locator(".chat").get_by_role("button", name="Insights").focus()
    grace.page.keyboard.press("Enter")
    expect(items(grace)).to_have_count(2)
    done = item(grace, "call the plumber").get_by_role("button", name=re.compile("^Done"))
    for _ in range(12):
        if done.evaluate("(element) => element === document.activeElement"):
            break
        grace.page.keyboard.press("Tab")
    grace.page.keyboard.press("Enter")
    expect(items(grace)).to_have_count(1)
    expect(item(grace, "order the cake").get_by_role("button", name=re.compile("^Done"))).to_be_focused()
    grace.page.keyboard.press("Escape")
    expect(grace.page.get_by_role("complementary", name="Insights")).to_have_count(0)
    expect(grace.page.locator(".chat").get_by_role("button", name="Insights")).to_be_focused()
    grace.page.set_viewport_size({"width": 320, "height": 640})
    grace.page.get_by_role("button", name="Conversation menu").click()
    grace.page.get_by_role("menuitem", name="Insights").click()
    expect(items(grace)).to_have_count(1)
    assert grace.page.evaluate("document.documentElement.scrollWidth") == 320
    assert grave_violations(grace.page) == []
    item(grace, "order the cake").locator(".insight-source").click()
    expect(grace.page.get_by_role("complementary", name="Insights")).to_have_count(0)
    expect(grace.message_with("order the cake")).to_be_in_viewport()


def test_own(team):
    """any message becomes a task by keyboard, for all; it is split and merged; "Not a task" is one click, and undone"""
    ada, grace = talked(team)
    grace.send("The oven is cold and the sink drips")
    expect(ada.message_with("The oven is cold and the sink drips")).to_be_visible()
    ada.act("The oven is cold and the sink drips", "Make a task…")
    dialog = ada.page.get_by_role("dialog", name="Make a task")
    expect(dialog).to_be_visible()
    ada.page.set_viewport_size({"width": 320, "height": 640})
    expect(dialog.get_by_label("What")).to_be_focused()
    expect(dialog.get_by_label("What")).to_have_value("The oven is cold and the sink drips")
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 320
    assert grave_violations(ada.page) == []
    dialog.get_by_label("What").fill("Repair oven and sink")
    dialog.get_by_label("Who").select_option(label=grace.name)
    dialog.get_by_label("Due").fill("2030-05-06")
    dialog.get_by_label("Due").press("Enter")
    expect(dialog).to_have_count(0)
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    open_sheet(grace)
    for part in ("Repair oven and sink", f"for {grace.name}", "6 May 2030", f"Added by {ada.name}"):
        expect(items(grace)).to_contain_text(part)
    items(grace).get_by_role("button", name="Actions").click()
    grace.page.get_by_role("menuitem", name="Split…").click()
    split = grace.page.get_by_role("dialog", name="Split")
    split.get_by_label("First").fill("Repair the oven")
    split.get_by_label("Second").fill("Repair the sink")
    split.get_by_role("button", name="Save").click()
    expect(items(grace)).to_have_count(2)
    expect(item(grace, "Repair the sink")).to_contain_text(f"for {grace.name}")
    item(grace, "Repair the sink").get_by_role("button", name="Not a task").click()
    expect(items(grace)).to_have_count(1)
    grace.page.get_by_role("button", name="Undo").click()
    expect(items(grace)).to_have_count(2)
    item(grace, "Repair the oven").get_by_role("button", name="Actions").click()
    grace.page.get_by_role("menuitem", name="Merge with “Repair the sink”").click()
    expect(items(grace)).to_have_count(1)
    ada.send("We go by bus")
    ada.act("We go by bus", "Make a decision…")
    ada.page.get_by_role("dialog", name="Make a decision").get_by_role("button", name="Save").click()
    expect(item(grace, "We go by bus")).to_contain_text("Decision")


def test_chain(team):
    """what later messages say of an item is shown with it, and leads to them"""
    ada, grace = talked(team)
    ada.send("Grace, can you order the cake?")
    grace.send("Sure, I'll do it by Friday")
    open_sheet(ada)
    chain = item(ada, "order the cake").locator(".insight-history")
    expect(chain).to_contain_text(re.compile(f"accepted for .* by {grace.name}"))
    chain.get_by_role("link").click()
    expect(ada.message_with("do it by Friday")).to_be_in_viewport()


def test_reminder(team):
    """a reminder is set by keyboard, is the person's own, and fires as a banner that opens the message, also on a phone"""
    ada, grace = talked(team)
    ada.send("Grace, please order the cake by Friday")
    open_sheet(grace)
    cake = item(grace, "order the cake")
    cake.get_by_role("button", name="Actions").focus()
    grace.page.keyboard.press("Enter")
    entry = grace.page.get_by_role("menuitem", name="Remind me…")
    for _ in range(8):
        if entry.evaluate("(element) => element === document.activeElement"):
            break
        grace.page.keyboard.press("ArrowDown")
    grace.page.keyboard.press("Enter")
    expect(grace.page.get_by_role("menuitem", name="In an hour")).to_be_focused()
    grace.page.keyboard.press("End")
    grace.page.keyboard.press("Enter")
    dialog = grace.page.get_by_role("dialog", name="Remind me")
    expect(dialog.get_by_label("Date and time")).to_be_focused()
    dialog.get_by_label("Date and time").fill("2030-05-06T09:30")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Set reminder").click()
    # The sheet accepts no time beyond two years.
    expect(grace.page.get_by_text("at most 730 days ahead")).to_be_visible()
    grace.page.keyboard.press("Escape")
    cake.get_by_role("button", name="Actions").click()
    entry.click()
    grace.page.keyboard.press("Enter")
    expect(cake.locator(".insight-reminder")).to_contain_text("Reminder")
    open_sheet(ada)
    expect(item(ada, "order the cake")).to_be_visible()
    expect(ada.page.locator(".insight-reminder")).to_have_count(0)
    seeder = Seeder(team.server.port, grace.email)
    (reminder,) = seeder.ask("GET", "/v1/reminders")["reminders"]
    grace.page.set_viewport_size({"width": 320, "height": 640})
    grace.page.goto("/")
    expect(grace.row("Kitchen")).to_be_visible()
    seeder.ask("PUT", f"/v1/insights/{reminder['insight']}/reminder", {"at": int(time.time() * 1_000) + 1_500})
    banner = grace.page.get_by_role("region", name="Reminders").get_by_role("link")
    expect(banner).to_contain_text("Order the cake")
    expect(ada.page.get_by_role("region", name="Reminders").get_by_role("link")).to_have_count(0)
    assert grace.page.evaluate("document.documentElement.scrollWidth") == 320
    assert grave_violations(grace.page) == []
    banner.focus()
    grace.page.keyboard.press("Enter")
    expect(grace.message_with("order the cake")).to_be_in_viewport()
    expect(banner).to_have_count(0)
    grace.page.reload()
    expect(grace.message_with("order the cake")).to_be_visible()
    expect(banner).to_have_count(0)


def test_offline(team):
    """without a network insights are read, completed and assigned, also after a reload, and the server has it afterwards"""
    ada, grace = talked(team, keeps_shell=True)
    ada.send("Grace, please order the cake by Friday")
    ada.send("Grace, please book the hall by Monday")
    open_sheet(ada)
    expect(items(ada)).to_have_count(2)
    ada.expect_worker()
    ada.line.cut()
    expect(ada.page.locator(".connection-notice")).to_contain_text("Offline since")
    item(ada, "order the cake").get_by_role("button", name=re.compile("^Done")).click()
    expect(items(ada)).to_have_count(1)
    item(ada, "book the hall").get_by_role("button", name="Actions").click()
    ada.page.get_by_role("menuitem", name="Assign to me").click()
    expect(item(ada, "book the hall")).to_contain_text("for Ada")
    expect(item(ada, "book the hall")).to_contain_text("Waiting to be sent")
    ada.page.reload()
    expect(count(ada)).to_contain_text("1")
    open_sheet(ada)
    expect(item(ada, "book the hall")).to_contain_text("for Ada")
    ada.page.get_by_label("State").select_option("All")
    expect(item(ada, "order the cake")).to_contain_text("Done by Ada")
    ada.line.restore()
    expect(item(ada, "book the hall")).not_to_contain_text("Waiting to be sent")
    open_sheet(grace)
    expect(items(grace)).to_have_count(1)
    expect(item(grace, "book the hall")).to_contain_text("for Ada")
    insights = Seeder(team.server.port, grace.email).ask("GET", "/v1/insights?state=done")["insights"]
    assert [insight["text"] for insight in insights if "cake" in insight["text"]]
