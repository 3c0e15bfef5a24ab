import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { ServerAPI } from "../../Web/shell/server-api.js";

/** The stored name of the attempt, which outlives a page. */
const attempt = {
    kept: null,
    current: async () => (attempt.kept ??= crypto.randomUUID().replaceAll("-", "")),
    end: async () => void (attempt.kept = null),
};
beforeEach(() => attempt.end());

/** A server that answers each request by the next of `answers`, or with nothing for `null`; it records requests. */
function scripted(answers) {
    const asked = [];
    const send = async (path, { method, body, headers }) => {
        asked.push({ path, method, headers, body: body && JSON.parse(body) });
        const answer = answers.shift();
        if (!answer) throw new TypeError("the network is gone");
        return { ok: answer.status === undefined, json: async () => answer };
    };
    return { asked, send, ended: [] };
}

const refusal = (code) => ({ status: 401, error: { code, message: "no" } });
const api = (server) => new ServerAPI({
    refreshed: () => {},
    ended: (refusal) => server.ended.push(refusal.code),
    send: server.send,
    attempt,
    sleep: async (time) => void (server.slept ??= []).push(time),
});
const attempts = (server) => server.asked.map(({ body }) => body.attempt);

test("a refresh whose answer is lost is sent again as the same, also by a reloaded page", async () => {
    const server = scripted([null, null, { expiresIn: 1 }, { expiresIn: 1 }]);
    await assert.rejects(api(server).refresh(), { code: "offline" });
    await assert.rejects(api(server).refresh(), { code: "offline" });
    await api(server).refresh();
    await api(server).refresh();
    const [first, second, third, fourth] = attempts(server);
    assert.match(first, /^[0-9a-f]{32}$/);
    assert.equal(second, first);
    assert.equal(third, first);
    assert.notEqual(fourth, first, "what was answered is over");
});

test("a refresh that ends the session is over, one that the server could not take is not", async () => {
    const server = scripted([{ status: 503, error: { code: "unavailable", message: "busy" } }, refusal("session_ended"), null]);
    await assert.rejects(api(server).refresh(), { code: "unavailable" });
    await assert.rejects(api(server).refresh(), { code: "session_ended" });
    await assert.rejects(api(server).refresh(), { code: "offline" });
    const [first, second, third] = attempts(server);
    assert.equal(second, first);
    assert.notEqual(third, first);
});

test("a request that finds the access over is repeated after one refresh", async () => {
    const server = scripted([refusal("token_expired"), { expiresIn: 1 }, { name: "Ada" }]);
    assert.deepEqual(await api(server).call("GET", "/v1/profile"), { name: "Ada" });
    assert.deepEqual(server.asked.map(({ path }) => path), ["/v1/profile", "/v1/sessions/refresh", "/v1/profile"]);
    for (const { headers } of server.asked) assert.equal(headers["Nexus-Session"], "cookie");
});

test("two requests that need a refresh share it", async () => {
    const server = scripted([{ expiresIn: 1 }]);
    const shared = api(server);
    await Promise.all([shared.refresh(), shared.refresh()]);
    assert.equal(server.asked.length, 1);
});

test("a read that comes too soon for the server's limits waits as long as it is told, and goes on", async () => {
    const soon = { status: 429, error: { code: "rate_limited", message: "no", retryAfter: 500 } };
    const server = scripted([soon, soon, { people: [] }]);
    assert.deepEqual(await api(server).call("GET", "/v1/people"), { people: [] });
    assert.deepEqual(server.slept, [500, 500]);
});

test("a read that would wait too long, and any other request, is refused at once", async () => {
    const refused = (retryAfter) => ({ status: 429, error: { code: "rate_limited", message: "no", retryAfter } });
    const server = scripted([refused(30_001), refused(1), ...Array(6).fill(refused(1))]);
    await assert.rejects(api(server).call("GET", "/v1/people"), { code: "rate_limited" });
    await assert.rejects(api(server).call("POST", "/v1/search", {}), { code: "rate_limited" });
    assert.equal(server.slept, undefined);
    await assert.rejects(api(server).call("GET", "/v1/people"), { code: "rate_limited" });
    assert.equal(server.slept.length, 5);
});
