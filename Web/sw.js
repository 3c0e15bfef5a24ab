// @ts-check
/// <reference lib="webworker" />
// Caches the shell, so that the app starts offline, and shows notifications. The server fills in the version and the files; each
// version has its own cache, and waits until the last page of the previous one is closed or the user asks for it.

const scope = /** @type {ServiceWorkerGlobalScope & {registration: {sync?: {register: (tag: string) => Promise<void>}}}} */ (
    /** @type {unknown} */ (self));
const assets = "{{assets}}";
/** Scripts of this version alone. */
const scripts = /** @type {any} */ (self).trustedTypes?.createPolicy("nexus", {
    /** @param {string} path */
    createScriptURL(path) {
        if (!path.startsWith(`${assets}/worker/`)) throw new TypeError(`No script of this app: ${path}`);
        return path;
    },
}) ?? { createScriptURL: (/** @type {string} */ path) => path };
scope.importScripts(scripts.createScriptURL(`${assets}/worker/actions.js`), scripts.createScriptURL(`${assets}/worker/notifications.js`));
/** @type {string[]} */
const files = JSON.parse('{{files}}');
const cacheName = `nexus ${assets}`;
/** Cached files at the root. */
const atRoot = ["/manifest.webmanifest", "/favicon.svg"];
/** Icons that the system fetches, and keeps itself, when the app is installed. */
const ofSystem = /\/(?:icon-512|icon-maskable-512|apple-touch-icon)\.png$/;
/** Scripts that the browser keeps with this one. */
const ofWorker = /\/worker\//;
/** The page that every path of the app is answered with. */
const page = "/";

scope.addEventListener("install", (event) => {
    // Browsers with static routing answer these from the cache without starting this worker a hundred times; they fetch what the
    // cache lacks. https://w3c.github.io/ServiceWorker/#register-router
    const routes = { condition: { urlPattern: { pathname: `${assets}/*` } }, source: { cacheName } };
    event.waitUntil(/** @type {any} */ (event).addRoutes?.(routes));
    event.waitUntil(keep());
});
scope.addEventListener("activate", (event) => event.waitUntil(takeOver()));
scope.addEventListener("message", ({ data }) => {
    if (data?.type === "skipWaiting") void scope.skipWaiting();
});
scope.addEventListener("push", (event) => event.waitUntil(receivePush(payloadOf(event.data))));
scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(pressed(event.notification.data, event.action, /** @type {any} */ (event).reply ?? ""));
});
scope.addEventListener("sync", (event) => /** @type {ExtendableEvent} */ (event).waitUntil(sendActions()));
scope.addEventListener("pushsubscriptionchange", (event) => {
    const { newSubscription, oldSubscription } = /** @type {any} */ (event);
    /** @type {ExtendableEvent} */ (event).waitUntil(renewSubscription(newSubscription, oldSubscription));
});
scope.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== scope.location.origin) return;
    if (request.mode === "navigate" && isOfApp(pathname)) event.respondWith(kept(page, request));
    else if (pathname.startsWith("/assets/") || atRoot.includes(pathname)) event.respondWith(kept(pathname, request));
});

/**
 * @param {PushMessageData | null} data
 * @returns {PushPayload | null}  null for what is no JSON
 */
function payloadOf(data) {
    try {
        return data?.json() ?? null;
    } catch {
        return null;
    }
}

async function keep() {
    const cache = await caches.open(cacheName);
    // Files with the version in their path never change: the browser has cached most of them while showing this page.
    const fresh = [page, ...atRoot].map((path) => new Request(path, { cache: "reload" }));
    await cache.addAll([...fresh, ...files.filter((path) => !ofSystem.test(path) && !ofWorker.test(path))]);
}

async function takeOver() {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("nexus ") && name !== cacheName).map((name) => caches.delete(name)));
    await scope.clients.claim();
}

/**
 * Whether a page of the app is at a path; the server's own pages are not.
 * @param {string} pathname
 */
function isOfApp(pathname) {
    return !/^\/(v1\/|health$|metrics$|assets\/|sw\.js$)/.test(pathname);
}

/** @param {string} path @param {Request} request */
async function kept(path, request) {
    const cache = await caches.open(cacheName);
    return (await cache.match(path)) ?? fetch(request);
}
