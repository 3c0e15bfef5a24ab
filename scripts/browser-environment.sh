#!/bin/sh
# Makes .venv-browser with what drives Chromium and with the mail server and object stores of tests, and prints the path of its Python. Says nothing when all is there.
set -eu
cd "$(dirname "$0")/.."

environment=.venv-browser
wanted=Tests/Browser/requirements.txt
made=$environment/made-from

if ! cmp -s "$wanted" "$made"; then
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    if ! { python3 -m venv "$environment" && "$environment/bin/pip" install --quiet --disable-pip-version-check -r "$wanted"; } \
        >"$log" 2>&1; then
        cat "$log" >&2
        echo "The tests' Python packages could not be installed." >&2
        exit 1
    fi
    cp "$wanted" "$made"
fi
echo "$PWD/$environment/bin/python"
