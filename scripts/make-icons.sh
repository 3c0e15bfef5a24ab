#!/bin/sh
# Draws the PNG icons of the web client from Web/favicon.svg, into Web. Run it when the drawing changes, and commit what it makes.
set -eu
cd "$(dirname "$0")/.."

python=$(scripts/browser-environment.sh)
exec "$python" Tests/Browser/icons.py
