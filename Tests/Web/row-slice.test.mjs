import assert from "node:assert/strict";
import { test } from "node:test";
import { RowSlice } from "../../Web/views/chat/row-slice.js";

/** Small numbers that are the same for a seed. */
function random(seed) {
    let state = seed;
    return (limit) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * limit);
    };
}

/** Applies splices to a list of all rows and to the page's slice. */
class Screen {
    rows;
    shown;
    slice = new RowSlice();
    #made = 0;

    constructor(count, first, last) {
        this.rows = this.make(count);
        this.slice.total = count;
        this.slice.first = first;
        this.slice.last = last;
        this.shown = this.rows.slice(first, last);
    }

    make(count) {
        return Array.from({ length: count }, () => ({ row: "newMessages", key: `row ${this.#made += 1}` }));
    }

    apply(at, remove, count) {
        const rows = this.make(count);
        this.rows.splice(at, remove, ...rows);
        const change = this.slice.place({ at, remove, rows });
        if (change) this.shown.splice(change.at, change.remove, ...change.rows);
        return rows;
    }

    check() {
        assert.equal(this.slice.total, this.rows.length);
        assert.deepEqual(this.shown, this.rows.slice(this.slice.first, this.slice.last));
    }
}

test("after any splice, the slice shows the rows between its first and last row", () => {
    for (let seed = 1; seed <= 400; seed += 1) {
        const next = random(seed);
        const total = next(30);
        const first = next(total + 1);
        const screen = new Screen(total, first, first + next(total - first + 1));
        for (let step = 0; step < 40; step += 1) {
            const at = next(screen.rows.length + 1);
            screen.apply(at, next(screen.rows.length - at + 1), next(5));
            screen.check();
        }
    }
});

test("a new message comes into a slice that reaches the end", () => {
    const screen = new Screen(100, 60, 100);
    const [row] = screen.apply(100, 0, 1);
    assert.equal(screen.shown.at(-1), row);
});

test("a new message stays out of a slice that does not reach the end", () => {
    const screen = new Screen(100, 20, 60);
    screen.apply(100, 0, 1);
    assert.equal(screen.slice.length, 40);
    assert.equal(screen.slice.total, 101);
});

test("an older page stays above the slice and moves its place", () => {
    const screen = new Screen(100, 0, 40);
    screen.apply(0, 0, 50);
    assert.deepEqual([screen.slice.first, screen.slice.last], [50, 90]);
});

test("a row that changes at the edge of the slice changes in it", () => {
    const screen = new Screen(100, 60, 100);
    const [first] = screen.apply(60, 1, 1);
    assert.equal(screen.shown[0], first);
    const [last] = screen.apply(99, 1, 1);
    assert.equal(screen.shown.at(-1), last);
    assert.equal(screen.slice.length, 40);
});

test("the first messages of an empty conversation are shown", () => {
    const screen = new Screen(0, 0, 0);
    screen.apply(0, 0, 3);
    assert.equal(screen.shown.length, 3);
});
