#!/usr/bin/env bash
# debian.sh STAGE OUTPUT: makes OUTPUT/nexus_VERSION_ARCH.deb of what stage.sh laid out. The same content makes the same bytes.
set -euo pipefail
stage=$(readlink -f "$1")
mkdir -p "$2"
output=$(readlink -f "$2")
cd "$(dirname "$0")"

version=$(./version.sh)
arch=$(./version.sh debian-arch)
SOURCE_DATE_EPOCH=$(./version.sh epoch)
export SOURCE_DATE_EPOCH
root=$stage-debian
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$root"
umask 022
mkdir -p "$root/DEBIAN" "$root/usr" "$root/etc/nexus" "$root/lib/systemd/system"
cp -a "$stage/." "$root/usr"
doc=$root/usr/share/doc/nexus

# Where Debian looks for them.
rm "$doc/nexus.service" "$doc/nexus.yaml"
install -m 644 nexus.yaml "$root/etc/nexus/nexus.yaml"
sed 1d systemd/nexus.service >"$root/lib/systemd/system/nexus.service"
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv "$root/usr/share/zsh/site-functions/_nexus" "$root/usr/share/zsh/vendor-completions/_nexus"
rmdir "$root/usr/share/zsh/site-functions"
{
    echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
    echo "Upstream-Name: nexus"
    echo
    echo "Files: *"
    echo "Copyright: the Nexus developers"
    echo "License: Apache-2.0"
    echo " On Debian systems the text is in /usr/share/common-licenses/Apache-2.0."
    echo " /usr/share/doc/nexus/NOTICE and /usr/share/doc/nexus/licenses are of what is inside."
} >"$doc/copyright"
rm "$doc/LICENSE"
gzip --no-name -9 --stdout "$doc/CHANGELOG.md" >"$doc/changelog.gz"
rm "$doc/CHANGELOG.md"

# The libraries that the program loads, with the versions that it needs.
mkdir -p "$work/debian"
cp debian/control.in "$work/debian/control"
libraries=$(cd "$work" && dpkg-shlibdeps -O -e"$root/usr/bin/nexus" 2>"$work/log" | sed -n 's/^shlibs:Depends=//p')
[ -n "$libraries" ] || { cat "$work/log" >&2; exit 1; }
{
    sed -n '/^Package:/,$p' debian/control.in |
        sed -e "s|^Architecture: any|Version: $version\nArchitecture: $arch|" -e "s|\${shlibs:Depends}|$libraries|" |
        sed "/^Description:/i Section: net\nPriority: optional\n$(sed -n '/^Maintainer:/p' debian/control.in)\nInstalled-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)"
} >"$root/DEBIAN/control"
install -m 755 debian/postinst debian/prerm debian/postrm "$root/DEBIAN"
install -m 644 debian/templates "$root/DEBIAN/templates"
echo /etc/nexus/nexus.yaml >"$root/DEBIAN/conffiles"
(cd "$root" && find usr lib -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
chmod 644 "$root/DEBIAN/md5sums" "$root/DEBIAN/conffiles" "$root/DEBIAN/control"
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zzstd -z6 --build "$root" "$output/nexus_${version}_$arch.deb" >"$work/log" || { cat "$work/log" >&2; exit 1; }
