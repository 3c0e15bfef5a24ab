// The audit log in the browser: pages, filters and the table.
import assert from "node:assert/strict";
import { test } from "node:test";

import { AuditLog, fileEntries, matches } from "../../Web/views/administration/audit-log.js";

const [ada, grace] = [{ id: "1", name: "Ada", email: "ada@example.org" }, { id: "2", name: "Grace", email: "grace@example.org" }];

/** A server with `count` entries in pages of 100; every seventh suspends Grace, the others change a password. */
function server(count) {
    const asked = [];
    const entry = (number) => ({
        number, at: 1_000 * number, actor: ada, act: number % 7 === 0 ? "account.suspend" : "password.change",
        subject: number % 7 === 0 ? grace : ada,
    });
    const ask = async (_, path) => {
        asked.push(path);
        const before = Number(new URL(path, "http://x").searchParams.get("before") ?? count + 1);
        const length = Math.min(100, before - 1);
        return { entries: Array.from({ length }, (_, index) => entry(before - 1 - index)) };
    };
    return { asked, context: { client: { ask } } };
}

const all = { area: "", person: "" };

test("pages follow each other down to the first entry", async () => {
    const { asked, context } = server(250);
    const log = new AuditLog(context, all);
    const numbers = [];
    while (!log.isComplete) numbers.push(...(await log.next()).map(({ number }) => number));
    assert.deepEqual(numbers, Array.from({ length: 250 }, (_, index) => 250 - index));
    assert.deepEqual(asked, ["/v1/admin/audit", "/v1/admin/audit?before=151", "/v1/admin/audit?before=51"]);
    assert.deepEqual(await new AuditLog(server(0).context, all).next(), []);
});

test("a filter skips pages without a match, twenty at a time", async () => {
    const { asked, context } = server(10_000);
    const log = new AuditLog(context, { area: "report.", person: "" });
    assert.deepEqual(await log.next(), []);
    assert.deepEqual([asked.length, log.isComplete], [20, false]);
});

test("an entry matches by area, and by a part of the name or address of either person", () => {
    const entry = { number: 1, at: 0, actor: ada, act: "administrator.appoint", subject: grace };
    assert.ok(matches(entry, all));
    assert.ok(matches(entry, { area: "account.,administrator.", person: " GRACE@ " }));
    assert.ok(!matches(entry, { area: "password.", person: "" }));
    assert.ok(!matches(entry, { area: "", person: "Emmy" }));
});

test("the table holds the matching entries of the newest 50,000", async () => {
    const { context } = server(fileEntries + 250);
    const read = [];
    const lines = (await new AuditLog(context, { area: "account.", person: "" }).table((count) => read.push(count), new AbortController().signal))
        .trimEnd().split("\r\n");
    assert.equal(lines[0], "number,at,actor,actor_email,act,subject,subject_email,note");
    assert.equal(lines[1], "50246,1970-01-01T13:57:26.000Z,Ada,ada@example.org,account.suspend,Grace,grace@example.org,");
    assert.equal(read.at(-1), fileEntries);
    const oldest = Number(lines.at(-1).split(",")[0]);
    assert.ok(oldest > 250 && oldest <= 257, String(oldest));
});
