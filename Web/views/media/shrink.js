// @ts-check
// Pictures for sending: limited in size, upright, and with known dimensions.

/** Pixels on the longer side of a picture that is sent, unless the original is wanted (docs/media.md). */
const longestSide = 2_048;
/** The picture types that the server accepts. */
const shown = new Set(["image/jpeg", "image/png", "image/webp", "image/gif"]);

/** @typedef {import("../../shell/contract.js").OutgoingFile} OutgoingFile */

/**
 * A file as it goes with a message.
 *
 * @param {File} file
 * @param {boolean} original  leave a picture as it is
 * @returns {Promise<OutgoingFile>}
 */
export async function prepared(file, original) {
    if (!file.type.startsWith("image/") || file.type === "image/svg+xml") return asFile(file);
    // Upright: applies the camera's orientation.
    /** @type {ImageBitmap} */
    let bitmap;
    try {
        bitmap = await createImageBitmap(file);
    } catch {
        // Not a picture that this browser can decode: the server decides.
        return asFile(file);
    }
    try {
        const { width, height } = bitmap;
        const size = fitting(bitmap, longestSide);
        // An animation would lose all but its first frame.
        const stays = shown.has(file.type) && (original || size.width === width || file.type === "image/gif");
        if (stays) return { kind: "image", blob: file, name: file.name, type: file.type, width, height };
        const type = file.type === "image/png" ? "image/png" : "image/jpeg";
        const blob = await drawn(bitmap, size, type);
        return { kind: "image", blob, name: renamed(file.name, type), type, ...size };
    } finally {
        bitmap.close();
    }
}

/** Pixels on the longer side of a person's or group's picture (docs/media.md). */
const portraitSide = 800;

/**
 * A picture for a person or a group. Throws if this browser cannot decode it.
 *
 * @param {File} file
 */
export async function portrait(file) {
    const bitmap = await createImageBitmap(file);
    try {
        return await drawn(bitmap, fitting(bitmap, portraitSide), "image/jpeg");
    } finally {
        bitmap.close();
    }
}

/**
 * The dimensions of a picture scaled to a longer side.
 *
 * @param {{width: number, height: number}} picture @param {number} side
 */
function fitting({ width, height }, side) {
    const scale = Math.min(1, side / Math.max(width, height));
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** @param {File} file @returns {OutgoingFile} */
function asFile(file) {
    return { kind: "file", blob: file, name: file.name, type: file.type || "application/octet-stream" };
}

/**
 * @param {ImageBitmap} bitmap @param {{width: number, height: number}} size @param {string} type @returns {Promise<Blob>}
 */
function drawn(bitmap, { width, height }, type) {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.imageSmoothingQuality = "high";
    if (type === "image/jpeg") {
        // Transparent pixels would become black.
        context.fillStyle = "#ffffff";
        context.fillRect(0, 0, width, height);
    }
    context.drawImage(bitmap, 0, 0, width, height);
    return new Promise((resolve, reject) => {
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture cannot be displayed."))), type, 0.85);
    });
}

/** @param {string} name @param {string} type */
function renamed(name, type) {
    const ending = type === "image/png" ? ".png" : ".jpg";
    return `${name.replace(/\.[^.]*$/, "") || "picture"}${ending}`;
}
