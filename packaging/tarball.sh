#!/usr/bin/env bash
# tarball.sh STAGE OUTPUT: packs what stage.sh laid out to OUTPUT/nexus-VERSION-linux-ARCH.tar.gz, and its symbols beside it. The same content makes the same bytes.
set -euo pipefail
stage=$(readlink -f "$1")
mkdir -p "$2"
output=$(readlink -f "$2")
cd "$(dirname "$0")"

name=nexus-$(./version.sh)-linux-$(./version.sh arch)
pack() {
    tar --create --directory "$1" --transform "s,^\.,$2," --sort=name --mtime="@$(./version.sh epoch)" \
        --owner=0 --group=0 --numeric-owner --format=ustar . | gzip --no-name -6 >"$output/$2.tar.gz"
}
pack "$stage" "$name"
pack "$stage-symbols" "$name-symbols"
