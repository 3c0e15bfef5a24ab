"""Pictures of the main screens, from the demo team. Run by scripts/pictures.sh with the folder to put them in."""

import pathlib
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


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    server = Server("--demo")
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            studio = Studio(browser, server, folder)
            # Somebody is there, and somebody is writing.
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
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
