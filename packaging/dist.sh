#!/usr/bin/env bash
# dist.sh [OUTPUT]: makes the packages of the program in .build-dist (packaging/build.sh): tarball, symbols, Debian package, and their digests.
set -euo pipefail
cd "$(dirname "$0")/.."

output=${1:-dist}
program=${PROGRAM:-.build-dist/release/nexus}
stage=.build-dist/stage
mkdir -p "$output"
rm -f "$output"/nexus[-_]* "$output/SHA256SUMS"
packaging/stage.sh "$program" "$stage"
packaging/tarball.sh "$stage" "$output"
packaging/debian.sh "$stage" "$output"
(cd "$output" && LC_ALL=C sha256sum nexus[-_]* >SHA256SUMS)
(cd "$output" && ls -l --block-size=1 nexus[-_]* | awk '{ printf "%7.1f MB  %s\n", $5 / 1e6, $9 }')
