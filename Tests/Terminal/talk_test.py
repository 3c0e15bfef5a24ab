"""Two people talk on two terminals."""



def test_two_people_talk(person):
    ada, grace = person("Ada"), person("Grace")
    left, right = ada.tui(), grace.tui()
    left.wait("No conversations yet")
    right.wait("No conversations yet")

    left.type("n")
    left.wait("New conversation")
    left.type(grace.name)
    left.wait(lambda session: f"☐ {grace.name}" in session.text and session.text.count("☐") == 1)
    left.press("enter")
    left.wait(f"Message {grace.name}")
    left.type("Is the build green?")
    left.press("enter")
    left.wait("Is the build green?")

    right.wait("Is the build green?")
    right.wait("1 unread")
    right.press("enter")
    right.wait(f"Message {ada.name}")
    right.gone("1 unread")
    left.wait("✓✓")

    right.type("Yes, all of it 🎉")
    left.wait("typing…")
    right.press("enter")
    left.wait("Yes, all of it")
    left.gone("typing…")

    # Reply and reaction, by the keys of the web client.
    left.press("escape")
    left.type("r")
    left.wait(f"Reply to {grace.name}")
    left.type("Thanks")
    left.press("enter")
    right.wait("▎ " + grace.name)
    right.press("escape")
    right.type("e")
    right.wait("React with an emoji")
    right.type("👍")
    right.press("enter")
    left.wait("👍 1")

    # The last message is edited by an arrow in the empty composer.
    left.press("up")
    left.wait("Editing")
    left.type("!")
    left.press("enter")
    right.wait("Thanks! (edited)")


def test_a_group_is_made_and_left(person):
    ada, grace, bob = person("Ada"), person("Grace"), person("Bob", is_signed_in=False)
    left, right = ada.tui(), grace.tui()
    left.wait("No conversations yet")
    left.type("n")
    for other in (grace, bob):
        left.type(other.name)
        # The whole name is typed, and the list is its answer: until then a key chooses nobody.
        left.wait(lambda session: all(word in session.text for word in (f"│ {other.name} ", f"☐ {other.name}"))
                  and "Searching…" not in session.text)
        left.press("tab")
        left.wait(f"☑ {other.name}")
        left.type("\x15")
    left.press("enter")
    left.wait("Name of the group")
    left.type("Engines")
    left.press("enter")
    left.wait("3 members")
    right.wait("Engines")
    right.press("enter")
    right.wait("3 members")
    right.press("escape", "escape")
    right.type("v")
    right.wait("Leave")
    right.type("L")
    right.wait("Leave this group?")
    right.type("y")
    left.wait("2 members")


def test_several_lines_are_pasted_and_sent_as_one_message(person):
    ada, grace = person("Ada"), person("Grace")
    conversation = ada.direct(grace)
    left = ada.tui()
    left.wait(grace.name)
    left.press("enter")
    left.wait("Message " + grace.name)
    left.paste("first line\r\nsecond line")
    left.press("alt enter")
    left.type("third line")
    left.wait("third line")
    left.press("enter")
    left.wait("✓")
    texts = [message["text"] for message in messages(ada, conversation)]
    assert texts == ["first line\nsecond line\nthird line"]


def test_a_draft_survives_the_end(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    ada.direct(grace)
    first = ada.tui()
    first.wait(grace.name)
    first.press("enter")
    first.wait("Message " + grace.name)
    first.type("not yet")
    first.wait("› not yet")
    first.press("ctrl c", "ctrl c")
    assert first.finish() == 0
    second = ada.tui()
    second.wait("Draft: not yet")
    second.press("enter")
    second.wait("› not yet")


def test_the_mouse_chooses_and_scrolls(person):
    ada, grace, bob = person("Ada"), person("Grace", is_signed_in=False), person("Bob", is_signed_in=False)
    long = grace.direct(ada)
    grace.fill(long, [f"Message {number}" for number in range(60)])
    other = bob.direct(ada)
    bob.post(other, "Hello")
    left = ada.tui()
    left.wait(grace.name)
    left.wait(bob.name)
    left.click(*left.place(grace.name))
    left.wait("New messages")
    left.press("escape")
    left.type("G")
    left.wait(lambda session: any("Message 59" in line[26:] for line in session.lines), "the newest")
    x, y = left.place("Message 59", beyond=26)
    left.type(f"\x1b[<64;{x};{y}M" * 4)
    left.wait(lambda session: not any("Message 59" in line[26:] for line in session.lines), "scrolled up")
    left.type(f"\x1b[<65;{x};{y}M" * 4)
    left.wait(lambda session: any("Message 59" in line[26:] for line in session.lines), "scrolled down")
    left.click(*left.place(bob.name))
    left.wait("Message " + bob.name)


def test_a_message_elsewhere_shows_a_banner_and_notifies_in_the_background(person):
    ada, grace, bob = person("Ada"), person("Grace", is_signed_in=False), person("Bob", is_signed_in=False)
    ada.direct(grace)
    other = bob.direct(ada)
    left = ada.tui()
    left.wait(grace.name)
    left.click(*left.place(grace.name))
    left.wait("Message " + grace.name)
    bob.post(other, "Lunch at one?")
    left.wait("Ctrl+O opens it")
    left.press("ctrl o")
    left.wait("Message " + bob.name)
    left.gone("Ctrl+O opens it")
    # The window has lost the focus: the open conversation announces itself too.
    left.type("\x1b[O")
    left.settle()
    bob.post(other, "Or two?")
    left.wait(lambda session: f"\x1b]9;{bob.name}: Or two?\x1b\\".encode() in bytes(session.output))


def messages(user, conversation):
    changes = user.ask("GET", f"/v1/conversations/{conversation}/changes?after=0")
    return changes.get("messages", [])


