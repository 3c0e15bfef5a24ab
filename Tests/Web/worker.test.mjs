// What the service worker does with a push, in a context without a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const origin = "https://nexus.example";

/** The worker's scripts over notifications in memory. */
function worker({ user = "ada", pages = [] } = {}) {
    const all = [];
    const context = vm.createContext({ crypto, URL, assets: "/assets/1", console });
    context.scope = {
        location: { origin },
        navigator: {},
        clients: { matchAll: async () => pages },
        registration: {
            getNotifications: async ({ tag }) => all.filter((one) => one.tag === tag),
            showNotification: async (title, options) => {
                const at = all.findIndex((one) => one.tag === options.tag);
                all.splice(at < 0 ? all.length : at, at < 0 ? 0 : 1, { title, ...options, close: () => all.splice(all.findIndex((one) => one.tag === options.tag), 1) });
            },
        },
    };
    for (const name of ["actions", "notifications"]) {
        vm.runInContext(readFileSync(new URL(`../../Web/worker/${name}.js`, import.meta.url), "utf8"), context);
    }
    context.sessionRecord = async () => ({ user });
    context.passed = 0;
    vm.runInContext("Date.now = ((now) => () => now() + passed)(Date.now)", context);
    return { all, context, push: (text, message, more) => context.receivePush(payload(text, message, more)) };
}

const payload = (body, message, more = {}) =>
    ({ notification: { title: "Grace", body, tag: "talk", data: { kind: "message", conversation: "talk", message }, ...more } });

test("messages that follow one another alert once in 30 s, and a repeated push not again", async () => {
    const { all, context, push } = worker();
    const steps = [["one", 0, true], ["two", 10_000, false], ["three", 29_900, false], ["four", 30_100, true], ["four", 90_000, false], ["five", 90_000, true]];
    for (const [text, at, alerts] of steps) {
        context.passed = at;
        await push(text, text);
        assert.equal(all.length, 1);
        assert.deepEqual([all[0].body, all[0].renotify, all[0].silent], [text, alerts, !alerts]);
    }
});

test("nothing is shown to a signed-out browser, or to a user who looks at Nexus; a test always is", async () => {
    const signedOut = worker({ user: null });
    await signedOut.push("secret", "1");
    const looking = worker({ pages: [{ visibilityState: "visible", focused: true }] });
    await looking.push("in the page", "1");
    const hidden = worker({ pages: [{ visibilityState: "hidden", focused: false }] });
    await hidden.push("in the notification", "1");
    assert.deepEqual([signedOut, looking, hidden].map(({ all }) => all.length), [0, 0, 1]);
    await looking.context.receivePush({ notification: { title: "Test", tag: "test", data: { kind: "test" } } });
    assert.equal(looking.all.length, 1);
});

test("a notification has pictures of this server alone, and makes no sound where the server says so", async () => {
    const { all, push } = worker();
    const icons = [["/v1/media/1", `${origin}/v1/media/1`], ["https://elsewhere.example/1", "/assets/1/icon-192.png"], ["http://[", "/assets/1/icon-192.png"]];
    for (const [given, shown] of icons) {
        await push(given, given, { icon: given, silent: true });
        assert.deepEqual([all[0].icon, all[0].silent, all[0].renotify], [shown, true, false]);
    }
});

test("a reminder is a notification of its own, and opens its message in the tab that shows the conversation", async () => {
    const opened = [];
    const page = (path) => ({ url: `${origin}${path}`, visibilityState: "hidden", focused: false, focus: async () => {}, postMessage: ({ path: to }) => opened.push([path, to]) });
    const { all, context, push } = worker({ pages: [page("/settings"), page("/c/talk")] });
    await push("hello", "1");
    const reminder = { notification: { title: "Reminder", body: "Order the cake", tag: "reminder-9", data: { kind: "reminder", conversation: "talk", message: "7" } } };
    for (const passed of [0, 60_000]) {
        context.passed = passed;
        await context.receivePush(reminder);
        assert.deepEqual(all.map(({ title }) => title), ["Grace", "Reminder"]);
        assert.equal(all[1].renotify, true, "one that was set again alerts again");
    }
    await context.pressed(all[1].data, "", "");
    assert.deepEqual(opened, [["/c/talk", "/c/talk/m/7"]]);
});

test("identifiers of operations are version 7 and ascend", () => {
    const { context } = worker();
    const made = Array.from({ length: 100 }, () => context.newIdentifier(1_700_000_000_000));
    for (const one of made) assert.match(one, /^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.deepEqual(made, [...made].sort());
});
