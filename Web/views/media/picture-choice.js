// @ts-check
import { element, replace } from "../element.js";

/**
 * @typedef {object} PictureChoiceParts
 * @property {string} of  the subject of the picture, for a screen reader
 * @property {(picture: Blob | null) => Promise<void>} change
 * @property {import("../context.js").Context["notices"]} notices
 */

/** The picture of a person or a group, with its actions. */
export class PictureChoice {
    #face = element("span", { class: "choice-face" });
    #choose;
    #remove;
    #parts;

    /** @param {PictureChoiceParts} parts */
    constructor(parts) {
        this.#parts = parts;
        const file = element("input", {
            type: "file",
            accept: "image/jpeg,image/png,image/webp,image/gif",
            hidden: true,
            "aria-label": `Choose ${parts.of}`,
        });
        file.addEventListener("change", () => {
            const [chosen] = file.files ?? [];
            file.value = "";
            if (chosen) void this.#take(chosen);
        });
        this.#choose = element("button", {
            type: "button",
            class: "text-button",
            onclick: () => file.click(),
        }, "Choose picture");
        this.#remove = element("button", {
            type: "button",
            class: "text-button",
            "aria-label": `Remove ${parts.of}`,
            onclick: () => void this.#change(null),
        }, "Remove");
        this.element = element(
            "div",
            { class: "picture-choice" },
            this.#face,
            file,
            element("div", { class: "picture-actions" }, this.#choose, this.#remove),
        );
    }

    /** @param {HTMLElement} face @param {boolean} hasPicture */
    show(face, hasPicture) {
        replace(this.#face, face);
        this.#remove.hidden = !hasPicture;
        this.#choose.textContent = hasPicture ? "Change picture" : "Choose picture";
    }

    /** @param {File} file */
    async #take(file) {
        const { portrait } = await import("./shrink.js");
        /** @type {Blob} */
        let picture;
        try {
            picture = await portrait(file);
        } catch {
            this.#parts.notices.show("This browser cannot read that picture. Choose a JPEG, PNG, WebP or GIF file.");
            return;
        }
        await this.#change(picture);
    }

    /** @param {Blob | null} picture */
    async #change(picture) {
        this.#choose.disabled = true;
        try {
            await this.#parts.change(picture);
        } catch (error) {
            this.#parts.notices.refuse(error);
        }
        this.#choose.disabled = false;
        if (picture === null) this.#choose.focus();
    }
}
