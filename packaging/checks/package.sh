#!/usr/bin/env bash
# package.sh DIST: installs the Debian package and unpacks the tarball of DIST, each in a fresh Debian, runs the server as its account there, and
# removes the package again. Needs root, debootstrap and a Debian mirror. Nothing outside of .build-dist changes.
set -euo pipefail
dist=$(readlink -f "${1:-dist}")
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "Run this as root: it makes a root of its own with debootstrap." >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "Install debootstrap." >&2; exit 1; }

(cd "$dist" && sha256sum --check --quiet SHA256SUMS)
deb=$(find "$dist" -name "nexus_*.deb")
tarball=$(find "$dist" -name "nexus-*-linux-*.tar.gz" ! -name "*-symbols.tar.gz")
root=$PWD/.build-dist/check-root
trap 'rm -rf --one-file-system "$root"' EXIT

title() { echo "$*"; }
need() {
    if "${@:2}"; then echo "  ok  $1"; else echo "FAILED: $1" >&2; exit 1; fi
}
not() { ! "$@"; }
# With /proc and without a network of its own: packages are fetched.
inside() {
    unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@" </dev/null
}
quiet() {
    local log
    log=$(mktemp)
    "$@" >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; return 1; }
    rm -f "$log"
}
# The program with the arguments of the unit, in a network of its own, and with /proc, from which it has its arguments.
served() { unshare --net --mount-proc="$root/proc" packaging/checks/served.py "$root" "$@"; }
account() { inside getent passwd nexus >/dev/null; }

title "The package in a fresh Debian"
packaging/checks/root.sh "$root"
cp "$deb" "$root/tmp/nexus.deb"
quiet inside apt-get update
quiet inside apt-get install -y /tmp/nexus.deb
need "has an account" account
need "has a data folder for it alone" test "$(inside stat -c '%U %a' /var/lib/nexus)" = "nexus 700"
need "has settings that only it reads" test "$(inside stat -c '%U:%G %a' /etc/nexus/nexus.yaml)" = "root:nexus 640"
need "finds no library missing" not grep -q 'not found' <(inside ldd /usr/bin/nexus)
need "enables the unit" test -L "$root/etc/systemd/system/multi-user.target.wants/nexus.service"
# shellcheck disable=SC2046 # The unit's command is words.
served $(sed -n 's/^ExecStart=//p' "$root/lib/systemd/system/nexus.service")
quiet inside dpkg -i /tmp/nexus.deb
need "installs over itself" test -s "$root/var/lib/nexus/nexus.sqlite"
echo "# the operator's" >>"$root/etc/nexus/nexus.yaml"
quiet inside dpkg -i /tmp/nexus.deb
need "keeps changed settings" grep -q "the operator's" "$root/etc/nexus/nexus.yaml"
quiet inside apt-get remove -y nexus
need "removed, the program is gone" not test -e "$root/usr/bin/nexus"
need "and data and settings stay" test -s "$root/var/lib/nexus/nexus.sqlite" -a -f "$root/etc/nexus/nexus.yaml"
quiet inside apt-get purge -y nexus
need "purged, the settings are gone" not test -e "$root/etc/nexus"
need "and the data stays" test -s "$root/var/lib/nexus/nexus.sqlite"
quiet inside dpkg -i /tmp/nexus.deb
echo "nexus nexus/purge-data boolean true" | unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$root" debconf-set-selections
quiet inside apt-get purge -y nexus
need "purged with its data on request, both are gone" not test -e "$root/var/lib/nexus"
need "and the account" not account
left=$(find "$root/etc" "$root/usr" "$root/lib" "$root/var/lib" -iname '*nexus*' ! -path '*/dpkg/*' ! -path '*/apt/*' 2>/dev/null || true)
need "and nothing of it is left: $left" test -z "$left"

title "The tarball in the same Debian, with the libraries of the package"
mkdir -p "$root/opt/nexus" "$root/etc/nexus"
tar -xzf "$tarball" -C "$root/opt/nexus" --strip-components=1
quiet inside adduser --system --group --home /var/lib/nexus --quiet nexus
cp "$root/opt/nexus/share/doc/nexus/nexus.yaml" "$root/etc/nexus/nexus.yaml"
rm -rf "$root/run/nexus-notify"
served /opt/nexus/bin/nexus serve --config /etc/nexus/nexus.yaml
