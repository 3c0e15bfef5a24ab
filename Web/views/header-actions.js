// @ts-check
// The actions of a conversation's header. Where it is narrow the style sheet hides them, and its menu offers them.

/** @typedef {import("./menu.js").MenuItem} MenuItem */

/**
 * The actions that a header has no room for, as items of its menu.
 *
 * @param {HTMLElement} header
 * @returns {MenuItem[]}
 */
export function collapsedActions(header) {
    const actions = /** @type {NodeListOf<HTMLElement>} */ (header.querySelectorAll(".header-action"));
    return [...actions].filter((action) => !action.hidden && action.offsetParent === null).map((action) => ({
        label: labelOf(action),
        icon: /** @type {SVGElement} */ (action.querySelector("svg")?.cloneNode(true)),
        run: () => action.click(),
    }));
}

/**
 * Focuses an action, or where it is collapsed the menu that holds it.
 *
 * @param {HTMLElement} action
 */
export function focusAction(action) {
    const menu = action.closest(".chat-header")?.querySelector(".header-menu");
    if (action.offsetParent !== null) action.focus();
    else if (menu instanceof HTMLElement) menu.focus();
}

/** @param {HTMLElement} action */
function labelOf(action) {
    const parts = [...action.childNodes].map((node) => node.textContent?.trim() ?? "").filter((part) => part !== "");
    return action.getAttribute("aria-label") ?? parts.join(", ");
}
