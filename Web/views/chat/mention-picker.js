// @ts-check
import { avatar } from "../avatar.js";
import { element } from "../element.js";

/** @typedef {import("../../shell/contract.js").MemberRow} MemberRow */

/** People offered at once. */
const offered = 8;

/**
 * The name being typed before the caret, after an "@" that begins a word.
 *
 * @param {string} text  up to the caret
 * @returns {{start: number, name: string} | null}  `start` is the position of the "@"
 */
export function typedName(text) {
    const found = /(?:^|[^\p{L}\p{N}_])@([\p{L}\p{N}\p{M}.'’ _-]{0,40})$/u.exec(text);
    const name = found?.[1];
    return name === undefined ? null : { start: text.length - name.length - 1, name };
}

/**
 * The people whose name, or a word of it, begins with the typed text.
 *
 * @template {{name: string}} Named
 * @param {Named[]} people
 * @param {string} typed
 * @returns {Named[]}
 */
export function named(people, typed) {
    const wanted = folded(typed);
    if (wanted.startsWith(" ")) return [];
    return people.filter(({ name }) => {
        const whole = folded(name);
        return whole.startsWith(wanted) || whole.split(/[\s-]+/u).some((word) => word.startsWith(wanted));
    });
}

/** @param {string} text */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Suggests members while the user types a name after "@". Arrows move, Enter or Tab picks one, Esc closes. */
export class MentionPicker {
    element = element("ul", {
        class: "mention-picker",
        id: "mention-picker",
        role: "listbox",
        "aria-label": "People to mention",
        hidden: true,
    });
    /** @type {MemberRow[]} */
    #shown = [];
    #current = 0;
    #start = 0;
    /** The position of a handled "@": a name was picked, or the suggestions were closed. */
    #settled = -1;

    /**
     * @param {HTMLTextAreaElement} text
     * @param {() => MemberRow[]} people
     * @param {(member: MemberRow) => void} taken
     */
    constructor(text, people, taken) {
        this.text = text;
        this.people = people;
        this.taken = taken;
        text.setAttribute("aria-autocomplete", "list");
        // The text keeps the focus, and the keyboard of a phone stays open.
        this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    }

    /** Updates the suggestions: after each key, and whenever the caret moves. */
    look() {
        const { selectionStart: caret, selectionEnd } = this.text;
        const typed = caret === selectionEnd ? typedName(this.text.value.slice(0, caret)) : null;
        if (typed === null || typed.start !== this.#settled) this.#settled = -1;
        const shown = typed === null || typed.start === this.#settled
            ? []
            : named(this.people().filter(({ me }) => !me), typed.name).slice(0, offered);
        this.#start = typed?.start ?? 0;
        this.#current = 0;
        this.#shown = shown;
        this.#draw();
    }

    close() {
        this.#shown = [];
        this.#draw();
    }

    /**
     * @param {KeyboardEvent} event
     * @returns {boolean} whether the key was meant for the list
     */
    key(event) {
        const count = this.#shown.length;
        if (count === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            this.#current = (this.#current + (event.key === "ArrowDown" ? 1 : count - 1)) % count;
            this.#draw();
        } else if (event.key === "Enter" || event.key === "Tab") {
            this.#take(this.#shown[this.#current]);
        } else if (event.key === "Escape") {
            this.#settled = this.#start;
            this.close();
        } else return false;
        event.preventDefault();
        return true;
    }

    /** @param {MemberRow | undefined} member */
    #take(member) {
        if (!member) return;
        const { text } = this;
        const follows = text.value.slice(text.selectionEnd);
        text.setRangeText(`@${member.name}${/^\s/u.test(follows) ? "" : " "}`, this.#start, text.selectionEnd, "end");
        this.#settled = this.#start;
        this.close();
        this.taken(member);
    }

    #draw() {
        this.element.hidden = this.#shown.length === 0;
        this.element.replaceChildren(...this.#shown.map((member, index) =>
            element(
                "li",
                {
                    id: `mention-${index}`,
                    role: "option",
                    "aria-selected": String(index === this.#current),
                    onclick: () => this.#take(member),
                },
                avatar(member.id, member.name, { size: "small" }),
                element("span", { class: "mention-name", dir: "auto" }, member.name),
            )
        ));
        if (this.#shown.length === 0) {
            this.text.removeAttribute("aria-activedescendant");
            this.text.removeAttribute("aria-controls");
        } else {
            this.text.setAttribute("aria-controls", "mention-picker");
            this.text.setAttribute("aria-activedescendant", `mention-${this.#current}`);
        }
    }
}
