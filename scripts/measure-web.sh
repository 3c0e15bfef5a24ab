#!/bin/sh
# Measures the web client in a real Chromium against a release build of the server: see docs/performance.md. `--json` for
# programs.
set -eu
cd "$(dirname "$0")/.."

scripts/setup.sh tests
scripts/quietly.sh "Building the core for the browser" scripts/build-web-core.sh
scripts/quietly.sh "Compressing the web client" scripts/compress-web.sh
scripts/quietly.sh "Building the server" swift build -c release --product nexus
python=$(scripts/browser-environment.sh)
NEXUS_BINARY=$PWD/.build/release/nexus exec "$python" Tests/Browser/measure.py "$@"
