#!/bin/sh
# Puts beside each file of the web client its form compressed by Brotli, `X.br` for `X`, which the server hands out instead of
# compressing by gzip itself. Does nothing for what has not changed; without brotli it removes those forms.
set -eu
cd "$(dirname "$0")/../Web"

# The page and the service worker are filled in by the server; what is at the root is small.
find core icons.svg shell styles views app.js -type f ! -name '*.br' | while read -r file; do
    if ! command -v brotli >/dev/null 2>&1; then
        rm -f "$file.br"
    elif [ ! -f "$file.br" ] || [ "$file" -nt "$file.br" ]; then
        # Its own time, not that of its source: the server takes it for stale when it is older.
        brotli --force --no-copy-stat --quality=11 --lgwin=22 --output="$file.br" "$file"
    fi
done
