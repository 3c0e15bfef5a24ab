#!/usr/bin/env bash
# progress.sh TITLE STEPS COMMAND...: runs a build of about STEPS steps, and shows how far it is and about how long it will take. Its own output is
# shown only if it fails. Without a terminal it says a line every half minute.
set -uo pipefail
title=$1 steps=$2
shift 2
log=$(mktemp)
trap 'rm -f "$log"' EXIT

"$@" >"$log" 2>&1 &
command=$!
# A build that is stopped by the keyboard takes its compilers along.
trap 'kill "$command" 2>/dev/null; rm -f "$log"; exit 130' INT TERM

tell() {
    local now done total left
    now=$SECONDS
    # SwiftPM numbers its steps, and learns of more on the way.
    read -r done total < <(grep -oE '^\[[0-9]+/[0-9]+\]' "$log" | tail -n 1 | tr -d '[]' | tr '/' ' ')
    if [ -z "${done:-}" ]; then
        echo "$title: fetching and planning, ${now} s"
        return
    fi
    [ "$total" -gt "$steps" ] || total=$steps
    left=$((done > 50 ? now * (total - done) / done : -1))
    if [ "$left" -lt 0 ]; then
        echo "$title: step $done of about $total"
    elif [ "$left" -lt 60 ]; then
        echo "$title: step $done of about $total, less than a minute left"
    else
        echo "$title: step $done of about $total, about $((left / 60 + 1)) minutes left"
    fi
}

next=10
while kill -0 "$command" 2>/dev/null; do
    sleep 1
    if [ -t 2 ]; then
        printf '\r\033[K%s' "$(tell)" >&2
    elif [ "$SECONDS" -ge "$next" ]; then
        tell >&2
        next=$((SECONDS + 30))
    fi
done
[ ! -t 2 ] || printf '\r\033[K' >&2
if ! wait "$command"; then
    echo "$title failed:" >&2
    grep -E 'error:|warning:' "$log" | sort -u | head -50 >&2 || true
    tail -n 40 "$log" >&2
    exit 1
fi
