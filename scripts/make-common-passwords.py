#!/usr/bin/env python3
"""Writes Sources/NexusServer/Accounts/CommonPasswords+Data.swift.

Takes the 10,000 commonest passwords of at least 8 characters from the frequency list of zxcvbn (MIT License; see
NOTICE), sorts them, compresses them with zlib and writes them in Base64. Needs `pip install zxcvbn==4.5.0`.
"""

import base64
import pathlib
import textwrap
import zlib

from zxcvbn.frequency_lists import FREQUENCY_LISTS

COUNT, SHORTEST = 10_000, 8
words = [word for word in FREQUENCY_LISTS["passwords"] if len(word) >= SHORTEST][:COUNT]
text = "\n".join(sorted(words)).encode("ascii")
lines = textwrap.wrap(base64.b64encode(zlib.compress(text, 9)).decode("ascii"), 112)
source = f'''// Written by scripts/make-common-passwords.py. Do not edit.

extension CommonPasswords {{
    /// Bytes of the list.
    static let bytes = {len(text):_}

    /// The list, a password a line, sorted by bytes: compressed with zlib, in Base64.
    static let data = """
{textwrap.indent(chr(10).join(lines), " " * 8)}
        """
}}
'''
root = pathlib.Path(__file__).resolve().parent.parent
(root / "Sources/NexusServer/Accounts/CommonPasswords+Data.swift").write_text(source)
print(f"{len(words)} passwords, {len(text)} bytes")
