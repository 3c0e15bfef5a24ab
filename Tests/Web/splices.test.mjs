// Changes of the rows of a chat.

import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, difference } from "../../Web/shell/splices.js";

const day = (key) => ({ row: "day", key: String(key), day: key });
const days = (from, count) => Array.from({ length: count }, (_, index) => day(from + index));

test("a splice takes rows out and puts rows in at its place", () => {
    const rows = days(0, 5);
    apply(rows, { at: 1, remove: 2, rows: [day(10), day(11), day(12)] });
    assert.deepEqual(rows.map(({ key }) => key), ["0", "10", "11", "12", "3", "4"]);
});

test("a splice of more rows than one call takes puts all of them in, in order", () => {
    const rows = days(0, 3);
    apply(rows, { at: 1, remove: 1, rows: days(1_000, 300_000) });
    assert.equal(rows.length, 300_002);
    assert.deepEqual([rows[0].key, rows[1].key, rows[1_000].key, rows[300_000].key, rows[300_001].key],
        ["0", "1000", "1999", "300999", "2"]);
});

test("a splice before more rows than one call takes leaves them as they are", () => {
    const rows = days(0, 300_000);
    apply(rows, { at: 0, remove: 1, rows: days(500_000, 2_500) });
    assert.equal(rows.length, 302_499);
    assert.deepEqual([rows[2_499].key, rows[2_500].key, rows.at(-1).key], ["502499", "1", "299999"]);
});

test("the difference of two lists leaves out what both begin and end with", () => {
    const [old, rows] = [days(0, 6), [...days(0, 2), day(20), ...days(4, 2)]];
    const splices = difference(old, rows);
    assert.deepEqual(splices, [{ at: 2, remove: 2, rows: [day(20)] }]);
    assert.deepEqual(difference(old, days(0, 6)), []);
});
