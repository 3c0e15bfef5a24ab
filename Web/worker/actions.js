// @ts-check
/// <reference lib="webworker" />
// Answers to notifications: replies and receipts, stored until the server has them. The worker sends them itself, or a page
// takes them into its outbox (shell/worker-actions.js). Either holds the lock, and the operation's identifier makes a
// repetition harmless.

/**
 * @typedef {object} WorkerAction
 * @property {string} id  of the operation
 * @property {string} user  who answered
 * @property {"reply" | "read"} kind
 * @property {string} conversation
 * @property {string} [message]  the newest one of the notification: what `read` reads
 * @property {string} [text]  of a reply
 * @property {number} writtenAt  milliseconds since 1970
 */

const actionsLock = "nexus actions";
const actionsSync = "nexus actions";
/** Milliseconds that a page has to take actions over. */
const pagePatience = 3_000;
/** The time-out of a response in milliseconds. */
const serverPatience = 20_000;

/** The server's answer could not be had, or says to try again. */
class Unsent extends Error {}

/**
 * Stores actions durably, then hands them to a page, or sends them.
 * @param {Omit<WorkerAction, "id" | "user" | "writtenAt">[]} wanted
 */
async function act(wanted) {
    const { user } = await sessionRecord();
    if (!user) return;
    const writtenAt = Date.now();
    const actions = wanted.map((action) => ({ ...action, id: newIdentifier(writtenAt), user, writtenAt }));
    await inStore("nexus actions", "actions", "readwrite", (store) => actions.forEach((action) => store.put(action)));
    await handToPage();
    await sendActions().catch(() => scope.registration.sync?.register(actionsSync)).catch(() => {});
}

/** Asks the open pages to put the actions into the outbox; the first answer is enough. */
async function handToPage() {
    const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (pages.length === 0) return;
    await new Promise((resolve) => {
        setTimeout(resolve, pagePatience);
        for (const page of pages) {
            const channel = new MessageChannel();
            channel.port1.onmessage = resolve;
            page.postMessage({ type: "actions" }, [channel.port2]);
        }
    });
}

/** Sends what is stored, in order. Throws `Unsent` if anything stays. */
function sendActions() {
    return navigator.locks.request(actionsLock, async () => {
        const { user } = await sessionRecord();
        /** @type {WorkerAction[]} */
        const actions = (await inStore("nexus actions", "actions", "readonly", (store) => store.getAll())) ?? [];
        for (const action of actions.filter((each) => each.user === user)) {
            const refusal = await sendAction(action);
            await inStore("nexus actions", "actions", "readwrite", (store) => store.delete(action.id));
            if (refusal && action.kind === "reply") await tellRefused(action, refusal);
        }
    });
}

/**
 * @param {WorkerAction} action
 * @returns {Promise<string | null>} why the server refused it for good; null if it did not
 */
async function sendAction({ id, kind, conversation, message, text, writtenAt }) {
    if (kind === "reply") return (await ask("POST", "/v1/operations", { id, kind: "post", conversation, text, writtenAt })).refusal;
    const path = `/v1/conversations/${encodeURIComponent(conversation)}/messages?limit=1&around=${encodeURIComponent(message ?? "")}`;
    const { answer, refusal } = await ask("GET", path);
    const seq = answer?.messages?.find((/** @type {{id: string}} */ each) => each.id === message)?.seq;
    if (seq === undefined) return refusal;
    return (await ask("POST", "/v1/operations", { id, kind: "receipt", conversation, read: seq, delivered: seq })).refusal;
}

/** @param {WorkerAction} action @param {string} refusal */
function tellRefused({ conversation, text }, refusal) {
    const data = { kind: "refused", conversation };
    return scope.registration.showNotification("Your reply was not sent", { tag: `${conversation} refused`, body: `${refusal}\n${text}`, data });
}

/**
 * A request with the session's cookies; a second time after a refresh if the access has expired.
 * @param {string} method @param {string} path @param {object} [body]
 * @returns {Promise<{answer: any, refusal: string | null}>}
 */
async function ask(method, path, body) {
    let { response, answer } = await send(method, path, body);
    if (response.status === 401) {
        await refreshSession();
        ({ response, answer } = await send(method, path, body));
    }
    if (response.ok) return { answer, refusal: null };
    const isLater = [401, 408, 429].includes(response.status) || response.status >= 500 || answer?.error?.code === "second_factor_required";
    if (isLater || !answer?.error) throw new Unsent();
    return { answer: null, refusal: answer.error.message };
}

/** @param {string} method @param {string} path @param {object} [body] */
async function send(method, path, body) {
    try {
        const response = await fetch(path, {
            method,
            headers: { "Nexus-Session": "cookie", ...(body && { "Content-Type": "application/json" }) },
            body: body && JSON.stringify(body),
            credentials: "same-origin",
            cache: "no-store",
            redirect: "error",
            signal: /** @type {AbortSignalStatic} */ (AbortSignal).timeout?.(serverPatience),
        });
        return { response, answer: await response.json().catch(() => null) };
    } catch {
        throw new Unsent();
    }
}

/** Under the name of the attempt that a page may have begun: with another name, the spent token would end the session. */
function refreshSession() {
    return navigator.locks.request("nexus refresh", async () => {
        const attempt = (await inStore("nexus", "session", "readonly", (store) => store.get("attempt"))) ?? hexadecimal(crypto.getRandomValues(new Uint8Array(16)));
        await inStore("nexus", "session", "readwrite", (store) => store.put(attempt, "attempt"));
        const { response } = await send("POST", "/v1/sessions/refresh", { attempt });
        if (response.ok || response.status === 401) {
            await inStore("nexus", "session", "readwrite", (store) => store.delete("attempt"));
        }
        if (!response.ok) throw new Unsent();
    });
}

/** @returns {Promise<{user: string | null}>} */
async function sessionRecord() {
    return (await inStore("nexus", "session", "readonly", (store) => store.get("current"))) ?? { user: null };
}

/**
 * Runs a transaction on a database; a missing one is created only if it is the worker's own.
 * @template T @param {string} name @param {string} store @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T> | void} run
 * @returns {Promise<T | undefined>}
 */
function inStore(name, store, mode, run) {
    return new Promise((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onupgradeneeded = () => {
            if (name === "nexus actions") opening.result.createObjectStore(store, { keyPath: "id" });
            else opening.transaction?.abort();
        };
        opening.onerror = () => (name === "nexus actions" ? reject(opening.error) : resolve(undefined));
        opening.onsuccess = () => {
            const database = opening.result;
            database.onversionchange = () => database.close();
            const transaction = database.transaction(store, mode, { durability: mode === "readwrite" ? "strict" : "default" });
            const request = run(transaction.objectStore(store));
            transaction.oncomplete = () => {
                database.close();
                resolve(request?.result);
            };
            transaction.onabort = () => {
                database.close();
                reject(transaction.error);
            };
        };
    });
}

let lastCount = 0;

/**
 * A version 7 UUID (RFC 9562). Those of one worker ascend within a millisecond too.
 * @param {number} time
 */
function newIdentifier(time) {
    lastCount = (lastCount + 1) % 0x1000;
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    bytes[0] = 0x80 | (bytes[0] & 0x3f);
    const tail = hexadecimal(bytes);
    const head = time.toString(16).padStart(12, "0");
    return `${head.slice(0, 8)}-${head.slice(8)}-7${lastCount.toString(16).padStart(3, "0")}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

/** @param {Uint8Array} bytes */
function hexadecimal(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
