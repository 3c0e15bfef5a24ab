// Which way the live socket is opened: as a WebSocket, over requests, and back.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { AdaptiveSocket } from "../../Web/shell/adaptive-socket.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "Date"] }));
afterEach(() => mock.timers.reset());

/** Sockets of both kinds, whose other ends are the test. */
function bench() {
    const made = [];
    const maker = (kind) => (_, events) => {
        const socket = { kind, events, sent: [], isClosed: false };
        made.push(socket);
        return {
            send: (frame) => socket.sent.push(frame),
            renew: () => {},
            close: () => (socket.isClosed = true),
        };
    };
    const told = [];
    const adaptive = new AdaptiveSocket({}, { openWebSocket: maker("web"), openPolled: maker("polled"), now: () => Date.now() });
    const connect = () => adaptive.connect({
        opened: () => told.push("opened"),
        received: (text) => told.push(text),
        closed: (refusal) => told.push(refusal?.code ?? "closed"),
    });
    const last = () => made.at(-1);
    /** Behind a proxy: the second WebSocket without a frame settles it. */
    const blocked = () => {
        connect();
        last().events.closed(null, true);
        const socket = connect();
        assert.equal(last().kind, "web");
        last().events.closed(null, true);
        told.length = 0;
        return socket;
    };
    return { made, told, connect, blocked, last };
}

test("WebSockets are tried first; where they are blocked, requests take the place of the second without the engine noticing", () => {
    const { told, blocked, last } = bench();
    const socket = blocked();
    assert.equal(last().kind, "polled");
    last().events.opened();
    last().events.received("frame");
    socket.send("mine");
    assert.deepEqual(last().sent, ["mine"]);
    assert.deepEqual(told, ["opened", "frame"]);
    socket.close();
    assert.ok(last().isClosed);
});

test("a socket that failed for another reason is lost or over, and no requests are tried", () => {
    const { told, made, connect, last } = bench();
    connect();
    last().events.closed(null, false);
    connect();
    last().events.closed({ code: "session_ended", message: "" }, false);
    assert.deepEqual(told, ["closed", "session_ended"]);
    assert.ok(made.every(({ kind }) => kind === "web"));
});

test("a WebSocket is tried again from time to time, less and less often, and taken once it works", () => {
    const { told, made, connect, blocked, last } = bench();
    blocked();
    const polled = last();
    polled.events.opened();
    mock.timers.tick(29_000);
    assert.equal(last(), polled, "not yet");
    mock.timers.tick(32_000);
    assert.equal(last().kind, "web");
    last().events.closed(null, true);
    const probes = made.length;
    mock.timers.tick(59_000);
    assert.equal(made.length, probes, "the pause has grown");
    mock.timers.tick(62_000);
    assert.equal(made.length, probes + 1);
    const probe = last();
    probe.events.opened();
    assert.ok(polled.isClosed && probe.isClosed);
    assert.deepEqual(told, ["opened", "closed"], "the engine opens the next");
    connect();
    assert.equal(last().kind, "web");
});

test("while requests work no WebSocket delays the next socket; when they fail too, the next begins with one", () => {
    const { connect, blocked, last } = bench();
    blocked();
    last().events.opened();
    last().events.closed(null);
    connect();
    assert.equal(last().kind, "polled");
    last().events.closed(null);
    connect();
    assert.equal(last().kind, "web");
});

test("WebSockets that are cut off soon after their first frame, three in a row, count as blocked", () => {
    const { connect, last } = bench();
    for (let time = 0; time < 3; time += 1) {
        connect();
        assert.equal(last().kind, "web");
        last().events.opened();
        mock.timers.tick(9_000);
        last().events.closed(null, false);
    }
    connect();
    assert.equal(last().kind, "polled");
});

test("one WebSocket without a frame, as of a server that is just starting, is followed by another", () => {
    const { told, connect, last } = bench();
    for (let time = 0; time < 3; time += 1) {
        connect();
        last().events.closed(null, true);
        assert.equal(told.at(-1), "closed");
        connect();
        assert.equal(last().kind, "web");
        last().events.opened();
        mock.timers.tick(20_000);
        last().events.closed(null, false);
    }
});
