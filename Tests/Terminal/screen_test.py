"""Sizes, colours and characters of the screen."""

import re


def conversation_of(person, *texts, name="Grace"):
    ada, grace = person("Ada"), person(name, is_signed_in=False)
    talk = grace.direct(ada)
    for text in texts:
        grace.post(talk, text)
    return ada, grace


def test_the_screen_follows_the_size_of_the_terminal(person):
    ada, grace = conversation_of(person, "A message with enough words to need more than one line on a small terminal")
    session = ada.tui()
    session.wait(grace.name)
    session.press("enter")
    session.wait("Message " + grace.name)
    session.resize(40, 12)
    session.wait(lambda session: "› Message" in session.lines[10] and "Conversations" not in session.text)
    assert all(len(line) == 40 for line in session.lines)
    session.wait("A message with enough")
    session.press("escape", "escape")
    session.wait("Conversations")
    session.resize(200, 60)
    session.wait(lambda session: "● online" in session.lines[59] and "Conversations" in session.lines[0])
    session.wait("A message with enough words to need more than one line on a small terminal")
    session.type("v")
    # The details stand beside the chat.
    session.wait(lambda session: "Not muted" in session.text and "A message with enough" in session.text)


def test_no_color_writes_no_colours(person):
    ada, grace = conversation_of(person, "plain **bold** and `code`")
    session = ada.tui(NO_COLOR="1", COLORTERM="truecolor")
    session.wait(grace.name)
    session.press("enter")
    session.wait("plain bold and code")
    colours = colours_of(session)
    assert not colours, colours
    coloured = ada.tui(COLORTERM="truecolor")
    coloured.wait(grace.name)
    coloured.press("enter")
    coloured.wait("plain bold and code")
    assert colours_of(coloured)


def colours_of(session):
    """The parameters of colours in what was written."""
    written = bytes(session.output).decode()
    parameters = [part for found in re.findall(r"\x1b\[([0-9;]*)m", written) for part in found.split(";")]
    return [part for part in parameters if part and (30 <= int(part) <= 49 or 90 <= int(part) <= 107)]


def test_wide_and_combining_characters_keep_the_columns(person):
    ada, grace = conversation_of(person, "漢字漢字 and é", "한국어 ｶﾅ", "a\u0301e\u0301 end")
    session = ada.tui()
    session.wait(grace.name)
    session.press("enter")
    session.wait("한국어")
    bar = session.lines[0].index("│")
    for line in session.lines[:-1]:
        # pyte gives a wide character one place of a string, and an empty one behind it.
        cells = [cell for cell in line]
        width = 0
        for at, character in enumerate(cells):
            if character == "│":
                assert width == bar or at > bar, line
                break
            width += 2 if "\u1100" <= character <= "\u115f" or "\u2e80" <= character <= "\ud7a3" else 1
    assert "漢字漢字 and é" in session.text and "한국어" in session.text


def test_hostile_text_moves_nothing(person):
    ada, grace = conversation_of(person, "\u202eevil\u202c \u2066x\u2069 done", "\x1b[31mred\x1b[2J\x9b5n end")
    session = ada.tui()
    session.wait(grace.name)
    session.press("enter")
    session.wait(lambda session: session.text.count("[31mred[2J5n end") == 2)
    session.wait("evil x done")
    written = bytes(session.output).decode()
    assert not set(written) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")


def test_help_shows_the_keys(person):
    ada = person("Ada")
    session = ada.tui()
    session.wait("No conversations yet")
    session.type("?")
    session.wait("Go to a conversation")
    session.press("escape")
    session.gone("Go to a conversation")
