#!/bin/sh
# Runs the tests of `nexus tui` on pseudo-terminals and in tmux, and names what is skipped and why; arguments go to pytest (`-k search`, `-n 0` for one process).
exec "$(dirname "$0")/python-tests.sh" Tests/Terminal -rs "$@"
