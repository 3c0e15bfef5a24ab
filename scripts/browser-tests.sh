#!/bin/sh
# Runs the tests in a real Chromium, in processes beside each other, each with a server of its own; arguments go to pytest
# (`-k offline`, `-n 0` for one process). A failure leaves pictures and the console in .build-web/browser-failures.
# In CI, at most two tests that failed run once more, alone; those that pass then are named as unstable.
set -eu
cd "$(dirname "$0")/.."

python=$(scripts/browser-environment.sh)
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
# As many as cores: more of them wait for each other longer than a test waits for its page.
processes=${NEXUS_BROWSER_PROCESSES:-$(nproc)}
memory=$PWD/.build-web/pytest
cd Tests/Browser
"$python" -m pytest -o cache_dir="$memory" --cache-clear -n "$processes" --dist worksteal "$@" && exit
status=$?

# 1: tests failed, and nothing else was wrong.
[ "${CI:-}" ] && [ "$status" = 1 ] || exit "$status"
failed=$("$python" -c 'import json, sys; print(*json.load(open(sys.argv[1])), sep="\n")' "$memory/v/cache/lastfailed")
[ "$(printf '%s\n' "$failed" | wc -l)" -le 2 ] || exit "$status"
echo "Once more, alone:"
NEXUS_KEEP_FAILURES=1 "$python" -m pytest -o cache_dir="$memory" --last-failed -n 0 "$@"
cd ../..
printf '%s\n' "$failed" | while read -r test; do scripts/unstable.sh "$test"; done
