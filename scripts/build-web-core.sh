#!/bin/sh
# Builds NexusCore and NexusWeb as Embedded Swift to Web/core/nexus.wasm, and fails if that is too large to load quickly in a
# browser. Does nothing when the module is newer than everything it is made of.
set -eu
cd "$(dirname "$0")/.."

output=.build-web
module=Web/core/nexus.wasm
limit=$((400 * 1024))
# wasi-libc gives malloc and the memory functions; nothing of WASI is called but by what they drag in.
libc=${WASI_LIBC:-/usr/lib/wasm32-wasi}

if ! compiler=$(command -v swiftc); then
    echo "swiftc is not on the PATH: install Swift 6.3 from https://swift.org/install." >&2
    exit 1
fi
if [ ! -f "$libc/libc.a" ]; then
    echo "$libc/libc.a is not there: install wasi-libc (scripts/setup.sh), or set WASI_LIBC to its folder." >&2
    exit 1
fi
if ! command -v wasm-opt >/dev/null 2>&1; then
    echo "wasm-opt is not on the PATH: install binaryen (scripts/setup.sh)." >&2
    exit 1
fi
# The linker and the Unicode tables are the toolchain's own, wherever it is installed.
# The compiler on the PATH may be a link to an installer of toolchains.
resources=$("$compiler" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
toolchain=$(dirname "$(dirname "$resources")")
linker=$toolchain/bin/wasm-ld
tables=$toolchain/lib/swift/embedded/wasm32-unknown-none-wasm

report() {
    size=$(wc -c <"$module")
    zipped=$(gzip -9 -c "$module" | wc -c)
    echo "$module: $size bytes, $zipped gzipped (limit $limit)"
    if [ "$zipped" -gt "$limit" ]; then
        echo "The core is too large for the browser." >&2
        exit 1
    fi
}

mkdir -p "$output"
if [ -f "$module" ] && [ -z "$(find Sources/NexusCore Sources/NexusWeb "$0" -newer "$module")" ]; then
    report
    exit 0
fi

compile() {
    name=$1
    shift
    # Small before fast: functions with many callers are not inlined, nor are the fields of the lists that a FieldCoder reads and writes. There is no runtime to check a stack guard against; WebAssembly's stack is no place for return addresses anyway.
    find "Sources/$name" -name '*.swift' -print | LC_ALL=C sort | xargs "$compiler" \
        -module-name "$name" -package-name nexus -swift-version 6 -parse-as-library \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
        -target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -Osize \
        -Xfrontend -disable-stack-protector \
        -Xllvm -sil-disable-pass=closure-specialize -Xllvm -inline-threshold=0 -Xllvm -sil-inline-never-functions=FieldCoder \
        -I "$output" -emit-module -emit-module-path "$output/$name.swiftmodule" -c -o "$output/$name.o" "$@"
}

compile NexusCore
compile NexusWeb
"$linker" --no-entry --gc-sections --strip-all --compress-relocations -z stack-size=1048576 \
    "$output/NexusCore.o" "$output/NexusWeb.o" \
    -L "$libc" -lc -L "$tables" -lswiftUnicodeDataTables -o "$output/linked.wasm"
# What the compiler's optimiser leaves: a 50th of what a first visit sends.
wasm-opt -Oz --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
    "$output/linked.wasm" -o "$module"
report
