#!/bin/sh
# Prints what names the packages: the version (`nexus --version`, from NexusVersion.swift), `arch` for the machine's, `epoch` for the time of the last commit.
set -eu
cd "$(dirname "$0")/.."

case "${1:-version}" in
version) sed -n 's/.*static let text = "\(.*\)"/\1/p' Sources/NexusServer/Monitoring/NexusVersion.swift ;;
arch) uname -m ;;
debian-arch) dpkg --print-architecture ;;
# In place of times of this machine, so that the same sources make the same packages.
epoch) echo "${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" ;;
*) echo "version.sh [version|arch|debian-arch|epoch]" >&2 && exit 2 ;;
esac
