#!/usr/bin/env bash
# Checks the app of Apple/ on Linux (docs/apple.md): wrong uses of Apple's frameworks are refused, every file compiles as it does on a Mac,
# and the tests drive its views. The build before has compiled every file as on an iPhone.
set -euo pipefail
cd "$(dirname "$0")/.."

modules=$PWD/.build/debug/Modules
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility
    -warnings-as-errors -parse-as-library -module-cache-path .build/apple-check-cache)

# 1. The declarations refuse what Apple's frameworks refuse. The first line of each file names the error.
for file in Tests/AppleShape/Refused/*.swift; do
    wanted=$(sed -n '1s|^// refused: ||p' "$file")
    if swiftc -typecheck "${flags[@]}" -I "$modules" "$file" 2>"$work/errors"; then
        echo "$file compiles, and should not" >&2
        exit 1
    fi
    grep -qF -- "$wanted" "$work/errors" || { echo "$file is refused for another reason:" >&2; cat "$work/errors" >&2; exit 1; }
done

# 2. As on a Mac: os(macOS) holds, what only an iPhone has is absent. Module maps of C libraries come from the build of NexusClient.
read -ra maps < <(python3 - <<'PYTHON'
import re
plan = open(".build/debug.yaml").read()
found = re.search(r'args: \[([^\n]*?"-module-name","NexusClient"[^\n]*)\]', plan)
words = re.findall(r'"((?:[^"\\]|\\.)*)"', found.group(1)) if found else []
print(" ".join(f"-Xcc {words[i + 1]}" for i, word in enumerate(words[:-1]) if word == "-Xcc"))
PYTHON
)
mac=(-D APPLE_SHAPE_MAC -D DEBUG -wmo -emit-module -package-name nexus -I "$work/modules" "${flags[@]}")
mkdir -p "$work/modules"
module() {
    local name=$1 folder=$2
    mkdir -p "$work/$name"
    cp -r "$folder/." "$work/$name"
    # The same sources, compiled where Linux stands for macOS.
    find "$work/$name" -name '*.swift' -exec sed -i 's/os(macOS)/os(Linux)/g' {} +
    (cd "$work/$name" && find . -name '*.swift' -print0 | sort -z | xargs -0 swiftc "${mac[@]}" "${@:3}" \
        -module-name "$name" -emit-module-path "$work/modules/$name.swiftmodule")
}
module AppKit Tests/AppleShape/AppKit
module UniformTypeIdentifiers Tests/AppleShape/UniformTypeIdentifiers
module CoreGraphics Tests/AppleShape/CoreGraphics
module CoreImage Tests/AppleShape/CoreImage
module AVFAudio Tests/AppleShape/AVFAudio
module SwiftUI Tests/AppleShape/SwiftUI
for name in UserNotifications Intents WidgetKit AppIntents AuthenticationServices; do module $name Tests/AppleShape/$name; done
# The extensions are of iPhone and iPad alone.
for name in NexusViews NexusSystem NexusApp; do module $name Apple/Sources/$name -I "$modules" "${maps[@]}"; done
module XCTest Tests/AppleShape/XCTest
module NexusUITests Apple/UITests

# 3. The views, on screens without a window.
scripts/swift-tests.sh --ignore-lock --filter AppleTests
