#!/bin/sh
# Runs the tests of `nexus tui` on pseudo-terminals and in tmux, and names what is skipped and why; arguments go to pytest (`-k search`, `-n 0` for one process).
set -eu
cd "$(dirname "$0")/.."

python=$(scripts/browser-environment.sh)
memory=$PWD/.build-web/pytest-terminal
cd Tests/Terminal
exec "$python" -m pytest -o cache_dir="$memory" -n "${NEXUS_BROWSER_PROCESSES:-$(nproc)}" --dist worksteal -rs "$@"
