#!/usr/bin/env python3
r"""Trains what embeds a question near to the messages that answer it (Sources/NexusIntelligence/Retrieval/QuestionEncoder.swift).

    nexus bench chat Training/Chat --clauses clauses
    Training/train_questions.py Training/Chat clauses models/all-MiniLM-L6-v2 --fold 0 \
        --out Sources/NexusIntelligence/Retrieval/QuestionParameters.swift --examples Fixtures/Model/questions.json

The messages keep the vectors that they have: of those, clauses.f32 holds that of each message before those of its clauses. The lower three layers read
the question as they are; adaptations of rank 32 of the upper three are learned, so that the cosine of a question with its sources grows among all
messages of its conversation, and, as much, among these and those of the other questions of a step: a reader of all conversations searches so. With --fold, that fifth of the conversations is kept back, and printed
of it how often a source is among the nearest 1, 3, 10, 16 and 40, before and after. The product's parameters are of --fold 0. With --vectors, the vectors
of that fold's questions are written, for train_answers.py and train_pairs.py. Needs NumPy, JAX, Optax and tokenizers; takes four minutes on two processors.
"""
import argparse
import base64
import glob
import json
import os
import re

import jax
import jax.numpy as jnp
import numpy as np
import optax
from tokenizers import BertWordPieceTokenizer

from train_answers import fold_of
from train_pairs import LAYER, WIDTH, adaptations, descent, entered, entry, fresh, model, passed, pieces

RATE, EPOCHS, STEP = 1e-3, 2, 32  # questions a step
MESSAGES = 128  # of a conversation at most, in a step
LENGTH = 30  # pieces of a question with its ends, as PairReader; the product's parameters were learned with 24
EXAMPLES = ["When does the new office open?", "who pays", "Wer bringt am Samstag den Anhänger mit?", "why " + "on earth " * 20 + "did we drop it?"]


class Question:
    def __init__(self, talk, number, text, sources):
        self.talk, self.number, self.text, self.sources, self.fold = talk, number, text, sources, fold_of(talk)


def questions(folder):
    """Of the chats in their order, with the places of their sources."""
    found, sizes = [], {}
    for path in sorted(glob.glob(folder + "/*.chat")):
        text = open(path, encoding="utf-8").read()
        name = re.search(r"^name:(.*)$", text, re.M)[1].strip().replace(" ", "_")
        numbers = [int(number) for number in re.findall(r"^(\d+) \d\d:\d\d [^|^]+?(?: \^\d+)? \| ", text, re.M)]
        sizes[name] = len(numbers)
        for number, line in enumerate(re.findall(r"^ask (.*)$", text, re.M)):
            _, asked, sources, _ = line.split(" | ")
            places = [numbers.index(int(source)) for source in sources.split() if source.isdigit()]
            found.append(Question(name, number, asked.strip(), places))
    return found, sizes


def vectors(path, sizes):
    """The vectors of each conversation's messages."""
    every, place, found = np.memmap(path + ".f32", dtype="<f4", mode="r").reshape(-1, WIDTH), 0, {}
    for line in open(path + ".jsonl", encoding="utf-8"):
        message = json.loads(line)
        found.setdefault(message["file"].replace(" ", "_"), []).append(place)
        place += 1 + len(message["parts"])
    assert place == len(every) and all(len(found[name]) == size for name, size in sizes.items())
    return {name: np.asarray(every[places]) for name, places in found.items()}


def lower(texts, weights, layers, tokenizer):
    """The states of the pieces of each text after the lower layers, and their numbers."""
    split = [pieces(tokenizer, text, LENGTH - 2) for text in texts]
    sizes, ids = np.array([len(one) for one in split], np.int32), np.zeros((len(split), LENGTH), np.int32)
    for row, one in zip(ids, split):
        row[:len(one)] = one
    run = jax.jit(lambda weights, layers, ids, sizes: passed(entered(weights, ids), layers, seen(sizes)))
    start = entry(weights)
    return np.concatenate([np.asarray(run(start, layers[:LAYER], ids[first:first + 128], sizes[first:first + 128]), np.float16)
                           for first in range(0, len(ids), 128)]), sizes


def seen(sizes):
    """Every piece of a text sees those that it has."""
    return jnp.broadcast_to((jnp.arange(LENGTH) < sizes[:, None])[:, None], (len(sizes), LENGTH, LENGTH))


def embed(learned, layers, states, sizes):
    states = passed(states.astype(jnp.float32), layers, seen(sizes), learned)
    mean = (states * (jnp.arange(LENGTH) < sizes[:, None])[..., None]).sum(1)
    return mean / jnp.linalg.norm(mean, axis=-1, keepdims=True)


def embedded(learned, layers, states, sizes):
    run = jax.jit(embed)
    return np.concatenate([np.asarray(run(learned, layers, states[first:first + 256], sizes[first:first + 256])) for first in range(0, len(states), 256)])


def train(asked, states, sizes, messages, layers):
    """Of questions with sources."""
    def loss(learned, layers, states, sizes, near, real, right, apart):
        vectors, scale = embed(learned["layers"], layers, states, sizes), jnp.exp(learned["scale"])
        own = jnp.where(real, scale * jnp.einsum("bmd,bd->bm", near, vectors), -1e9)
        others = jnp.where(apart[..., None] & real, scale * jnp.einsum("bd,cmd->bcm", vectors, near), -1e9).reshape(STEP, -1)
        sources = jax.nn.logsumexp(jnp.where(right, own, -1e9), 1)
        return (jax.nn.logsumexp(own, 1) / 2 + jax.nn.logsumexp(jnp.concatenate([own, others], 1), 1) / 2 - sources).mean()

    random, order, total = np.random.default_rng(1), [], 0
    learned, steps = {"layers": fresh(layers)["layers"], "scale": jnp.float32(3)}, int(EPOCHS * len(asked) / STEP)
    optimizer = descent(RATE, steps)
    state, slope = optimizer.init(learned), jax.jit(jax.value_and_grad(loss))
    for step in range(1, steps + 1):
        if len(order) < STEP:
            order = list(random.permutation(len(asked)))
        batch = np.array([order.pop() for _ in range(STEP)])
        near, real, right = np.zeros((STEP, MESSAGES, WIDTH), np.float32), np.zeros((STEP, MESSAGES), bool), np.zeros((STEP, MESSAGES), bool)
        for row, question in enumerate(asked[place] for place in batch):
            all_ = messages[question.talk]
            rest = random.permutation(np.setdiff1d(np.arange(len(all_)), question.sources))
            taken = np.concatenate([question.sources, rest])[:MESSAGES].astype(int)
            near[row, :len(taken)], real[row, :len(taken)], right[row, :len(taken)] = all_[taken], True, np.isin(taken, question.sources)
        apart = np.array([[asked[one].talk != asked[other].talk for other in batch] for one in batch])
        value, gradient = slope(learned, layers, states[batch], sizes[batch], near, real, right, apart)
        change, state = optimizer.update(gradient, state, learned)
        learned = optax.apply_updates(learned, change)
        total += float(value)
        if step % 100 == 0:
            print(f"step {step} of {steps}: loss {total / 100:.3f}", flush=True)
            total = 0
    return learned["layers"]


def among(asked, vectors, messages):
    """How often a source is among the nearest 1, 3, 10, 16 and 40, in percent."""
    ranks = []
    for question, vector in zip(asked, vectors):
        near = messages[question.talk] @ vector
        ranks.append((near > near[question.sources].max()).sum())
    return [round(100 * float(np.mean(np.array(ranks) < limit)), 1) for limit in (1, 3, 10, 16, 40)]


def write(learned, path):
    data = adaptations(learned)
    with open(path, "w") as file:
        file.write("/// The parameters of `QuestionEncoder`, written by Training/train_questions.py.\nenum QuestionParameters {\n    static let base64 =\n")
        file.write(f'        "{base64.b64encode(data).decode()}"\n}}\n')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("chats")
    parser.add_argument("clauses")
    parser.add_argument("model")
    parser.add_argument("--fold", type=int)
    parser.add_argument("--out")
    parser.add_argument("--examples")
    parser.add_argument("--vectors")
    options = parser.parse_args()
    weights, layers = model(options.model)
    tokenizer = BertWordPieceTokenizer(options.model + "/vocab.txt", lowercase=True)
    every, lengths = questions(options.chats)
    messages = vectors(options.clauses, lengths)
    states, sizes = lower([question.text for question in every], weights, layers, tokenizer)
    upper = jax.tree.map(jnp.asarray, layers[LAYER:])
    has_sources = np.array([bool(question.sources) for question in every])
    is_kept = np.array([question.fold == options.fold for question in every])
    chosen = np.flatnonzero(has_sources & ~is_kept)
    learned = train([every[place] for place in chosen], states[chosen], sizes[chosen], messages, upper)
    if options.fold is not None:
        kept = np.flatnonzero(has_sources & is_kept)
        for name, own in (("before", [{}] * len(upper)), ("after", learned)):
            print(name, among([every[place] for place in kept], embedded(own, upper, states[kept], sizes[kept]), messages))
    if options.vectors:
        kept = np.flatnonzero(is_kept)
        np.savez(options.vectors, names=[f"{every[place].talk} {every[place].number}" for place in kept],
                 vectors=embedded(learned, upper, states[kept], sizes[kept]))
    if options.out:
        write(learned, options.out)
    if options.examples:
        found = embedded(learned, upper, *lower(EXAMPLES, weights, layers, tokenizer))
        with open(options.examples, "w", encoding="utf-8") as file:
            json.dump([{"question": text, "vector": [round(float(value), 4) for value in vector[:16]]} for text, vector in zip(EXAMPLES, found)],
                      file, ensure_ascii=False, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
