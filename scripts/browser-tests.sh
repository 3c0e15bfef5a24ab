#!/bin/sh
# Runs the tests in a real Chromium; arguments go to pytest (`-k offline`). A failure leaves pictures and the console in
# .build-web/browser-failures.
set -eu
cd "$(dirname "$0")/.."

python=$(scripts/browser-environment.sh)
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
cd Tests/Browser
exec "$python" -m pytest "$@"
