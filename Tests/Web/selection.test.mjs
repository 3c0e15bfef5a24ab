import assert from "node:assert/strict";
import test from "node:test";

import { copied } from "../../Web/views/chat/selection.js";

const row = (/** @type {object} */ more) =>
    /** @type {any} */ ({ senderName: "Ada", writtenAt: 0, text: "", attachments: [], ...more });

test("one message is copied as its text, several with whose they are", () => {
    assert.equal(copied([row({ text: "hello" })]), "hello");
    const several = copied([row({ text: "hello" }), row({ senderName: "Ben", attachments: [{ name: "plan.pdf" }] })]);
    assert.match(several, /^Ada, .+\nhello\n\nBen, .+\nplan\.pdf$/);
    assert.equal(copied([]), "");
});
