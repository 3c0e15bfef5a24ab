"""Accessibility checks with axe."""

from axe_playwright_python.sync_playwright import Axe

GRAVE = ("serious", "critical")
# A colour on its way to another has the contrast of neither.
END_OF_TRANSITIONS = """() => Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => {})))"""


def grave_violations(page):
    """The serious and critical violations on the current screen, one a line."""
    page.evaluate(END_OF_TRANSITIONS)
    found = Axe().run(page).response["violations"]
    return [
        f"{violation['impact']} {violation['id']}: {node['html'][:120]}"
        for violation in found if violation["impact"] in GRAVE for node in violation["nodes"]
    ]
