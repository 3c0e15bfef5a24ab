// @ts-check

/** Whether somebody can be looking: the page is on the screen, and its window is the one that is worked in. */
export const isAttended = () => document.visibilityState === "visible" && document.hasFocus();

/**
 * Tells whenever that may have changed.
 *
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function watchAttention(changed, signal) {
    document.addEventListener("visibilitychange", changed, { signal });
    addEventListener("focus", changed, { signal });
    addEventListener("blur", changed, { signal });
}
