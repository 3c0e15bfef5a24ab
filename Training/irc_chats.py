"""Makes chat files without labels of public IRC, as examples of talk in which nobody gives or takes work.

    git clone https://github.com/jkkummerfeld/irc-disentanglement
    python3 Training/irc_chats.py irc-disentanglement/data/train irc-train --conversations 40 --messages 150
    python3 Training/irc_chats.py irc-disentanglement/data/test irc-test --conversations 10 --messages 210

The source is the Ubuntu channel of IRC as Kummerfeld and others published it (A Large-Scale Corpus for Conversation Disentanglement, ACL 2019;
CC BY 4.0). Files are read in the order of their names, and of each the first messages after the thousandth line, where the source's
own annotations begin.
"""
import argparse, pathlib, re

LINE = re.compile(r"^\[(\d\d):(\d\d)\] <([^>]+)> (.*)$")


def chat_of(path, most):
    """The chat file of a log, or nothing if it is too short."""
    lines, members, day, last = [], [], 1, "00:00"
    for line in path.read_text(encoding="utf-8", errors="replace").split("\n")[1000:]:
        match = LINE.match(line)
        if not match or not match[4].strip(): continue
        time, name = f"{match[1]}:{match[2]}", re.sub(r"\W", "_", match[3])
        if time < last: day += 1
        if time < last or not lines: lines.append(f"day 2020-01-{day:02}")
        last = time
        if name not in members: members.append(name)
        number = sum(not line.startswith("day ") for line in lines) + 1
        lines.append(f"{number} {time} {name} | {match[4].strip()}")
        if number == most: break
    else:
        return None
    head = [f"name: irc-{path.name.split('.')[0]}", "domain: IRC", "language: en", "zone: UTC", "members: " + ", ".join(members), ""]
    return "\n".join(head + lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("logs", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--conversations", type=int, default=40)
    parser.add_argument("--messages", type=int, default=150)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    chats = (chat_of(path, options.messages) for path in sorted(options.logs.glob("*.raw.txt")))
    for chat, _ in zip((chat for chat in chats if chat), range(options.conversations)):
        name = chat.split("\n", 1)[0].removeprefix("name: ")
        (options.out / f"{name}.chat").write_text(chat, encoding="utf-8")
