// @ts-check
// Sending the text of a message whose attachments cannot be uploaded.

/**
 * The label of the action: names what stays behind.
 * @param {import("../../shell/contract.js").MessageRow} row
 */
export function sendTextLabel({ attachments }) {
    const [first] = attachments;
    const word = first && attachments.every(({ kind }) => kind === first.kind) ? words[first.kind] : "attachment";
    return `Send without the ${word}${attachments.length > 1 ? "s" : ""}`;
}

const words = { image: "picture", file: "file", voice: "recording" };
