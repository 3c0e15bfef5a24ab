// What the settings of notifications say and read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf } from "../../Web/shell/push-registration.js";
import { answerOf, deviceWords, keywordProblem, keywordsOf, minutesOf, timeOf } from "../../Web/views/notifications/device-words.js";

test("each state of a device has a sentence, and a button only where one helps", () => {
    const actions = { unsupported: undefined, install: undefined, denied: undefined, ask: "enable", off: "enable", open: "disable", on: "disable" };
    for (const [state, action] of Object.entries(actions)) {
        for (const isRevoked of [false, true]) {
            const words = deviceWords(state, isRevoked);
            assert.match(words.text, /^[A-Z].*\.$/u);
            assert.equal(words.action, action, state);
        }
    }
    assert.notEqual(deviceWords("denied", true).text, deviceWords("denied", false).text);
    assert.notEqual(deviceWords("ask", true).text, deviceWords("ask", false).text);
});

test("the three answers are the levels of direct messages and groups, and other combinations are none of them", () => {
    assert.equal(answerOf({}), "all");
    assert.equal(answerOf({ groups: "mentions" }), "mentions");
    assert.equal(answerOf({ direct: "nothing", groups: "nothing" }), "nothing");
    for (const other of [{ direct: "mentions" }, { direct: "nothing" }, { groups: "nothing" }]) assert.equal(answerOf(other), null);
});

test("minutes of the day are written and read as fields of times have them", () => {
    for (const minutes of [0, 59, 60, 419, 1_439]) assert.equal(minutesOf(timeOf(minutes)), minutes);
    assert.equal(timeOf(390), "06:30");
    assert.equal(minutesOf("06:30:00"), 390);
    assert.equal(minutesOf(""), null);
});

test("keywords are separated by commas and lines, trimmed and distinct", () => {
    assert.deepEqual(keywordsOf(" rollout,on call ,, rollout\nrelease "), ["rollout", "on call", "release"]);
    assert.deepEqual(keywordsOf(" , "), []);
    const words = Array.from({ length: 20 }, (_, index) => String.fromCodePoint(97 + index) + "🎈".repeat(39));
    assert.equal(keywordProblem(words), "");
    assert.match(keywordProblem([...words, "one more"]), /at most 20/u);
    assert.match(keywordProblem([`${words[0]}x`]), /at most 40/u);
});

test("a server's key is read from base64url, and an invalid one is refused", () => {
    assert.deepEqual([...bytesOf("-_8")], [251, 255]);
    assert.throws(() => bytesOf("ä"), { code: "internal_error" });
});
