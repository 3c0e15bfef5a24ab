// @ts-check
import { GapView } from "./marker-views.js";
import { MessageView } from "./message-view.js";

/** @typedef {import("../../shell/contract.js").GapRow} GapRow */

/**
 * Presses on the rows of a timeline: buttons within a message, its menu, choosing it, and filling a gap.
 *
 * @param {import("./row-list.js").RowList} list
 * @param {Pick<import("./timeline.js").TimelineParts, "isChoosing" | "act">} parts
 * @param {(gap: GapRow) => void} fill
 */
export function watchPresses(list, parts, fill) {
    list.element.addEventListener("click", (event) => {
        const target = event.target instanceof Element ? event.target : null;
        const view = list.viewAt(target);
        if (view instanceof GapView) fill(view.row);
        if (!(view instanceof MessageView) || target === null) return;
        if (parts.isChoosing()) {
            event.preventDefault();
            parts.act("choose", view.row, view.bubble);
            return;
        }
        const button = target.closest("[data-action]");
        if (button instanceof HTMLElement) {
            parts.act(button.dataset.action ?? "", view.row, button);
        } else if (matchMedia("(hover: none)").matches && isOnBubble(target)) {
            parts.act("menu", view.row, view.bubble);
        }
    });
    list.element.addEventListener("contextmenu", (event) => {
        const target = event.target instanceof Element ? event.target : null;
        const view = list.viewAt(target);
        if (!(view instanceof MessageView) || target === null || !isOnBubble(target)) return;
        event.preventDefault();
        parts.act("menu", view.row, view.bubble);
    });
}

/**
 * Whether a press opens a message's menu. The browser's menu is better for links and selected text.
 *
 * @param {Element} target
 */
function isOnBubble(target) {
    return target.closest(".bubble") !== null && target.closest("a") === null && getSelection()?.isCollapsed !== false;
}
