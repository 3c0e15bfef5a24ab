#!/usr/bin/env bash
# files.sh: checks unit, rules, manifests and compose files with the tools that are their own. A tool that is not installed is named and left out.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
has() { command -v "$1" >/dev/null || { echo "  --  $1 is not installed: $2 is not checked"; return 1; }; }
good() { echo "  ok  $*"; }
quiet() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; }

echo "The files"
has shellcheck "shell" && { shellcheck --severity=warning ./*.sh checks/*.sh debian/p*; good "shell"; }
has yamllint "YAML" && { yamllint --strict -c yamllint.yaml nexus.yaml monitoring kubernetes compose; good "YAML"; }
if has systemd-analyze "the unit"; then
    # The program is not installed here.
    sed 's,^ExecStart=/usr/bin/nexus,ExecStart=/bin/true,' systemd/nexus.service >"$work/nexus.service"
    quiet systemd-analyze verify "$work/nexus.service"
    exposure=$(systemd-analyze security --offline=yes --threshold=20 "$work/nexus.service" | tail -1)
    good "the unit: ${exposure#→ }"
fi
if has promtool "the alert rules"; then
    quiet promtool check rules monitoring/alerts.yaml
    quiet promtool check config --syntax-only monitoring/prometheus.yaml
    quiet promtool test rules monitoring/alerts-test.yaml
    good "the alert rules"
fi
export NEXUS_SITE=chat.example.org NEXUS_DATABASE_PASSWORD=secret NEXUS_BUS_TOKEN=secret NEXUS_S3_SECRET_KEY=secret
if has docker-compose "the compose files"; then
    for file in compose/compose.yaml compose/nodes/compose.yaml; do quiet docker-compose -f "$file" config; done
    good "the compose files"
fi
if has caddy "the Caddyfiles"; then
    for file in compose/Caddyfile compose/nodes/Caddyfile; do quiet caddy validate --adapter caddyfile --config "$file"; done
    good "the Caddyfiles"
fi
has kubernetes-validate "the manifests" && { quiet kubernetes-validate --strict kubernetes/*.yaml; good "the manifests"; }
exit 0
