// @ts-check
import { element, iconButton } from "./element.js";

/** @typedef {import("../shell/contract.js").Refusal} Refusal */

/** Milliseconds that a notice stays: long enough to read two lines. */
const life = 5_000;

/**
 * Short notices in a corner: what was done, what went wrong, and one thing to do about it. A notice with an action stays until the action
 * is taken or the notice is dismissed; all others leave by themselves.
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
            iconButton("close", "Put away", close),
        );
        this.element.append(notice);
        while (this.element.childElementCount > 3) this.element.firstElementChild?.remove();
        if (!action) leaveInTime(notice, close);
        return close;
    }

    /**
     * What was refused, and what to do about it.
     *
     * @param {unknown} error
     */
    refuse(error) {
        this.show(refusalText(error), { problem: true });
    }
}

/**
 * Takes a notice away when its time is over. It waits while the pointer moves over it or the keyboard is in it, not for a pointer that
 * only happened to rest where it came up.
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
        // Not ours to show to a person, but whoever looks for the defect needs it.
        console.error(error);
        return "Something went wrong. Try again.";
    }
    return refusal.suggestion ? `${refusal.message} ${refusal.suggestion}` : refusal.message;
}
