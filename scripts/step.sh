#!/usr/bin/env bash
# step.sh TITLE COMMAND...: runs a command and notes how long it took in the file that NEXUS_STEPS names, for a table at the end.
set -uo pipefail
title=$1
shift
began=$SECONDS
"$@"
status=$?
printf '%5d s  %s%s\n' $((SECONDS - began)) "$title" "$([ "$status" -eq 0 ] || echo ' (failed)')" >>"${NEXUS_STEPS:-/dev/null}"
exit "$status"
