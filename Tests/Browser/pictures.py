"""Pictures of the main screens, from the demo team. Run by scripts/pictures.sh with the folder to put them in."""

import base64
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from parts.chromium import launch  # noqa: E402
from parts.line import Line  # noqa: E402
from parts.person import Person  # noqa: E402
from parts.server import Server  # noqa: E402
from parts.settled import settled  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402

PASSWORD = "nexus-demo"
DESKTOP = {"viewport": {"width": 1200, "height": 760}, "device_scale_factor": 1.5}
PHONE = {"viewport": {"width": 390, "height": 800}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}


class Studio:
    def __init__(self, browser, server, folder):
        self.browser, self.server, self.folder = browser, server, folder

    def person(self, name, login, scheme="light", **options):
        person = Person(
            self.browser, Line(self.server.port), name, f"{login}@demo.example", [], color_scheme=scheme,
            reduced_motion="reduce", **options)
        person.sign_in(PASSWORD)
        return person

    def take(self, person, name):
        # Neither a blinking cursor nor a notice that is about to go belongs into a picture.
        person.page.evaluate("document.activeElement?.blur()")
        person.page.mouse.move(0, 0)
        expect(person.page.locator(".notice")).to_have_count(0)
        settled(person.page)
        person.page.screenshot(path=self.folder / f"{name}.png")
        print(self.folder / f"{name}.png")


# An evening over hills, of another colour each time.
LANDSCAPE = """async ([sky, sun, hills]) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1200, 900];
    const context = canvas.getContext("2d");
    const air = context.createLinearGradient(0, 0, 0, 700);
    air.addColorStop(0, sky);
    air.addColorStop(1, sun);
    context.fillStyle = air;
    context.fillRect(0, 0, 1200, 900);
    context.fillStyle = "#fff6dd";
    context.beginPath();
    context.arc(860, 380, 70, 0, 7);
    context.fill();
    hills.forEach((color, index) => {
        context.fillStyle = color;
        context.beginPath();
        context.moveTo(0, 900);
        for (let x = 0; x <= 1200; x += 10) {
            context.lineTo(x, 480 + index * 120 + 60 * Math.sin(x / (170 - index * 30) + index * 2));
        }
        context.lineTo(1200, 900);
        context.fill();
    });
    return canvas.toDataURL("image/jpeg", 0.9).split(",")[1];
}"""
LANDSCAPES = (
    ("#2b4c7e", "#f7b267", ["#567189", "#3c5a4e", "#243b35"]),
    ("#6a4c93", "#ff9b85", ["#7d5a8c", "#573b6b", "#33244a"]),
    ("#1b6ca8", "#bfe3f0", ["#7fb3a6", "#4d8b74", "#2c5f4b"]),
)


def show_media(person):
    """Sends an album and a voice message to Maya."""
    person.open("Maya Okafor")
    files = []
    for number, colors in enumerate(LANDSCAPES, 1):
        content = base64.b64decode(person.page.evaluate(LANDSCAPE, list(colors)))
        files.append({"name": f"terrace-{number}.jpg", "mimeType": "image/jpeg", "buffer": content})
    person.page.get_by_label("Files", exact=True).set_input_files(files)
    person.composer().fill("The terrace for Thursday evening. They keep it free for us.")
    person.composer().press("Enter")
    expect(person.page.locator(".message .picture-image[src]")).to_have_count(3)
    person.page.get_by_role("button", name="Record a voice message").click()
    expect(person.page.locator(".recording-time")).to_have_text("0:03")
    person.page.get_by_role("button", name="Send recording").click()
    expect(person.page.get_by_role("group", name="Voice message")).to_be_visible()
    expect(person.page.locator(".message .tick").last).to_have_attribute("data-status", re.compile("sent|delivered|read"))


def take_media(studio, maya, scheme):
    maya.open("Jonas Weber")
    expect(maya.page.locator(".message .picture-image[src]")).to_have_count(3)
    expect(maya.page.get_by_role("group", name="Voice message")).to_be_visible()
    maya.page.locator(".timeline-scroller").evaluate("(one) => { one.scrollTop = 0; }")
    studio.take(maya, f"media-{scheme}")


QUESTIONS = ("Who watches the dashboards on Thursday?", "How did the load test go?")


def take_answers(studio, maya, scheme):
    """The assistant beside a conversation, Nexus over all of them, and insights."""
    page = maya.page
    maya.open("Launch week")
    page.locator(".chat-header").get_by_role("button", name="Assistant").click()
    if scheme == "light":
        page.get_by_role("button", name="Summarize thread").click()
    expect(page.locator(".assistant-panel .source").first).to_be_visible()
    expect(page.locator(".assistant-panel .is-waiting")).to_have_count(0)
    page.locator(".assistant-panel .topic-scroller").evaluate("(one) => { one.scrollTop = 0; }")
    studio.take(maya, f"assistant-{scheme}")
    page.goto("/nexus")
    if scheme == "dark":
        page.get_by_role("button", name=re.compile(f"^{re.escape(QUESTIONS[0])}.* questions")).click()
    else:
        for count, question in enumerate(QUESTIONS, 1):
            page.get_by_role("textbox", name="Ask a question").fill(question)
            page.get_by_role("textbox", name="Ask a question").press("Enter")
            expect(page.locator(".exchange")).to_have_count(count)
            expect(page.locator(".nexus .is-waiting")).to_have_count(0)
    expect(page.locator(".nexus .sources").last).to_contain_text("4 hours, no errors")
    studio.take(maya, f"nexus-{scheme}")
    page.goto("/insights")
    expect(page.locator(".insight").first).to_be_visible()
    studio.take(maya, f"insights-{scheme}")


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    server = Server("--demo")
    try:
        with sync_playwright() as playwright:
            # What is recorded is a beep.
            browser = launch(playwright, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
            studio = Studio(browser, server, folder)
            # Jonas is there, and Lena is writing.
            jonas = studio.person("Jonas Weber", "jonas")
            jonas.open("Launch week")
            lena = studio.person("Lena Novak", "lena")
            lena.open("Launch week")
            for scheme in ("light", "dark"):
                maya = studio.person("Maya Okafor", "maya", scheme, **DESKTOP)
                maya.open("Launch week")
                lena.composer().press_sequentially("One more", delay=30)
                expect(maya.chat_state()).to_contain_text("typing")
                studio.take(maya, f"desktop-{scheme}")
                maya.page.get_by_role("button", name="Conversation details").click()
                studio.take(maya, f"group-{scheme}")
                maya.close()
                phone = studio.person("Maya Okafor", "maya", scheme, **PHONE)
                studio.take(phone, f"phone-conversations-{scheme}")
                phone.open("Jonas Weber")
                studio.take(phone, f"phone-conversation-{scheme}")
                phone.close()
            show_media(jonas)
            for scheme in ("light", "dark"):
                maya = studio.person("Maya Okafor", "maya", scheme, **DESKTOP)
                take_media(studio, maya, scheme)
                take_answers(studio, maya, scheme)
                maya.close()
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
