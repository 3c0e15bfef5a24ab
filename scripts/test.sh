#!/usr/bin/env bash
# Runs every test of what is built, one suite after the other, and says at the end how long each took. Ends at the first that fails.
set -euo pipefail
cd "$(dirname "$0")/.."

NEXUS_STEPS=$(mktemp)
export NEXUS_STEPS
simulated=$(mktemp)
simulation=
finish() {
    [ -z "$simulation" ] || kill -- "-$simulation" 2>/dev/null || :
    printf '\nTime of each suite:\n'
    cat "$NEXUS_STEPS"
    rm -f "$NEXUS_STEPS" "$simulated"
}
trap finish EXIT

step() { scripts/step.sh "$@"; }
# The contract of the engine, and suites that use most statements. `make test-postgres` runs all.
accounts='SignUp|SignIn|Refresh|PasswordReset|Passkey|Role'
messages='Post|Edit|Reaction|Mention|Version|Receipt|Membership|Group|GroupEvent|Block|Access|UserSettingsStream'
derived='SearchRoute|InsightService|InsightRoute|InsightOperation|OwnInsight|SchemaUpgrade|LedgerRoute|PushQueue|NotificationProperty'
export POSTGRES_SUITES="NexusDatabaseTests|NexusServerTests\\.($accounts|$messages|$derived)Tests/"

step "units and services" scripts/swift-tests.sh --skip SimulationTests --skip EndToEndTests --skip AppleTests
# 69: there is no PostgreSQL here, which the script has said.
step "PostgreSQL" bash -c 'scripts/postgres.sh scripts/swift-tests.sh --filter "$POSTGRES_SUITES" || [ $? -eq 69 ]'
# It computes all the time: it takes what the end-to-end tests leave of the processors, and no more of them than a backup, which is idle work too.
idly() { if command -v chrt >/dev/null; then chrt --idle 0 "$@"; else nice -n 19 "$@"; fi; }
# A group of processes of its own, to end with its children.
set -m
# Of two `swift test` that begin at once, one may find the other's database of builds locked, and ends.
{ sleep 15; idly scripts/step.sh "simulation, beside end to end and the app" scripts/swift-tests.sh --ignore-lock --filter SimulationTests; } >"$simulated" 2>&1 &
set +m
simulation=$!
# One after the other: what is busy would take the time of what waits for sockets and processes.
step "end to end" scripts/swift-tests.sh --ignore-lock --no-parallel --filter EndToEndTests
# These leave a processor to the simulation; Chromium does not.
step "app for iPhone and Mac" scripts/apple-check.sh
step "core for the browser" scripts/build-web-core.sh
step "core in Node" node --test Tests/Web/
wait "$simulation" && is_simulated=true || is_simulated=false
simulation=
cat "$simulated"
"$is_simulated"
step "browser" scripts/browser-tests.sh
step "terminal" scripts/terminal-tests.sh
