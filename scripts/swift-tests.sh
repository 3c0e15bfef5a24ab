#!/usr/bin/env bash
# Runs Swift tests of what is built, at most eight at once; arguments go to `swift test`. Says at the end which failed, and why.
# In CI, at most two that failed run once more, alone; those that pass then are named as unstable.
set -uo pipefail
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

# If all start at once, each waits for all others, and what waits for it gives up on a slow machine.
run() { swift test --skip-build --disable-xctest --enable-swift-testing --experimental-maximum-parallelization-width 8 "$@"; }
all=$results/all.xml
again=$results/again.xml
# A line for each issue of a failed test: its name as `--filter` takes it, a tab, the message.
issues() {
    awk -F'"' '/<testcase / { test = $2 "." $4 } /<failure / { print test "\t" $2 }' "$all"
}

run --xunit-output "$all" "$@" && exit
status=$?
failed=$([ -f "$all" ] && issues | cut -f 1 | sort -u)
if [ -z "$failed" ]; then
    printf '\nNo test is named as failed: the tests ended before they wrote their results.\n'
    exit "$status"
fi
printf '\nFailed:\n'
issues

[ "${CI:-}" ] && [ "$(wc -l <<<"$failed")" -le 2 ] || exit "$status"
printf '\nOnce more, alone:\n'
filters=()
while read -r test; do filters+=(--filter "^$(sed 's/[()]/\\&/g' <<<"$test")"); done <<<"$failed"
run --no-parallel --xunit-output "$again" "${filters[@]}" || exit
# Filters that found nothing would pass too.
[ "$(grep -c '<testcase ' "$again")" -eq "$(wc -l <<<"$failed")" ] || exit "$status"
while read -r test; do scripts/unstable.sh "$test"; done <<<"$failed"
