// @ts-check
import { element, replace } from "../element.js";
import { refusalText } from "../notices.js";
import { makeDialog } from "./dialog.js";

/** @typedef {Promise<{link: string, note: string}>} Making  the note says how long the link works */

/**
 * Shows a link to copy, whose secret the server returns once.
 *
 * @param {string} title
 * @param {import("../notices.js").Notices} notices
 * @param {Making} making
 * @param {{lead?: string, settings?: Node}} parts `lead`: above the link; `settings`: below it
 * @returns {{show: (making: Making) => void}} shows another link in its place
 */
export function openLink(title, notices, making, { lead, settings } = {}) {
    const dialog = makeDialog(title, { className: "narrow" });
    const place = element("div", { class: "link-place" }, element("p", {}, "Making a link…"));
    if (lead) dialog.body.append(element("p", {}, lead));
    dialog.body.append(place);
    if (settings) dialog.body.append(settings);
    dialog.show();
    const show = (/** @type {Making} */ making) => {
        const isFirst = !place.querySelector("input");
        place.setAttribute("aria-busy", "true");
        making.finally(() => place.removeAttribute("aria-busy")).then(({ link, note }) => {
            draw(place, link, note, notices);
            if (isFirst) place.querySelector("input")?.focus();
        }, (error) => replace(place, element("p", { role: "alert" }, refusalText(error))));
    };
    show(making);
    return { show };
}

/**
 * @param {HTMLElement} place
 * @param {string} link
 * @param {string} note
 * @param {import("../notices.js").Notices} notices
 */
function draw(place, link, note, notices) {
    const field = element("input", { id: "secret-link", type: "text", readonly: true, value: link, dir: "ltr", "aria-describedby": "secret-link-note" });
    field.addEventListener("focus", () => field.select());
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(link);
            notices.show("Link copied");
        } catch {
            field.select();
            notices.show("The browser blocked copying.", { problem: true });
        }
    };
    // Dismissing the system's sheet is no error.
    const share = () => navigator.share({ url: link }).catch(() => {});
    const code = element("div", { class: "link-code" });
    // The dialog works without it.
    import("../qr.js").then(({ qrPicture }) => code.append(qrPicture(link, "QR code for the camera of a phone")), () => {});
    replace(
        place,
        element("label", { class: "field-label", for: "secret-link" }, "Link"),
        element(
            "div",
            { class: "field-box" },
            field,
            "share" in navigator && element("button", { type: "button", class: "button", onclick: () => void share() }, "Share"),
            element("button", { type: "button", class: "button primary", onclick: copy }, "Copy link"),
        ),
        element("p", { class: "details-note", id: "secret-link-note", role: "status" }, note),
        code,
    );
}
