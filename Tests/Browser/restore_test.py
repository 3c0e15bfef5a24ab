"""The server is restored from a backup under two people at their browsers."""

import os
import sqlite3

from parts.seed import Seeder
from playwright.sync_api import expect


def test_restored(first):
    """other users' later messages are gone, the user's own are sent again, and new messages arrive"""
    team = first
    ada, grace, ghost = team.signed_up("Ada", "Grace", "Cyd")
    ada.start_group("Plans", [grace, ghost])
    ada.send("before")
    grace.open("Plans")
    expect(grace.message("before")).to_be_visible()
    ada.expect_status("before", "delivered")
    database = f"{team.server.folder.name}/data/nexus.sqlite"
    with sqlite3.connect(database) as source, sqlite3.connect(database + ".backup") as copy:
        source.backup(copy)
    lost = Seeder(team.server.port, ghost.email)
    ghost.close()
    team.people.remove(ghost)
    lost.post(lost.conversation("Plans"), "a ghost")
    expect(ada.message("a ghost")).to_be_visible()
    grace.send("by Grace after the backup")
    expect(ada.message("by Grace after the backup")).to_be_visible()

    team.server.process.terminate()
    team.server.process.wait()
    ada.send("while it was stopped")
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(database + suffix):
            os.remove(database + suffix)
    os.rename(database + ".backup", database)
    team.server.start()

    for person in (ada, grace):
        expect(person.message("while it was stopped")).to_be_visible()
        expect(person.message("by Grace after the backup")).to_be_visible()
        expect(person.message("a ghost")).to_have_count(0)
        expect(person.message("by Grace after the backup")).to_have_count(1)
    expect(ada.message("while it was stopped").locator(".tick")).not_to_have_attribute("data-status", "pending")
    ada.send("new")
    expect(grace.message("new")).to_be_visible()
    grace.send("and an answer")
    expect(ada.message("and an answer")).to_be_visible()
    ada.expect_texts(*grace.texts())
