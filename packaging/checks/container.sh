#!/usr/bin/env bash
# container.sh DIST: runs the Containerfile with buildah, without a daemon and without a registry: debian:bookworm-slim is one of debootstrap, and the
# packages are those of DIST in place of the stage that makes them. Then runs the image as its USER, with a read-only root. Needs root.
set -euo pipefail
dist=$(readlink -f "${1:-dist}")
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "Run this as root: it makes a root of its own with debootstrap." >&2; exit 1; }
command -v buildah >/dev/null || { echo "Install buildah, and crun or runc." >&2; exit 1; }

work=$PWD/.build-dist/container
base=$PWD/.build-dist/debian
mkdir -p "$work"
build() { buildah --storage-driver vfs --root "$work/store" --runroot "$work/run" "$@"; }
mounted=
cleanup() {
    [ -z "$mounted" ] || umount --recursive --lazy "$work/root" 2>/dev/null || true
    build rm --all >/dev/null 2>&1 || true
    rm -rf --one-file-system "$work"
}
trap cleanup EXIT
quiet() {
    "$@" >"$work/log" 2>&1 || { tail -40 "$work/log" >&2; exit 1; }
}

echo "The container image"
packaging/checks/root.sh "$work/fresh"
rm -rf --one-file-system "$work/fresh"
first=$(build from scratch)
quiet build add "$first" "$base" /
quiet build commit --rm "$first" docker.io/library/debian:bookworm-slim

# All but the stage that compiles.
context=$work/context
mkdir -p "$context/dist" "$context/packaging"
cp "$dist"/nexus_*.deb "$context/dist"
cp -r packaging/container "$context/packaging"
sed -e '/ AS build$/,/^$/d' -e 's,COPY --from=build /usr/src/nexus/dist /,COPY dist /,' packaging/container/Containerfile >"$context/Containerfile"
grep -q 'COPY dist /' "$context/Containerfile"
quiet build build --isolation chroot --pull=never --format docker -f "$context/Containerfile" -t nexus "$context"
echo "  ok  every step of the last stages runs"

user=$(build inspect --type image --format '{{.Docker.Config.User}}' nexus)
entry=$(build inspect --type image --format '{{join .Docker.Config.Entrypoint " "}} {{join .Docker.Config.Cmd " "}}' nexus 2>/dev/null || echo "/usr/bin/nexus serve")
[ "$user" = 8480:8480 ] || { echo "FAILED: the image runs as $user" >&2; exit 1; }
echo "  ok  it runs as $user"
build inspect --type image --format '{{range .Docker.Config.Env}}{{println .}}{{end}}' nexus | grep '^NEXUS_' >"$work/env"

# As with --read-only, a volume, and a /tmp in memory.
container=$(build from --pull=never nexus)
root=$work/root
mkdir -p "$root" "$work/volume"
mount --bind "$(build mount "$container")" "$root"
mounted=yes
mkdir -p "$root/run"
cp -a "$root/var/lib/nexus/." "$work/volume"
chown 8480:8480 "$work/volume"
mount -o remount,bind,ro "$root"
mount --bind "$work/volume" "$root/var/lib/nexus"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/run"
mount --rbind /dev "$root/dev"
mount --make-rslave "$root/dev"
mount -t proc proc "$root/proc"
chmod 1777 "$root/tmp"
# shellcheck disable=SC2046,SC2086 # Words.
env $(cat "$work/env") unshare --net packaging/checks/served.py "$root" $entry
