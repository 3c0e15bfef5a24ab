#!/usr/bin/env bash
# Runs every test of what is built, and says at the end how long each suite took. Ends at the first that fails.
set -euo pipefail
cd "$(dirname "$0")/.."

NEXUS_STEPS=$(mktemp)
export NEXUS_STEPS
outputs=$(mktemp -d)
declare -A beside=()
finish() {
    for process in "${beside[@]}"; do kill -- "-$process" 2>/dev/null || :; done
    printf '\nTime of each suite:\n'
    cat "$NEXUS_STEPS"
    rm -rf "$NEXUS_STEPS" "$outputs"
}
trap finish EXIT

step() { scripts/step.sh "$@"; }
# start PRIORITY TITLE COMMAND...: begins a suite beside the others, in a group of processes of its own, to end with its children.
start() {
    set -m
    nice -n "$1" scripts/step.sh "$2, beside others" "${@:3}" >"$outputs/$2" 2>&1 &
    set +m
    beside[$2]=$!
}
# end TITLE: waits for a suite that was begun, and shows what it printed.
end() {
    local status=0
    wait "${beside[$1]}" || status=$?
    unset "beside[$1]"
    cat "$outputs/$1"
    return "$status"
}
# The contract of the engine, and suites that use most statements. `make test-postgres` runs all.
accounts='SignUp|SignIn|Refresh|PasswordReset|Passkey|Role'
messages='Post|Edit|Reaction|Mention|Version|Receipt|Membership|Group|GroupEvent|Block|Access|UserSettingsStream'
derived='SearchRoute|InsightService|InsightRoute|InsightOperation|OwnInsight|SchemaUpgrade|LedgerRoute|PushQueue|NotificationProperty'
export POSTGRES_SUITES="NexusDatabaseTests|NexusServerTests\\.($accounts|$messages|$derived)Tests/"

step "units and services" scripts/swift-tests.sh --skip SimulationTests --skip EndToEndTests --skip AppleTests
# 69: there is no PostgreSQL here, which the script has said.
step "PostgreSQL" bash -c 'scripts/postgres.sh scripts/swift-tests.sh --filter "$POSTGRES_SUITES" || [ $? -eq 69 ]'
step "core for the browser" scripts/build-web-core.sh
# What waits for sockets and processes runs one after the other, and leaves much of the processors. The browser takes that, and what it leaves
# the simulation, which computes all the time.
start 10 "browser" scripts/browser-tests.sh
start 19 "simulation" scripts/swift-tests.sh --ignore-lock --filter SimulationTests
step "end to end" scripts/swift-tests.sh --ignore-lock --no-parallel --filter EndToEndTests
step "core in Node" node --test Tests/Web/
step "terminal" scripts/terminal-tests.sh
step "app for iPhone and Mac" scripts/apple-check.sh
end "simulation"
end "browser"
