// @ts-check
// Keyboard shortcuts for marks around the selection in the composer. The core defines the marks: docs/formatting.md.

const marks = /** @type {Record<string, string>} */ ({ b: "**", i: "_", e: "`" });

/**
 * The mark of a shortcut with Ctrl or ⌘.
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
 * Adds a mark on both sides of the selection, or removes it. The words stay selected.
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
