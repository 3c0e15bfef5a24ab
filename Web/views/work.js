// @ts-check
// The screens of the work with their styles: what nobody needs who has yet to sign in.

/** In the order in which one overrides another. */
const styles = ["conversations", "results", "chat", "composer", "mentions", "message-marks", "media", "dialogs"];

/** @type {Promise<typeof import("./workspace.js")> | null} */
let loading = null;

/**
 * Fetches the work, once; again where that failed.
 *
 * @returns {Promise<typeof import("./workspace.js")>}
 */
export function loadWork() {
    loading ??= load().catch((error) => {
        loading = null;
        throw error;
    });
    return loading;
}

async function load() {
    const [module] = await Promise.all([import("./workspace.js"), ...styles.map(loadStyle)]);
    return module;
}

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * Fetches a style sheet, once; again where that failed.
 *
 * @param {string} name
 * @returns {Promise<void>}
 */
export function loadStyle(name) {
    const loading = loaded.get(name) ?? fetchStyle(name).catch((error) => {
        loaded.delete(name);
        throw error;
    });
    loaded.set(name, loading);
    return loading;
}

/** @param {string} name */
function fetchStyle(name) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../styles/${name}.css`, import.meta.url).href;
    return /** @type {Promise<void>} */ (
        new Promise((resolve, reject) => {
            link.addEventListener("load", () => resolve());
            link.addEventListener("error", () => {
                link.remove();
                reject(new Error(`The style sheet ${name} could not be loaded.`));
            });
            document.head.append(link);
        })
    );
}
