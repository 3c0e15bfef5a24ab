#!/usr/bin/env bash
# Fails if a source of ours compiles with a warning. Touching the sources makes the compiler say all of them again.
set -uo pipefail
cd "$(dirname "$0")/.."
find Sources Tests Benchmarks -name '*.swift' -exec touch {} +
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift build --build-tests >"$log" 2>&1 || { tail -n 40 "$log" >&2; exit 1; }
found=$(grep -E '/(Sources|Tests|Benchmarks)/.*: warning:' "$log" | grep -v '/checkouts/' | sort -u)
if [ -n "$found" ]; then
    echo "$found" >&2
    exit 1
fi
