"""Recording voice messages: the views alone, with a microphone that the test allows."""

import pytest
from playwright.sync_api import expect
from views_test import open_conversation

# `prompts` has a function for each question of the browser, which allows the microphone.
MICROPHONE = """() => {
    window.prompts = [];
    window.streams = [];
    navigator.mediaDevices.getUserMedia = () => new Promise((resolve) => prompts.push(() => {
        const { stream } = new AudioContext().createMediaStreamDestination();
        streams.push(stream);
        resolve(stream);
    }));
}"""
SILENT = "() => streams.length === 1 && streams[0].getTracks().every((track) => track.readyState === 'ended')"


@pytest.fixture
def chat(views):
    page = views()
    page.evaluate(MICROPHONE)
    open_conversation("Launch week")(page)
    expect(page.locator(".chat-title")).to_have_text("Launch week")
    return page


def test_double_click(chat):
    """a double click on the microphone starts one recording, and discarding it turns the microphone off"""
    chat.get_by_role("button", name="Record a voice message").dblclick()
    assert chat.evaluate("prompts.length") == 1
    chat.evaluate("prompts[0]()")
    chat.get_by_role("button", name="Discard recording").click()
    chat.wait_for_function(SILENT)
    expect(chat.get_by_role("button", name="Record a voice message")).to_be_visible()


def test_leave_before_the_microphone(chat):
    """a conversation that is left while the browser asks for the microphone records nothing"""
    chat.get_by_role("button", name="Record a voice message").click()
    chat.wait_for_function("() => prompts.length === 1")
    open_conversation("Jonas Weber")(chat)
    expect(chat.locator(".chat-title")).to_have_text("Jonas Weber")
    chat.evaluate("prompts[0]()")
    chat.wait_for_function(SILENT)
    expect(chat.get_by_role("group", name="Recording")).to_be_hidden()


def test_recording_that_is_refused(chat):
    """a recording answers the message that the composer replies to; one that cannot be queued stays, to be sent again or discarded"""
    composer = chat.get_by_role("textbox", name="Message")
    composer.fill("Half a thought")
    chat.locator(".message:not(.mine)").last.focus()
    chat.keyboard.press("r")
    replying = chat.get_by_role("button", name="Cancel reply")
    expect(replying).to_be_visible()
    chat.evaluate("""() => {
        const { chat } = [...fixture.chats.values()][0];
        const { send } = chat;
        chat.send = async () => {
            chat.send = send;
            throw { code: "storage", message: "This device is out of space." };
        };
    }""")
    chat.get_by_role("button", name="Record a voice message").click()
    chat.evaluate("prompts[0]()")
    chat.get_by_role("button", name="Send recording").click()
    expect(chat.get_by_text("This device is out of space.")).to_be_visible()
    expect(chat.get_by_role("button", name="Send recording")).to_be_focused()
    expect(replying).to_be_visible()
    chat.wait_for_function(SILENT)
    count = chat.locator(".message").count()
    chat.keyboard.press("Enter")
    expect(chat.locator(".message")).to_have_count(count + 1)
    expect(chat.locator(".message.mine").last.locator(".quote")).to_be_visible()
    expect(replying).to_be_hidden()
    expect(chat.get_by_role("group", name="Recording")).to_be_hidden()
    expect(composer).to_have_value("Half a thought")
