// @ts-check
// Timers. Browsers throttle those of hidden pages to one a minute; a worker's are exact.

import { trustedScriptURL } from "./trusted-types.js";

/**
 * @typedef {object} Clock
 * @property {(milliseconds: number, fire: () => void) => number} set
 * @property {(timer: number) => void} clear
 */

/** @returns {Clock} */
export function pageClock() {
    return {
        set: (milliseconds, fire) => window.setTimeout(fire, milliseconds),
        clear: (timer) => window.clearTimeout(timer),
    };
}

/**
 * A clock that is exact while the page is hidden; the page's own timers if there are no workers.
 * @returns {Clock}
 */
export function steadyClock() {
    /** @type {Worker} */
    let worker;
    try {
        worker = new Worker(trustedScriptURL(new URL("clock-worker.js", import.meta.url)));
    } catch {
        return pageClock();
    }
    let last = 0;
    /** @type {Map<number, () => void>} */
    const timers = new Map();
    worker.onmessage = ({ data }) => {
        const fire = timers.get(data);
        timers.delete(data);
        fire?.();
    };
    return {
        set(milliseconds, fire) {
            last += 1;
            timers.set(last, fire);
            worker.postMessage({ set: last, after: milliseconds });
            return last;
        },
        clear(timer) {
            if (timers.delete(timer)) worker.postMessage({ clear: timer });
        },
    };
}
