// @ts-check
// Tables for spreadsheets: CSV (RFC 4180).

/**
 * @param {string[][]} rows
 * @returns {string}
 */
export function csvOf(rows) {
    return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/**
 * A cell, quoted if necessary. A cell that a spreadsheet would treat as a formula gets an apostrophe before it.
 *
 * @param {string} text
 */
function cell(text) {
    const safe = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
    return /[,"\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
