// @ts-check
import { element, iconButton, setText } from "../element.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("../../shell/contract.js").Attachment} Attachment */
/** @typedef {import("../../shell/contract.js").Media} Media */

/** By how much a button or a key enlarges. */
const step = 1.5;

/**
 * Pictures on the whole screen: one after the other by buttons, arrows or swipes; larger by buttons, + and -, wheel, pinch or a double click.
 *
 * @param {Attachment[]} pictures
 * @param {number} first
 * @param {Media} media
 */
export function openViewer(pictures, first, media) {
    let index = first;
    const image = element("img", { class: "viewer-image", alt: "", draggable: "false" });
    const stage = element("div", { class: "viewer-stage" }, image);
    const title = element("p", { class: "viewer-title", dir: "auto", role: "status" });
    const previous = iconButton("back", "Previous picture", () => go(-1), { class: "icon-button viewer-previous" });
    const next = iconButton("back", "Next picture", () => go(1), { class: "icon-button viewer-next" });
    const smaller = iconButton("minus", "Smaller", () => zoom.scale(1 / step));
    const larger = iconButton("plus", "Larger", () => zoom.scale(step));
    /** @type {HTMLDialogElement} */
    const dialog = element(
        "dialog",
        { class: "viewer", "aria-label": "Pictures" },
        element(
            "header",
            { class: "viewer-header" },
            title,
            smaller,
            larger,
            iconButton("download", "Download", () => void download(pictures[index])),
            iconButton("close", "Close", () => dialog.close()),
        ),
        stage,
        previous,
        next,
    );

    const zoom = new Zoom(stage, image, {
        changed: () => {
            stage.classList.toggle("zoomed", !zoom.isLeast);
            smaller.disabled = zoom.isLeast;
            larger.disabled = zoom.isMost;
        },
        swiped: (steps) => go(steps),
    });
    const show = async () => {
        const picture = pictures[index];
        zoom.reset();
        image.alt = picture.name;
        setText(title, titleOf(picture));
        previous.hidden = index === 0;
        next.hidden = index === pictures.length - 1;
        image.removeAttribute("src");
        // The preview is usually loaded; the full picture replaces it later.
        for (const size of /** @type {const} */ ([1024, null])) {
            try {
                const address = await media.address(picture, size);
                if (pictures[index] !== picture) return;
                image.src = address;
            } catch (error) {
                if (pictures[index] === picture && !image.src) setText(title, /** @type {Error} */ (error).message);
            }
        }
    };
    /** @param {Attachment} picture */
    const download = async (picture) => {
        const say = (/** @type {string} */ text) => pictures[index] === picture && setText(title, text);
        try {
            await media.download(picture, (milliseconds) =>
                say(`Too many downloads at once. Starts in ${Math.ceil(milliseconds / 1000)} s`));
            say(titleOf(picture));
        } catch (error) {
            say(/** @type {Error} */ (error).message);
        }
    };
    const titleOf = (/** @type {Attachment} */ picture) =>
        pictures.length > 1 ? `${picture.name} (${pictures.indexOf(picture) + 1} of ${pictures.length})` : picture.name;
    /** @param {number} steps */
    const go = (steps) => {
        const wanted = index + steps;
        if (wanted < 0 || wanted >= pictures.length) return;
        index = wanted;
        void show();
    };

    const life = new AbortController();
    // On the document: a focused button that is hidden moves the focus out of the dialog.
    document.addEventListener("keydown", (event) => {
        // With these the browser goes back, and zooms the page.
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const steps = getComputedStyle(dialog).direction === "rtl" ? -1 : 1;
        if (event.key === "ArrowLeft") go(-steps);
        else if (event.key === "ArrowRight") go(steps);
        else if (event.key === "+" || event.key === "=") zoom.scale(step);
        else if (event.key === "-") zoom.scale(1 / step);
        else if (event.key === "0") zoom.reset();
        else return;
        event.preventDefault();
    }, { signal: life.signal });
    // Going back in the browser leaves the conversation that the pictures are of.
    addEventListener("popstate", () => dialog.close(), { signal: life.signal });
    dialog.addEventListener("close", () => {
        life.abort();
        dialog.remove();
    }, { once: true });
    document.body.append(dialog);
    dialog.showModal();
    void show();
}
