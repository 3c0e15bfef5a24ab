// @ts-check
// The keys that put marks around what is selected while one writes. What the marks mean is the core's: docs/formatting.md.

const marks = /** @type {Record<string, string>} */ ({ b: "**", i: "_", e: "`" });

/**
 * The mark that a key stands for, with Ctrl or ⌘.
 *
 * @param {KeyboardEvent} event
 * @returns {string | null}
 */
export function markOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    if (altKey || ctrlKey === metaKey) return null;
    if (shiftKey) return key.toLowerCase() === "x" ? "~~" : null;
    return marks[key.toLowerCase()] ?? null;
}

/**
 * Puts a mark on both sides of what is selected, or takes it away where it is there. The words stay selected.
 *
 * @param {HTMLTextAreaElement} field
 * @param {string} mark
 */
export function toggleMark(field, mark) {
    const { value, selectionStart: start, selectionEnd: end } = field;
    const isMarked = value.slice(0, start).endsWith(mark) && value.slice(end).startsWith(mark);
    const words = value.slice(start, end);
    if (isMarked) {
        field.setRangeText(words, start - mark.length, end + mark.length);
        field.setSelectionRange(start - mark.length, end - mark.length);
    } else {
        field.setRangeText(mark + words + mark, start, end);
        field.setSelectionRange(start + mark.length, end + mark.length);
    }
}
