"""Trains the networks of NexusIntelligence/Insights/Clauses that look a second time at clauses and at dates, after Training/train_reader.py.

    venv/bin/python Training/train_context.py clauses --out Sources/NexusIntelligence/Insights/Clauses/ContextParameters.swift

clauses.jsonl is the file that train_reader.py reads, and clauses.npz what it wrote beside it: the scores of every clause by networks that have not
seen its conversation, with the slopes and shifts that make them probabilities.

The first network sees what the clause and its message seem to do, what the eight messages before seem to do, how quickly and by whom they follow each
other, and the clause's numbers; it corrects the score of each act. The second sees what comes of that for the clause of a date, and says whether
the date is one to keep. The figures that it prints, the probabilities and the thresholds come from networks that have not seen the conversation.
"""
import argparse, base64, hashlib, json
import numpy as np
from train_reader import ABSENT, ACTS, FOLDS, LIGHT, STATED, SURE, UNLABELLED, best_point, likelihood, sigmoid

TURNS, HIDDEN, DATE_HIDDEN, BATCH, LONGEST = 8, 48, 32, 256, 6
EPOCHS, DATE_EPOCHS = 12, 30
BETA = .85  # what is found and wrong weighs more than what is missed,
WARY = .7  # most of all where talk of people who give no work is mistaken for it (ABSENT)
LEAST = .3  # an act that is found worse than this is left to rules
N = len(ACTS)


class Data:
    def __init__(self, path):
        found = np.load(path + ".npz")
        self.messages = [json.loads(line) for line in open(path + ".jsonl", encoding="utf-8")]
        parts = np.array([len(m["parts"]) for m in self.messages])
        self.owner = np.repeat(np.arange(len(parts)), parts)
        self.first = np.cumsum(parts) - parts
        self.parts = parts
        self.odds = np.clip(found["scores"] * found["slopes"] + found["shifts"], -7, 5)
        chance = sigmoid(self.odds)
        best = np.zeros((len(parts), N))
        np.maximum.at(best, self.owner, chance)
        numbers = np.array([p["numbers"] for m in self.messages for p in m["parts"]])
        self.inputs = np.hstack([
            self.odds, chance, best[self.owner], self.surroundings(best)[self.owner], numbers,
            np.log1p(parts)[self.owner][:, None]])
        self.truth = np.array([[act in m["kinds"] for act in ACTS] for m in self.messages])
        self.labelled = np.array([not m["file"].startswith(UNLABELLED) for m in self.messages])
        self.fold = np.array([int(hashlib.sha256(m["file"].encode()).hexdigest(), 16) // 7 % FOLDS for m in self.messages])
        light = LIGHT * np.array([act in ABSENT for act in ACTS])
        self.weight = np.where(self.labelled[self.owner][:, None], 1, light).astype(np.float32)
        self.wanted = np.zeros_like(self.weight)
        self.wanted[:, :len(STATED)] = [[act in p["kinds"] for act in STATED] for m in self.messages for p in m["parts"]]
        # What the whole message does counts where it shows most.
        for i, act in zip(*np.nonzero(self.truth)):
            if act < len(STATED) or not parts[i]: continue
            low, high = self.first[i], self.first[i] + parts[i]
            at = low + self.odds[low:high, act].argmax()
            self.weight[low:high, act] = 0
            self.wanted[at, act] = self.weight[at, act] = 1

    def surroundings(self, best):
        """As `Surroundings`."""
        found, turns, nothing = [], [], np.zeros(N)
        greatest = lambda some: np.max([best[i] for i in some], 0) if some else nothing
        for i, m in enumerate(self.messages):
            if turns and self.messages[turns[0]]["file"] != m["file"]: turns = []
            before = [self.messages[j] for j in turns]
            own = [j for j in turns if self.messages[j]["sender"] == m["sender"]]
            row = [greatest(turns[-d:][:1] if len(turns) >= d else []) for d in (1, 2, 3)]
            row += [greatest(turns), np.mean(best[turns], 0) if turns else nothing]
            row += [greatest([j for j in turns if self.messages[j]["number"] == m["answered"]])]
            row += [greatest(own), greatest([j for j in turns if j not in own])]
            rest = [len(turns) >= d and before[-d]["sender"] == m["sender"] for d in (1, 2, 3)]
            rest += [min(LONGEST, np.log1p(max(0, m["time"] - before[-d]["time"]) / 60_000)) if len(turns) >= d else LONGEST for d in (1, 2, 5)]
            last = [b["sender"] for b in before[-5:]]
            rest += [len(set(last)) / 5, m["sender"] in last, len(own) / TURNS, len(turns) / TURNS]
            found.append(np.concatenate(row + [np.array(rest, float)]))
            turns = (turns + [i])[-TURNS:]
        return np.array(found)


class Network:
    """One hidden layer, a direct path, and outputs that are added to scores known before."""

    def __init__(self, inputs, rows, hidden, outputs):
        self.means = inputs[rows].mean(0)
        self.scales = 1 / (inputs[rows].std(0) + 1e-3)
        self.shape = inputs.shape[1], hidden, outputs

    def prepared(self, inputs):
        return np.clip((inputs - self.means) * self.scales, -6, 6).astype(np.float32)

    def train(self, inputs, before, wanted, weight, rows, seed, epochs, rate=2e-3, decay=.05, drop=.3, skipped=.2):
        random = np.random.default_rng(seed)
        width, hidden, outputs = self.shape
        p = self.p = {
            "hidden": (random.standard_normal((width, hidden)) / width ** .5).astype(np.float32), "hiddenShift": np.zeros(hidden, np.float32),
            "out": np.zeros((hidden, outputs), np.float32), "direct": np.zeros((width, outputs), np.float32), "shift": np.zeros(outputs, np.float32)}
        moments = {k: (np.zeros_like(v), np.zeros_like(v)) for k, v in p.items()}
        x, step, total = self.prepared(inputs), 0, epochs * (len(rows) // BATCH + 1)
        for _ in range(epochs):
            order = random.permutation(rows)
            for start in range(0, len(order), BATCH):
                some = order[start:start + BATCH]
                z = x[some] * ((random.random((len(some), width)) >= skipped) / (1 - skipped)).astype(np.float32)
                a = z @ p["hidden"] + p["hiddenShift"]
                mask = ((random.random(a.shape) >= drop) / (1 - drop)).astype(np.float32)
                h = np.maximum(a, 0) * mask
                scores = h @ p["out"] + z @ p["direct"] + p["shift"] + before[some]
                error = ((sigmoid(scores) - wanted[some]) * weight[some] / len(some)).astype(np.float32)
                da = (error @ p["out"].T) * (a > 0) * mask
                g = {"out": h.T @ error, "direct": z.T @ error, "shift": error.sum(0), "hidden": z.T @ da, "hiddenShift": da.sum(0)}
                step += 1
                speed = rate * max(.02, 1 - step / total)
                for k, gradient in g.items():
                    one, two = moments[k]
                    one *= .9; one += .1 * gradient
                    two *= .999; two += .001 * gradient ** 2
                    p[k] -= speed * ((one / (1 - .9 ** step)) / (np.sqrt(two / (1 - .999 ** step)) + 1e-8) + (0 if k.endswith("hift") else decay * p[k]))
        return self

    def scores(self, inputs, before):
        x, p = self.prepared(inputs), self.p
        return np.maximum(x @ p["hidden"] + p["hiddenShift"], 0) @ p["out"] + x @ p["direct"] + p["shift"] + before

    def stored(self, lines):
        data = bytearray(self.means.astype("<f4").tobytes() + self.scales.astype("<f4").tobytes())
        def matrix(values):
            scale = np.maximum(1e-12, np.abs(values).max(0) / 127)
            data.extend(scale.astype("<f4").tobytes())
            data.extend(np.clip(np.round(values / scale), -127, 127).astype(np.int8).tobytes())
        p = self.p
        matrix(p["hidden"]); data.extend(p["hiddenShift"].astype("<f4").tobytes())
        matrix(p["out"]); matrix(p["direct"]); data.extend(p["shift"].astype("<f4").tobytes())
        for column in range(3): data.extend(np.array([line[column] for line in lines]).astype("<f4").tobytes())
        return base64.b64encode(bytes(data)).decode()


def crossed(inputs, before, wanted, weight, fold, hidden, epochs):
    """The scores by networks that have not seen the conversation."""
    found = np.zeros((len(inputs), wanted.shape[1]), np.float32)
    used = weight.sum(1) > 0
    for k in range(FOLDS):
        rows, rest = np.flatnonzero(used & (fold != k)), np.flatnonzero(fold == k)
        network = Network(inputs, rows, hidden, wanted.shape[1]).train(inputs, before, wanted, weight, rows, 10 + k, epochs)
        found[rest] = network.scores(inputs[rest], before[rest])
    return found


def steady_point(score, truth, fold, beta=BETA):
    """The mean of the best thresholds of the groups of conversations: the best of all is one of many nearly as good."""
    return np.mean([best_point(score[fold == k], truth[fold == k], beta)[3] for k in range(FOLDS)])


def shares(score, truth, at, beta=BETA):
    hit = score >= at
    precision, recall = (hit & truth).sum() / max(1, hit.sum()), (hit & truth).sum() / max(1, truth.sum())
    return (1 + beta ** 2) * precision * recall / max(1e-9, beta ** 2 * precision + recall), precision, recall


def lines_of(data, scores):
    best = np.full((len(data.messages), N), -30, np.float32)
    np.maximum.at(best, data.owner, scores)
    read = data.labelled & (data.parts > 0)
    lines = []
    for k, act in enumerate(ACTS):
        score, truth = best[read, k].astype(float), data.truth[read, k]
        beta = WARY if act in ABSENT else BETA
        at = steady_point(score, truth, data.fold[read], beta)
        f, precision, recall = shares(score, truth, at, beta)
        slope, shift = likelihood(score, truth.astype(float))
        lines.append((slope, shift, max(sigmoid(slope * at + shift), SURE.get(act, 0)) if f >= LEAST else 2))
        print(f"{act:9} {truth.sum():5d}  F{beta} {100 * f:5.1f} (precision {100 * precision:5.1f}, recall {100 * recall:5.1f}) from {lines[-1][2]:.2f} on", flush=True)
    return lines


class Dates:
    """The dates of the messages, with what the second look says of their clauses."""

    def __init__(self, data, scores, lines):
        slopes, shifts = (np.array([line[column] for line in lines]) for column in (0, 1))
        odds = np.clip(scores * slopes + shifts, -7, 5)
        best = np.full((len(data.messages), N), -7.)
        np.maximum.at(best, data.owner, odds)
        inputs, self.wanted, self.owner, numbers = [], [], [], []
        for i, m in enumerate(data.messages):
            for date in m["dates"]:
                row = data.first[i] + date["part"]
                numbers.append(np.concatenate([odds[row], sigmoid(odds[row]), best[i], date["numbers"], data.messages[i]["parts"][date["part"]]["numbers"]]))
                self.wanted.append(date["kept"]); self.owner.append(i)
        self.inputs = np.array(numbers)
        self.wanted = np.array(self.wanted, np.float32)[:, None]
        self.owner = np.array(self.owner)
        self.weight = data.labelled[self.owner].astype(np.float32)[:, None]
        self.fold = data.fold[self.owner]
        self.before = np.zeros_like(self.wanted)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("clauses"); parser.add_argument("--out")
    options = parser.parse_args()
    data = Data(options.clauses)
    scores = crossed(data.inputs, data.odds, data.wanted, data.weight, data.fold[data.owner], HIDDEN, EPOCHS)
    lines = lines_of(data, scores)
    rows = np.flatnonzero(data.weight.sum(1) > 0)
    network = Network(data.inputs, rows, HIDDEN, N).train(data.inputs, data.odds, data.wanted, data.weight, rows, 1, EPOCHS)
    dates = Dates(data, scores, lines)
    found = crossed(dates.inputs, dates.before, dates.wanted, dates.weight, dates.fold, DATE_HIDDEN, DATE_EPOCHS)
    read = dates.weight[:, 0] > 0
    score, truth = found[read, 0].astype(float), dates.wanted[read, 0] > 0
    at = steady_point(score, truth, dates.fold[read])
    f, precision, recall = shares(score, truth, at)
    slope, shift = likelihood(score, truth.astype(float))
    line = slope, shift, sigmoid(slope * at + shift)
    print(f"dates {truth.sum()}  F{BETA} {100 * f:.1f} (precision {100 * precision:.1f}, recall {100 * recall:.1f}) from {line[2]:.2f} on", flush=True)
    rows = np.flatnonzero(read)
    dater = Network(dates.inputs, rows, DATE_HIDDEN, 1).train(dates.inputs, dates.before, dates.wanted, dates.weight, rows, 1, DATE_EPOCHS)
    if options.out:
        with open(options.out, "w") as file:
            file.write("/// The parameters of `ContextNetwork`, written by Training/train_context.py.\nenum ContextParameters {\n")
            file.write(f"    static let hiddenSize = {HIDDEN}\n    static let dateHiddenSize = {DATE_HIDDEN}\n")
            file.write(f'    static let acts =\n        "{network.stored(lines)}"\n')
            file.write(f'    static let dates =\n        "{dater.stored([line])}"\n}}\n')
