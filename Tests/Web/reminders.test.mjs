import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldOf, presets, reminderTime } from "../../Web/views/insights/reminder-times.js";

const at = (hour, day = 2) => new Date(2026, 2, day, hour).getTime();
const offered = (now, due) => presets(due, now).map(({ when }) => when);

test("only times that lie ahead are offered", () => {
    assert.deepEqual(offered(at(9)), ["hour", "evening", "tomorrow"]);
    assert.deepEqual(offered(at(18)), ["hour", "tomorrow"]);
    const due = (text) => ({ at: text, zone: "UTC" });
    assert.deepEqual(offered(at(9), due("2026-03-06")), ["hour", "evening", "tomorrow", "due"]);
    assert.deepEqual(offered(at(9), due("2026-03-02")), ["hour", "evening", "tomorrow"]);
    assert.deepEqual(offered(at(19), due("2026-02-02T17:00Z")), ["hour", "tomorrow"]);
});

test("the time is told by its day, also over a month and a year", () => {
    assert.match(reminderTime(at(18), at(9)), /^today, /);
    assert.match(reminderTime(at(0, 3), at(23)), /^tomorrow, /);
    assert.match(reminderTime(at(9, 6), at(9)), /6/);
    assert.match(reminderTime(new Date(2027, 5, 6, 9).getTime(), at(9)), /2027/);
});

test("the field of a form shows the time in this device's zone", () => {
    assert.equal(fieldOf(at(9)), "2026-03-02T09:00");
    assert.equal(new Date(fieldOf(at(23, 31))).getTime(), at(23, 31));
});
