// @ts-check
import { element, iconButton, setText } from "../element.js";

/** @typedef {import("../../shell/contract.js").Attachment} Attachment */
/** @typedef {import("../../shell/contract.js").Media} Media */

const zooms = { least: 1, most: 8, step: 1.5 };

/**
 * Pictures on the whole screen: one after the other by buttons, arrows or swipes; larger by buttons, + and -, wheel or a double click.
 *
 * @param {Attachment[]} pictures
 * @param {number} first
 * @param {Media} media
 */
export function openViewer(pictures, first, media) {
    let index = first;
    let zoom = 1;
    let [x, y] = [0, 0];
    /** @type {{x: number, y: number} | null} */
    let grip = null;
    const image = element("img", { class: "viewer-image", alt: "", draggable: "false" });
    const stage = element("div", { class: "viewer-stage" }, image);
    const title = element("p", { class: "viewer-title", dir: "auto", role: "status" });
    const previous = iconButton("back", "Previous picture", () => go(-1), { class: "icon-button viewer-previous" });
    const next = iconButton("back", "Next picture", () => go(1), { class: "icon-button viewer-next" });
    const smaller = iconButton("minus", "Smaller", () => scale(1 / zooms.step));
    const larger = iconButton("plus", "Larger", () => scale(zooms.step));
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
            iconButton("download", "Download", () => void media.download(pictures[index]).catch(() => {})),
            iconButton("close", "Close", () => dialog.close()),
        ),
        stage,
        previous,
        next,
    );

    const place = () => {
        image.style.setProperty("transform", `translate(${x}px, ${y}px) scale(${zoom})`);
        stage.classList.toggle("zoomed", zoom > 1);
        smaller.disabled = zoom <= zooms.least;
        larger.disabled = zoom >= zooms.most;
    };
    /** @param {number} factor */
    const scale = (factor) => {
        zoom = Math.min(zooms.most, Math.max(zooms.least, zoom * factor));
        if (zoom === 1) [x, y] = [0, 0];
        place();
    };
    const show = async () => {
        const picture = pictures[index];
        [zoom, x, y] = [1, 0, 0];
        place();
        image.alt = picture.name;
        setText(title, pictures.length > 1 ? `${picture.name} (${index + 1} of ${pictures.length})` : picture.name);
        previous.hidden = index === 0;
        next.hidden = index === pictures.length - 1;
        image.removeAttribute("src");
        // The preview is there at once, mostly; the whole takes its place when it has come.
        for (const size of /** @type {const} */ ([1024, null])) {
            try {
                const address = await media.address(picture, size);
                if (pictures[index] !== picture) return;
                image.src = address;
            } catch (error) {
                if (!image.src) setText(title, /** @type {Error} */ (error).message);
            }
        }
    };
    /** @param {number} step */
    const go = (step) => {
        const wanted = index + step;
        if (wanted < 0 || wanted >= pictures.length) return;
        index = wanted;
        void show();
    };

    const life = new AbortController();
    // Of the document: a button that is focused and then hidden takes the focus out of the dialog.
    document.addEventListener("keydown", (event) => {
        const steps = getComputedStyle(dialog).direction === "rtl" ? -1 : 1;
        if (event.key === "ArrowLeft") go(-steps);
        else if (event.key === "ArrowRight") go(steps);
        else if (event.key === "+" || event.key === "=") scale(zooms.step);
        else if (event.key === "-") scale(1 / zooms.step);
        else if (event.key === "0") scale(0);
        else return;
        event.preventDefault();
    }, { signal: life.signal });
    stage.addEventListener("wheel", (event) => {
        event.preventDefault();
        scale(event.deltaY < 0 ? 1.2 : 1 / 1.2);
    }, { passive: false });
    stage.addEventListener("dblclick", () => scale(zoom > 1 ? 0 : 2.5));
    stage.addEventListener("pointerdown", (event) => {
        grip = { x: event.clientX - x, y: event.clientY - y };
        stage.setPointerCapture(event.pointerId);
    });
    stage.addEventListener("pointermove", (event) => {
        if (!grip || zoom === 1) return;
        [x, y] = [event.clientX - grip.x, event.clientY - grip.y];
        place();
    });
    stage.addEventListener("pointerup", (event) => {
        const moved = grip ? event.clientX - grip.x - x : 0;
        if (zoom === 1 && Math.abs(moved) > 60) go(moved < 0 ? 1 : -1);
        grip = null;
    });
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
