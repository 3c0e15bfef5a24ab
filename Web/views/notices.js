// @ts-check
import { element, iconButton } from "./element.js";

/** @typedef {import("../shell/contract.js").Refusal} Refusal */

/** Milliseconds that a notice stays: long enough to read two lines. */
const life = 5_000;

/**
 * Short notices in a corner: a confirmation or an error, with at most one action. A notice with an action stays until the action
 * is used or the notice is dismissed; others disappear by themselves.
 */
export class Notices {
    element = element("div", { class: "notices" });

    /**
     * @param {string} text
     * @param {{action?: {label: string, run: () => void}, problem?: boolean}} options
     * @returns {() => void} takes the notice away
     */
    show(text, { action, problem = false } = {}) {
        const close = () => notice.remove();
        const notice = element(
            "div",
            { class: problem ? "notice problem" : "notice", role: problem ? "alert" : "status" },
            element("p", { dir: "auto" }, text),
            action && element(
                "button",
                {
                    type: "button",
                    class: "text-button",
                    onclick: () => {
                        close();
                        action.run();
                    },
                },
                action.label,
            ),
            iconButton("close", "Dismiss", close),
        );
        this.element.append(notice);
        while (this.element.childElementCount > 3) this.element.firstElementChild?.remove();
        if (!action) leaveInTime(notice, close);
        return close;
    }

    /**
     * An error, and what to do about it.
     *
     * @param {unknown} error
     */
    refuse(error) {
        this.show(refusalText(error), { problem: true });
    }
}

/**
 * Removes a notice after its time. The time stops while the pointer moves over it or the focus is in it, but not for a pointer that
 * happened to rest there.
 *
 * @param {HTMLElement} notice
 * @param {() => void} close
 */
function leaveInTime(notice, close) {
    let timer = setTimeout(close, life);
    const wait = () => clearTimeout(timer);
    const goOn = () => {
        clearTimeout(timer);
        timer = setTimeout(close, life);
    };
    notice.addEventListener("pointermove", wait);
    notice.addEventListener("focusin", wait);
    notice.addEventListener("pointerleave", goOn);
    notice.addEventListener("focusout", goOn);
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function refusalText(error) {
    const refusal = /** @type {Partial<Refusal> | null} */ (error);
    if (typeof refusal?.code !== "string" || typeof refusal.message !== "string") {
        // Not for users, but needed for debugging.
        console.error(error);
        return "Something went wrong. Try again.";
    }
    return refusal.suggestion ? `${refusal.message} ${refusal.suggestion}` : refusal.message;
}
