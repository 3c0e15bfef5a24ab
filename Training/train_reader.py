"""Trains the network of NexusIntelligence/Insights/Clauses that reads clauses of chat.

    python3 -m venv venv && venv/bin/pip install numpy scipy
    NEXUS_MODELS=models .build/release/nexus bench clauses FOLDER --out clauses
    venv/bin/python Training/train_reader.py clauses --out Sources/NexusIntelligence/Insights/Clauses/ClauseParameters.swift

FOLDER holds the chats of Training/Chat, and those that Training/irc_chats.py makes of public IRC: talk in which nobody gives or takes work,
however much it advises and offers. Only what it surely lacks is learnt from it (ABSENT).

The first command writes for each message its clauses, their features and labels (clauses.jsonl), the vectors of the embedding model (clauses.f32:
of each message, then of its clauses; 384 numbers each, little-endian), and the states of its tokens after the model's fourth layer (clauses.f16).

The network sees a clause's meaning, tokens and words, the meaning of its message, of the message that it may answer and of the fragment before
it, and what the network itself said of those two. What it says of those comes from networks that were not trained on them, so that it learns
to rely on it as far as it can be relied on. Some clauses are shown without meaning, so that the same network reads without the model.

Conversations are the unit of every division: they differ in voices and domain. The figures that it prints, the probabilities and the thresholds
come from networks that have not seen the conversation.
"""
import argparse, base64, hashlib, json, struct
import numpy as np, scipy.sparse as sparse

WIDTH, BUCKETS, WORDS, POOL = 384, 1 << 14, 24, 128
BLOCKS = {"clause": 64, "message": 48, "answered": 48, "fragment": 24}
HIDDEN, FOLDS, BATCH = 256, 5, 64
LEAST = .2  # an act that is found worse than this is never said
BETA = .7   # what is found and wrong weighs more than what is missed
SURE = {"deadline": .4, "urgent": .3}  # the least thresholds of what is a record by itself: a wrong one disturbs people
STATED = ["request", "commit", "propose", "decide", "deadline", "advice", "figure", "help", "past"]
DONE = ["accept", "refuse", "done", "cancel", "move", "reassign", "remind", "assent", "urgent"]
ACTS = STATED + DONE
UNLABELLED = "irc-20"  # conversations whose names begin so, with a year, are of public IRC and have no labels
ABSENT = ["request", "commit", "accept", "urgent"]
LIGHT = .4  # the weight of what such conversations lack: there are more of them than a team has


class Data:
    def __init__(self, path):
        vectors = np.fromfile(path + ".f32", dtype="<f4").reshape(-1, WIDTH)
        self.states = np.memmap(path + ".f16", dtype="<f2").reshape(-1, WIDTH)
        place, token, keys, rows, own, before, numbers, stated, done, owner = 0, 0, {}, [], [], [], [], [], [], []
        self.messages, starts, lengths = [], [], []
        for line in open(path + ".jsonl", encoding="utf-8"):
            m = json.loads(line)
            index = len(self.messages)
            keys[m["file"], m["number"]] = index
            m["vector"], m["first"] = place, len(rows)
            for k, part in enumerate(m["parts"]):
                rows.append(place + 1 + k)
                starts.append(token); lengths.append(part["tokens"])
                token += part["tokens"]
                own.append(part["own"]); before.append(part["before"]); numbers.append(part["numbers"])
                stated.append([act in part["kinds"] for act in STATED])
                owner.append(index)
            place += 1 + len(m["parts"])
            done.append([act in m["kinds"] for act in DONE])
            self.messages.append(m)
        assert place == len(vectors) and token == len(self.states), (place, len(vectors), token, len(self.states))
        self.owner = np.array(owner)
        self.starts, self.lengths = np.array(starts), np.array(lengths)
        self.stated = np.array(stated, np.float32)
        self.done = np.array(done, np.float32)
        self.numbers = np.array(numbers, np.float32)
        self.own, self.before = bags(own), bags(before)
        heads = vectors[[m["vector"] for m in self.messages]] * 10
        self.answered = np.array([keys.get((m["file"], m["answered"]), -1) for m in self.messages])
        self.fragment = np.array([keys.get((m["file"], m["fragment"]), -1) for m in self.messages])
        padded = np.vstack([heads, np.zeros((1, WIDTH), np.float32)])
        self.vectors = {
            "clause": vectors[rows] * 10, "message": heads[self.owner],
            "answered": padded[self.answered[self.owner]], "fragment": padded[self.fragment[self.owner]],
        }
        self.truth = np.array([[act in m["kinds"] for act in ACTS] for m in self.messages])
        labelled = np.array([not m["file"].startswith(UNLABELLED) for m in self.messages])
        self.labelled = labelled
        self.weight = np.where(labelled[:, None], 1, LIGHT * np.array([act in ABSENT for act in ACTS])).astype(np.float32)
        self.fold = np.array([int(hashlib.sha256(m["file"].encode()).hexdigest(), 16) // 7 % FOLDS for m in self.messages])


def bags(lists):
    indptr = np.cumsum([0] + [len(x) for x in lists])
    values = np.concatenate([np.full(len(x), 1 / max(1, len(x)) ** .5, np.float32) for x in lists])
    return sparse.csr_matrix((values, np.concatenate([np.array(x, np.int32) for x in lists]), indptr), shape=(len(lists), BUCKETS))


def best_of(data, scores):
    """The greatest score of each message's clauses."""
    best = np.full((len(data.messages), len(ACTS)), -30, np.float32)
    np.maximum.at(best, data.owner, scores)
    return best


def spoken(data, logits):
    """What was said of the message that each may answer and of the fragment before."""
    best = np.vstack([sigmoid(best_of(data, logits)), np.zeros((1, len(ACTS)), np.float32)])
    return np.hstack([best[data.answered[data.owner]], best[data.fragment[data.owner]]])


def sigmoid(x):
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


class Network:
    def __init__(self, features, seed):
        self.random = np.random.default_rng(seed)
        normal = lambda *shape: (self.random.standard_normal(shape) / shape[0] ** .5).astype(np.float32)
        self.p = {name: normal(WIDTH, width) for name, width in BLOCKS.items()}
        width = sum(BLOCKS.values()) + 2 * WORDS + features + POOL
        self.p |= {
            "pool": normal(WIDTH, POOL), "poolShift": np.zeros(POOL, np.float32),
            "words": (self.random.standard_normal((BUCKETS, WORDS)) * .1).astype(np.float32),
            "hidden": normal(width, HIDDEN), "hiddenShift": np.zeros(HIDDEN, np.float32),
            "out": normal(HIDDEN, len(ACTS)) * .3, "direct": normal(width, len(ACTS)) * .1,
            "shift": np.full(len(ACTS), -3, np.float32),
        }
        self.moments = {k: [np.zeros_like(v), np.zeros_like(v)] for k, v in self.p.items()}
        self.step = 0

    def forward(self, batch, drop=0):
        p = self.p
        states = batch["states"] @ p["pool"] + p["poolShift"]
        count = len(batch["edges"])
        greatest, self.chosen = np.zeros((count, POOL), np.float32), np.full((count, POOL), -1)
        columns = np.arange(POOL)
        for row, (start, end) in enumerate(batch["edges"]):
            if end > start:
                self.chosen[row] = states[start:end].argmax(0) + start
                greatest[row] = states[self.chosen[row], columns]
        z = np.hstack(
            [batch[name] @ p[name] for name in BLOCKS]
            + [batch["own"] @ p["words"], batch["before"] @ p["words"], batch["features"], greatest * batch["seen"]])
        keep = (self.random.random(z.shape) >= drop * .5).astype(np.float32) / (1 - drop * .5) if drop else 1
        z = z * keep
        h = np.maximum(z @ p["hidden"] + p["hiddenShift"], 0)
        mask = (self.random.random(h.shape) >= drop).astype(np.float32) / (1 - drop) if drop else 1
        h = h * mask
        self.last = z, h, keep, mask
        return h @ p["out"] + z @ p["direct"] + p["shift"]

    def learn(self, batch, error, rate, decay):
        """error: the gradient at the outputs of the last `forward`."""
        z, h, keep, mask = self.last
        p, g = self.p, {}
        g["out"], g["direct"], g["shift"] = h.T @ error, z.T @ error, error.sum(0)
        dh = (error @ p["out"].T) * (h > 0) * mask
        g["hidden"], g["hiddenShift"] = z.T @ dh, dh.sum(0)
        dz = (dh @ p["hidden"].T + error @ p["direct"].T) * keep
        place = 0
        for name, width in BLOCKS.items():
            g[name] = batch[name].T @ dz[:, place:place + width]
            place += width
        g["words"] = batch["own"].T @ dz[:, place:place + WORDS] + batch["before"].T @ dz[:, place + WORDS:place + 2 * WORDS]
        pulled = dz[:, -POOL:] * batch["seen"]
        states = np.zeros((len(batch["states"]), POOL), np.float32)
        some = self.chosen[:, 0] >= 0
        np.add.at(states, (self.chosen[some], np.broadcast_to(np.arange(POOL), self.chosen[some].shape)), pulled[some])
        g["pool"], g["poolShift"] = batch["states"].T @ states, states.sum(0)
        self.step += 1
        for k, gradient in g.items():
            first, second = self.moments[k]
            first *= .9; first += .1 * gradient
            second *= .999; second += .001 * gradient ** 2
            change = (first / (1 - .9 ** self.step)) / (np.sqrt(second / (1 - .999 ** self.step)) + 1e-8)
            p[k] -= rate * (change + (0 if k.endswith("hift") else decay * p[k]))


def batch_of(data, rows, extra):
    batch = {name: data.vectors[name][rows] for name in BLOCKS}
    batch["own"], batch["before"] = data.own[rows], data.before[rows]
    batch["features"] = np.hstack([data.numbers[rows], extra[rows]])
    starts, lengths = data.starts[rows], data.lengths[rows]
    places = np.concatenate([np.arange(a, a + n) for a, n in zip(starts, lengths)])
    batch["states"] = np.asarray(data.states[places], np.float32)
    ends = np.cumsum(lengths)
    batch["edges"], batch["seen"] = np.stack([ends - lengths, ends], 1), np.ones((len(rows), 1), np.float32)
    return batch


def blinded(batch):
    return {k: v * 0 if k in BLOCKS or k == "seen" else v for k, v in batch.items()}


def train(data, messages, extra, seed, epochs, rate=2e-3, decay=.02, drop=.4, blind=.15, skipped=.2):
    """messages: a mask of those to learn from."""
    network = Network(data.numbers.shape[1] + extra.shape[1], seed)
    random = np.random.default_rng(seed)
    size = np.array([len(m["parts"]) for m in data.messages])
    first = np.array([m["first"] for m in data.messages])
    chosen = np.flatnonzero(messages & (size > 0))
    steps, total = 0, epochs * (len(chosen) // BATCH + 1)
    for _ in range(epochs):
        random.shuffle(chosen)
        for start in range(0, len(chosen), BATCH):
            some = chosen[start:start + BATCH]
            batch = batch_of(data, np.concatenate([np.arange(first[i], first[i] + size[i]) for i in some]), extra)
            rows = np.concatenate([np.arange(first[i], first[i] + size[i]) for i in some])
            seen = np.repeat(random.random(len(some)) >= blind, size[some]).astype(np.float32)[:, None]
            batch["seen"] = seen
            for name in BLOCKS: batch[name] = batch[name] * seen
            for name in ("own", "before"):
                batch[name] = batch[name].copy(); batch[name].data *= random.random(len(batch[name].data)) >= skipped
            logits = network.forward(batch, drop)
            wanted, weight = np.zeros_like(logits), np.ones_like(logits)
            wanted[:, :len(STATED)] = data.stated[rows]
            # What the whole message does counts where it shows most.
            edges = np.cumsum(np.concatenate([[0], size[some]]))
            for k, i in enumerate(some):
                low, high = edges[k], edges[k + 1]
                for act in np.flatnonzero(data.done[i]) + len(STATED):
                    best = low + logits[low:high, act].argmax()
                    weight[low:high, act] = 0
                    wanted[best, act] = weight[best, act] = 1
            weight *= data.weight[data.owner[rows]]
            error = ((sigmoid(logits) - wanted) * weight / len(some)).astype(np.float32)
            steps += 1
            network.learn(batch, error, rate * max(.02, 1 - steps / total), decay)
    return network


def logits_of(network, data, rows, extra, blind=False):
    found = []
    for start in range(0, len(rows), 1024):
        batch = batch_of(data, rows[start:start + 1024], extra)
        found.append(network.forward(blinded(batch) if blind else batch))
    return np.vstack(found)


def crossed(data, extra, seed, epochs):
    """Scores of every clause, with and without meaning, by networks that have not seen its conversation."""
    seeing, blind = (np.zeros((len(data.owner), len(ACTS)), np.float32) for _ in range(2))
    rows = np.arange(len(data.owner))
    for fold in range(FOLDS):
        network = train(data, data.fold != fold, extra, seed + fold, epochs)
        some = rows[data.fold[data.owner] == fold]
        seeing[some] = logits_of(network, data, some, extra)
        blind[some] = logits_of(network, data, some, extra, blind=True)
    return seeing, blind


def best_point(score, truth, beta=1):
    order = np.argsort(-score)
    hits, n = np.cumsum(truth[order]), np.arange(1, len(order) + 1)
    precision, recall = hits / n, hits / max(1, truth.sum())
    f = (1 + beta ** 2) * precision * recall / np.maximum(1e-9, beta ** 2 * precision + recall)
    best = f.argmax()
    return f[best], precision[best], recall[best], score[order][best]


def likelihood(score, truth):
    """The slope and shift that make a score a probability (Platt 1999)."""
    place = np.array([1., 0.])
    inputs = np.stack([np.clip(score, -12, 12), np.ones(len(score))], 1)
    for _ in range(100):
        p = sigmoid(inputs @ place)
        step = np.linalg.solve((inputs * (p * (1 - p))[:, None]).T @ inputs + np.eye(2), inputs.T @ (p - truth))
        place -= np.clip(step, -.5, .5)
    return place


def report(data, seeing, blind):
    """Prints figures, and returns for each act its slope, shift and threshold."""
    lines = []
    best, without = best_of(data, seeing), best_of(data, blind)
    # Messages with words, of teams: what they do sets the thresholds.
    read = (best.max(1) > -30) & data.labelled
    best, without = best[read], without[read]
    for k, act in enumerate(ACTS):
        truth = data.truth[read, k]
        f, precision, recall, at = best_point(best[:, k], truth, BETA)
        dim = best_point(without[:, k], truth, BETA)
        slope, shift = likelihood(best[:, k].astype(float), truth.astype(float))
        # What it has seen too little of is left to rules.
        lines.append((slope, shift, max(sigmoid(slope * at + shift), SURE.get(act, 0)) if f >= LEAST else 2))
        print(f"{act:9} {truth.sum():5d}  F{BETA} {100 * f:5.1f} (precision {100 * precision:5.1f}, recall {100 * recall:5.1f}) from {lines[-1][2]:.2f} on;"
              f"  without meaning {100 * dim[0]:5.1f} ({100 * dim[1]:5.1f}, {100 * dim[2]:5.1f})", flush=True)
    return lines


def stored(network, lines):
    data = bytearray()
    def matrix(values):
        scale = np.maximum(1e-12, np.abs(values).max(0) / 127)
        data.extend(scale.astype("<f4").tobytes())
        data.extend(np.clip(np.round(values / scale), -127, 127).astype(np.int8).tobytes())
    p = network.p
    matrix(p["pool"]); data.extend(p["poolShift"].astype("<f4").tobytes())
    for name in BLOCKS: matrix(p[name])
    matrix(p["words"]); matrix(p["hidden"]); data.extend(p["hiddenShift"].astype("<f4").tobytes())
    matrix(p["out"]); matrix(p["direct"]); data.extend(p["shift"].astype("<f4").tobytes())
    for column in range(3): data.extend(np.array([line[column] for line in lines]).astype("<f4").tobytes())
    return bytes(data)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("clauses"); parser.add_argument("--out"); parser.add_argument("--epochs", type=int, default=10)
    options = parser.parse_args()
    data = Data(options.clauses)
    print(len(data.messages), "messages,", sum(not m["file"].startswith(UNLABELLED) for m in data.messages), "labelled,", len(data.owner), "clauses", flush=True)
    first, _ = crossed(data, np.zeros((len(data.owner), 0), np.float32), 1, options.epochs)
    extra = spoken(data, first)
    seeing, blind = crossed(data, extra, 11, options.epochs)
    lines = report(data, seeing, blind)
    # For train_context.py.
    np.savez(options.clauses + ".npz", scores=seeing, slopes=[line[0] for line in lines], shifts=[line[1] for line in lines])
    network = train(data, np.ones(len(data.messages), bool), extra, 21, options.epochs)
    if options.out:
        text = base64.b64encode(stored(network, lines)).decode()
        with open(options.out, "w") as file:
            file.write("/// The parameters of `ClauseNetwork`, written by Training/train_reader.py.\nenum ClauseParameters {\n")
            file.write(f"    static let hiddenSize = {HIDDEN}\n")
            file.write(f'    static let base64 =\n        "{text}"\n}}\n')
