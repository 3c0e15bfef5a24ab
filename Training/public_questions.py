#!/usr/bin/env python3
r"""Gathers questions about texts that others wrote, on which train_pairs.py begins.

    git clone https://github.com/emorynlp/FriendsQA && git clone https://github.com/HIT-SCIR/Molweni && git clone https://github.com/Yale-LILY/QMSum
    git clone https://github.com/xinyadu/nqg && git clone https://github.com/google-deepmind/xquad
    Training/public_questions.py FOLDER_OF_THESE questions.jsonl

FriendsQA (talk in a television series, Apache License), Molweni (help on IRC, Apache License), QMSum (meetings, MIT License); SQuAD (Wikipedia, CC BY-SA 4.0) in
English as sentences with their questions, its development set in the division of Du, Shao and Cardie (2017), and in German and Spanish as XQuAD. Each line is a
talk: its lines, and questions with the places of the lines that answer them; none for a question that nothing answers.
"""
import glob
import json
import os
import re
import sys

# A talk of a file of sentences: as many as an article has, roughly.
SENTENCES = 60
# Questions of SQuAD: so many that talk stays the greater part.
ASKED = 4_000
# Of a meeting, questions that so many turns answer at most: longer spans are summaries.
TURNS = 6


def plain(text):
    """Without the marks of meetings, and with the blanks of writing and not of a tokenizer."""
    text = re.sub(r"\{\w+\}|<\w+>|#NOTE#:?", " ", text)
    text = text.replace("-lrb- ", "(").replace(" -rrb-", ")").replace("``", '"').replace("''", '"')
    text = re.sub(r" (n't\b|'(s|re|ve|ll|m|d)\b)", r"\1", text)
    return re.sub(r"\s+", " ", re.sub(r" ([.,?!;:)])", r"\1", text)).strip()


def friends(folder):
    for part in ("dev", "tst"):
        for scene in json.load(open(f"{folder}/FriendsQA/dat/friendsqa_{part}.json", encoding="utf-8"))["data"]:
            for talk in scene["paragraphs"]:
                said = talk["utterances:"]
                places = {one["uid"]: place for place, one in enumerate(said)}
                asks = [(plain(ask["question"]), sorted({places[answer["utterance_id"]] for answer in ask["answers"]})) for ask in talk["qas"]]
                yield [f'{(one["speakers"] or ["all"])[0].split()[0].strip("#")}: {plain(one["utterance"])}' for one in said], asks


def molweni(folder):
    for talk in json.load(open(folder + "/Molweni/MRC(withDiscourse)/test.json", encoding="utf-8"))["data"]["dialogues"]:
        lines, starts, end = [], [], 0
        for one in talk["edus"]:
            starts.append(end)
            end += len(f'{one["speaker"]}: {one["text"]} ')
            lines.append(f'{one["speaker"]}: {plain(one["text"])}')
        place = lambda start: max(number for number, begin in enumerate(starts) if begin <= start)
        yield lines, [(plain(ask["question"]), sorted({place(answer["answer_start"]) for answer in ask["answers"]})) for ask in talk["qas"]]


def meetings(folder):
    for path in sorted(glob.glob(folder + "/QMSum/data/ALL/t*/*.json")):
        meeting = json.load(open(path, encoding="utf-8"))
        asks = []
        for ask in meeting["specific_query_list"]:
            right = sorted({place for first, last in ask["relevant_text_span"] for place in range(int(first), int(last) + 1)})
            if len(right) <= TURNS and not ask["query"].startswith("Summarize"):
                asks.append((ask["query"], right))
        yield [f'{one["speaker"]}: {plain(one["content"])}' for one in meeting["meeting_transcripts"]], asks


def sentences(folder):
    read = lambda kind: open(f"{folder}/nqg/data/processed/{kind}-dev.txt", encoding="utf-8").read().splitlines()
    lines, asks = [], []
    for sentence, question in list(zip(read("src"), read("tgt")))[:ASKED]:
        sentence = plain(sentence)
        if sentence not in lines:
            if len(lines) == SENTENCES:
                yield lines, asks
                lines, asks = [], []
            lines.append(sentence)
        asks.append((plain(question), [lines.index(sentence)]))
    yield lines, asks


def translated(folder):
    for language in ("de", "es"):
        for article in json.load(open(f"{folder}/xquad/xquad.{language}.json", encoding="utf-8"))["data"]:
            lines, asks = [], []
            for part in article["paragraphs"]:
                starts = [0] + [match.end() for match in re.finditer(r"(?<=[a-z0-9)\]%][.?!]) +(?=[A-ZÄÖÜ¿¡\"„])", part["context"])]
                for ask in part["qas"]:
                    first = ask["answers"][0]["answer_start"]
                    asks.append((ask["question"], [len(lines) + max(number for number, begin in enumerate(starts) if begin <= first)]))
                lines += [part["context"][begin:end].strip() for begin, end in zip(starts, starts[1:] + [None])]
            yield lines, asks


def main():
    folder, out = sys.argv[1:]
    with open(out, "w", encoding="utf-8") as file:
        for source in (friends, molweni, meetings, sentences, translated):
            talks = [(lines, asks) for lines, asks in source(folder) if asks and len(lines) > 1]
            for lines, asks in talks:
                file.write(json.dumps({"lines": lines, "asks": asks}, ensure_ascii=False) + "\n")
            print(source.__name__, len(talks), "talks,", sum(len(asks) for _, asks in talks), "questions,",
                  sum(not right for _, asks in talks for _, right in asks), "without an answer")


if __name__ == "__main__":
    main()
