// @ts-check
/// <reference lib="webworker" />
// Pushes as notifications, and what is pressed on them. docs/notifications.md describes the payload.

/**
 * @typedef {object} PushPayload
 * @property {{title: string, body?: string, tag?: string, icon?: string, silent?: boolean, actions?: {action: string, title: string}[],
 *   data?: {kind?: string, conversation?: string, message?: string}}} [notification]
 * @property {{kind: "withdrawal", conversation: string}} [nexus]
 * @property {number} [app_badge]
 */

/** Milliseconds for which more messages of a conversation update its notification without another alert. */
const alertPause = 30_000;

/** @param {PushPayload | null} payload */
async function receivePush(payload) {
    const { user } = await sessionRecord();
    if (!payload || !user) return;
    if (payload.app_badge !== undefined) await setBadge(payload.app_badge);
    if (payload.nexus?.kind === "withdrawal") return closeNotifications(payload.nexus.conversation);
    if (payload.notification) await showPush(payload.notification);
}

/** @param {NonNullable<PushPayload["notification"]>} pushed */
async function showPush({ title, body = "", tag = "nexus", icon, silent = false, actions = [], data = {} }) {
    // A user who looks at Nexus sees the message there.
    const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (data.kind !== "test" && pages.some((page) => page.visibilityState === "visible" && page.focused)) return;
    const [shown] = await scope.registration.getNotifications({ tag });
    const now = Date.now();
    // A reminder that was set again fires again.
    const isRepeat = shown !== undefined && data.kind !== "reminder" && shown.data?.message === data.message;
    const alerts = !isRepeat && now - (shown?.data?.alertedAt ?? 0) >= alertPause;
    await scope.registration.showNotification(title, /** @type {any} */ ({
        body,
        tag,
        icon: ownAddress(icon) ?? `${assets}/icon-192.png`,
        silent: silent || !alerts,
        renotify: alerts && !silent,
        timestamp: now,
        data: { ...data, alertedAt: alerts ? now : shown?.data?.alertedAt ?? now },
        // Where the platform has no field in a notification, the action opens the composer.
        actions: actions.map((each) => (each.action === "reply" ? { ...each, type: "text", placeholder: "Reply" } : each)),
    }));
}

/**
 * A picture of this server; null for any other.
 * @param {string | undefined} address
 */
function ownAddress(address) {
    try {
        const { origin, href } = new URL(address ?? "invalid:", scope.location.origin);
        return origin === scope.location.origin ? href : null;
    } catch {
        return null;
    }
}

/** @param {string} conversation */
async function closeNotifications(conversation) {
    for (const shown of await scope.registration.getNotifications({ tag: conversation })) shown.close();
}

/** @param {number} count */
async function setBadge(count) {
    // Only an installed app has an icon to put it on.
    await (count > 0 ? scope.navigator.setAppBadge?.(count) : scope.navigator.clearAppBadge?.())?.catch(() => {});
}

/**
 * @param {{conversation?: string, message?: string, kind?: string} | null} data  of the notification
 * @param {string} action  empty for the notification itself
 * @param {string} text  what was typed into it
 */
async function pressed(data, action, text) {
    const { conversation, message } = data ?? {};
    const path = `/c/${encodeURIComponent(conversation ?? "")}`;
    if (data?.kind === "reminder" && conversation !== undefined && message !== undefined) {
        return openPage(`${path}/m/${encodeURIComponent(message)}`, conversation, false);
    }
    if (conversation === undefined) return openPage(data?.kind === "test" ? "/settings" : "/", null, false);
    const read = message === undefined ? [] : [{ kind: /** @type {const} */ ("read"), conversation, message }];
    if (action === "read") return act(read);
    if (action === "reply" && text.trim() !== "") return act([{ kind: "reply", conversation, text }, ...read]);
    await openPage(path, conversation, action === "reply");
}

/**
 * Shows a screen in an open tab, best in one that has it already, or in a new one.
 * @param {string} path @param {string | null} conversation @param {boolean} writes  focuses the composer
 */
async function openPage(path, conversation, writes) {
    const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    const place = conversation === null ? path : `/c/${encodeURIComponent(conversation)}`;
    const has = (/** @type {WindowClient} */ page) => new URL(page.url).pathname.startsWith(place);
    const page = pages.find((each) => conversation !== null && has(each)) ?? pages.find((each) => each.visibilityState === "visible") ?? pages[0];
    if (page) {
        page.postMessage({ type: "open", path, writes });
        await page.focus().catch(() => {});
    } else await scope.clients.openWindow(path + (writes ? "#write" : ""));
}

/**
 * The browser replaced or dropped the subscription: the server gets the new one. Without a network the next page sends it.
 * @param {PushSubscription | null | undefined} renewed @param {PushSubscription | null | undefined} old
 */
async function renewSubscription(renewed, old) {
    const subscription = renewed ?? (old ? await scope.registration.pushManager.subscribe(old.options) : null);
    const { endpoint, keys } = subscription?.toJSON() ?? {};
    if (endpoint) await ask("PUT", "/v1/push/endpoint", { service: "web", address: endpoint, key: keys?.p256dh, secret: keys?.auth });
}
