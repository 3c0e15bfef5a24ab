#!/bin/sh
# python-tests.sh FOLDER ARGUMENTS...: runs the tests of a folder in as many processes as there are cores (more of them wait for each other longer than
# a test waits for its page). In CI, at most two tests that failed run once more, alone; those that pass then are named as unstable.
set -eu
cd "$(dirname "$0")/.."

python=$(scripts/browser-environment.sh)
folder=$1
shift
memory=$PWD/.build-web/pytest-$(basename "$folder")
cd "$folder"
"$python" -m pytest -o cache_dir="$memory" --cache-clear -n "${NEXUS_BROWSER_PROCESSES:-$(nproc)}" --dist worksteal "$@" && exit
status=$?

# 1: tests failed, and nothing else was wrong.
[ "${CI:-}" ] && [ "$status" = 1 ] || exit "$status"
failed=$("$python" -c 'import json, sys; print(*json.load(open(sys.argv[1])), sep="\n")' "$memory/v/cache/lastfailed")
[ "$(printf '%s\n' "$failed" | wc -l)" -le 2 ] || exit "$status"
echo "Once more, alone:"
NEXUS_KEEP_FAILURES=1 "$python" -m pytest -o cache_dir="$memory" --last-failed -n 0 "$@"
cd - >/dev/null
printf '%s\n' "$failed" | while read -r test; do scripts/unstable.sh "$test"; done
