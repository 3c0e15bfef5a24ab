// The audit log in the browser: pages, filters and the table.
import assert from "node:assert/strict";
import { test } from "node:test";

import { AuditLog, fileEntries } from "../../Web/views/administration/audit-log.js";

const [ada, grace] = [{ id: "1", name: "Ada", email: "ada@example.org" }, { id: "2", name: "Grace", email: "grace@example.org" }];

/** A server with `count` matching entries in pages of 100; every seventh suspends Grace, the others change a password. */
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
        const entries = Array.from({ length }, (_, index) => entry(before - 1 - index));
        return { entries, ...length === 100 && { next: entries.at(-1).number } };
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
    assert.deepEqual(asked, ["/v1/admin/audit?", "/v1/admin/audit?before=151", "/v1/admin/audit?before=51"]);
    assert.deepEqual(await new AuditLog(server(0).context, all).next(), []);
});

test("the server filters by the beginnings of acts, and by a part of a name or address", async () => {
    const { asked, context } = server(1);
    await new AuditLog(context, { area: "account.,administrator.", person: " grace & co+ " }).next();
    assert.deepEqual(asked, ["/v1/admin/audit?acts=account.%2Cadministrator.&person=grace%20%26%20co%2B"]);
});

test("the table holds the newest 50,000 matching entries", async () => {
    const { context } = server(fileEntries + 250);
    const read = [];
    const lines = (await new AuditLog(context, { area: "account.", person: "" }).table((count) => read.push(count), new AbortController().signal))
        .trimEnd().split("\r\n");
    assert.equal(lines[0], "number,at,actor,actor_email,act,subject,subject_email,note");
    assert.equal(lines[1], "50250,1970-01-01T13:57:30.000Z,Ada,ada@example.org,password.change,Ada,ada@example.org,");
    assert.equal(lines.length, fileEntries + 1);
    assert.equal(read.at(-1), fileEntries);
    assert.equal(Number(lines.at(-1).split(",")[0]), 251);
});
