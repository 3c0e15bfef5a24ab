#!/usr/bin/env bash
# Runs every test of what is built, most suites one after the other, and says at the end how long each took. Ends at the first that fails.
set -euo pipefail
cd "$(dirname "$0")/.."

NEXUS_STEPS=$(mktemp)
export NEXUS_STEPS
beside=()
outputs=()
finish() {
    for group in "${beside[@]}"; do kill -- "-$group" 2>/dev/null || :; done
    printf '\nTime of each suite:\n'
    cat "$NEXUS_STEPS"
    rm -f "$NEXUS_STEPS" "${outputs[@]}"
}
trap finish EXIT

step() { scripts/step.sh "$@"; }
# Runs a command beside the next ones, in a group of processes of its own, to end with its children.
beside() {
    local output
    output=$(mktemp)
    set -m
    "$@" >"$output" 2>&1 &
    set +m
    beside+=($!)
    outputs+=("$output")
}
# Waits for what runs beside, and shows what each said.
together() {
    local failed=0 index
    for index in "${!beside[@]}"; do
        wait "${beside[index]}" || failed=1
        cat "${outputs[index]}"
    done
    beside=()
    return "$failed"
}

# The contract of the engine, and suites that use most statements. `make test-postgres` runs all.
accounts='SignUp|SignIn|Refresh|PasswordReset|Passkey|Role'
messages='Post|Edit|Reaction|Mention|Version|Receipt|Membership|Group|GroupEvent|Block|Access|UserSettingsStream'
derived='SearchRoute|InsightService|InsightRoute|InsightOperation|OwnInsight|SchemaUpgrade|LedgerRoute|PushQueue|NotificationProperty'
export POSTGRES_SUITES="NexusDatabaseTests|NexusServerTests\\.($accounts|$messages|$derived)Tests/"

step "units and services" scripts/swift-tests.sh --skip SimulationTests --skip EndToEndTests --skip AppleTests
# 69: there is no PostgreSQL here, which the script has said.
step "PostgreSQL" bash -c 'scripts/postgres.sh scripts/swift-tests.sh --filter "$POSTGRES_SUITES" || [ $? -eq 69 ]'
# It computes all the time: it takes what the others leave of the processors, and no more of them than a backup, which is idle work too.
idly() { if command -v chrt >/dev/null; then chrt --idle 0 "$@"; else nice -n 19 "$@"; fi; }
simulate() {
    # Of two `swift test` that begin at once, one may find the other's database of builds locked, and ends.
    sleep 15
    idly scripts/step.sh "simulation, beside the next" scripts/swift-tests.sh --ignore-lock --filter SimulationTests
}
beside simulate
# One after the other: what is busy would take the time of what waits for sockets and processes.
step "end to end" scripts/swift-tests.sh --ignore-lock --no-parallel --filter EndToEndTests
# The one compiles on one processor, the other waits for screens.
beside step "app for iPhone and Mac, beside the next" scripts/apple-check.sh
step "terminal" scripts/terminal-tests.sh
step "core for the browser" scripts/build-web-core.sh
step "core in Node" node --test Tests/Web/
together
step "browser" scripts/browser-tests.sh
