#!/usr/bin/env bash
# quietly.sh TITLE COMMAND...: runs a command, showing its output only if it fails.
set -uo pipefail
title=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if [ -t 2 ]; then echo "$title…" >&2; fi
if ! "$@" >"$log" 2>&1; then
    echo "$title failed:" >&2
    grep -E 'error:|warning:' "$log" | sort -u | head -50 >&2 || true
    tail -n 40 "$log" >&2
    exit 1
fi
