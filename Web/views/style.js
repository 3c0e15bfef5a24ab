// @ts-check
// Style sheets that are fetched when their screens are.

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * Loads a style sheet once; retries after a failure.
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
