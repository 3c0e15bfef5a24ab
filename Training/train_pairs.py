#!/usr/bin/env python3
r"""Trains what reads a question and a message together (Sources/NexusIntelligence/Retrieval/PairReader.swift).

    Training/public_questions.py FOLDER public.jsonl
    nexus bench chat Training/Chat --out model.txt
    Training/train_pairs.py Training/Chat models/all-MiniLM-L6-v2 model.txt [MORE...] --public public.jsonl --fold 0 \
        --out Sources/NexusIntelligence/Retrieval/PairParameters.swift --examples Fixtures/Model/pairs.json

The lower three layers of the sentence model stay as they are and read each text alone. The upper three read the states of the question, of the message
and of those around it together, each state with the vector of its part; adaptations of rank 32 are learned, and the weights of the first token
and of the mean of all. Its score is added to that of the order of train_answers.py, as networks give it that have not seen the conversation, so that
the sources' shares of `exp(score)` among the candidates grow. A second score says how likely a candidate answers at all: the share of the sources grows
among the candidates and none of them. Questions raise that of none that have no answer, that are asked of another conversation, or whose sources are
taken away. With --public one epoch of questions about other people's texts comes before.
With --start it goes on from what an earlier run left with --keep. With --fold, that fifth of the conversations is kept back, and printed of it how often
a source is among the first three, and how many questions are left unanswered. The product's parameters are of --fold 0 and two runs (docs/decisions/0034);
the candidates were found by readers that had not seen the chats. Needs NumPy, SciPy, JAX, Optax and tokenizers; takes about 1.3 s a step on two processors.
"""
import argparse
import base64
import glob
import json
import os
import pickle
import re
import struct
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax
from tokenizers import BertWordPieceTokenizer

from train_answers import apart, fit_confidence, rank, read, spread, together

LAYER, RANK, HEADS, WIDTH = 3, 32, 12, 384
QUESTION, MESSAGE = 28, 64  # pieces, without ends
AROUND = {1: 40, 3: 24, 4: 24}  # pieces, by part: of the message before, of the one that it replies to or else two before, of the one after
KINDS = 5
RATE, TOGETHER, WRONG = 6e-4, 4, 6  # answered questions a step; candidates that are no source, of each
NEAREST = 12  # of the order, from which most of those are taken
NONE, FOREIGN, REMOVED = 2, 0.2, 0.25  # questions without an answer, a step; of these, of another conversation, and without their sources
ROW = 192  # tokens of pairs in a row, which do not see each other
NEAR, PUBLIC_WRONG = 10, 4  # lines on either side of a source, of which those are taken that do not answer a public question; their number
READ, WEIGHT = 16, 0.6  # as PairReader
OFFSET = 1.5  # as AnswerConfidence
# A question, the messages before, the message, those after.
EXAMPLES = [
    ("When does the new office open?", [], "Ada: The new office opens on Thursday, bring your badge.", []),
    ("When does the new office open?", ["Ben: is the office ready?"], "Ada: Thursday, if the painters are done.", ["Ben: great"]),
    ("When does the new office open?", ["Ben: is the office ready?"], "Cyd: I adopted a puppy from the shelter last week.", []),
    ("Wer bringt am Samstag den Anhänger mit?", ["Jonas: wir brauchen noch einen Anhänger", "Ida: für samstag"], "Mara: ich frag meinen Onkel, der hat einen",
     ["Jonas: super"]),
    ("Why " + "on earth " * 20 + "did we drop it?", ["Cyd: " + "and then some " * 20, "Ben: " + "so many words " * 20],
     "Ada: too slow, " + "and the price went up again " * 20, ["Ben: " + "well I never " * 20]),
]
PARTS = ("qkv", "o", "i", "u")


# Data

def chats(folder):
    """Of each conversation its messages, as lines of sender and text, its questions, and the place that a message replies to, by its own."""
    found = {}
    for path in sorted(glob.glob(folder + "/*.chat")):
        name, messages, questions, replies = os.path.basename(path)[:-5], [], [], {}
        for line in open(path, encoding="utf-8").read().split("\n"):
            message = re.match(r"\d+ \d\d:\d\d ([^|^]+?)(?: \^(\d+))? \| (.*)$", line)
            if message:
                if message[2]:
                    replies[len(messages)] = int(message[2]) - 1
                messages.append(f"{message[1].strip()}: " + message[3].replace("\\n", "\n"))
            elif line.startswith("name:"):
                name = line.split(":")[1].strip()
            elif line.startswith("ask "):
                questions.append(line[4:].split(" | ")[1].strip())
        found[name.replace(" ", "_")] = messages, questions, replies
    return found


def scored(paths):
    """The questions with the score of each candidate by weights that have not seen their conversation; `talk` is the conversation of the candidates."""
    questions = []
    for path in paths:
        some = [question for question in read([path]) if question.kind != "wide"]
        names = list(dict.fromkeys(question.name for question in some))
        for question in some:
            # A file's questions of another conversation are asked of the one after their own.
            question.talk = question.name if question.kind == "own" else names[(names.index(question.name) + 1) % len(names)]
        questions += some
    own = [question for question in questions if question.kind == "own" and question.is_answerable]
    for question, weights in apart(questions, own, spread(own)):
        rank(question, weights)
        question.base = question.features @ weights
    return questions


class PublicQuestion:
    """One of public_questions.py: its candidates are the lines of its talk, in no order."""

    kind = "own"

    def __init__(self, talk, number, count, right):
        self.name, self.talk, self.number, self.is_answerable = talk, talk, number, bool(right)
        self.places, self.right, self.base = list(range(count)), np.isin(np.arange(count), right).astype(int), np.zeros(count)


def public(path):
    """The talks of public_questions.py by number, as `chats` gives conversations, and their questions."""
    found, questions = {}, []
    for talk, line in enumerate(open(path, encoding="utf-8")):
        one = json.loads(line)
        found[talk] = one["lines"], [question for question, _ in one["asks"]], {}
        questions += [PublicQuestion(talk, number, len(one["lines"]), right) for number, (_, right) in enumerate(one["asks"])]
    return found, questions


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


def passed(x, layers, near=None, learned=None):
    """`near`: which tokens of a row see which."""
    count, length, _ = x.shape
    bias = 0 if near is None else jnp.where(near, 0, -1e9)[:, None]
    for layer, own in zip(layers, learned or [{}] * len(layers)):
        # Inputs pass the adaptations beside the matrices: the slopes of these are not computed.
        times = lambda x, part: x @ layer[part].T + layer[part + "b"] + (x @ own[part]["A"].T @ own[part]["B"].T if part in own else 0)
        q, k, v = [part.reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3) for part in jnp.split(times(x, "qkv"), 3, -1)]
        shares = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) / (WIDTH / HEADS) ** .5 + bias, -1)
        context = (shares @ v).transpose(0, 2, 1, 3).reshape(count, length, WIDTH)
        x = normal(x + times(context, "o"), layer["n1"], layer["n1b"])
        x = normal(x + times(jax.nn.gelu(times(x, "i"), approximate=True), "u"), layer["n2"], layer["n2b"])
    return x


def entry(weights):
    """What turns pieces into states."""
    return {key: jnp.asarray(weights["embeddings." + key]) for key in ("word_embeddings.weight", "position_embeddings.weight", "token_type_embeddings.weight",
                                                                      "LayerNorm.weight", "LayerNorm.bias")}


def entered(entry, ids):
    states = entry["word_embeddings.weight"][ids] + entry["position_embeddings.weight"][:ids.shape[1]] + entry["token_type_embeddings.weight"][0]
    return normal(states, entry["LayerNorm.weight"], entry["LayerNorm.bias"])


def lower(texts, weights, layers):
    """The states of the tokens of each text after the lower layers."""
    # Numbers that a compiled function holds are compiled into it: they are handed over.
    run = jax.jit(lambda weights, layers, ids: passed(entered(weights, ids), layers))
    start = entry(weights)
    found, lengths = [None] * len(texts), {}
    for place, text in enumerate(texts):
        lengths.setdefault(len(text), []).append(place)
    for places in lengths.values():
        for first in range(0, len(places), 64):
            some = places[first:first + 64]
            states = run(start, layers[:LAYER], np.array([texts[place] for place in some + some[:1] * (64 - len(some))]))
            for place, one in zip(some, np.asarray(states, np.float16)):
                found[place] = one
    return found


def scores(learned, layers, rows, count):
    """Both scores of each of `count` pairs; `rows` as `Pairs.packed` gives them."""
    x, kinds, owners, firsts = rows
    near = (owners[:, :, None] == owners[:, None, :]) & (owners[:, None, :] < count)
    x = passed(x.astype(jnp.float32) + learned["kinds"][kinds], layers, near, learned["layers"]).reshape(-1, WIDTH)
    owners = owners.reshape(-1)
    sizes = jax.ops.segment_sum(jnp.ones(len(owners)), owners, count + 1)[:count]
    mean = jax.ops.segment_sum(x, owners, count + 1)[:count] / jnp.maximum(sizes, 1)[:, None]
    return jnp.concatenate([x[firsts], mean], -1) @ learned["heads"]


# Training

def pieces(tokenizer, text, limit):
    return [101] + tokenizer.encode(text, add_special_tokens=False).ids[:limit] + [102]


class Pairs:
    """States of questions and of candidates, put together in the order of PairReader."""

    def __init__(self, questions, found, weights, layers, tokenizer):
        self.found = found
        needed = sorted({(q.talk, one) for q in questions for place in q.places for one in [place, *self.around(q.talk, place).values()]})
        lines = [pieces(tokenizer, found[name][0][place], MESSAGE) for name, place in needed]
        asked = [pieces(tokenizer, found[question.name][1][question.number], QUESTION) for question in questions]
        self.messages = dict(zip(needed, lower(lines, weights, layers)))
        for question, states in zip(questions, lower(asked, weights, layers)):
            question.states = states

    def around(self, talk, place):
        """The places around one that are read with it, by part, as PairPlaces in PairOrder.swift."""
        messages, _, replies = self.found[talk]
        original = replies.get(place, place - 1)
        earlier = original if original != place - 1 else place - 2
        return {part: one for part, one in ((3, earlier), (1, place - 1), (4, place + 1)) if 0 <= one < len(messages)}

    def parts(self, question, candidate):
        place = question.places[candidate]
        around = [(self.messages[question.talk, one][1:][:AROUND[part]], part) for part, one in self.around(question.talk, place).items()]
        return [(question.states, 0), (self.messages[question.talk, place][1:], 2)] + around

    def packed(self, pairs):
        """The pairs in as few rows as they need: the states, the kind of each token, the pair that it is of, and where each pair begins."""
        parts = [self.parts(*pair) if pair else [] for pair in pairs]
        sizes = [sum(len(states) for states, _ in some) for some in parts]
        room, places = [], [None] * len(parts)
        for number in sorted(range(len(parts)), key=lambda number: -sizes[number]):
            row = next((row for row, left in enumerate(room) if left >= sizes[number]), len(room))
            room += [ROW] * (row == len(room))
            places[number] = row, ROW - room[row]
            room[row] -= sizes[number]
        # Each number of rows is compiled once.
        rows = -(-len(room) // 4) * 4
        x, kinds, owners = np.zeros((rows, ROW, WIDTH), np.float16), np.zeros((rows, ROW), np.int32), np.full((rows, ROW), len(pairs), np.int32)
        for number, (some, (row, at)) in enumerate(zip(parts, places)):
            for states, kind in some:
                end = at + len(states)
                x[row, at:end], kinds[row, at:end], owners[row, at:end] = states, kind, number
                at = end
        return x, kinds, owners, np.array([row * ROW + at for row, at in places])


def sample(right, near, others, wrong, random):
    """A source, sometimes two, and candidates that are none, most of them of those nearby: `wrong` with one source."""
    take = 2 if len(right) > 2 and random.random() < .5 else 1
    sources = list(random.permutation(right)[:take]) if len(right) else []
    room = wrong + 1 - len(sources)
    near = list(random.permutation(near)[:room - 2])
    return sources + near + list(random.permutation(others)[:room - len(near)])


def chosen(question, is_removed, random):
    """Of a conversation's question, those nearby are the first of the order."""
    right, wrong = np.flatnonzero(question.right), np.flatnonzero(question.right == 0)
    order = wrong[np.argsort(-question.base[wrong])]
    return sample([] if is_removed else right, order[:NEAREST], order[NEAREST:], WRONG, random)


def chosen_public(question, is_removed, random):
    """Of a public one, those nearby are the lines around a source."""
    right, wrong = np.flatnonzero(question.right), np.flatnonzero(question.right == 0)
    middle = random.choice(right) if len(right) else random.integers(len(question.places))
    is_near = np.abs(wrong - middle) <= NEAR
    return sample([] if is_removed else right, wrong[is_near], wrong[~is_near], PUBLIC_WRONG, random)


def fresh(layers):
    random = np.random.default_rng(1)
    low = lambda matrix: {"A": jnp.asarray(random.normal(size=(RANK, matrix.shape[1])) / matrix.shape[1] ** .5, jnp.float32),
                          "B": jnp.zeros((matrix.shape[0], RANK), jnp.float32)}
    return {"layers": [{key: low(layer[key]) for key in PARTS} for layer in layers], "heads": jnp.zeros((2 * WIDTH, 2)), "kinds": jnp.zeros((KINDS, WIDTH))}


def descent(rate, steps):
    return optax.chain(
        optax.clip_by_global_norm(1.0), optax.adamw(optax.warmup_cosine_decay_schedule(0, rate, steps // 15 + 1, steps), b2=0.98, weight_decay=0.01))


def train(learned, questions, choose, pairs, layers, epochs, rate=RATE):
    unsaid = [question for question in questions if question.kind == "own" and not question.is_answerable]
    foreign = [question for question in questions if question.kind == "foreign"]
    questions = [question for question in questions if question.right.any()]
    random = np.random.default_rng(1)

    def loss(learned, layers, rows, base, right, real):
        count = real.size
        own = scores(learned, layers, rows, count).reshape(*real.shape, 2)
        total = jnp.where(real, own[..., 0] + base, -1e9)
        order = jax.nn.logsumexp(total, 1) - jax.nn.logsumexp(jnp.where(right, total, -1e9), 1)
        answers = jnp.where(real, own[..., 1], -1e9)
        known = jnp.where(right.any(1), jax.nn.logsumexp(jnp.where(right, answers, -1e9), 1), 0)
        none = jax.nn.logsumexp(jnp.concatenate([answers, jnp.zeros((len(real), 1))], 1), 1)
        return order[:TOGETHER].mean() + (none - known).mean()

    steps = int(epochs * len(questions) / TOGETHER)
    optimizer = descent(rate, steps)
    state, slope = optimizer.init(learned), jax.jit(jax.value_and_grad(loss))
    began, sum_, order = time.time(), 0, []
    for step in range(1, steps + 1):
        if len(order) < TOGETHER:
            order = list(random.permutation(len(questions)))
        asked = [questions[order.pop()] for _ in range(TOGETHER)]
        is_removed = [False] * TOGETHER
        for _ in range(NONE):
            kind = random.random()
            others = foreign if kind < FOREIGN else questions if kind < FOREIGN + REMOVED else unsaid
            others = others or questions
            asked.append(others[random.integers(len(others))])
            is_removed.append(others is questions)
        shape = (TOGETHER + NONE, WRONG + 1)
        base, right, real, taken = np.zeros(shape, np.float32), np.zeros(shape, bool), np.zeros(shape, bool), []
        for row, question in enumerate(asked):
            candidates = choose(question, is_removed[row], random)
            count = len(candidates)
            base[row, :count], right[row, :count], real[row, :count] = question.base[candidates], question.right[candidates] > 0, True
            taken += [(question, candidate) for candidate in candidates] + [None] * (WRONG + 1 - count)
        value, gradient = slope(learned, layers, pairs.packed(taken), base, right, real)
        change, state = optimizer.update(gradient, state, learned)
        learned = optax.apply_updates(learned, change)
        sum_ += float(value)
        if step % 100 == 0:
            print(f"step {step} of {steps}: loss {sum_ / 100:.3f}, {time.time() - began:.0f} s", flush=True)
            sum_ = 0
    return learned


def evaluate(learned, kept, others, pairs, layers):
    run, first, second = jax.jit(scores, static_argnums=3), [], []
    for question in kept:
        top = question.order[:READ]
        taken = [(question, candidate) for candidate in top] + [None] * (READ - len(top))
        own, question.read = np.asarray(run(learned, layers, pairs.packed(taken), READ))[:len(top)].T
        if question.right.any():
            again = np.concatenate([top[np.argsort(-(question.base[top] + WEIGHT * own), kind="stable")], question.order[READ:]])
            first.append(question.right[question.order[:3]].any())
            second.append(question.right[again[:3]].any())
    print(f"{len(first)} questions, first three: {100 * np.mean(first):.1f} %, read together {100 * np.mean(second):.1f} %")
    is_answered = lambda questions: np.array([question.is_answerable and question.kind == "own" for question in questions])
    features = lambda questions: np.array([together(question) for question in questions])
    told = [question for question in others if question.kind == "foreign" or question.is_answerable]
    confidence = features(kept) @ fit_confidence(features(told), is_answered(told).astype(float))
    answered, foreign = is_answered(kept), np.array([question.kind == "foreign" for question in kept])
    for name in ("features", "with what is read"):
        if name != "features":  # as AnswerConfidence, whose first score is zero where one answer in eight is lost
            read = np.array([np.logaddexp.reduce(question.read) for question in kept])
            confidence = -np.logaddexp(np.quantile(confidence[answered], .125) - confidence, OFFSET - read)
        for lost in (.1, .12, .15, .18):
            silent = confidence < np.quantile(confidence[answered], lost)
            print(f"{name}: falsely unanswered {lost:.2f}, unsaid {silent[~answered & ~foreign].mean():.2f}, foreign {silent[foreign].mean():.2f}")


def matrix(values):
    """Eight bits a number, after a scale for each column."""
    scale = np.maximum(np.abs(values).max(0), 1e-9) / 127
    return scale.astype("<f4").tobytes() + np.round(values / scale).astype(np.int8).tobytes()


def adaptations(layers):
    return b"".join(matrix(np.asarray(layer[part]["A"]).T) + matrix(np.asarray(layer[part]["B"])) for layer in layers for part in PARTS)


def write(learned, path):
    data = np.asarray(learned["kinds"], "<f4").tobytes() + np.asarray(learned["heads"].T, "<f4").tobytes() + adaptations(learned["layers"])
    with open(path, "w") as file:
        file.write("/// The parameters of `PairReader`, written by Training/train_pairs.py.\nenum PairParameters {\n    static let base64 =\n")
        file.write(f'        "{base64.b64encode(data).decode()}"\n}}\n')


def examples(learned, weights, layers, tokenizer, path):
    """The scores of some pairs, for PairReaderTests."""
    found = []
    for question, before, message, after in EXAMPLES:
        lines = before + [message] + after
        asked = PublicQuestion(0, 0, len(lines), [])
        pairs = Pairs([asked], {0: (lines, [question], {})}, weights, layers, tokenizer)
        order, answers = scores(learned, layers[LAYER:], pairs.packed([(asked, len(before))]), 1)[0]
        found.append({"question": question, "before": before, "message": message, "after": after, "order": round(float(order), 4),
                      "answers": round(float(answers), 4)})
    with open(path, "w", encoding="utf-8") as file:
        json.dump(found, file, ensure_ascii=False, indent=1)
        file.write("\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("chats")
    parser.add_argument("model")
    parser.add_argument("candidates", nargs="+")
    parser.add_argument("--public")
    parser.add_argument("--epochs", type=float, default=2)
    parser.add_argument("--fold", type=int)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--start")
    parser.add_argument("--keep")
    parser.add_argument("--out")
    parser.add_argument("--examples")
    options = parser.parse_args()
    weights, layers = model(options.model)
    tokenizer = BertWordPieceTokenizer(options.model + "/vocab.txt", lowercase=True)
    learned = pickle.load(open(options.start, "rb")) if options.start else fresh(layers[LAYER:])
    if options.public:
        found, questions = public(options.public)
        pairs = Pairs(questions, found, weights, layers, tokenizer)
        learned = train(learned, questions, chosen_public, pairs, layers[LAYER:], 1)
    found, questions = chats(options.chats), scored(options.candidates)
    pairs = Pairs(questions, found, weights, layers, tokenizer)
    seen = [question for question in questions if question.fold != options.fold]
    learned = train(learned, seen, chosen, pairs, layers[LAYER:], options.epochs, options.rate)
    if options.keep:
        pickle.dump(jax.tree.map(np.asarray, learned), open(options.keep, "wb"))
    if options.fold is not None:
        evaluate(learned, [question for question in questions if question.fold == options.fold], seen, pairs, layers[LAYER:])
    if options.out:
        write(learned, options.out)
    if options.examples:
        examples(learned, weights, layers, tokenizer, options.examples)


if __name__ == "__main__":
    main()
