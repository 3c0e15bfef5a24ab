#!/bin/sh
# Runs the tests in a real Chromium, in processes beside each other, each with a server of its own; arguments go to pytest
# (`-k offline`, `-n 0` for one process). A failure leaves pictures and the console in .build-web/browser-failures.
set -eu
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
exec "$(dirname "$0")/python-tests.sh" Tests/Browser "$@"
