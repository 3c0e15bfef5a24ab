#!/usr/bin/env python3
r"""Trains what reads a question and a message together (Sources/NexusIntelligence/Retrieval/PairReader.swift).

    nexus bench chat Training/Chat --out model.txt
    Training/train_pairs.py model.txt Training/Chat models/all-MiniLM-L6-v2 --fold 0 --epochs 2 \
        --out Sources/NexusIntelligence/Retrieval/PairParameters.swift --examples Fixtures/Model/pairs.json

The lower three layers of the sentence model stay as they are and read each text alone. The upper three read the states of the question, of the message
before and of the message together, each state with the vector of its kind; adaptations of rank 16 are learned, and the weights of the first token
and of the mean of all. Its score is added to that of the order of train_answers.py, as networks give it that have not seen the conversation, so that
the sources' shares of `exp(score)` among the candidates grow. A second score says how likely a candidate answers at all: the share of the sources grows
among the candidates and none of them, and questions without an answer, of their own conversation and of another, raise that of none.
With --fold, that fifth of the conversations is kept back, and printed of it how often a source is among the first three, and how many questions are left
unanswered. The product's parameters are of --fold 0 --epochs 2. Needs NumPy, SciPy, JAX, Optax and tokenizers; takes about 0.9 s a step on two processors.
"""
import argparse
import base64
import glob
import json
import os
import re
import struct
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax
from tokenizers import BertWordPieceTokenizer

from train_answers import apart, fit_confidence, rank, read, spread, together

LAYER, RANK, HEADS, WIDTH = 3, 16, 12, 384
QUESTION, BEFORE, MESSAGE = 28, 18, 64  # pieces, without ends
RATE, TOGETHER, WRONG = 6e-4, 4, 6  # answered questions a step; candidates that are no source, of each
FOREIGN = 0.35  # of the questions without an answer; there is one a step
READ, WEIGHT = 12, 0.6  # as PairReader
SHARE = 0.7  # as AnswerConfidence
# A question, the message before, the message.
EXAMPLES = [
    ("When does the new office open?", None, "Ada: The new office opens on Thursday, bring your badge."),
    ("When does the new office open?", "Ben: is the office ready?", "Ada: Thursday, if the painters are done."),
    ("When does the new office open?", "Ben: is the office ready?", "Cyd: I adopted a puppy from the shelter last week."),
    ("Wer bringt am Samstag den Anhänger mit?", "Jonas: wir brauchen noch einen Anhänger", "Mara: ich frag meinen Onkel, der hat einen"),
    ("Why " + "on earth " * 20 + "did we drop it?", "Ben: " + "so many words " * 10, "Ada: too slow, " + "and the price went up again " * 20),
]
PARTS = ("qkv", "o", "i", "u")


# Data

def chats(folder):
    """Of each conversation its messages, as lines of sender and text, and its questions."""
    found = {}
    for path in sorted(glob.glob(folder + "/*.chat")):
        name, messages, questions = os.path.basename(path)[:-5], [], []
        for line in open(path, encoding="utf-8").read().split("\n"):
            message = re.match(r"\d+ \d\d:\d\d ([^|^]+?)(?: \^\d+)? \| (.*)$", line)
            if message:
                messages.append(f"{message[1].strip()}: " + message[2].replace("\\n", "\n"))
            elif line.startswith("name:"):
                name = line.split(":")[1].strip()
            elif line.startswith("ask "):
                questions.append(line[4:].split(" | ")[1].strip())
        found[name.replace(" ", "_")] = messages, questions
    return found


def scored(path, names):
    """The questions with the score of each candidate by weights that have not seen their conversation; `talk` is the conversation of the candidates."""
    questions = [question for question in read([path]) if question.kind != "wide"]
    own = [question for question in questions if question.kind == "own" and question.is_answerable]
    for question, weights in apart(questions, own, spread(own)):
        rank(question, weights)
        question.base = question.features @ weights
        question.talk = question.name if question.kind == "own" else names[(names.index(question.name) + 1) % len(names)]
    return questions


# The model

def model(folder):
    data = open(folder + "/model.safetensors", "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, entry in json.loads(data[8:8 + size]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = entry["data_offsets"]
            found[name] = np.frombuffer(data[8 + size + start:8 + size + end], "<f4").reshape(entry["shape"])
    layers = []
    for number in range(6):
        part = lambda name: found[f"encoder.layer.{number}.{name}"]
        three = lambda end: np.concatenate([part(f"attention.self.{name}.{end}") for name in ("query", "key", "value")])
        layer = {"qkv": three("weight"), "qkvb": three("bias")}
        for key, name in (("o", "attention.output.dense"), ("n1", "attention.output.LayerNorm"), ("i", "intermediate.dense"), ("u", "output.dense"),
                          ("n2", "output.LayerNorm")):
            layer[key], layer[key + "b"] = part(name + ".weight"), part(name + ".bias")
        layers.append(layer)
    return found, layers


def normal(x, weight, shift):
    x = x - x.mean(-1, keepdims=True)
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-12) * weight + shift


def passed(x, layers, mask, learned=None):
    count, length, _ = x.shape
    bias = jnp.where(mask, 0, -1e9)[:, None, None, :]
    for layer, own in zip(layers, learned or [{}] * len(layers)):
        # Inputs pass the adaptations beside the matrices: the slopes of these are not computed.
        times = lambda x, part: x @ layer[part].T + layer[part + "b"] + (x @ own[part]["A"].T @ own[part]["B"].T if part in own else 0)
        q, k, v = [part.reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3) for part in jnp.split(times(x, "qkv"), 3, -1)]
        near = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) / (WIDTH / HEADS) ** .5 + bias, -1)
        context = (near @ v).transpose(0, 2, 1, 3).reshape(count, length, WIDTH)
        x = normal(x + times(context, "o"), layer["n1"], layer["n1b"])
        x = normal(x + times(jax.nn.gelu(times(x, "i"), approximate=True), "u"), layer["n2"], layer["n2b"])
    return x


def lower(texts, weights, layers):
    """The states of the tokens of each text after the lower layers."""
    run = jax.jit(lambda ids: passed(
        normal(jnp.asarray(weights["embeddings.word_embeddings.weight"])[ids] + weights["embeddings.position_embeddings.weight"][:ids.shape[1]]
               + weights["embeddings.token_type_embeddings.weight"][0], weights["embeddings.LayerNorm.weight"], weights["embeddings.LayerNorm.bias"]),
        layers[:LAYER], jnp.ones(ids.shape, bool)))
    found, lengths = [None] * len(texts), {}
    for place, text in enumerate(texts):
        lengths.setdefault(len(text), []).append(place)
    for places in lengths.values():
        for start in range(0, len(places), 64):
            some = places[start:start + 64]
            states = run(np.array([texts[place] for place in some + some[:1] * (64 - len(some))]))
            for place, one in zip(some, np.asarray(states, np.float16)):
                found[place] = one
    return found


def scores(learned, layers, x, kinds):
    mask = kinds > 0
    x = passed(x.astype(jnp.float32) + learned["kinds"][jnp.maximum(kinds - 1, 0)], layers, mask, learned["layers"])
    mean = jnp.where(mask[..., None], x, 0).sum(1) / mask.sum(1, keepdims=True)
    return jnp.concatenate([x[:, 0], mean], -1) @ learned["heads"]


# Training

def pieces(tokenizer, text, limit):
    return [101] + tokenizer.encode(text, add_special_tokens=False).ids[:limit] + [102]


class Pairs:
    """States of questions and of candidates, put together in the order of PairReader."""

    def __init__(self, questions, found, weights, layers, tokenizer):
        needed = sorted({(q.talk, place - back) for q in questions for place in q.places for back in (0, 1) if place >= back})
        lines = [pieces(tokenizer, found[name][0][place], MESSAGE) for name, place in needed]
        asked = [pieces(tokenizer, found[question.name][1][question.number], QUESTION) for question in questions]
        self.messages = dict(zip(needed, lower(lines, weights, layers)))
        for question, states in zip(questions, lower(asked, weights, layers)):
            question.states = states

    def parts(self, question, candidate):
        place = question.places[candidate]
        before = [(self.messages[question.talk, place - 1][1:][:BEFORE], 2)] if place > 0 else []
        return [(question.states, 1)] + before + [(self.messages[question.talk, place][1:], 3)]

    def padded(self, pairs):
        parts = [self.parts(question, candidate) for question, candidate in pairs]
        length = -(-max(sum(len(states) for states, _ in some) for some in parts) // 16) * 16
        x, kinds = np.zeros((len(parts), length, WIDTH), np.float16), np.zeros((len(parts), length), np.int32)
        for row, some in enumerate(parts):
            at = 0
            for states, kind in some:
                x[row, at:at + len(states)], kinds[row, at:at + len(states)] = states, kind
                at += len(states)
        return x, kinds


def chosen(question, random):
    """A source, sometimes two, and some that are none, half of them near the top."""
    right, wrong = np.flatnonzero(question.right), np.flatnonzero(question.right == 0)
    take = 2 if len(right) > 2 and random.random() < .5 else 1
    sources = list(random.permutation(right)[:take]) if len(right) else []
    order = wrong[np.argsort(-question.base[wrong])]
    room = WRONG + 1 - len(sources)
    near = list(random.permutation(order[:12])[:room - 2])
    return sources + near + list(random.permutation(order[12:])[:room - len(near)])


def train(questions, pairs, layers, epochs):
    unsaid = [question for question in questions if question.kind == "own" and not question.is_answerable]
    foreign = [question for question in questions if question.kind == "foreign"]
    questions = [question for question in questions if question.right.any()]
    random = np.random.default_rng(1)
    low = lambda matrix: {"A": jnp.asarray(random.normal(size=(RANK, matrix.shape[1])) / matrix.shape[1] ** .5, jnp.float32),
                          "B": jnp.zeros((matrix.shape[0], RANK), jnp.float32)}
    learned = {"layers": [{key: low(layer[key]) for key in PARTS} for layer in layers], "heads": jnp.zeros((2 * WIDTH, 2)), "kinds": jnp.zeros((3, WIDTH))}

    def loss(learned, layers, x, kinds, base, right, real):
        own = jnp.zeros((*real.shape, 2)).at[jnp.nonzero(real, size=len(kinds))].set(scores(learned, layers, x, kinds))
        total = jnp.where(real, own[..., 0] + base, -1e9)
        order = jax.nn.logsumexp(total, 1) - jax.nn.logsumexp(jnp.where(right, total, -1e9), 1)
        answers = jnp.where(real, own[..., 1], -1e9)
        known = jnp.where(right.any(1), jax.nn.logsumexp(jnp.where(right, answers, -1e9), 1), 0)
        none = jax.nn.logsumexp(jnp.concatenate([answers, jnp.zeros((len(real), 1))], 1), 1)
        return order[:TOGETHER].mean() + (none - known).mean()

    steps = int(epochs * len(questions) / TOGETHER)
    optimizer = optax.chain(
        optax.clip_by_global_norm(1.0), optax.adamw(optax.warmup_cosine_decay_schedule(0, RATE, steps // 15 + 1, steps), b2=0.98, weight_decay=0.01))
    state, slope = optimizer.init(learned), jax.jit(jax.value_and_grad(loss))
    began, sum_, order = time.time(), 0, []
    for step in range(1, steps + 1):
        if len(order) < TOGETHER:
            order = list(random.permutation(len(questions)))
        unanswered = foreign if random.random() < FOREIGN else unsaid
        some = [questions[order.pop()] for _ in range(TOGETHER)] + [unanswered[random.integers(len(unanswered))]]
        own = [chosen(question, random) for question in some]
        shape = (TOGETHER + 1, WRONG + 1)
        base, right, real = np.zeros(shape, np.float32), np.zeros(shape, bool), np.zeros(shape, bool)
        for row, (question, candidates) in enumerate(zip(some, own)):
            count = len(candidates)
            base[row, :count], right[row, :count], real[row, :count] = question.base[candidates], question.right[candidates] > 0, True
        value, gradient = slope(learned, layers, *pairs.padded([(q, c) for q, candidates in zip(some, own) for c in candidates]), base, right, real)
        change, state = optimizer.update(gradient, state, learned)
        learned = optax.apply_updates(learned, change)
        sum_ += float(value)
        if step % 100 == 0:
            print(f"step {step} of {steps}: loss {sum_ / 100:.3f}, {time.time() - began:.0f} s", flush=True)
            sum_ = 0
    return learned


def evaluate(learned, kept, others, pairs, layers):
    run, first, second = jax.jit(scores), [], []
    for question in kept:
        top = question.order[:READ]
        own, question.read = np.asarray(run(learned, layers, *pairs.padded([(question, candidate) for candidate in top]))).T
        if question.right.any():
            again = np.concatenate([top[np.argsort(-(question.base[top] + WEIGHT * own), kind="stable")], question.order[READ:]])
            first.append(question.right[question.order[:3]].any())
            second.append(question.right[again[:3]].any())
    print(f"{len(first)} questions, first three: {100 * np.mean(first):.1f} %, read together {100 * np.mean(second):.1f} %")
    is_answered = lambda questions: np.array([question.is_answerable and question.kind == "own" for question in questions])
    features = lambda questions: np.array([together(question) for question in questions])
    confidence = features(kept) @ fit_confidence(features(others), is_answered(others).astype(float))
    answered, foreign = is_answered(kept), np.array([question.kind == "foreign" for question in kept])
    for name, share in (("features", 0), ("with what is read", SHARE)):
        if share:  # as AnswerConfidence, whose first score is zero where one answer in eight is lost
            read = np.array([np.logaddexp.reduce(question.read) for question in kept])
            confidence = -np.logaddexp(np.quantile(confidence[answered], .125) - confidence, -share * read)
        for lost in (.1, .12, .15, .18):
            silent = confidence < np.quantile(confidence[answered], lost)
            print(f"{name}: falsely unanswered {lost:.2f}, unsaid {silent[~answered & ~foreign].mean():.2f}, foreign {silent[foreign].mean():.2f}")


def write(learned, path):
    def matrix(values):  # eight bits a number, after a scale for each column
        scale = np.maximum(np.abs(values).max(0), 1e-9) / 127
        return scale.astype("<f4").tobytes() + np.round(values / scale).astype(np.int8).tobytes()

    data = np.asarray(learned["kinds"], "<f4").tobytes() + np.asarray(learned["heads"].T, "<f4").tobytes()
    for layer in learned["layers"]:
        for part in PARTS:
            data += matrix(np.asarray(layer[part]["A"]).T) + matrix(np.asarray(layer[part]["B"]))
    with open(path, "w") as file:
        file.write("/// The parameters of `PairReader`, written by Training/train_pairs.py.\nenum PairParameters {\n    static let base64 =\n")
        file.write(f'        "{base64.b64encode(data).decode()}"\n}}\n')


def examples(learned, weights, layers, tokenizer, path):
    """The scores of some pairs, for PairReaderTests."""
    states = lambda text, limit: lower([pieces(tokenizer, text, limit)], weights, layers)[0].astype(np.float32)
    found = []
    for question, before, message in EXAMPLES:
        parts = [(states(question, QUESTION), 1)] + ([(states(before, MESSAGE)[1:][:BEFORE], 2)] if before else []) + [(states(message, MESSAGE)[1:], 3)]
        kinds = np.concatenate([np.full(len(rows), kind) for rows, kind in parts])
        order, answers = scores(learned, layers[LAYER:], np.concatenate([rows for rows, _ in parts])[None], kinds[None])[0]
        found.append({"question": question, "before": before, "message": message, "order": round(float(order), 4), "answers": round(float(answers), 4)})
    with open(path, "w", encoding="utf-8") as file:
        json.dump(found, file, ensure_ascii=False, indent=1)
        file.write("\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("candidates")
    parser.add_argument("chats")
    parser.add_argument("model")
    parser.add_argument("--epochs", type=float, default=4)
    parser.add_argument("--fold", type=int)
    parser.add_argument("--out")
    parser.add_argument("--examples")
    options = parser.parse_args()
    weights, layers = model(options.model)
    tokenizer = BertWordPieceTokenizer(options.model + "/vocab.txt", lowercase=True)
    found = chats(options.chats)
    questions = scored(options.candidates, list(found))
    pairs = Pairs(questions, found, weights, layers, tokenizer)
    seen = [question for question in questions if question.fold != options.fold]
    learned = train(seen, pairs, layers[LAYER:], options.epochs)
    if options.fold is not None:
        evaluate(learned, [question for question in questions if question.fold == options.fold], seen, pairs, layers[LAYER:])
    if options.out:
        write(learned, options.out)
    if options.examples:
        examples(learned, weights, layers, tokenizer, options.examples)


if __name__ == "__main__":
    main()
