// @ts-check
import { element, icon } from "./element.js";

/**
 * @typedef {object} MenuItem
 * @property {string} label
 * @property {string | SVGElement} icon  of the sprite, or one of its own
 * @property {() => void} run
 * @property {boolean} [danger]
 * @property {boolean} [checked]  of several, or on and off: whether it holds now
 */

/**
 * A menu beside an element. Arrows move, Enter chooses, Esc or a click elsewhere closes it.
 *
 * @param {HTMLElement} at
 * @param {string} label
 * @param {MenuItem[]} items
 */
export function openMenu(at, label, items) {
    const before = document.activeElement;
    const menu = element("div", { class: "menu", role: "menu", "aria-label": label, popover: "auto" });
    const close = (/** @type {boolean} */ returns) => {
        if (!menu.isConnected) return;
        menu.remove();
        if (returns && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
    for (const item of items) {
        menu.append(element(
            "button",
            {
                type: "button",
                role: item.checked === undefined ? "menuitem" : "menuitemcheckbox",
                "aria-checked": item.checked === undefined ? undefined : String(item.checked),
                tabindex: -1,
                class: item.danger ? "menu-item danger" : "menu-item",
                onclick: () => {
                    close(true);
                    item.run();
                },
            },
            typeof item.icon === "string" ? icon(item.icon) : item.icon,
            item.label,
        ));
    }
    menu.addEventListener("keydown", (event) => moveIn(menu, event, () => close(true)));
    menu.addEventListener("toggle", (event) => {
        if (/** @type {ToggleEvent} */ (event).newState === "closed") close(menu.contains(document.activeElement));
    });
    // While a dialog is open, nothing outside it can be pressed.
    (at.closest("dialog") ?? document.body).append(menu);
    menu.showPopover();
    place(menu, at);
    /** @type {HTMLElement | null} */ (menu.firstElementChild)?.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} menu
 * @param {KeyboardEvent} event
 * @param {() => void} close
 */
function moveIn(menu, event, close) {
    const items = /** @type {HTMLElement[]} */ ([...menu.children]);
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined) {
        event.preventDefault();
        items[next % items.length]?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
        event.preventDefault();
        close();
    }
    event.stopPropagation();
}

/**
 * Puts a popover beside an element, inside the window.
 *
 * @param {HTMLElement} popover
 * @param {HTMLElement} at
 * @param {"below" | "above"} [preferred]
 */
export function place(popover, at, preferred = "below") {
    const gap = 6;
    const edge = 8;
    const box = at.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = popover;
    const below = box.bottom + gap;
    const above = box.top - gap - height;
    const fitsBelow = below + height <= innerHeight - edge;
    const fitsAbove = above >= edge;
    const top = preferred === "below"
        ? fitsBelow || !fitsAbove ? below : above
        : fitsAbove || !fitsBelow
        ? above
        : below;
    const left = box.left + box.width / 2 > innerWidth / 2 ? box.right - width : box.left;
    popover.style.top = `${Math.max(edge, Math.min(top, innerHeight - edge - height))}px`;
    popover.style.left = `${Math.max(edge, Math.min(left, innerWidth - edge - width))}px`;
}
