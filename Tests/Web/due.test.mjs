import assert from "node:assert/strict";
import { test } from "node:test";
import { dueText, noteText, zone } from "../../Web/views/insights/due.js";

const now = Date.parse("2026-03-02T09:00:00Z");

test("the server's zone is named where its clocks show another time than the reader's", () => {
    const at = "2026-03-06T17:00Z";
    const elsewhere = zone === "Asia/Tokyo" ? "America/Lima" : "Asia/Tokyo";
    assert.match(dueText({ at, zone: elsewhere, serverZone: true }, now), /\(read in the server’s zone, A.+\)$/);
    assert.doesNotMatch(dueText({ at, zone, serverZone: true }, now), /server/);
    assert.doesNotMatch(dueText({ at, zone: elsewhere }, now), /server/);
});

test("a zone that this device does not know is named", () => {
    assert.match(dueText({ at: "2026-03-06", zone: "Moon/Crater", serverZone: true }, now), /Moon\/Crater/);
});

test("dates in a note are told as people read them, and nothing else is touched", () => {
    assert.doesNotMatch(noteText("Ann, by 2026-03-06T17:00Z, done", now), /2026|T17|Z/);
    assert.match(noteText("Ann, by 2026-03-06", now), /^Ann, by .*6.*$/);
    assert.equal(noteText("2026-99-99 and 12026-03-06", now), "2026-99-99 and 12026-03-06");
    assert.equal(noteText("Ann", now), "Ann");
});
