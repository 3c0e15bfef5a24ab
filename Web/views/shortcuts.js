// @ts-check
import { openKeys } from "./dialogs/keys.js";
import { openSwitcher } from "./dialogs/switcher.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * The global shortcuts. Those of one view (arrows in a list, ↑ in the composer) are in that view's file.
 *
 * @param {Context} context
 * @param {{escape: () => void, search: () => void}} workspace
 * @param {AbortSignal} signal
 */
export function listenForShortcuts(context, workspace, signal) {
    document.addEventListener("keydown", (event) => {
        if (event.defaultPrevented || event.isComposing) return;
        const inDialog = document.querySelector("dialog[open]") !== null;
        const command = (event.ctrlKey || event.metaKey) && !event.altKey;
        if (command && !event.shiftKey && event.key.toLowerCase() === "k") {
            event.preventDefault();
            if (!inDialog) openSwitcher(context);
            return;
        }
        if (command && !event.shiftKey && event.key.toLowerCase() === "f" && !inDialog) {
            event.preventDefault();
            workspace.search();
            return;
        }
        if (inDialog || command || event.altKey) return;
        if (event.key === "Escape") {
            // The browser closes a menu or picker that the focus is not in.
            if (document.querySelector("[popover=auto]:popover-open")) return;
            event.preventDefault();
            workspace.escape();
        } else if (event.key === "/" && !isTextField(event.target)) {
            event.preventDefault();
            workspace.search();
        } else if (event.key === "?" && !isTextField(event.target)) {
            event.preventDefault();
            openKeys();
        }
    }, { signal });
}

/** @param {EventTarget | null} target */
function isTextField(target) {
    return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
