import assert from "node:assert/strict";
import { test } from "node:test";
import { segments } from "../../Web/views/chat/links.js";

/** The addresses found in a text. */
const addresses = (text) => segments(text).filter((one) => one.href !== undefined).map((one) => one.href);

test("the pieces joined are the text", () => {
    for (
        const text of [
            "",
            "nothing",
            "https://a.example",
            "a https://a.example/b, c",
            "(https://a.example)",
            "a@b.example!",
            "\nhttps://a.example\n",
            "https://",
            "mailto:",
            "http://[",
            "שלום https://a.example/שלום.",
            "www.a.example www. www.",
        ]
    ) {
        assert.equal(segments(text).map((one) => one.text).join(""), text);
    }
});

test("http, https, mailto, www and bare e-mail addresses are found", () => {
    assert.deepEqual(
        addresses("http://a.example https://b.example/c?d=e#f mailto:g@h.example www.i.example j.k+l@m.example"),
        [
            "http://a.example/",
            "https://b.example/c?d=e#f",
            "mailto:g@h.example",
            "https://www.i.example/",
            "mailto:j.k+l@m.example",
        ],
    );
});

test("nothing else becomes an address", () => {
    for (
        const text of [
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "vbscript:x",
            "//a.example",
            "ftp://a.example",
            "a@b",
            "@a",
            "https://",
            "http:// a",
            "java\u0000script:alert(1)",
            "blob:https",
            "HTTPS",
            "view-source:x",
        ]
    ) {
        assert.deepEqual(addresses(text), [], text);
    }
});

test("a sentence's punctuation is not the address's", () => {
    assert.deepEqual(addresses("See https://a.example/b. And https://a.example/c, or https://a.example/d?!"), [
        "https://a.example/b",
        "https://a.example/c",
        "https://a.example/d",
    ]);
    assert.deepEqual(addresses("(see https://a.example/b)"), ["https://a.example/b"]);
    assert.deepEqual(addresses("https://a.example/b_(c)"), ["https://a.example/b_(c)"]);
    assert.deepEqual(addresses('"https://a.example/b"'), ["https://a.example/b"]);
    assert.deepEqual(addresses("<https://a.example/b>"), ["https://a.example/b"]);
});

test("a text made to be slow is read to its end", () => {
    assert.deepEqual(addresses("a".repeat(8_000)), []);
    assert.deepEqual(addresses("a@".repeat(4_000)), []);
    assert.deepEqual(addresses(`${"a.".repeat(4_000)}@`), []);
    assert.deepEqual(addresses(`https://a.example/${")".repeat(7_900)}`), ["https://a.example/"]);
});
