#!/usr/bin/env python3
"""Fits the weights by which candidates answer a question (Sources/NexusIntelligence/Answers/Ranking/AnswerWeights.swift).

    nexus bench chat Training/Chat --out model.txt
    nexus bench chat Training/Chat --words --out words.txt
    Training/train_answers.py model.txt
    Training/train_answers.py words.txt

Prints how often a source is among the first three, by cross-validation over conversations, and the weights in their order.
Needs NumPy and SciPy. L2 of 10 on standardised features; other values (1 to 30) changed the share by at most 1.2 points.
"""
import sys
import zlib

import numpy as np
from scipy.optimize import minimize

PENALTY = 10


def read(path):
    questions = []
    for line in open(path, encoding="utf-8"):
        if line.startswith("Q "):
            questions.append((line[2:].strip(), [], []))
        else:
            values = line.split()
            questions[-1][1].append(int(values[0]))
            questions[-1][2].append([float(value) for value in values[1:]])
    return [(name, np.array(right), np.array(features)) for name, right, features in questions if right]


def fit(questions):
    """Weights that make the share of the sources in the sum of exp(score) greatest."""
    known = [(right, features) for _, right, features in questions if right.any()]

    def loss(weights):
        value, gradient = PENALTY * weights @ weights, 2 * PENALTY * weights
        for right, features in known:
            scores = features @ weights
            shares = np.exp(scores - scores.max())
            shares /= shares.sum()
            held = shares * right
            value -= np.log(held.sum() + 1e-30)
            gradient -= features.T @ (held / (held.sum() + 1e-30) - shares)
        return value, gradient

    width = questions[0][2].shape[1]
    return minimize(loss, np.zeros(width), jac=True, method="L-BFGS-B").x


def first_three(questions, weights):
    return sum(right[np.argsort(-(features @ weights), kind="stable")[:3]].any() for _, right, features in questions)


def main():
    questions = read(sys.argv[1])
    every = np.vstack([features for _, _, features in questions])
    mean, deviation = every.mean(0), every.std(0)
    deviation[deviation < 1e-6] = 1e9
    questions = [(name, right, (features - mean) / deviation) for name, right, features in questions]
    found = 0
    for fold in range(5):
        held = [question for question in questions if zlib.crc32(question[0].encode()) % 5 == fold]
        rest = [question for question in questions if zlib.crc32(question[0].encode()) % 5 != fold]
        found += first_three(held, fit(rest))
    print(f"{len(questions)} questions, cross-validated first three: {100 * found / len(questions):.1f} %")
    print(", ".join(f"{value:.3f}" for value in fit(questions) / deviation))


if __name__ == "__main__":
    main()
