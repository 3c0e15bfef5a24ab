// The live socket over requests: nothing lost or doubled when answers are, limits, and why it closes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { RefusalError } from "../../Web/core/refusal-error.js";
import { batch, openPolledSocket, Retry } from "../../Web/shell/polled-socket.js";

const offline = () => RefusalError.offline("This");
const refused = (code, more = {}) => new RefusalError({ code, message: "No.", ...more });

/** A polled socket whose server is the test: `answer` gets each request, and resolves or rejects it. */
function opened(answer) {
    const asked = [];
    const told = { opened: 0, received: [], closed: [] };
    const api = {
        call: async (method, path, body, manner) => {
            const [name, query = ""] = path.split("?");
            const text = body instanceof Blob ? await body.text() : "";
            const request = { method, name: name.split("/").at(-1), query: Object.fromEntries(new URLSearchParams(query)), text };
            asked.push(request);
            if (name === "/v1/live/polled") return { socket: "s1" };
            const reply = await answer(request, asked);
            return manner?.read ? manner.read(new Response(reply)) : reply;
        },
    };
    const socket = openPolledSocket({ api, sleep: async () => {} }, {
        opened: () => (told.opened += 1),
        received: (text) => told.received.push(text),
        closed: (refusal) => told.closed.push(refusal),
    });
    return { socket, told, asked };
}

/** Resolves once that holds. */
async function until(isSo) {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

const never = () => new Promise(() => {});

test("frames come in order, and each poll acknowledges those before it", async () => {
    const replies = ['{"a":1}\n{"a":2}\n', "", '{"a":3}\n'];
    const { told, asked } = opened(({ name }) => (name === "poll" && replies.length > 0 ? replies.shift() : never()));
    await until(() => asked.filter(({ name }) => name === "poll").length === 4);
    assert.equal(told.opened, 1);
    assert.deepEqual(told.received, ['{"a":1}', '{"a":2}', '{"a":3}']);
    assert.deepEqual(asked.filter(({ name }) => name === "poll").map(({ query }) => query.after), ["0", "2", "2", "3"]);
});

test("a poll whose answer was lost is repeated with the same number", async () => {
    const replies = ['{"a":1}\n', offline(), offline(), '{"a":2}\n'];
    const { told, asked } = opened(({ name }) => {
        const reply = name === "poll" && replies.shift();
        if (!reply) return never();
        if (reply instanceof Error) throw reply;
        return reply;
    });
    await until(() => told.received.length === 2);
    assert.deepEqual(asked.filter(({ name }) => name === "poll").slice(0, 4).map(({ query }) => query.after), ["0", "1", "1", "1"]);
    assert.deepEqual(told.closed, []);
});

test("frames are sent one request at a time, and again with their numbers when an answer was lost", async () => {
    let losses = 1;
    const { socket, asked } = opened(({ name }) => {
        if (name !== "frames") return never();
        if (losses-- > 0) throw offline();
        return {};
    });
    for (const frame of ["1", "2"]) socket.send(frame);
    const sent = () => asked.filter(({ name }) => name === "frames").map(({ query, text }) => [query.first, text]);
    await until(() => sent().length >= 2);
    socket.send("3");
    await until(() => sent().length === 3);
    assert.deepEqual(sent(), [["1", "1\n2"], ["1", "1\n2"], ["3", "3"]]);
});

test("a socket that the server does not know is lost, an ended session is over, and each is said once", async () => {
    for (const [code, expected] of [["not_found", null], ["session_ended", "session_ended"], ["invalid_request", null]]) {
        const { told, asked } = opened(() => {
            throw refused(code);
        });
        await until(() => told.closed.length > 0 && asked.some(({ method }) => method === "DELETE"));
        assert.deepEqual(told.closed.map((refusal) => refusal?.code ?? null), [expected]);
    }
});

test("closing tells the server, and nothing is heard afterwards", async () => {
    let answer;
    const { socket, told, asked } = opened(({ name }) => (name === "poll" ? new Promise((resolve) => (answer = resolve)) : {}));
    await until(() => answer);
    socket.close();
    answer('{"late":1}\n');
    await until(() => asked.some(({ method }) => method === "DELETE"));
    assert.deepEqual(told.received, []);
    assert.deepEqual(told.closed, []);
});

test("requests are repeated a few times, wait for a limit of the server, and hold for less time where a proxy cuts them off", () => {
    const retry = new Retry();
    assert.deepEqual([1, 2, 3, 4].map(() => retry.failed(offline(), 0)), [250, 500, 1000, null]);
    retry.succeeded();
    assert.equal(retry.failed(refused("rate_limited", { retryAfter: 30_000 }), 0), 30_000);
    assert.equal(retry.failed(refused("rate_limited", { retryAfter: 30_001 }), 0), null);
    const holds = [1, 2, 3].map(() => (retry.failed(refused("unavailable"), 20_000), retry.hold));
    assert.deepEqual(holds, [12_500, 6_250, 5_000]);
});

test("a request takes as many frames as the server does, and always one", () => {
    assert.equal(batch(Array(1000).fill("x")), 256);
    assert.equal(batch(["x".repeat(2 << 20), "x"]), 1);
    assert.equal(batch([]), 0);
});
