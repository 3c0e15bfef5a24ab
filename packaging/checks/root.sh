#!/usr/bin/env bash
# root.sh FOLDER [KEPT]: makes a fresh Debian in FOLDER, from the copy in KEPT if that is there already.
set -euo pipefail
root=$1
kept=${2:-.build-dist/debian}
if [ ! -f "$kept/etc/debian_version" ]; then
    rm -rf "$kept" "$kept.new"
    mkdir -p "$kept.new"
    debootstrap --variant=minbase "${SUITE:-bookworm}" "$kept.new" "${MIRROR:-http://deb.debian.org/debian}" >"$kept.log" 2>&1 ||
        { tail "$kept.log" >&2; exit 1; }
    mv "$kept.new" "$kept"
fi
rm -rf --one-file-system "$root"
cp -a "$kept" "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
