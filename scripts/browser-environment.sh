#!/bin/sh
# Makes .venv-browser with what drives Chromium and with the services of tests, and prints the path of its Python.
exec "$(dirname "$0")/python-environment.sh" .venv-browser Tests/Browser/requirements.txt
