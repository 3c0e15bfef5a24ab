// @ts-check
import { element, iconButton, setText } from "../element.js";
import { bytesText } from "../format.js";

/** Attachments of one message, at most, and bytes of one (docs/media.md). */
const mostFiles = 10;
const mostBytes = 104_857_600;

/**
 * Files that wait beside the text to be sent with it.
 */
export class Tray {
    /** @type {{file: File, address: string | null, item: HTMLElement}[]} */
    #files = [];
    #list = element("ul", { class: "tray-files", "aria-label": "Files to send" });
    #original = element("input", { type: "checkbox" });
    #switch = element("label", { class: "tray-original" }, this.#original, "Original size");
    #note = element("p", { class: "tray-note", role: "status" });
    element = element("div", { class: "tray", hidden: true }, this.#list, this.#switch, this.#note);

    /** @param {() => void} changed */
    constructor(changed) {
        this.changed = changed;
    }

    get isEmpty() {
        return this.#files.length === 0;
    }

    /** Whether pictures go as they are. */
    get original() {
        return this.#original.checked;
    }

    /** @param {Iterable<File>} files */
    add(files) {
        /** @type {string[]} */
        const problems = [];
        for (const file of files) {
            if (this.#files.length >= mostFiles) {
                problems.push(`A message has at most ${mostFiles} files.`);
                break;
            }
            if (file.size === 0) problems.push(`${file.name} is empty.`);
            else if (file.size > mostBytes) problems.push(`${file.name} is too large: at most ${bytesText(mostBytes)}.`);
            else this.#put(file);
        }
        this.#show(problems.join(" "));
    }

    /** Takes all files out. @returns {File[]} */
    take() {
        const files = this.#files.map(({ file }) => file);
        for (const one of this.#files) this.#drop(one);
        this.#files = [];
        this.#original.checked = false;
        this.#show("");
        return files;
    }

    /** @param {File} file */
    #put(file) {
        const isPicture = /^image\/(jpeg|png|webp|gif)$/.test(file.type);
        const address = isPicture ? URL.createObjectURL(file) : null;
        /** @type {HTMLLIElement} */
        const item = element(
            "li",
            { class: "tray-file" },
            address ? element("img", { src: address, alt: "", class: "tray-picture" }) : null,
            element(
                "span",
                { class: "tray-name" },
                element("span", { dir: "auto", class: "tray-title" }, file.name),
                element("span", { class: "tray-size" }, bytesText(file.size)),
            ),
            iconButton("close", `Remove ${file.name}`, () => this.#remove(item), { class: "icon-button tray-remove" }),
        );
        this.#files.push({ file, address, item });
        this.#list.append(item);
    }

    /** @param {HTMLElement} item */
    #remove(item) {
        const index = this.#files.findIndex((one) => one.item === item);
        if (index < 0) return;
        this.#drop(this.#files[index]);
        this.#files.splice(index, 1);
        this.#show("");
    }

    /** @param {{address: string | null, item: HTMLElement}} one */
    #drop({ address, item }) {
        if (address) URL.revokeObjectURL(address);
        item.remove();
    }

    /** @param {string} note */
    #show(note) {
        this.element.hidden = this.#files.length === 0 && note === "";
        this.#switch.hidden = !this.#files.some(({ address }) => address !== null);
        setText(this.#note, note);
        this.changed();
    }
}
