#!/bin/sh
# Runs the tests in a real Chromium, in processes beside each other, each with a server of its own; arguments go to pytest
# (`-k offline`, `-n 0` for one process). A failure leaves pictures and the console in .build-web/browser-failures.
set -eu
cd "$(dirname "$0")/.."

python=$(scripts/browser-environment.sh)
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
# As many as cores: more of them wait for each other longer than a test waits for its page.
processes=${NEXUS_BROWSER_PROCESSES:-$(nproc)}
cd Tests/Browser
exec "$python" -m pytest -n "$processes" --dist worksteal "$@"
