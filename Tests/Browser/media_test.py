"""Pictures, files and recordings: sent from a real browser, through the real server, to another one."""

import hashlib
import pathlib
import re

import pytest
from parts.chromium import launch
from parts.photos import JPEG, PLACE, photo
from playwright.sync_api import expect

from talk_test import talking

# Files for the page, made of bytes in Base64, as a person's clipboard or hand would bring them.
TRANSFER = """([name, type, base64]) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name, { type }));
    return transfer;
}"""


def encoded(content):
    import base64
    return base64.b64encode(content).decode()


def attach(person, *files):
    person.page.get_by_label("Files", exact=True).set_input_files(
        [{"name": name, "mimeType": kind, "buffer": content} for name, kind, content in files])


def submit(person, caption=""):
    person.composer().fill(caption)
    person.page.get_by_role("button", name="Send", exact=True).click()


def pictures(person):
    return person.page.locator(".message .picture-image[src]")


# The newest attachment's bytes, as the server gives them to that person.
NEWEST = """
    const newest = async () => {
        const { conversations } = await (await fetch("/v1/conversations")).json();
        const found = [];
        for (const { conversation } of conversations) {
            const { messages } = await (await fetch(`/v1/conversations/${conversation}/messages`)).json();
            found.push(...messages.flatMap((message) => message.attachments ?? []));
        }
        return (await fetch(`/v1/media/${found.at(-1).media}`)).arrayBuffer();
    };
"""


def bytes_of_last(person):
    return bytes(person.page.evaluate("async () => {" + NEWEST + "return [...new Uint8Array(await newest())]; }"))


def hash_of_last(person):
    # In the page: that many bytes are not handed over one by one.
    return bytes(person.page.evaluate(
        "async () => {" + NEWEST + "return [...new Uint8Array(await crypto.subtle.digest('SHA-256', await newest()))]; }"))


def colours(person):
    """The colour at the top and at the bottom of the newest picture on the screen."""
    return pictures(person).last.evaluate("""async (image) => {
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const at = (y) => {
            const [red, , blue] = context.getImageData(canvas.width / 2, y, 1, 1).data;
            return red > blue ? "red" : "blue";
        };
        return [canvas.width, canvas.height, at(2), at(canvas.height - 3)];
    }""")


def test_metadata(team):
    """a photo arrives with its caption and without the place where it was taken"""
    ada, grace = talking(team, "Ada", "Grace")
    attach(ada, ("beach.jpg", "image/jpeg", photo()))
    submit(ada, "At the beach")
    expect(grace.message("At the beach")).to_be_visible()
    expect(pictures(grace)).to_have_count(1)
    assert PLACE in photo()
    for person in (ada, grace):
        got = bytes_of_last(person)
        assert got.startswith(b"\xff\xd8\xff") and PLACE not in got and b"Secret Camera" not in got


def test_caption(team):
    """a picture's caption is edited away, and the picture stays, at both and after a reload"""
    ada, grace = talking(team, "Ada", "Grace")
    attach(ada, ("beach.jpg", "image/jpeg", photo()))
    submit(ada, "At the beech")
    expect(grace.message("At the beech")).to_be_visible()
    ada.act("At the beech", "Edit")
    ada.composer().fill("")
    ada.page.get_by_role("button", name="Save").click()
    for person in (ada, grace):
        expect(person.message("At the beech")).to_have_count(0)
        expect(pictures(person)).to_have_count(1)
    expect(ada.composer()).to_have_value("")
    grace.page.reload()
    expect(pictures(grace)).to_have_count(1)
    expect(grace.message("At the beech")).to_have_count(0)
    expect(grace.page.locator(".message").last).to_contain_text("edited")
    # Without the picture it would say nothing.
    ada.send("Words alone")
    ada.act("Words alone", "Edit")
    ada.composer().fill("")
    expect(ada.page.get_by_role("button", name="Save")).to_be_disabled()


def test_orientation(team):
    """a photo of a camera held upright is upright at both"""
    ada, grace = talking(team, "Ada", "Grace")
    attach(ada, ("tower.jpg", "image/jpeg", photo(orientation=6)))
    submit(ada)
    expect(pictures(grace)).to_have_count(1)
    for person in (ada, grace):
        assert colours(person) == [16, 32, "red", "blue"]


def test_paste_and_drop(team):
    """a picture that is pasted and a file that is dropped go together, and the file can be kept"""
    ada, grace = talking(team, "Ada", "Grace")
    pasted = ada.page.evaluate_handle(TRANSFER, ["pasted.jpg", "image/jpeg", encoded(JPEG)])
    ada.composer().evaluate(
        "(box, data) => box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))",
        pasted)
    dropped = ada.page.evaluate_handle(TRANSFER, ["../../etc/plan.txt", "text/plain", encoded(b"The plan.")])
    ada.page.locator(".chat").dispatch_event("drop", {"dataTransfer": dropped})
    expect(ada.page.locator(".tray-file")).to_have_count(2)
    submit(ada, "Both")
    expect(pictures(grace)).to_have_count(1)
    with grace.page.expect_download() as started:
        grace.page.get_by_role("button", name="Download plan.txt").click()
    assert started.value.suggested_filename == "plan.txt"
    assert pathlib.Path(started.value.path()).read_bytes() == b"The plan."


# A paste with texts beside the files, such as that of a spreadsheet's cells; returns whether the page took it over.
PASTE_TEXT = """(box, [data, texts]) => {
    for (const [type, text] of texts) data.setData(type, text);
    return !box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def test_paste_of_text(team):
    """cells of a spreadsheet are pasted as text without their picture; a picture of a page, and a named file, are attached"""
    ada = team.person("Ada").sign_up()
    ada.start_direct(team.person("Grace").sign_up())

    def paste(*texts):
        data = ada.page.evaluate_handle(TRANSFER, ["image.jpg", "image/jpeg", encoded(JPEG)])
        return ada.composer().evaluate(PASTE_TEXT, [data, list(texts)])

    assert not paste(["text/plain", "1\t2"], ["text/html", "<table></table>"])
    expect(ada.page.locator(".tray-file")).to_have_count(0)
    assert paste(["text/html", "<img>"])
    assert paste(["text/plain", "image.jpg"])
    expect(ada.page.locator(".tray-file")).to_have_count(2)


def test_album(team):
    """an album with a caption is as wide as its bubble, on both sides"""
    ada, grace = talking(team, "Ada", "Grace")
    attach(ada, *((f"{number}.jpg", "image/jpeg", photo()) for number in (1, 2, 3)))
    submit(ada, "A caption that is longer than three pictures beside each other are wide on this screen")
    expect(pictures(grace)).to_have_count(3)
    for person in (ada, grace):
        gaps = person.page.locator(".bubble:has(.pictures)").evaluate("""(bubble) => {
            const [outer, inner] = [bubble, bubble.querySelector(".pictures")].map((one) => one.getBoundingClientRect());
            return [inner.left - outer.left, outer.right - inner.right];
        }""")
        assert abs(gaps[0] - gaps[1]) < 2, gaps


def test_viewer(team):
    """pictures open on the whole screen, with the next and the one before by key, larger and smaller, and close by Escape"""
    ada, grace = talking(team, "Ada", "Grace")
    attach(ada, *((f"{number}.jpg", "image/jpeg", photo(orientation=number)) for number in (1, 3, 6)))
    submit(ada, "Three")
    expect(pictures(grace)).to_have_count(3)
    grace.page.get_by_role("button", name="Open 1.jpg").click()
    title = grace.page.locator(".viewer-title")
    expect(title).to_contain_text("1 of 3")
    grace.page.keyboard.press("ArrowRight")
    expect(title).to_contain_text("2 of 3")
    grace.page.keyboard.press("+")
    expect(grace.page.locator(".viewer-stage.zoomed")).to_be_visible()
    grace.page.get_by_role("button", name="Next picture").click()
    expect(grace.page.get_by_role("button", name="Next picture")).to_be_hidden()
    grace.page.keyboard.press("Escape")
    expect(grace.page.locator(".viewer")).to_have_count(0)


def test_offline(team):
    """a picture that was sent with no network is there after a reload, and arrives in its place"""
    ada, grace = talking(team, "Ada", "Grace", keeps_shell=True)
    ada.expect_worker()
    ada.line.cut()
    ada.send("before")
    attach(ada, ("beach.jpg", "image/jpeg", photo()))
    submit(ada, "the picture")
    expect(ada.message("the picture")).to_be_visible()
    ada.send("after")
    ada.page.reload()
    expect(pictures(ada)).to_have_count(1)
    expect(ada.message("after")).to_be_visible()
    ada.line.restore()
    expect(grace.message("after")).to_be_visible()
    expect(pictures(grace)).to_have_count(1)
    grace.expect_texts("Hello Grace", "before", "the picture", "after")
    ada.expect_status("the picture", "read")


def test_resume(team, tmp_path):
    """a file of 30 MB whose upload is cut twice arrives as it was"""
    ada, grace = talking(team, "Ada", "Grace")
    content = hashlib.shake_256(b"thirty megabytes").digest(30_000_000)
    path = tmp_path / "thirty.bin"
    path.write_bytes(content)
    ada.page.get_by_label("Files", exact=True).set_input_files(path)
    starts = []
    ada.page.on("request", lambda request: starts.append(request.url) if request.method == "PATCH" else None)
    bar = ada.page.locator(".upload progress")
    for least, go_on in ((15, lambda: submit(ada, "Large")), (50, ada.line.restore)):
        ada.line.cut_after(6_000_000 if least == 15 else 11_000_000)
        with ada.page.expect_event("requestfailed", lambda request: request.method == "PATCH"):
            go_on()
        ada.page.wait_for_function("(least) => document.querySelector('.upload progress')?.value >= least", arg=least)
    ada.line.restore()
    expect(grace.page.get_by_role("button", name="Download thirty.bin")).to_be_visible(timeout=60_000)
    expect(bar).to_have_count(0)
    assert hash_of_last(grace) == hashlib.sha256(content).digest()
    # It went on where it stood: hardly more parts than the file has.
    assert len(starts) < 75


def test_refused(team):
    """a file that does not match its declared type is refused with the reason beside it, and can be discarded"""
    ada, grace = talking(team, "Ada", "Grace")
    attach(ada, ("fake.pdf", "application/pdf", b"<html><script>alert(1)</script></html>"))
    submit(ada, "A document")
    refusal = ada.page.locator(".refusal")
    expect(refusal).to_contain_text("does not match its declared type")
    refusal.get_by_role("button", name="Discard").click()
    expect(ada.message("A document")).to_have_count(0)
    ada.send("Never mind")
    expect(grace.message("Never mind")).to_be_visible()
    expect(grace.message("A document")).to_have_count(0)


def refuse_next(person, seconds):
    """Has the next file refused as the server does where its limits are reached."""
    refusal = {"code": "rate_limited", "message": "Too many files at once. Wait a moment.", "retryAfter": seconds * 1000}
    answer = {"status": 429, "headers": {"Retry-After": str(seconds)}, "json": {"error": refusal}}
    person.page.route("**/v1/media/*", lambda route: route.fulfill(**answer), times=1)


def test_too_many_downloads(team):
    """a download that is too soon for the server's limits says so and starts after the wait; one that is refused can be tried again"""
    ada, grace = talking(team, "Ada", "Grace")
    attach(ada, ("plan.txt", "text/plain", b"First the roof."))
    submit(ada, "The plan")
    file = grace.page.get_by_role("button", name="Download plan.txt")
    expect(file).to_be_visible()
    for seconds, said in (
        (2, re.compile("Too many downloads at once. Starts in [12] s")), (60, "Wait a moment. Press to try again."),
    ):
        refuse_next(grace, seconds)
        if seconds == 60:
            file.click()
            expect(file).to_contain_text(said)
        with grace.page.expect_download() as download:
            file.click()
            if seconds == 2:
                expect(file).to_contain_text(said)
        assert download.value.suggested_filename == "plan.txt"
        assert download.value.path().read_bytes() == b"First the roof."
        expect(file).to_contain_text("15 B")


def test_too_many_pictures(team):
    """a picture that is too soon for the server's limits comes after the wait; one that is refused is loaded again when it is pressed"""
    ada, grace = talking(team, "Ada", "Grace")
    refuse_next(grace, 1)
    attach(ada, ("beach.jpg", "image/jpeg", photo()))
    submit(ada, "At the beach")
    expect(pictures(grace)).to_have_count(1)
    refuse_next(grace, 60)
    attach(ada, ("hills.jpg", "image/jpeg", photo()))
    submit(ada, "In the hills")
    again = grace.page.get_by_role("button", name="Load hills.jpg again")
    expect(again).to_have_attribute("title", "Too many files at once. Wait a moment.")
    again.click()
    expect(pictures(grace)).to_have_count(2)
    expect(grace.page.get_by_role("button", name="Open hills.jpg")).to_be_visible()


@pytest.fixture
def speaking(playwright):
    """A Chromium whose microphone is a beep."""
    browser = launch(playwright, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    yield browser
    browser.close()


def test_voice(team, speaking):
    """a voice message is recorded, shows its length and loudness, and plays at the other, faster if wished"""
    ada, grace = talking_in(team, speaking)
    ada.page.get_by_role("button", name="Record a voice message").click()
    expect(ada.page.locator(".recording-time")).to_have_text(re.compile("^0:0[2-9]$"))
    ada.page.get_by_role("button", name="Send recording").click()
    voice = grace.page.get_by_role("group", name="Voice message")
    expect(voice).to_be_visible()
    length = ada.page.locator(".voice-time").inner_text()
    assert re.fullmatch("0:0[2-9]", length)
    expect(voice.locator(".voice-time")).to_have_text(length)
    expect(voice.locator(".voice-bars > span").nth(10)).to_be_attached()
    voice.get_by_role("button", name="Speed").click()
    expect(voice.get_by_role("button", name="Speed")).to_have_text("1.5×")
    voice.get_by_role("button", name="Play").click()
    expect(voice.locator(".heard").first).to_be_visible()
    # Played to its end it can be played again.
    expect(voice.get_by_role("button", name="Play")).to_be_visible()


def talking_in(team, browser):
    ada, grace = team.signed_up("Ada", "Grace", browser=browser)
    ada.start_direct(grace)
    ada.send("Hello Grace")
    grace.open(ada.name)
    return ada, grace


def test_without_the_picture(team):
    """a message whose picture cannot be uploaded is sent without it; the picture follows as a reply when the server takes it"""
    ada, grace = talking(team, "Ada", "Grace")
    refusal = {"error": {"code": "person_quota", "message": "Your files take up all of your space."}}
    ada.page.context.route("**/v1/media", lambda route: route.fulfill(status=413, json=refusal))
    attach(ada, ("beach.jpg", "image/jpeg", photo()))
    submit(ada, "At the beach")
    ada.send("Warm here")
    expect(grace.message("Warm here")).to_be_visible()
    failed = ada.page.locator(".message.failed")
    expect(failed).to_have_count(1)
    expect(failed).to_contain_text("all of your space")
    failed.get_by_role("button", name="Send without the picture").click()
    expect(grace.message("At the beach")).to_be_visible()
    expect(pictures(grace)).to_have_count(0)
    # The picture alone has no text to send, and survives a reload.
    expect(failed.get_by_role("button", name="Try again")).to_be_visible()
    expect(failed.get_by_role("button", name="Send without the picture")).to_have_count(0)
    ada.page.reload()
    expect(failed).to_have_count(1)
    ada.page.context.unroute("**/v1/media")
    failed.get_by_role("button", name="Try again").click()
    expect(failed).to_have_count(0)
    expect(pictures(grace)).to_have_count(1)
    expect(grace.page.locator(".message", has=grace.page.locator(".picture-image")).locator(".quote")).to_contain_text("At the beach")


def test_text_of_a_waiting_picture(team):
    """the text of a message whose upload waits is sent from its menu, in its place; the picture comes when the server can"""
    ada, grace = talking(team, "Ada", "Grace")
    refusal = {"error": {"code": "unavailable", "message": "Files cannot be stored now.", "retryAfter": 500}}
    ada.page.context.route("**/v1/media", lambda route: route.fulfill(status=503, json=refusal))
    attach(ada, ("beach.jpg", "image/jpeg", photo()))
    submit(ada, "At the beach")
    ada.send("Warm here")
    ada.act("At the beach", "Send without the picture")
    grace.expect_texts("Hello Grace", "At the beach", "Warm here")
    ada.send("And windy")
    grace.expect_texts("Hello Grace", "At the beach", "Warm here", "And windy")
    ada.page.context.unroute("**/v1/media")
    expect(pictures(grace)).to_have_count(1)
