// @ts-check
import { faces } from "./avatar.js";
import { element } from "./element.js";

/** @typedef {import("../shell/contract.js").Client} Client */

/** The picture of each person or group, by their identifier. @type {Map<string, string>} */
const shown = new Map();
/** @type {Client["pictureAddress"]} */
let addressOf = () => Promise.reject(new Error("You are not signed in."));

/**
 * Shows the pictures of people and groups on their avatars while a user is signed in.
 *
 * @param {Client} client
 * @param {AbortSignal} signal
 */
export function showPictures(client, signal) {
    addressOf = (media, size) => client.pictureAddress(media, size);
    faces.show = show;
    const rows = () => {
        for (const { id, other, picture } of client.conversations.rows) notePicture(other ?? id, picture);
    };
    const own = () => {
        if (client.profile) notePicture(client.profile.id, client.profile.picture);
    };
    rows();
    own();
    signal.addEventListener("abort", client.subscribe({ conversations: rows, session: own }), { once: true });
    signal.addEventListener("abort", () => {
        faces.show = null;
        shown.clear();
    }, { once: true });
}

/**
 * Updates a person's picture, and the avatars on the screen.
 *
 * @param {string} id
 * @param {string | undefined} picture
 */
export function notePicture(id, picture) {
    if (shown.get(id) === picture) return;
    if (picture) shown.set(id, picture);
    else shown.delete(id);
    for (const avatar of document.querySelectorAll(`.avatar[data-face="${id}"]`)) {
        show(/** @type {HTMLElement} */ (avatar));
    }
}

/** @param {HTMLElement} avatar */
function show(avatar) {
    const id = avatar.dataset.face ?? "";
    const picture = shown.get(id);
    if (avatar.dataset.picture === picture) return;
    if (picture) avatar.dataset.picture = picture;
    else delete avatar.dataset.picture;
    if (!picture) avatar.querySelector("img")?.remove();
    else void put(avatar, picture).catch(() => {});
}

/**
 * The initials stay until the picture has loaded; without one they stay permanently.
 *
 * @param {HTMLElement} avatar
 * @param {string} picture
 */
async function put(avatar, picture) {
    const size = avatar.classList.contains("large") ? 800 : 96;
    const image = element("img", { alt: "", draggable: "false" });
    image.src = await addressOf(picture, size);
    await image.decode();
    if (avatar.dataset.picture !== picture) return;
    avatar.querySelector("img")?.remove();
    avatar.append(image);
}
