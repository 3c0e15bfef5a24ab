"""The system's Chromium."""

import os
import shutil


def launch(playwright, *more):
    # The sandbox wants rights that a container does not give to root.
    arguments = [*(["--no-sandbox"] if os.geteuid() == 0 else []), *more]
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    return playwright.chromium.launch(executable_path=path, args=arguments)
