// @ts-check
// The actions of a conversation's header. In a narrow header the style sheet hides them, and its menu offers them.

/** @typedef {import("./menu.js").MenuItem} MenuItem */

/**
 * The hidden actions of a narrow header, as items of its menu.
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
 * Focuses an action, or the menu that contains it.
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
