#!/usr/bin/env bash
# Runs a command with a PostgreSQL server of its own, whose address is NEXUS_TEST_DATABASE, and removes the server afterwards. Exits with 69 where there
# is none to start. The server writes nothing to the disk in time: it is for tests.
set -euo pipefail

if command -v initdb >/dev/null 2>&1; then
    programs=$(dirname "$(readlink -f "$(command -v initdb)")")
else
    # Not in the path on Debian.
    programs=$(find /usr/lib/postgresql -mindepth 3 -maxdepth 3 -name initdb -exec dirname {} \; 2>/dev/null | sort -V | tail -1 || true)
fi
if [ -z "$programs" ] || [ ! -x "$programs/initdb" ]; then
    echo "PostgreSQL is not installed (Debian: postgresql): its tests do not run." >&2
    exit 69
fi

folder=$(mktemp -d)
as_user() { "$@"; }
# PostgreSQL refuses to run as root. The package makes a user for it.
if [ "$(id -u)" -eq 0 ]; then
    user=$(id -un postgres 2>/dev/null || echo nobody)
    chown "$user" "$folder"
    as_user() { (cd / && runuser -u "$user" -- "$@"); }
fi
cleanup() {
    as_user "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# Free when asked for, and as good as free a moment later.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
# A locale of its own rules for order, so that what must not depend on it is seen.
if ! as_user "$programs/initdb" -D "$folder/data" -U nexus -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$folder.log" 2>&1 ||
    ! as_user "$programs/pg_ctl" -D "$folder/data" -w -t 60 -l "$folder/log" -o "-c port=$port -c listen_addresses=127.0.0.1 \
        -c unix_socket_directories=$folder -c fsync=off -c full_page_writes=off -c synchronous_commit=off \
        -c max_connections=400 -c max_locks_per_transaction=256 -c shared_buffers=128MB" start >>"$folder.log" 2>&1; then
    cat "$folder.log" "$folder/log" >&2 2>/dev/null || true
    rm -f "$folder.log"
    echo "PostgreSQL does not start here: its tests do not run." >&2
    exit 69
fi
rm -f "$folder.log"
NEXUS_TEST_DATABASE="postgres://nexus@127.0.0.1:$port/postgres" "$@"
