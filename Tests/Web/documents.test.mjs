// The documents' tables and the links to their headings.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

const root = new URL("../../", import.meta.url).pathname;
const documents = [
    ...readdirSync(root).filter((name) => name.endsWith(".md")),
    ...["docs", "docs/decisions"].flatMap((folder) =>
        readdirSync(join(root, folder)).filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name}`)),
];
/** The lines outside blocks of code. @type {(document: string) => string[]} */
const lines = (document) =>
    readFileSync(join(root, document), "utf8").replace(/^ *```[^]*?^ *```$/gmu, "").split("\n");
/** @param {string} row */
const cells = (row) => row.replaceAll(/\\\||`[^`]*`/gu, "").split("|").length;

test("every row of a table has as many cells as its head", () => {
    for (const document of documents) {
        let head = "";
        for (const line of lines(document)) {
            if (!line.trim().startsWith("|")) head = "";
            else if (head === "") head = line;
            else assert.equal(cells(line), cells(head), `${document}: ${line}`);
        }
    }
});

test("every link to a heading leads to one", () => {
    /** As forges name them. @type {(heading: string) => string} */
    const name = (heading) =>
        heading.replace(/^#+ /u, "").trim().toLowerCase().replaceAll(/[^\p{L}\p{N}\- ]/gu, "").replaceAll(" ", "-");
    const headings = new Map(documents.map((document) =>
        [document, new Set(lines(document).filter((line) => /^#+ /u.test(line)).map(name))]));
    for (const document of documents) {
        for (const [, path, heading] of lines(document).join("\n").matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/gu)) {
            const target = path === "" ? document : normalize(join(dirname(document), path));
            assert.ok(headings.get(target)?.has(heading), `${document}: ${path}#${heading}`);
        }
    }
});
