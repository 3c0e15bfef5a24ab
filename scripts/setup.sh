#!/bin/sh
# Installs the system packages that building and running need, on Debian and its kin; with `tests`, those of the tests too;
# with `cluster`, those of the cluster under faults; with `check`, the checker of the web client's types; with `pictures`, also the
# fonts that the pictures of the README are made with. Does nothing and says nothing when all of them are there.
set -eu

missing=""
# What tests can do without: they say what they leave out.
optional=""
# Not dpkg alone: Node often comes from elsewhere than the package of that name.
[ -f /usr/include/sqlite3.h ] || missing="$missing libsqlite3-dev"
pkg-config --exists libpq 2>/dev/null || missing="$missing libpq-dev pkg-config"
pkg-config --exists libnats 2>/dev/null || missing="$missing libnats-dev pkg-config"
[ -f /usr/include/zlib.h ] || missing="$missing zlib1g-dev"
# The headers of the wide characters lie beside the others on some systems.
{ [ -f /usr/include/ncursesw/curses.h ] || [ -f /usr/include/curses.h ]; } || missing="$missing libncurses-dev"
pkg-config --exists vips 2>/dev/null || missing="$missing libvips-dev pkg-config"
# Opened while the server runs; its embedding model is fetched with Python.
pkg-config --exists openblas 2>/dev/null || missing="$missing libopenblas-dev pkg-config"
python3 -c "import ensurepip, venv" >/dev/null 2>&1 || missing="$missing python3-venv"
[ -f "${WASI_LIBC:-/usr/lib/wasm32-wasi}/libc.a" ] || missing="$missing wasi-libc"
command -v wasm-opt >/dev/null 2>&1 || missing="$missing binaryen"
command -v brotli >/dev/null 2>&1 || missing="$missing brotli"
command -v node >/dev/null 2>&1 || missing="$missing nodejs"
if [ "${1:-}" = tests ] || [ "${1:-}" = pictures ]; then
    command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
    command -v tmux >/dev/null 2>&1 || missing="$missing tmux"
    command -v pgrep >/dev/null 2>&1 || missing="$missing procps"
fi
if [ "${1:-}" = tests ] || [ "${1:-}" = cluster ]; then
    # Not in the path on Debian.
    { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1 || optional="$optional postgresql"
    { command -v nats-server || [ -x /usr/sbin/nats-server ]; } >/dev/null 2>&1 || optional="$optional nats-server"
fi
if [ "${1:-}" = cluster ]; then
    command -v haproxy >/dev/null 2>&1 || [ -x /usr/sbin/haproxy ] || optional="$optional haproxy"
fi
if [ "${1:-}" = check ]; then
    command -v tsc >/dev/null 2>&1 || missing="$missing node-typescript"
fi
if [ "${1:-}" = pictures ]; then
    [ -d /usr/share/fonts/opentype/inter ] || missing="$missing fonts-inter"
    [ -f /usr/share/fonts/truetype/noto/NotoColorEmoji.ttf ] || missing="$missing fonts-noto-color-emoji"
fi
# The same Chromium without a window: the browser tests run without it too, at half the speed. Not every system has it.
if [ "${1:-}" = tests ] && ! command -v chromium-headless-shell >/dev/null 2>&1 &&
    apt-cache show chromium-headless-shell >/dev/null 2>&1; then
    missing="$missing chromium-headless-shell"
fi
[ -n "$missing$optional" ] || exit 0

# Installs the packages, or says why it cannot.
install() {
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "Install these with your system's package manager:$1" >&2
        return 1
    fi
    as_root=""
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "Run this as root: apt-get install$1" >&2
            return 1
        fi
        as_root=sudo
    fi
    # shellcheck disable=SC2086 # The list is words.
    if ! { $as_root apt-get update && $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $1; } >"$log" 2>&1; then
        cat "$log" >&2
        echo "Could not install:$1" >&2
        return 1
    fi
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
[ -z "$missing" ] || install "$missing"
[ -z "$optional" ] || install "$optional" || echo "The tests that need it are left out." >&2
