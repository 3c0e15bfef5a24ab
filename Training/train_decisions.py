"""Trains the network of NexusIntelligence/Insights that finds decisions where the embedding model is there.

    python3 -m venv venv && venv/bin/pip install numpy scipy scikit-learn lightgbm torch
    NEXUS_MODELS=models .build/release/nexus bench embed ami-train-dev.json.gz --out vectors.f32
    venv/bin/python Training/train_decisions.py ami-train-dev.json.gz vectors.f32

The second command writes the vector of each utterance (all-MiniLM-L6-v2, Apache License 2.0; 384 numbers, little-endian) in the order of the
file. `make run` and `make test` need none of this: the parameters are in the repository.

The network reads an utterance's vector, who speaks, and what the linear heads of train_insights.py say of it by words alone, forwards and
backwards through the conversation. It learns on pieces that are cut anywhere from meetings, so that where an utterance stands in the whole does
not count, and from the corpus's other annotations beside, which are used for training only. Split, groups of meetings and the choice of the
threshold are those of train_insights.py: meetings that are held out are never looked at but to report.
"""
import argparse, base64, gzip, json, struct
import numpy as np, torch
from torch import nn
import train_insights as words

WIDTH, NARROW, UNITS = 384, 64, 32
VECTOR_SCALE = 10.0      # vectors of length one have small numbers
SCORE_SCALE, SCORE_LIMIT = 3.0, 3.0
LINEAR_SHARE = .3
SEEDS, EPOCHS, PIECE, PIECES = 3, 14, 160, 12
LABELS = ["deci", "acti", "ext", "abst", "prob"]
LABEL_WEIGHTS = torch.tensor([3., 1., 1., 1., .5])
KINDS = ["inf", "ass", "bck", "fra", "sug", "stl", "el.inf", "und", "el.ass", "oth", "be.pos", "off"]
HEADS = [f"{task}.{part}" for task in words.TASKS for part in ["own", *words.GROUPS]] + words.AUXILIARY


def turns(count, speakers):
    """Who speaks, in numbers: whether the utterances next to one are of the same speaker, how much that one says in all, how many speak."""
    size = len(speakers)
    said = {speaker: sum(c for c, other in zip(count, speakers) if other == speaker) for speaker in set(speakers)}
    everything = max(1, sum(said.values()))
    rows = []
    for place, speaker in enumerate(speakers):
        same = [float(0 <= place + offset < size and speakers[place + offset] == speaker) for offset in (-1, 1, -2, 2)]
        near = set(speakers[max(0, place - 5):place + 6])
        rows.append(same + [2 * said[speaker] / everything, len(near) / 4])
    return np.array(rows)


def beside(corpus, meetings, score):
    """What the network is told beside the vectors: length, whether it asks, who speaks, and what the heads say."""
    count, acts = corpus.count, [act for meeting in meetings for act in meeting["acts"]]
    asks = np.array([float("?" in words.words(act["text"])) for act in acts])
    speakers = [act["s"] for act in acts]
    speaking = [turns(count[start:end], speakers[start:end]) for start, end in zip(corpus.starts, corpus.starts[1:])]
    heads = np.stack([score[name] for name in HEADS], 1) / SCORE_SCALE
    columns = [np.log1p(count)[:, None] / 2, asks[:, None], np.vstack(speaking), np.clip(heads, -SCORE_LIMIT, SCORE_LIMIT)]
    return torch.tensor(np.hstack(columns).astype(np.float32))


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        extra = 2 + 6 + len(HEADS)
        self.narrowing = nn.Linear(WIDTH, NARROW)
        self.reading = nn.GRU(NARROW + extra, UNITS, bidirectional=True, batch_first=True)
        self.heads = nn.Linear(2 * UNITS + NARROW + extra, len(LABELS) + len(KINDS))
        self.dropout = nn.Dropout(.3)

    def forward(self, inputs):
        narrow = self.dropout(torch.relu(self.narrowing(self.dropout(inputs[..., :WIDTH]))))
        known = torch.cat([narrow, inputs[..., WIDTH:]], -1)
        return self.heads(torch.cat([self.dropout(self.reading(known)[0]), known], -1))


def trained(data, meetings, seed):
    """A network that has learned from some meetings, each a range of rows."""
    inputs, labels, kinds = data
    torch.manual_seed(seed)
    random = np.random.RandomState(seed)
    network = Network().train()
    optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-2)
    sizes = np.array([end - start for start, end in meetings])
    steps = int(sizes.sum() / (PIECE * PIECES)) * EPOCHS
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    states, chances = nn.CrossEntropyLoss(), nn.BCEWithLogitsLoss(reduction="none")
    for _ in range(steps):
        rows = []
        for meeting in random.choice(len(meetings), PIECES, p=sizes / sizes.sum()):
            start, size = meetings[meeting][0], sizes[meeting]
            first = min(max(0, random.randint(-PIECE // 2, max(1, size - PIECE // 2))), max(0, size - PIECE))
            rows.append(np.resize(np.arange(start + first, start + min(size, first + PIECE)), PIECE))
        rows = torch.tensor(np.stack(rows))
        output = network(inputs[rows])
        loss = (chances(output[..., :len(LABELS)], labels[rows]) * LABEL_WEIGHTS).mean((0, 1)).sum()
        loss = loss + .3 * states(output[..., len(LABELS):].reshape(-1, len(KINDS)), kinds[rows].reshape(-1))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.)
        optimizer.step()
        schedule.step()
    return network.eval()


def matrices(network):
    """What is kept of a network: narrowing, both readings, and the one head that is asked for."""
    state = {name: value.detach().numpy().astype(np.float32) for name, value in network.state_dict().items()}
    kept = [(state["narrowing.weight"] * VECTOR_SCALE, state["narrowing.bias"])]
    for end in ["l0", "l0_reverse"]:
        kept += [(state[f"reading.weight_{part}_{end}"], state[f"reading.bias_{part}_{end}"]) for part in ["ih", "hh"]]
    return kept + [(state["heads.weight"][:1], state["heads.bias"][:1])]


def quantised(matrix):
    """Eight bits a weight, one scale a row."""
    scale = np.maximum(np.abs(matrix).max(1), 1e-9).astype(np.float32) / 127
    return scale, np.round(matrix / scale[:, None]).astype(np.int8)


def rounded(network):
    """The network as it is shipped, with its weights rounded."""
    with torch.no_grad():
        for name, value in network.named_parameters():
            if "weight" in name:
                scale, whole = quantised(value.numpy())
                value.copy_(torch.tensor(scale[:, None] * whole))
    return network


def scores(networks, inputs, meetings, size):
    result = np.full(size, -20.)
    with torch.no_grad():
        for start, end in meetings:
            output = [network(inputs[start:end][None])[0, :, 0].numpy() for network in networks]
            result[start:end] = np.mean(output, 0)
    return result


def steady_threshold(score, labels):
    """The threshold whose surroundings have the best F1: the best single one is a matter of chance."""
    order = np.argsort(-score)
    f1 = 2 * np.cumsum(labels[order]) / (np.arange(1, len(order) + 1) + labels.sum())
    sums = np.concatenate([[0], np.cumsum(f1)])
    ranks = np.arange(100, len(order) // 2)
    first, last = (ranks * .8).astype(int), (ranks * 1.25).astype(int)
    best = ranks[((sums[last] - sums[first]) / (last - first)).argmax()]
    return score[order][best], f1[best]


def packed(networks, threshold):
    """The parameters as UtteranceNetworks.swift reads them; everything little-endian."""
    out = bytearray(struct.pack("<4sIIIIIff", b"NXDN", 1, WIDTH, NARROW, UNITS, len(networks), LINEAR_SHARE, threshold))
    for network in networks:
        for weights, shifts in matrices(network):
            scale, whole = quantised(weights)
            out += scale.tobytes() + shifts.tobytes() + whole.tobytes()
    return bytes(out)


def told(utterances, heads, networks, threshold):
    """What becomes of some utterances and made-up vectors, for the test that compares the server's own inference with this."""
    meetings = [{"meeting": "none", "acts": utterances}]
    corpus = words.Corpus(meetings)
    score = words.scores(corpus, heads, np.arange(corpus.size))
    places = np.arange(1, corpus.size + 1)[:, None] * np.arange(1, WIDTH + 1)
    vectors = np.sin(.37 * places)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    inputs = torch.cat([torch.tensor(vectors.astype(np.float32)) * VECTOR_SCALE, beside(corpus, meetings, score)], 1)
    found = scores(networks, inputs, [(0, corpus.size)], corpus.size)
    return found + LINEAR_SHARE * words.total(score, "deci") - threshold


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus")
    parser.add_argument("vectors")
    parser.add_argument("--out", default="Sources/NexusIntelligence/Insights/Utterances/DecisionParameters.swift")
    parser.add_argument("--fixture", default="Fixtures/Insights/utterances.json")
    arguments = parser.parse_args()
    meetings = json.load(gzip.open(arguments.corpus))
    corpus = words.Corpus(meetings)
    acts = [act for meeting in meetings for act in meeting["acts"]]
    vectors = torch.tensor(np.fromfile(arguments.vectors, "<f4").reshape(corpus.size, WIDTH)) * VECTOR_SCALE
    in_training = np.array([words.split(group + "x") == "train" for group in corpus.group])
    rows, others = np.flatnonzero(in_training), np.flatnonzero(~in_training)
    fold = words.folds(corpus, rows, 5)
    score = words.out_of_fold(corpus, fold, 5, words.STRENGTHS)
    heads = words.stage_one(corpus, rows, words.STRENGTHS)
    final = words.scores(corpus, heads, np.arange(corpus.size))
    labels = torch.tensor(np.stack([corpus.labels[name] for name in LABELS], 1).astype(np.float32))
    kinds = torch.tensor([KINDS.index(act["da"]) if act["da"] in KINDS else KINDS.index("oth") for act in acts])
    inputs = torch.cat([vectors, beside(corpus, meetings, score)], 1)
    data = inputs, labels, kinds
    ranges = list(zip(corpus.starts, corpus.starts[1:]))

    crossed = np.full(corpus.size, -20.)
    for k in range(5):
        train = [(start, end) for start, end in ranges if fold[start] not in (-1, k)]
        test = [(start, end) for start, end in ranges if fold[start] == k]
        networks = [rounded(trained(data, train, seed)) for seed in range(SEEDS)]
        crossed = np.maximum(crossed, scores(networks, inputs, test, corpus.size))
        print(f"group {k + 1} of 5 is done", flush=True)
    crossed += LINEAR_SHARE * words.total(score, "deci")
    decisions = corpus.labels["deci"]
    threshold, best = steady_threshold(crossed[rows], decisions[rows])

    networks = [rounded(trained(data, [r for r in ranges if fold[r[0]] >= 0], seed)) for seed in range(SEEDS)]
    inputs = torch.cat([vectors, beside(corpus, meetings, final)], 1)
    found = scores(networks, inputs, ranges, corpus.size) + LINEAR_SHARE * words.total(final, "deci") >= threshold
    print(f"decisions: cross-validated F1 {100 * best:.1f}, held out {100 * words.f1(found[others], decisions[others]):.1f}",
          f"at {threshold:.3f}, {decisions[others].sum()} held-out positives", flush=True)
    parameters = packed(networks, threshold)
    with open(arguments.out, "w") as file:
        file.write("// Made by Training/train_decisions.py from the AMI Meeting Corpus (CC BY 4.0, see NOTICE). Not to be edited.\n\n"
                   "/// The parameters of `UtteranceNetworks`, in base64.\nenum DecisionParameters {\n"
                   f"    // swift-format-ignore\n    static let base64 = \"{base64.b64encode(parameters).decode()}\"\n}}\n")
    with open(arguments.fixture) as file:
        utterances = json.load(file)
    found = told(utterances, heads, networks, threshold)
    lines = [json.dumps({"s": line["s"], "text": line["text"], "decision": round(float(value), 4)})
             for line, value in zip(utterances, found)]
    with open(arguments.fixture, "w") as file:
        file.write("[\n" + ",\n".join(lines) + "\n]\n")
    print(len(parameters), "bytes of parameters")


if __name__ == "__main__":
    main()
