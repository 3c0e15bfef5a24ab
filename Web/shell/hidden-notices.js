// @ts-check
// Notifications of the leading tab: while no tab is visible and no push arrives, and their end once a conversation was read.

import { wantsNotifications, workerRegistration } from "./push-registration.js";

/** @typedef {import("./contract.js").Banner} Banner */

export class HiddenNotices {
    #user;
    #state;
    #isVisible = false;
    #wasCaughtUp = false;
    /** @type {Map<string, number>} */
    #unread = new Map();

    /** @param {string} user @param {import("./account-state.js").AccountState} state */
    constructor(user, state) {
        this.#user = user;
        this.#state = state;
    }

    /** @param {{visible: boolean}[]} screens  of all tabs */
    screens(screens) {
        this.#isVisible = screens.some(({ visible }) => visible);
    }

    /** @param {Banner} banner  of a message that arrived */
    arrived(banner) {
        if (!this.#isVisible && wantsNotifications(this.#user)) void this.#show(banner).catch(() => {});
    }

    /**
     * Closes notifications of conversations that were read, here or elsewhere.
     * @param {import("./contract.js").ConversationRow[]} rows  that changed
     */
    changed(rows) {
        const { caughtUp } = this.#state.connection;
        // Until then a notification may be of a message that this device does not have.
        const isFirst = caughtUp && !this.#wasCaughtUp;
        this.#wasCaughtUp = caughtUp;
        const read = rows.filter(({ id, unread }) => unread === 0 && (this.#unread.get(id) ?? 0) > 0);
        for (const { id, unread } of rows) this.#unread.set(id, unread);
        const ended = isFirst ? this.#state.rows.filter(({ unread }) => unread === 0) : read;
        if (ended.length > 0 && wantsNotifications(this.#user)) void this.#close(new Set(ended.map(({ id }) => id))).catch(() => {});
    }

    /** @param {Banner} banner */
    async #show({ conversation, message, senderName, title, text }) {
        const registration = await workerRegistration();
        // With a subscription the server pushes it.
        if (!registration || await registration.pushManager?.getSubscription()) return;
        const hides = this.#state.profile?.notifications?.hidesContent === true || await hidesForTeam();
        await registration.showNotification(hides ? "Nexus" : title ?? senderName, /** @type {any} */ ({
            body: hides ? "New message" : title === null ? text : `${senderName}: ${text}`,
            tag: conversation,
            icon: new URL("../icon-192.png", import.meta.url).href,
            // The tab makes the sound of the conversations that have one.
            silent: true,
            data: { kind: "message", conversation, message },
            actions: [{ action: "reply", title: "Reply", type: "text" }, { action: "read", title: "Mark as read" }],
        }));
    }

    /** @param {Set<string>} conversations */
    async #close(conversations) {
        for (const shown of (await (await workerRegistration())?.getNotifications()) ?? []) {
            if (conversations.has(shown.tag)) shown.close();
        }
    }
}

/** Whether the team's policy keeps sender and text out of notifications; without an answer they stay out. */
async function hidesForTeam() {
    try {
        const response = await fetch("/v1/server");
        return !response.ok || (await response.json()).hidesNotifications === true;
    } catch {
        return true;
    }
}
