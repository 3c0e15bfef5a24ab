// @ts-check
// Events of the network and the page's visibility, as inputs of the engine.

/**
 * @param {object} told
 * @param {(input: {type: "signOfLife" | "networkLost"}) => void} told.signal
 * @param {() => void} told.screen  the page's visibility may have changed
 * @param {() => void} told.leaving  the page may end without another event
 */
export function watchPage({ signal, screen, leaving }) {
    const alive = () => signal({ type: "signOfLife" });
    addEventListener("online", alive);
    addEventListener("offline", () => signal({ type: "networkLost" }));
    addEventListener("focus", () => {
        alive();
        screen();
    });
    window.addEventListener("pageshow", ({ persisted }) => {
        if (!persisted) return;
        alive();
        screen();
    });
    addEventListener("pagehide", leaving);
    document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") alive();
        else leaving();
        screen();
    });
}
