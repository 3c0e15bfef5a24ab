#!/usr/bin/env bash
# stage.sh PROGRAM FOLDER: lays out what is packaged, as below /usr, in FOLDER, and its symbols in FOLDER-symbols. PROGRAM is the one that build.sh made.
set -euo pipefail
program=$(readlink -f "$1")
mkdir -p "$2"
stage=$(readlink -f "$2")
symbols=$stage-symbols
cd "$(dirname "$0")/.."

rm -rf "$stage" "$symbols"
umask 022
share=$stage/share/nexus
mkdir -p "$stage/bin" "$share" "$stage/share/doc/nexus/licenses"

# The program without symbols; debuggers find these by the program's build identifier.
id=$(readelf -n "$program" | sed -n 's/.*Build ID: //p')
[ -n "$id" ] || { echo "$program has no build identifier: build it with packaging/build.sh." >&2; exit 1; }
debug=$symbols/lib/debug/.build-id/${id:0:2}
mkdir -p "$debug"
objcopy --only-keep-debug --compress-debug-sections=zlib "$program" "$debug/${id:2}.debug"
objcopy --strip-all "$program" "$stage/bin/nexus"
chmod 755 "$stage/bin/nexus"
chmod 644 "$debug/${id:2}.debug"
said=$("$stage/bin/nexus" --version)
[ "$said" = "$(packaging/version.sh)" ] || { echo "The program is version $said, the sources are not: build it again." >&2; exit 1; }

# The web client, with its core and compressed files, and without what only its development needs.
[ -f Web/core/nexus.wasm ] || { echo "Web/core/nexus.wasm is missing: scripts/build-web-core.sh makes it." >&2; exit 1; }
find Web -name '*.br' | while read -r form; do
    [ ! "${form%.br}" -nt "$form" ] || { echo "$form is older than its source: scripts/compress-web.sh makes it again." >&2; exit 1; }
done
mkdir -p "$share/web"
(cd Web && find . -type f ! -name '.*' ! -name 'tsconfig.json' ! -path './shell/contract.js*' ! -path './shell/wire.js*' \
    ! -path './views/context.js*' -print0 | xargs -0 cp --parents -t "$share/web")

# The embedding model, which has the same licence as the program. What reads insights is inside the program.
model=models/all-MiniLM-L6-v2
[ -f $model/model.safetensors ] || { echo "The embedding model is missing: scripts/fetch-model.sh" >&2; exit 1; }
mkdir -p "$share/$model"
cp $model/model.safetensors $model/vocab.txt "$share/$model"
cp LICENSE "$share/$model/LICENSE"

# Documents, and the licences of everything inside.
cp -r README.md CHANGELOG.md SECURITY.md LICENSE NOTICE "$stage/share/doc/nexus"
find docs -maxdepth 1 -name '*.md' -exec cp -t "$stage/share/doc/nexus" {} +
cp -r packaging/monitoring packaging/compose packaging/kubernetes "$stage/share/doc/nexus"
rm -f "$stage/share/doc/nexus/monitoring/alerts-test.yaml"
cp packaging/systemd/nexus.service packaging/nexus.yaml "$stage/share/doc/nexus"
checkouts=${CHECKOUTS:-.build-dist/checkouts}
for folder in "$checkouts"/*/; do
    name=$(basename "$folder")
    find "$folder" -maxdepth 1 \( -iname 'LICENSE*' -o -iname 'NOTICE*' \) -type f | LC_ALL=C sort | while read -r file; do
        cp "$file" "$stage/share/doc/nexus/licenses/$name-$(basename "$file")"
    done
done
# The compiler on the PATH may be a link to an installer of toolchains.
resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
swift=$(dirname "$(dirname "$resources")")/share/swift/LICENSE.txt
cp "$swift" "$stage/share/doc/nexus/licenses/swift-LICENSE.txt"

# Completion of the command line.
complete() {
    mkdir -p "$(dirname "$stage/share/$2")"
    "$stage/bin/nexus" --generate-completion-script "$1" >"$stage/share/$2"
}
complete bash bash-completion/completions/nexus
complete zsh zsh/site-functions/_nexus
complete fish fish/vendor_completions.d/nexus.fish

# One time for all, so that the same content makes the same package. The web client's compressed files are then no older than their sources.
find "$stage" "$symbols" -type f -exec chmod u=rwX,go=rX {} +
find "$stage" "$symbols" -type d -exec chmod 755 {} +
find "$stage" "$symbols" -exec touch --no-dereference --date="@$(packaging/version.sh epoch)" {} +
