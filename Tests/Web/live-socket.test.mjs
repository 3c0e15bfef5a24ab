// The live socket of the web client: renewing its access, and why it closes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openLiveSocket } from "../../Web/shell/live-socket.js";

/** A WebSocket whose other end is the test. */
class ScriptedSocket {
    static OPEN = 1;
    /** @type {ScriptedSocket[]} */
    static made = [];
    readyState = 1;
    sent = [];

    constructor(address) {
        this.address = address;
        ScriptedSocket.made.push(this);
    }

    send(text) {
        this.sent.push(text);
    }

    close() {
        this.readyState = 3;
    }
}

/** An open socket, with its events and requests. */
function opened(call) {
    globalThis.WebSocket = ScriptedSocket;
    globalThis.location = { origin: "https://chat.example.org" };
    const told = { received: [], closed: [] };
    const asked = [];
    const api = {
        call: async (...request) => {
            asked.push(request);
            return call();
        },
        refresh: async () => ({}),
    };
    openLiveSocket({ api, isFresh: () => true }, {
        opened: () => {},
        received: (text) => told.received.push(text),
        closed: (refusal) => told.closed.push(refusal),
    });
    const socket = ScriptedSocket.made.at(-1);
    socket.onopen();
    return { socket, told, asked };
}

test("a socket whose access runs out is renewed in place, once at a time, and the engine is not told", async () => {
    let finish;
    const { socket, told, asked } = opened(() => new Promise((resolve) => (finish = resolve)));
    const frame = { data: '{"type":"renew","socket":"s1"}' };
    socket.onmessage(frame);
    socket.onmessage(frame);
    assert.deepEqual(asked, [["POST", "/v1/live/renew", { socket: "s1" }]]);
    finish({});
    await new Promise((resolve) => setImmediate(resolve));
    socket.onmessage(frame);
    assert.equal(asked.length, 2);
    assert.deepEqual(told, { received: [], closed: [] });
});

test("a renewal that fails leaves the socket as it is, and is tried again when the server asks again", async () => {
    const { socket, told, asked } = opened(() => Promise.reject(new Error("offline")));
    const frame = { data: '{"type":"renew","socket":"s1"}' };
    socket.onmessage(frame);
    await new Promise((resolve) => setImmediate(resolve));
    socket.onmessage(frame);
    assert.equal(asked.length, 2);
    assert.deepEqual(told.closed, []);
});

test("a socket that was not renewed is one that was lost, and not the end of the session", () => {
    const { socket, told } = opened(() => ({}));
    socket.onclose({ code: 4002 });
    assert.deepEqual(told.closed, [null]);
    const ended = opened(() => ({}));
    ended.socket.onclose({ code: 4001 });
    assert.equal(ended.told.closed[0].code, "session_ended");
});
