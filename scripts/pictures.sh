#!/bin/sh
# Makes the pictures of the README from the demo team, in docs/pictures.
set -eu
cd "$(dirname "$0")/.."

scripts/setup.sh pictures
scripts/quietly.sh "Building the core for the browser" scripts/build-web-core.sh
scripts/quietly.sh "Building the server" swift build --product nexus
python=$(scripts/browser-environment.sh)
"$python" Tests/Terminal/picture.py docs/pictures/tui.svg
exec "$python" Tests/Browser/pictures.py docs/pictures
