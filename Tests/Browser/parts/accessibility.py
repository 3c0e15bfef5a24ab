"""Accessibility checks with axe."""

from axe_playwright_python.sync_playwright import Axe

GRAVE = ("serious", "critical")


def grave_violations(page):
    """The serious and critical violations on the current screen, one a line."""
    found = Axe().run(page).response["violations"]
    return [
        f"{violation['impact']} {violation['id']}: {node['html'][:120]}"
        for violation in found if violation["impact"] in GRAVE for node in violation["nodes"]
    ]
