"""Search, going to a conversation, and Nexus."""


def test_a_result_leads_to_its_message(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    talk = grace.direct(ada)
    grace.fill(talk, [f"Message {number}" for number in range(150)])
    grace.post(talk, "The lighthouse is at the north cape")
    grace.fill(talk, [f"Later {number}" for number in range(150)])
    session = ada.tui()
    session.wait(grace.name)
    session.press("ctrl f")
    session.type("lighthouse")
    session.wait("The lighthouse is at the north cape")
    session.press("enter")
    session.wait(lambda session: "Search" not in session.text and "lighthouse" in session.text)
    session.wait("↓ newer")
    session.type("G")
    session.wait("Later 149")


def test_the_switcher_goes_to_a_conversation(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    ada.direct(grace)
    ada.group("Engines", grace)
    session = ada.tui()
    # Both are there: one that has not arrived cannot be chosen.
    session.wait(lambda session: "Engines" in session.text and grace.name in session.text)
    session.press("ctrl k")
    session.wait("Go to")
    session.type("grace")
    # Engines has a member of that name: the title comes first.
    session.wait("grace")
    session.press("enter")
    session.wait("Message " + grace.name)


def test_nexus_answers_with_sources_that_lead_to_messages(person):
    ada, grace = person("Ada"), person("Grace", is_signed_in=False)
    talk = grace.direct(ada)
    grace.post(talk, "We decided to launch the harbour project on the fourth of May")
    grace.fill(talk, [f"Chatter {number}" for number in range(40)])
    session = ada.tui()
    session.wait(grace.name)
    session.type("A")
    session.wait("Ask about all your conversations")
    session.type("When do we launch the harbour project?")
    session.press("enter")
    session.wait("[1]")
    session.press("tab", "enter")
    session.wait(lambda session: "› Message" in session.text and "harbour project" in session.text)
