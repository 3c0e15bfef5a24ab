// @ts-check
// The worker of clock.js: timers that the browser does not throttle.

/** @type {Map<number, ReturnType<typeof setTimeout>>} */
const timers = new Map();

self.onmessage = ({ data: { set, after, clear } }) => {
    if (clear !== undefined) {
        clearTimeout(timers.get(clear));
        timers.delete(clear);
        return;
    }
    timers.set(set, setTimeout(() => {
        timers.delete(set);
        self.postMessage(set);
    }, after));
};
