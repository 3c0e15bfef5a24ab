#!/usr/bin/env python3
"""Fits which candidates answer a question (Sources/NexusIntelligence/Answers/Ranking/AnswerWeights.swift), and whether any does
(AnswerConfidence.swift).

    nexus bench chat Training/Chat --out model.txt
    nexus bench chat Training/Chat --words --out words.txt
    Training/train_answers.py model.txt [MORE...] --read
    Training/train_answers.py words.txt [MORE...]

The vectors that look for answers (train_questions.py) must not have seen the conversation either. With --read, the confidence is fitted on questions with
an answer and those of another conversation: what else has none is told by train_pairs.py. Prints by cross-validation over conversations how often a
source is among the first three, and of some thresholds how many questions are left unanswered; then the weights in their order. Needs NumPy and SciPy. L2 of 10 on standardised features; other values (3 to 30) changed
the share by at most 0.6 points.
"""
import sys
import zlib

import numpy as np
from scipy.optimize import minimize

PENALTY = 10
FOLDS = 5


def fold_of(name):
    return zlib.crc32(name.encode()) % FOLDS


class Question:
    def __init__(self, name, kind, number, sources, context):
        self.name, self.number = name, number
        self.fold = fold_of(name)
        self.kind = kind
        self.is_answerable = sources > 0
        self.context = context
        self.right, self.places, self.features = [], [], []


def read(paths):
    questions = []
    for path in paths:
        for line in open(path, encoding="utf-8"):
            values = line.split()
            if values[0] == "Q":
                questions.append(Question(values[1], values[2], int(values[3]), int(values[4]), [float(value) for value in values[5:]]))
            else:
                questions[-1].right.append(int(values[0]))
                questions[-1].places.append(int(values[1]))
                questions[-1].features.append([float(value) for value in values[2:]])
    questions = [question for question in questions if question.right]
    for question in questions:
        question.right, question.features = np.array(question.right), np.array(question.features)
    return questions


def fit(questions, scale):
    """Weights that make the share of the sources in the sum of exp(score) greatest."""
    known = [(question.right, question.features / scale) for question in questions if question.right.any()]

    def loss(weights):
        value, gradient = PENALTY * weights @ weights, 2 * PENALTY * weights
        for right, features in known:
            scores = features @ weights
            shares = np.exp(scores - scores.max())
            shares /= shares.sum()
            held = shares * right
            value -= np.log(held.sum() + 1e-30)
            gradient = gradient - features.T @ (held / (held.sum() + 1e-30) - shares)
        return value, gradient

    return minimize(loss, np.zeros(len(scale)), jac=True, method="L-BFGS-B").x / scale


def spread(questions):
    """The deviation of each feature; features that are the same everywhere count nothing."""
    scale = np.vstack([question.features for question in questions]).std(0)
    scale[scale < 1e-6] = 1e9
    return scale


def apart(questions, own, scale):
    """Each question with weights that have not seen its conversation."""
    for fold in range(FOLDS):
        weights = fit([question for question in own if question.fold != fold], scale)
        yield from ((question, weights) for question in questions if question.fold == fold)


def rank(question, weights):
    scores = question.features @ weights
    order = np.argsort(-scores, kind="stable")
    question.order, question.scores = order, scores[order]


def together(question):
    """As AnswerConfidence."""
    scores, features = question.scores, question.features[question.order]
    best, three = features[0], features[:3]
    shares = np.exp(scores - scores[0])
    lead = [scores[0] - scores[min(place, len(scores) - 1)] for place in (1, 9)]
    return np.concatenate([
        [1], question.context, lead, [1 / shares.sum()], best[[2, 3, 6, 9, 10]],
        [best[15:20].max(), best[20:25].max(), best[11], best[14]],
        [three[:, 2].mean(), three[:, 9].max(), three[:, 10].max(), three[:, 3].max()],
        [best[40], three[:, 40].max(), features[:, 40].max()]])


def fit_confidence(features, answered):
    mean, deviation = features.mean(0), features.std(0)
    deviation[deviation < 1e-6] = 1e9
    mean[0], deviation[0] = 0, 1
    standard = (features - mean) / deviation

    def loss(weights):
        scores = standard @ weights
        value = (np.logaddexp(0, scores) - scores * answered).sum() + PENALTY * weights[1:] @ weights[1:]
        gradient = standard.T @ (1 / (1 + np.exp(-scores)) - answered)
        gradient[1:] += 2 * PENALTY * weights[1:]
        return value, gradient

    weights = minimize(loss, np.zeros(standard.shape[1]), jac=True, method="L-BFGS-B").x / deviation
    weights[0] -= weights[1:] @ mean[1:]
    return weights


def main():
    questions = [question for question in read([path for path in sys.argv[1:] if path != "--read"]) if question.kind != "wide"]
    own = [question for question in questions if question.kind == "own" and question.is_answerable]
    scale = spread(own)
    for question, weights in apart(questions, own, scale):
        rank(question, weights)
    found = np.mean([question.right[question.order[:3]].any() for question in own])
    print(f"{len(own)} questions, cross-validated first three: {100 * found:.1f} %")
    features = np.array([together(question) for question in questions])
    answered = np.array([question.is_answerable and question.kind == "own" for question in questions], float)
    folds, kinds = np.array([question.fold for question in questions]), np.array([question.kind for question in questions])
    # What was talked about and not answered is told by reading.
    told = (answered == 1) | (kinds == "foreign") if "--read" in sys.argv else np.full(len(questions), True)
    confidence = np.zeros(len(questions))
    for fold in range(FOLDS):
        taken = (folds != fold) & told
        confidence[folds == fold] = features[folds == fold] @ fit_confidence(features[taken], answered[taken])
    for share in (0.1, 0.12, 0.14, 0.16, 0.18):
        least = np.quantile(confidence[answered == 1], share)
        silent = confidence < least
        unsaid, foreign = silent[(kinds == "own") & (answered == 0)], silent[kinds == "foreign"]
        print(f"threshold {least:.2f}: falsely unanswered {share:.2f}, unsaid {unsaid.mean():.2f}, foreign {foreign.mean():.2f}")
    print(", ".join(f"{value:.3f}" for value in fit(own, scale)))
    print(", ".join(f"{value:.3f}" for value in fit_confidence(features[told], answered[told])))


if __name__ == "__main__":
    main()
