#!/bin/sh
# Makes what the tests need beside what is compiled for them: their Python environments and the core for the browser.
set -eu
cd "$(dirname "$0")/.."

scripts/browser-environment.sh >/dev/null
# The tests of object stores say that they are left out without theirs.
scripts/store-environment.sh >/dev/null || :
scripts/build-web-core.sh
