"""Trains the classifier of NexusIntelligence/Insights: which utterances state an action item or a decision.

    python3 -m venv venv && venv/bin/pip install numpy scipy scikit-learn lightgbm
    venv/bin/python Training/train_insights.py ami-train-dev.json.gz

The data are dialogue acts of the AMI Meeting Corpus (CC BY 4.0, see NOTICE). `make run` and `make test` need none of this: the
parameters are in the repository.

Two stages, both from words alone, never from a position in the meeting or from annotations beside the words:

1. Linear heads over hashed words, pairs and triples of an utterance, and over the words around it in five widths. Two heads are what is
   asked for; the others (does it go into a summary, is it a suggestion, an offer, ...) are learned from the corpus's other annotations,
   which are used for training only.
2. A small boosted ensemble of trees over the heads' scores of the utterance and its neighbours.

Parameters are learned from the meetings of the training split (`split`), by the identifier's hash; those of the other split are never
looked at but to report. Thresholds are chosen by cross-validation over groups of meetings within the training split.
"""
import argparse, base64, gzip, json, re, struct
import numpy as np, scipy.sparse as sp, lightgbm as lgb
from scipy.ndimage import gaussian_filter1d, maximum_filter1d
from sklearn.linear_model import LogisticRegression

OWN = 1 << 14          # buckets of words, pairs and triples of the utterance itself
NEAR = 1 << 12         # buckets of words around it
TASKS = ["acti", "deci"]
AUXILIARY = ["ext", "prob", "abst", "sug", "off", "ass", "inf"]
# (first, last) neighbour and the weight of a word there
WINDOWS = [(-1, -1, .7), (1, 1, .7), (-3, -2, .5), (2, 3, .5), (-10, -1, .25), (1, 10, .25), (-40, -1, .1), (1, 40, .1),
           (-120, -1, .05), (1, 120, .05)]
GROUPS = {"near": range(0, 4), "mid": range(4, 6), "wide": range(6, 10)}
SKIPPED = {"um", "uh", "mm", "hmm"}
WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|[0-9]+|\?")


def fnv(text):
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def split(meeting):
    """A group of meetings (one team's, by the identifier without its last letter) is held out in one of five cases."""
    return "held-out" if fnv(meeting[:-1]) % 5 == 0 else "train"


def words(text):
    found = WORD.findall(text.lower().replace("_", "").replace("\u2019", "'"))
    return ["#" if word[0].isdigit() else word for word in found if word not in SKIPPED]


def grams(tokens):
    padded = ["<"] + tokens + [">"]
    return (tokens + [a + " " + b for a, b in zip(padded, padded[1:])]
            + [" ".join(triple) for triple in zip(tokens, tokens[1:], tokens[2:])])


def length_features(count):
    return [float(count == k) for k in range(6)] + [np.log1p(count) / 3, float(count > 10), float(count > 20)]


def buckets(lists, size):
    memory, rows, columns = {}, [], []
    for row, items in enumerate(lists):
        found = set()
        for item in items:
            if item not in memory:
                memory[item] = fnv(item) % size
            found.add(memory[item])
        rows += [row] * len(found)
        columns += found
    return sp.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), (len(lists), size))


class Corpus:
    def __init__(self, meetings):
        self.names = [m["meeting"] for m in meetings]
        acts = [act for m in meetings for act in m["acts"]]
        self.starts = np.cumsum([0] + [len(m["acts"]) for m in meetings])
        self.group = np.array([m["meeting"][:-1] for m in meetings for _ in m["acts"]])
        tokens = [words(act["text"]) for act in acts]
        self.count = np.array([len(t) for t in tokens])
        self.size = len(acts)
        self.labels = {}
        for name in TASKS + ["ext", "prob", "abst"]:
            self.labels[name] = np.array([int(bool(act.get(name) not in (None, [], 0, False))) for act in acts])
        for name in ["sug", "off", "ass", "inf"]:
            self.labels[name] = np.array([int(act.get("da") == name) for act in acts])
        lengths = sp.csr_matrix(np.array([length_features(c) for c in self.count], np.float32))
        self.own = sp.hstack([buckets([grams(t) for t in tokens], OWN), lengths]).tocsr()
        near = buckets(tokens, NEAR)
        self.windows = [self.window(first, last) @ near * weight for first, last, weight in WINDOWS]
        self.full = sp.hstack([self.own] + self.windows).tocsr().astype(np.float32)

    def window(self, first, last):
        rows, columns = [], []
        for start, end in zip(self.starts, self.starts[1:]):
            for offset in range(first, last + 1):
                index = np.arange(max(start, start - offset), min(end, end - offset))
                rows.append(index)
                columns.append(index + offset)
        rows, columns = np.concatenate(rows), np.concatenate(columns)
        return sp.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), (self.size, self.size))

    def each(self, function, values):
        result = np.empty(self.size)
        for start, end in zip(self.starts, self.starts[1:]):
            result[start:end] = function(values[start:end])
        return result


def linear(matrix, labels, strength, rows, seed=0):
    """Weights of a logistic regression; all positive rows and at most a third of the others, whose bias is corrected."""
    random = np.random.RandomState(seed)
    positive, negative = rows[labels[rows] == 1], rows[labels[rows] == 0]
    share = min(1.0, max(1 / 3, 6 * len(positive) / len(negative)))
    chosen = np.sort(np.concatenate([positive, random.choice(negative, int(len(negative) * share), replace=False)]))
    model = LogisticRegression(C=strength, solver="liblinear", tol=1e-3, max_iter=100)
    model.fit(matrix[chosen], labels[chosen])
    return model.coef_[0], model.intercept_[0] + np.log(share)


def quantised(weights, groups):
    """Eight bits a weight, one scale a group."""
    result = weights.copy()
    for part in groups:
        scale = max(np.abs(weights[part]).max(), 1e-9) / 127
        result[part] = np.round(weights[part] / scale) * scale
    return result


LENGTHS = 9
OWN_PART = slice(0, OWN + LENGTHS)


def window_part(index):
    return slice(OWN + LENGTHS + index * NEAR, OWN + LENGTHS + (index + 1) * NEAR)


def stage_one(corpus, rows, strengths):
    heads = {}
    for name in TASKS:
        weights, bias = linear(corpus.full, corpus.labels[name], strengths[name], rows)
        heads[name] = quantised(weights, [OWN_PART] + [window_part(i) for i in range(len(WINDOWS))]), bias
    for name in AUXILIARY:
        weights, bias = linear(corpus.own, corpus.labels[name], .05, rows)
        heads[name] = quantised(weights, [OWN_PART]), bias
    return heads


def scores(corpus, heads, rows):
    """What the heads say of some rows: for a task the parts of its sum, for the others the sum."""
    result = {}
    for name in TASKS:
        weights, bias = heads[name]
        result[name + ".own"] = corpus.own[rows] @ weights[OWN_PART] + bias
        for group, members in GROUPS.items():
            result[f"{name}.{group}"] = sum(corpus.windows[i][rows] @ weights[window_part(i)] for i in members)
    for name in AUXILIARY:
        weights, bias = heads[name]
        result[name] = corpus.own[rows] @ weights + bias
    return result


def shifted(values, offset):
    result = np.full(len(values), -8.0)
    if offset < 0:
        result[-offset:] = values[:offset]
    else:
        result[:len(values) - offset] = values[offset:]
    return result


def smoothed(values, sigma):
    return np.log(1e-4 + gaussian_filter1d(1 / (1 + np.exp(-values)), sigma, mode="constant", truncate=3))


def stage_two_features(corpus, score, task):
    total = sum(score[f"{task}.{part}"] for part in ["own", *GROUPS])
    other = TASKS[1 - TASKS.index(task)]
    columns = [total] + [score[f"{task}.{part}"] for part in ["own", *GROUPS]]
    columns += [corpus.each(lambda v, o=o: shifted(v, o), total) for o in (-3, -2, -1, 1, 2, 3)]
    columns += [corpus.each(lambda v, s=s: smoothed(v, s), total) for s in (2, 8, 30)]
    columns += [total - corpus.each(lambda v, w=w: maximum_filter1d(v, w, mode="nearest"), total) for w in (7, 21, 81)]
    for name in AUXILIARY:
        columns += [score[name]] + [corpus.each(lambda v, o=o: shifted(v, o), score[name]) for o in (-1, 1)]
        columns += [corpus.each(lambda v, s=s: smoothed(v, s), score[name]) for s in (2, 8)]
    columns += [sum(score[f"{other}.{part}"] for part in ["own", *GROUPS]), corpus.count]
    return np.stack(columns, 1).astype(np.float32)


def forest(features, labels, seeds, trees):
    return [lgb.LGBMClassifier(n_estimators=trees, num_leaves=7, learning_rate=.05, min_child_samples=60, reg_lambda=10,
                               subsample=.7, subsample_freq=1, colsample_bytree=.5, random_state=seed, verbose=-1,
                               n_jobs=2).fit(features, labels) for seed in range(seeds)]


def folds(corpus, rows, count):
    groups = sorted(set(corpus.group[rows]))
    order = np.random.RandomState(7).permutation(len(groups))
    fold = {groups[g]: i % count for i, g in enumerate(order)}
    return np.array([fold.get(g, -1) for g in corpus.group])


def best_threshold(score, labels):
    order = np.argsort(-score)
    f1 = 2 * np.cumsum(labels[order]) / (np.arange(1, len(order) + 1) + labels.sum())
    return score[order][f1.argmax()], f1.max()


def f1(predicted, labels):
    return 2 * (predicted & (labels == 1)).sum() / max(1, predicted.sum() + labels.sum())


def out_of_fold(corpus, fold, count, strengths):
    score = None
    for k in range(count):
        heads = stage_one(corpus, np.flatnonzero((fold >= 0) & (fold != k)), strengths)
        rows = np.flatnonzero(fold == k)
        part = scores(corpus, heads, rows)
        if score is None:
            score = {name: np.full(corpus.size, -8.0) for name in part}
        for name in part:
            score[name][rows] = part[name]
    return score


LINEAR_SHARE = .3
STRENGTHS = {"acti": .2, "deci": .1}
FOREST = {"seeds": 2, "trees": 80}


def total(score, task):
    return sum(score[f"{task}.{part}"] for part in ["own", *GROUPS])


def ensemble(features, models, linear_score):
    return np.mean([model.predict(features, raw_score=True) for model in models], 0) + LINEAR_SHARE * linear_score


def packed(heads, stages, trained):
    """The parameters as InsightParameters.swift reads them; everything little-endian."""
    out = bytearray(struct.pack("<4sIIIII", b"NXIN", 1, OWN, NEAR, LENGTHS, len(WINDOWS)))

    def bytes_of(weights):
        scale = max(np.abs(weights).max(), 1e-9) / 127
        return struct.pack("<f", scale) + np.round(weights / scale).astype(np.int8).tobytes()

    for name in TASKS + AUXILIARY:
        weights, bias = heads[name]
        out += struct.pack("<f", bias) + bytes_of(weights[OWN_PART])
        if name in TASKS:
            for index in range(len(WINDOWS)):
                out += bytes_of(weights[window_part(index)])
    for task in TASKS:
        models, threshold = stages[task]
        trees = [tree["tree_structure"] for model in models for tree in model.booster_.dump_model()["tree_info"]]
        out += struct.pack("<fffI", 1 / len(models), LINEAR_SHARE, threshold, len(trees))
        for tree in trees:
            nodes = []

            def add(node):
                place = len(nodes)
                nodes.append(None)
                if "leaf_value" in node:
                    nodes[place] = (-1, node["leaf_value"], 0, 0)
                else:
                    left, right = add(node["left_child"]), add(node["right_child"])
                    nodes[place] = (node["split_feature"], node["threshold"], left, right)
                return place

            add(tree)
            out += struct.pack("<B", len(nodes))
            for node in nodes:
                out += struct.pack("<bfBB", *node)
    hashes = sorted(fnv(name) for name in trained)
    return bytes(out) + struct.pack(f"<I{len(hashes)}I", len(hashes), *hashes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus")
    parser.add_argument("--out", default="Sources/NexusIntelligence/Insights/Utterances/InsightParameters.swift")
    arguments = parser.parse_args()
    corpus = Corpus(json.load(gzip.open(arguments.corpus)))
    trained = [name for name in corpus.names if split(name) == "train"]
    in_training = np.array([split(group + "x") == "train" for group in corpus.group])
    rows, others = np.flatnonzero(in_training), np.flatnonzero(~in_training)
    fold = folds(corpus, rows, 5)
    score = out_of_fold(corpus, fold, 5, STRENGTHS)
    heads = stage_one(corpus, rows, STRENGTHS)
    everywhere = scores(corpus, heads, np.arange(corpus.size))
    stages = {}
    for task in TASKS:
        labels = corpus.labels[task]
        features = stage_two_features(corpus, score, task)
        crossed = np.full(corpus.size, -20.0)
        for k in range(5):
            train, test = rows[fold[rows] != k], rows[fold[rows] == k]
            models = forest(features[train], labels[train], **FOREST)
            crossed[test] = ensemble(features[test], models, total(score, task)[test])
        threshold, best = best_threshold(crossed[rows], labels[rows])
        models = forest(features[rows], labels[rows], **FOREST)
        stages[task] = models, threshold
        final = ensemble(stage_two_features(corpus, everywhere, task), models, total(everywhere, task))
        print(f"{task}: cross-validated F1 {100 * best:.1f}, held out {100 * f1(final[others] >= threshold, labels[others]):.1f}",
              f"at {threshold:.3f}, {labels[others].sum()} held-out positives", flush=True)
    data = packed(heads, stages, trained)
    text = base64.b64encode(data).decode()
    with open(arguments.out, "w") as file:
        file.write("// Made by Training/train_insights.py from the AMI Meeting Corpus (CC BY 4.0, see NOTICE). Not to be edited.\n\n"
                   "/// The parameters of `UtteranceClassifier`, in base64.\nenum InsightParameters {\n"
                   f"    // swift-format-ignore\n    static let base64 = \"{text}\"\n}}\n")
    print(len(data), "bytes of parameters,", len(trained), "meetings trained on")


if __name__ == "__main__":
    main()
