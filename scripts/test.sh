#!/usr/bin/env bash
# Runs every test of what is built, most suites one after the other, and says at the end how long each took. Ends at the first that fails.
set -euo pipefail
cd "$(dirname "$0")/.."

NEXUS_STEPS=$(mktemp)
export NEXUS_STEPS
outputs=$(mktemp -d)
# The processes that run beside the others, by the name of their output.
declare -A beside=()
finish() {
    for process in "${beside[@]}"; do kill -- "-$process" 2>/dev/null || :; done
    printf '\nTime of each suite:\n'
    cat "$NEXUS_STEPS"
    rm -rf "$NEXUS_STEPS" "$outputs"
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
# Runs Swift tests beside what follows, and returns once they have begun: of two `swift test` that begin at once, one may find the other's database of
# builds locked, and ends.
begin() { # NAME TITLE COMMAND... FILTER
    local output=$outputs/$1
    # A group of processes of its own, to end with its children.
    set -m
    step "${@:2}" >"$output" 2>&1 &
    set +m
    beside[$1]=$!
    until pgrep --list-full --full '\.xctest' | grep --quiet --fixed-strings -- "${*: -1}" || ! kill -0 $! 2>/dev/null; do sleep 0.2; done
}
# Waits for their end and prints what they said.
end() { # NAME
    local status=0
    wait "${beside[$1]}" || status=$?
    unset "beside[$1]"
    cat "$outputs/$1"
    return "$status"
}

# The suites of the command line and of documents wait mostly for programs that they start, and nothing in them measures time: they share the processors
# with others. Those of several nodes have these to themselves: a proxy there takes a node that answers late for one that has failed.
commands='EndToEndTests\.(Command|SetupCommand|BackupProcess|Guide|Document|Catalogue)'
nodes='EndToEndTests\.(Cluster|Standby|Nodes)Tests'
begin commands "end to end, the command line, beside the rest" scripts/swift-tests.sh --ignore-lock --no-parallel --filter "$commands"
# It computes all the time: it takes what the end-to-end tests leave of the processors, and no more of them than a backup, which is idle work too.
idly="nice -n 19"
command -v chrt >/dev/null && idly="chrt --idle 0"
begin simulation "simulation, beside end to end and the app" $idly scripts/swift-tests.sh --ignore-lock --filter SimulationTests
step "end to end" scripts/swift-tests.sh --ignore-lock --no-parallel --filter EndToEndTests --skip "$commands" --skip "$nodes"
end commands
step "end to end, several nodes" scripts/swift-tests.sh --ignore-lock --no-parallel --filter "$nodes"
# These leave a processor to the simulation; Chromium does not.
step "app for iPhone and Mac" scripts/apple-check.sh
step "core for the browser" scripts/build-web-core.sh
step "core in Node" node --test Tests/Web/
end simulation
step "browser" scripts/browser-tests.sh
step "terminal" scripts/terminal-tests.sh
