"""Files: attached, sent, saved, and messages that go without them."""

from talk_test import messages


def opened(user, other, **environment):
    session = user.tui(**environment)
    session.wait(other.name)
    session.press("enter")
    session.wait("Message " + other.name)
    return session


def test_files_are_attached_by_their_path_and_saved_by_the_other(person):
    ada, grace = person("Ada"), person("Grace")
    conversation = ada.direct(grace)
    papers = ada.home / "papers"
    papers.mkdir()
    (papers / "plan of may.txt").write_text("launch on the fourth")
    (papers / "prices.txt").write_text("a" * 3000)
    left = opened(ada, grace)
    left.press("alt a")
    left.wait("Attach a file")
    left.wait("papers/")
    left.type("pa\t")
    left.wait("prices.txt")
    left.type("pl\t")
    left.wait("papers/plan of may.txt")
    left.press("alt enter")
    left.wait("1 attached")
    left.type("pri")
    left.press("enter")
    left.gone("Attach a file")
    left.wait("▤ plan of may.txt  20 B")
    left.wait("▤ prices.txt  2.9 KB")
    left.type("Both papers")
    left.press("enter")
    left.wait("✓")
    [message] = messages(ada, conversation)
    assert message["text"] == "Both papers"
    assert [file["name"] for file in message["attachments"]] == ["plan of may.txt", "prices.txt"]

    right = grace.tui()
    right.wait(ada.name)
    right.press("enter")
    right.wait("▤ plan of may.txt")
    right.press("escape")
    right.type("s")
    right.wait(lambda session: (grace.home / "prices.txt").exists() and (grace.home / "plan of may.txt").exists())
    assert (grace.home / "plan of may.txt").read_text() == "launch on the fourth"
    right.type("o")
    right.wait("plan of may.txt")
    right.type("1")
    right.wait("saves it in this folder")
    right.type("S")
    right.wait("Save as")
    right.type("\x15" + "./other name.txt")
    right.press("enter")
    right.wait("Saved as ./other name.txt")
    assert (grace.home / "other name.txt").read_text() == "launch on the fourth"


def test_a_file_is_opened_by_another_program(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    conversation = ada.direct(grace)
    (ada.home / "plan.txt").write_text("plan")
    seen = ada.home / "opened"
    opener = script(ada.home / "my opener", f'#!/bin/sh\ncat "$2" > "{seen}"; test "$1" = --view\n')
    left = opened(ada, grace, NEXUS_OPENER=f"'{opener}' --view {{}}")
    left.paste(str(ada.home / "plan.txt"))
    left.wait("Attach plan.txt")
    left.type("y")
    left.press("enter")
    left.wait("✓")
    left.press("escape")
    left.type("oo")
    left.wait("Opened plan.txt.")
    assert seen.read_text() == "plan" and messages(ada, conversation)[0]["text"] == ""


def test_a_pasted_path_of_a_file_is_offered(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    conversation = ada.direct(grace)
    for name in ("one file.txt", "two.txt"):
        (ada.home / name).write_text(name)
    left = opened(ada, grace)
    left.type("See ")
    # As a terminal writes the paths of files that are dropped on it.
    left.paste(f"'{ada.home}/one file.txt' {ada.home}/two.txt")
    left.wait("Attach 2 files")
    left.type("y")
    left.wait("▤ one file.txt")
    left.wait(lambda session: any("› See" in line and "two.txt" not in line for line in session.lines))
    left.press("enter")
    left.wait("✓")
    [message] = messages(ada, conversation)
    assert len(message["attachments"]) == 2 and message["text"].strip() == "See"
    left.paste("/nonexistent/missing.txt")
    left.wait("missing.txt")
    assert "A file was pasted" not in left.text


def test_limits_are_named(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    ada.direct(grace)
    (ada.home / "empty.txt").touch()
    with open(ada.home / "large.bin", "wb") as file:
        file.truncate(104_857_601)
    for number in range(11):
        (ada.home / f"file{number}.txt").write_text("x")
    left = opened(ada, grace)
    left.press("alt a")
    left.wait("empty.txt")
    for name, problem in (("empty.txt", "empty.txt is empty."), ("large.bin", "at most 100 MB"), ("gone.txt", "no file gone.txt")):
        left.type("\x15" + name)
        left.press("enter")
        left.wait(problem)
    left.press("escape")
    left.paste(" ".join(f"{ada.home}/file{number}.txt" for number in range(11)))
    left.wait("Attach 11 files")
    left.type("y")
    left.wait("at most 10 attachments")


def test_a_message_waits_offline_and_its_text_goes_without_the_file(person, server):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    conversation = ada.direct(grace)
    (ada.home / "plan.txt").write_text("plan")
    left = opened(ada, grace)
    left.wait("● online")
    server.kill()
    left.wait("○ offline")
    for caption in ("First words", "Never mind"):
        left.paste(str(ada.home / "plan.txt"))
        left.wait("Attach plan.txt")
        left.type("y")
        left.wait("▤ plan.txt")
        left.type("\x15" + caption)
        left.press("enter")
        left.wait(caption)
    left.wait("2 waiting")
    left.press("escape")
    left.type("G")
    left.press("enter")
    left.wait("Discard")
    left.type("D")
    left.gone("Never mind")
    left.type("G")
    left.press("enter")
    left.wait("Send without the file")
    left.type("t")
    left.wait("the files follow")
    server.start()
    left.press("ctrl r")
    left.wait(lambda session: session.text.count("✓") >= 2)
    text, file = messages(ada, conversation)
    assert text["text"] == "First words" and not text.get("attachments")
    assert file["attachments"][0]["name"] == "plan.txt" and file["replyTo"] == text["id"]


def test_a_refused_picture_does_not_hold_its_text(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    conversation = ada.direct(grace)
    (ada.home / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"no picture" * 40)
    left = opened(ada, grace)
    left.paste(str(ada.home / "broken.png"))
    left.wait("Attach broken.png")
    left.type("y")
    left.type("\x15" + "Look at this")
    left.press("enter")
    left.wait("✗")
    left.press("escape")
    left.press("enter")
    left.wait("discard the picture")
    left.type("T")
    left.wait(lambda session: any("Look at this" in line and "✓" in line for line in session.lines))
    assert [message["text"] for message in messages(ada, conversation)] == ["Look at this"]
    assert "broken.png" not in left.text


def script(path, text):
    path.write_text(text)
    path.chmod(0o755)
    return path
