// @ts-check
// The screens for signed-in users with their styles.
import { loadStyle } from "./style.js";

/** In the order in which one overrides another. */
const styles = [
    "conversations", "results", "messages", "chat", "composer", "mentions", "message-marks", "media",
    "dialogs", "pickers", "menus", "administration",
];

/** @type {Promise<typeof import("./workspace.js")> | null} */
let loading = null;

/**
 * Loads the screens once; retries after a failure.
 *
 * @returns {Promise<typeof import("./workspace.js")>}
 */
export function loadWorkspace() {
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
