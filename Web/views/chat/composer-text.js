// @ts-check
import { element, setText } from "../element.js";
import { counted, plural } from "../format.js";
import { markOf, toggleMark } from "./marks.js";
import { MentionPicker } from "./mention-picker.js";

/** @typedef {import("../../shell/contract.js").MemberRow} MemberRow */

/** Characters of a message, at most, counted as the server counts: Unicode scalars (docs/protocol.md). */
const limit = 8_000;
/** The number of characters from which the composer shows a counter. */
const warning = limit - 500;

/** The composer's text field: grows with its text, counts characters, offers members to mention, sets marks. */
export class ComposerText {
    element = element("textarea", {
        class: "composer-text",
        rows: 1,
        placeholder: "Message",
        "aria-label": "Message",
        dir: "auto",
        autocomplete: "off",
        "aria-describedby": "composer-count",
    });
    count = element("p", { class: "composer-count", id: "composer-count", role: "status" });
    /** The list of members to mention. */
    offer;
    #mentions;
    /** Members picked for mentions, to distinguish those with the same name. @type {Set<string>} */
    #mentioned = new Set();

    /**
     * @param {() => MemberRow[]} members  the people to offer
     * @param {{changed: () => void, key: (event: KeyboardEvent) => void}} parts  `changed`: by the user; `key`: one that
     *     the field has no use for
     */
    constructor(members, parts) {
        this.parts = parts;
        this.#mentions = new MentionPicker(this.element, members, (member) => {
            this.mention(member.id);
            parts.changed();
        });
        this.offer = this.#mentions.element;
        this.element.addEventListener("input", () => {
            parts.changed();
            this.#mentions.look();
        });
        this.element.addEventListener("keydown", (event) => this.#key(event));
        this.element.addEventListener("blur", () => this.#mentions.close());
    }

    get value() {
        return this.element.value;
    }

    /** The text as it is sent. */
    get trimmed() {
        return this.element.value.trim();
    }

    /** Whether the text is longer than a message may be. */
    get isTooLong() {
        return this.#length > limit;
    }

    /** Characters of the text; 0 for one far from the limit. Counting walks the text: only if it can matter. */
    get #length() {
        return this.value.length < warning ? 0 : scalars(this.trimmed);
    }

    focus() {
        this.element.focus({ preventScroll: true });
    }

    /** @param {string} text */
    put(text) {
        this.element.value = text;
        this.#mentions.close();
    }

    /** @param {string} text */
    insert(text) {
        this.element.setRangeText(text, this.element.selectionStart, this.element.selectionEnd, "end");
        this.parts.changed();
        this.focus();
    }

    /** @param {string} user  the user that the text mentions, if it contains the name */
    mention(user) {
        this.#mentioned.add(user);
    }

    /** @returns {string[]} the members picked for mentions, who are forgotten */
    takeMentioned() {
        const mentioned = [...this.#mentioned];
        this.#mentioned.clear();
        return mentioned;
    }

    /** Fits the height to the text, up to a maximum in the style sheet, and updates the counter. */
    fit() {
        const text = this.element;
        if (!CSS.supports("field-sizing", "content")) {
            text.style.height = "auto";
            text.style.height = `${text.scrollHeight}px`;
        }
        const length = this.#length;
        const excess = length - limit;
        const count = length < warning ? "" : `${counted(length)} of ${counted(limit)} characters`;
        setText(this.count, excess > 0 ? `${count}. Remove ${plural(excess, "character")} to send it.` : count);
        this.count.classList.toggle("problem", excess > 0);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        // An input method uses Enter and the arrows itself; 229 is the key code of its last key in some browsers.
        if (event.isComposing || event.keyCode === 229) return;
        if (this.#mentions.key(event)) return;
        const mark = markOf(event);
        if (mark === null) return this.parts.key(event);
        event.preventDefault();
        toggleMark(this.element, mark);
        this.parts.changed();
    }
}

/** @param {string} text */
function scalars(text) {
    let count = 0;
    for (const _ of text) count += 1;
    return count;
}
