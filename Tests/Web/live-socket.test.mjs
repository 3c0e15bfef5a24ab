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
    const told = { opened: 0, received: [], closed: [], blocked: [] };
    const asked = [];
    const api = {
        call: async (...request) => {
            asked.push(request);
            return call();
        },
        refresh: async () => ({}),
    };
    const live = openLiveSocket({ api, isFresh: () => true }, {
        opened: () => (told.opened += 1),
        received: (text) => told.received.push(text),
        closed: (refusal, isBlocked) => {
            told.closed.push(refusal);
            told.blocked.push(isBlocked);
        },
    });
    const socket = ScriptedSocket.made.at(-1);
    socket.onopen?.();
    return { live, socket, told, asked };
}

test("every frame goes to the engine, and frames of the engine to the server, as the text that they are", () => {
    const { live, socket, told } = opened(() => ({}));
    const frames = ['{"type":"renew","socket":"s1"}', '{"type":"insights","conversation":"c"}', '{ "type": "ack" }'];
    for (const data of frames) socket.onmessage({ data });
    assert.deepEqual(told.received, frames);
    live.send('{"type": "heartbeat"}');
    assert.deepEqual(socket.sent, ['{"type": "heartbeat"}']);
});

test("a socket whose access runs out is renewed in place, once at a time", async () => {
    let finish;
    const { live, told, asked } = opened(() => new Promise((resolve) => (finish = resolve)));
    live.renew("s1");
    live.renew("s1");
    assert.deepEqual(asked, [["POST", "/v1/live/renew", { socket: "s1" }]]);
    finish({});
    await new Promise((resolve) => setImmediate(resolve));
    live.renew("s1");
    assert.equal(asked.length, 2);
    assert.deepEqual(told.closed, []);
});

test("a renewal that fails leaves the socket as it is, and is tried again when the server asks again", async () => {
    const { live, told, asked } = opened(() => Promise.reject(new Error("offline")));
    live.renew("s1");
    await new Promise((resolve) => setImmediate(resolve));
    live.renew("s1");
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

test("a socket is open with its first frame; without one it is blocked where a request is answered, and offline where none is", async () => {
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    const heard = opened(() => ({}));
    assert.equal(heard.told.opened, 0);
    heard.socket.onmessage({ data: "{}" });
    heard.socket.onmessage({ data: "{}" });
    assert.equal(heard.told.opened, 1);
    heard.socket.onclose({ code: 1006 });
    assert.deepEqual(heard.told.blocked, [false]);

    const blocked = opened(() => ({}));
    blocked.socket.onclose({ code: 1006 });
    await settled();
    assert.deepEqual(blocked.told.blocked, [true]);
    assert.deepEqual(blocked.asked, [["GET", "/v1/profile"]]);

    const offline = opened(() => Promise.reject(Object.assign(new Error("offline"), { code: "offline" })));
    offline.socket.onclose({ code: 1006 });
    await settled();
    assert.deepEqual(offline.told.blocked, [false]);

    // The server itself has closed: it can be reached.
    const full = opened(() => ({}));
    full.socket.onclose({ code: 1013 });
    assert.deepEqual([full.told.blocked, full.asked], [[false], []]);
});
