// What a browser tells of the security of its user's account.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newsOf, securityText } from "../../Web/views/credentials/security-words.js";

const actor = { id: "1", name: "Ada" };
const entry = (number, act, more = {}) => ({ number, at: 1_000 * number, act, actor, ...more });
const entries = [
    entry(9, "sign-in.success", { session: "phone", note: "Chrome on Android, 203.0.113.7" }),
    entry(8, "sign-in.failure", { session: "phone", count: 4, since: 5_000, note: "198.51.100.2" }),
    entry(6, "password.change"),
    entry(5, "sign-in.success", { session: "laptop", note: "Firefox on Linux" }),
    entry(4, "sign-in.failure", { session: "laptop", count: 1, since: 1_000 }),
    entry(2, "sign-in.success", { session: "old" }),
];
const numbers = (...parts) => newsOf(...parts).map(({ number }) => number);

test("another device's sign-in is news once, and failed attempts on every device", () => {
    assert.deepEqual(numbers(entries, "laptop", 5), [8, 9]);
    assert.deepEqual(numbers(entries, "laptop", 9), []);
    assert.deepEqual(numbers(entries, "phone", 7), [8]);
});

test("at first, only what the browser's own sign-in brought is news, and what came after", () => {
    assert.deepEqual(numbers(entries, "phone", null), [8]);
    assert.deepEqual(numbers(entries, "laptop", null), [4, 8, 9]);
    assert.deepEqual(numbers(entries, "older than the page", null), []);
    assert.deepEqual(numbers(entries, undefined, null), []);
    assert.deepEqual(numbers([], "phone", null), []);
});

test("a passkey that was added, removed or refused elsewhere is news", () => {
    const acts = [
        entry(4, "passkey.refuse", { note: "Laptop" }), entry(3, "passkey.remove", { session: "laptop", note: "Old" }),
        entry(2, "passkey.add", { session: "phone", note: "Laptop" }),
    ];
    assert.deepEqual(numbers(acts, "laptop", 1), [2, 4]);
    assert.deepEqual(numbers(acts, "phone", 1), [3, 4]);
    assert.equal(securityText(acts[2]), "The passkey “Laptop” was added");
    assert.match(securityText(acts[0]), /^The passkey “Laptop” was refused: it may have been copied/u);
});

test("an entry of a later version is told by its name", () => {
    assert.equal(securityText(entry(1, "telepathy.add")), "telepathy.add");
    assert.match(securityText(entries[1]), /^4 failed attempts to sign in since .*, from 198\.51\.100\.2$/u);
    assert.match(securityText(entries[4]), /^1 failed attempt to sign in since [^,]*/u);
});
