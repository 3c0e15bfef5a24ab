"""Reminders of messages and insights."""

import time

from files_test import opened
from parts.seed import identifier


def test_a_message_is_remembered_listed_and_forgotten(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    talk = grace.direct(ada)
    grace.post(talk, "The lighthouse is white")
    left = opened(ada, grace)
    left.wait("The lighthouse is white")
    left.press("escape")
    left.type("m")
    left.wait("becomes an action item")
    left.type("t")
    left.wait("You will be reminded tomorrow 09:00.")
    left.type("M")
    left.wait("tomorrow 09:00   The lighthouse is white")
    left.type("m")
    left.wait("Now: tomorrow 09:00.")
    left.type("c")
    left.type("soon")
    left.press("enter")
    left.wait("Not a time")
    left.type("\x15" + "3d")
    left.press("enter")
    left.wait("You will be reminded")
    left.type("M")
    left.wait("The lighthouse is white")
    left.type("d")
    left.wait("No reminders.")
    left.press("escape")
    # Now it is an insight, and offered as one.
    left.type("t")
    left.wait("Insights of")
    left.wait("The lighthouse is white")
    left.type("m")
    left.wait("In an hour")
    assert "becomes an action item" not in left.text
    left.type("h")
    left.wait("⏲ ")


def test_a_reminder_fires_with_a_banner_that_leads_to_its_message(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    talk = grace.direct(ada)
    message = grace.post(talk, "The lighthouse is white")
    left = ada.tui()
    left.wait(grace.name)
    left.wait("● online")
    left.type("\x1b[O")
    insight = identifier()
    ada.ask("POST", "/v1/insights", {"id": insight, "message": message, "kind": "action", "text": "Paint it", "level": "medium"})
    ada.ask("PUT", f"/v1/insights/{insight}/reminder", {"at": int(time.time() * 1000) + 1500})
    left.wait("Ctrl+G dismisses it")
    left.wait("Paint it")
    left.wait(lambda session: b"\x1b]9;Reminder: Paint it\x1b\\\x07" in bytes(session.output))
    left.type("\x1b[I")
    left.press("ctrl o")
    left.wait("Message " + grace.name)
    left.wait("The lighthouse is white")
    left.gone("Ctrl+G dismisses it")
