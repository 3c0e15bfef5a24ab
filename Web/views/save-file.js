// @ts-check

/** Milliseconds until the browser must have begun to read the file. */
const patience = 60_000;

/**
 * Saves a text as a file in the browser's downloads.
 *
 * @param {{name: string, type: string, text: string}} file  `type`: the media type
 */
export function saveFile({ name, type, text }) {
    const link = document.createElement("a");
    link.download = name;
    link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), patience);
}
