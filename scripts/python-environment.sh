#!/bin/sh
# python-environment.sh FOLDER REQUIREMENTS: makes a virtual environment with the packages that a file names, and prints the path of its Python.
# Says nothing else when all is there.
set -eu
cd "$(dirname "$0")/.."

environment=$1
wanted=$2
made=$environment/made-from

if ! cmp -s "$wanted" "$made"; then
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    if ! { python3 -m venv "$environment" && "$environment/bin/pip" install --quiet --disable-pip-version-check -r "$wanted"; } \
        >"$log" 2>&1; then
        cat "$log" >&2
        echo "The Python packages of $wanted could not be installed." >&2
        exit 1
    fi
    cp "$wanted" "$made"
fi
echo "$PWD/$environment/bin/python"
