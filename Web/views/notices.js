// @ts-check
import { element, iconButton } from "./element.js";

/** @typedef {import("../shell/contract.js").Refusal} Refusal */

/** How long a notice stays, in milliseconds: long enough to read two lines, and it waits under the pointer. */
const life = 6_000;

/** Short notices in a corner: what was done, what went wrong, and one thing to do about it. */
export class Notices {
    element = element("div", { class: "notices" });

    /**
     * @param {string} text
     * @param {{action?: {label: string, run: () => void}, stays?: boolean, problem?: boolean}} options
     * @returns {() => void} takes the notice away
     */
    show(text, { action, stays = false, problem = false } = {}) {
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
        if (!stays) {
            let timer = setTimeout(close, life);
            notice.addEventListener("pointerenter", () => clearTimeout(timer));
            notice.addEventListener("pointerleave", () => timer = setTimeout(close, life));
        }
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
