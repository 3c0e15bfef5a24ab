// @ts-check
// What the service worker tells this page.

/**
 * @typedef {object} WorkerEvents
 * @property {(path: string, writes: boolean) => void} open  a notification was pressed: shows that screen; `writes` focuses the composer
 * @property {() => Promise<unknown>} actions  answers to notifications are stored, for the outbox
 */

/** @param {WorkerEvents} events */
export function hearWorker({ open, actions }) {
    const workers = navigator.serviceWorker;
    if (!workers) return;
    workers.addEventListener("message", ({ data, ports }) => {
        if (data?.type === "open") open(String(data.path), data.writes === true);
        if (data?.type === "actions") actions().then(() => ports[0]?.postMessage("taken"), () => {});
    });
    workers.startMessages();
}
