// @ts-check
import { element, icon, iconButton, setText } from "../element.js";
import { bytesText } from "../format.js";
import { VoiceView } from "./voice-view.js";

/** @typedef {import("../../shell/contract.js").Attachment} Attachment */
/** @typedef {import("../../shell/contract.js").MessageRow} MessageRow */
/** @typedef {import("../../shell/contract.js").Media} Media */

/** Shape of a picture whose size is not known yet. */
const unknownShape = 4 / 3;
/** Bounds of the shape in which a lone picture is shown: the rest is cut off, and seen in the viewer. */
const shapes = { least: 0.5, most: 2.5 };

/** The attachments of a message: a grid of pictures with reserved space, then files and recordings. */
export class AttachmentsView {
    element = element("div", { class: "attachments" });
    #progress = /** @type {{bar: HTMLProgressElement, element: HTMLElement} | null} */ (null);

    /**
     * @param {MessageRow} row
     * @param {Media} media
     * @param {(index: number) => void} view  opens the viewer
     */
    constructor(row, media, view) {
        this.media = media;
        const pictures = row.attachments.filter(({ kind }) => kind === "image");
        if (pictures.length > 0) {
            const grid = element("div", { class: `pictures count-${Math.min(pictures.length, 4)}` });
            pictures.forEach((picture, index) => grid.append(this.#picture(picture, pictures.length, () => view(index))));
            this.element.append(grid);
        }
        for (const attachment of row.attachments) {
            if (attachment.kind === "voice") this.element.append(new VoiceView(attachment, media).element);
            else if (attachment.kind === "file") this.element.append(this.#file(attachment));
        }
    }

    /**
     * How far the upload is; `null` when nothing is going on.
     *
     * @param {{sent: number, total: number} | null} progress
     */
    showProgress(progress) {
        if (progress === null) {
            this.#progress?.element.remove();
            this.#progress = null;
            return;
        }
        if (!this.#progress) {
            const bar = element("progress", { max: 100, value: 0, "aria-label": "Uploading" });
            this.#progress = {
                bar,
                element: element(
                    "div",
                    { class: "upload" },
                    bar,
                    iconButton("close", "Cancel sending", () => {}, {
                        "data-action": "discard",
                        class: "icon-button upload-cancel",
                    }),
                ),
            };
            this.element.append(this.#progress.element);
        }
        this.#progress.bar.value = Math.round(100 * progress.sent / Math.max(1, progress.total));
    }

    /** @param {Attachment} picture @param {number} count @param {() => void} open */
    #picture(picture, count, open) {
        const image = element("img", { alt: picture.name, class: "picture-image", loading: "lazy", decoding: "async" });
        const label = `Open ${picture.name}`;
        const button = element(
            "button",
            {
                type: "button",
                class: "picture",
                "aria-label": label,
                onclick: () => (button.classList.contains("missing") ? load() : open()),
            },
            image,
        );
        const { width = 0, height = 0 } = picture;
        const shape = width > 0 && height > 0 ? width / height : unknownShape;
        if (count === 1) {
            button.style.setProperty("--shape", String(Math.min(Math.max(shape, shapes.least), shapes.most)));
            button.style.setProperty("--wide", `${width || 320}px`);
        }
        const load = async () => {
            button.classList.remove("missing");
            button.querySelector(".icon")?.remove();
            button.setAttribute("aria-label", label);
            button.title = "";
            try {
                image.src = await this.media.address(picture, count === 1 ? 1024 : 320);
            } catch (error) {
                button.classList.add("missing");
                button.append(icon("retry"));
                button.setAttribute("aria-label", `Load ${picture.name} again`);
                button.title = /** @type {Error} */ (error).message;
            }
        };
        void load();
        return button;
    }

    /** @param {Attachment} file */
    #file(file) {
        const size = bytesText(file.bytes);
        const note = element("span", { class: "file-size", role: "status" }, size);
        const download = async () => {
            try {
                await this.media.download(file, (milliseconds) =>
                    setText(note, `Too many downloads at once. Starts in ${Math.ceil(milliseconds / 1000)} s`));
                setText(note, size);
            } catch (error) {
                setText(note, `${/** @type {Error} */ (error).message} Press to try again.`);
            }
        };
        return element(
            "button",
            {
                type: "button",
                class: "file",
                "aria-label": `Download ${file.name}, ${size}`,
                onclick: () => void download(),
            },
            icon("file"),
            element("span", { class: "file-words" }, element("span", { class: "file-name", dir: "auto" }, file.name), note),
        );
    }
}
