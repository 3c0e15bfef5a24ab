// @ts-check
import { element, icon } from "../element.js";
import { place } from "../menu.js";
import { openEmojiPicker } from "./emoji-picker.js";

/** The commonest reactions. */
const common = ["👍", "❤️", "😂", "😮", "😢", "🎉"];

/**
 * A few emoji beside a message, and the way to all of them. Arrows move, Enter takes one, Esc closes.
 *
 * @param {HTMLElement} at
 * @param {(emoji: string) => boolean} isMine
 * @param {(emoji: string) => void} choose
 */
export function openReactionPicker(at, isMine, choose) {
    const before = document.activeElement;
    const picker = element("div", { class: "reaction-picker", popover: "auto", role: "toolbar", "aria-label": "React" });
    const close = (/** @type {boolean} */ returns) => {
        if (!picker.isConnected) return;
        picker.remove();
        if (returns && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
    /** @param {string} label @param {() => void} run @param {string | Node} shown @param {boolean} [pressed] */
    const button = (label, run, shown, pressed) =>
        element(
            "button",
            {
                type: "button",
                class: "emoji",
                "aria-label": label,
                title: label,
                tabindex: -1,
                "aria-pressed": pressed === undefined ? null : String(pressed),
                onclick: () => {
                    close(true);
                    run();
                },
            },
            shown,
        );
    picker.append(
        ...common.map((emoji) => button(emoji, () => choose(emoji), emoji, isMine(emoji))),
        button("More emoji", () => openEmojiPicker(at, choose), icon("more")),
    );
    picker.addEventListener("keydown", (event) => {
        event.stopPropagation();
        const items = /** @type {HTMLElement[]} */ ([...picker.children]);
        const from = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
        const next = { ArrowRight: from + 1, ArrowLeft: from - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
        if (next !== undefined) {
            event.preventDefault();
            items[next % items.length]?.focus();
        } else if (event.key === "Escape" || event.key === "Tab") {
            event.preventDefault();
            close(true);
        }
    });
    picker.addEventListener("toggle", (event) => {
        if (/** @type {ToggleEvent} */ (event).newState === "closed") close(picker.contains(document.activeElement));
    });
    document.body.append(picker);
    picker.showPopover();
    place(picker, at, "above");
    /** @type {HTMLElement | null} */ (picker.firstElementChild)?.focus({ preventScroll: true });
}
