// @ts-check

/** Whether the page is visible and its window has the focus. */
export const isAttended = () => document.visibilityState === "visible" && document.hasFocus();

/**
 * Calls `changed` whenever that may have changed.
 *
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function watchAttention(changed, signal) {
    document.addEventListener("visibilitychange", changed, { signal });
    addEventListener("focus", changed, { signal });
    addEventListener("blur", changed, { signal });
}
