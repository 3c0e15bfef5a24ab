#!/bin/sh
# Builds the program as it is packaged, in .build-dist: with the Swift runtime inside, lines for debuggers, and no path of this machine.
set -eu
cd "$(dirname "$0")/.."

here=$PWD
exec swift build -c release --product nexus --static-swift-stdlib --scratch-path .build-dist \
    -Xswiftc -file-prefix-map -Xswiftc "$here=/usr/src/nexus" -Xcc "-ffile-prefix-map=$here=/usr/src/nexus" \
    -Xlinker --build-id=sha1 "$@"
