// The imports between modules: no cycle, and exactly as in docs/web.md.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const web = join(root, "Web");

/** Every module of Web/ with its static and dynamic imports; type imports do not count at run time. */
function modules() {
    const paths = readdirSync(web, { recursive: true }).map(String).filter((path) => path.endsWith(".js"));
    return new Map(paths.map((path) => {
        const code = readFileSync(join(web, path), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, "");
        const found = [...code.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/gu)].map(([, name]) => name);
        return [path, found.map((name) => relative(web, join(web, dirname(path), name)))];
    }));
}

/** The rows of the table in docs/web.md. */
function table() {
    const text = readFileSync(join(root, "docs/web.md"), "utf8");
    const rows = text.slice(text.indexOf("## Import rules")).split("\n\n").find((part) => part.startsWith("| group |"));
    return rows.split("\n").slice(2).map((row) => row.split("|").slice(1, 4).map((cell) => cell.trim()));
}

const screens = new Set([...table().find(([group]) => group === "screens")[1].matchAll(/`([a-z-]+)`/gu)].map(([, name]) => name));

/** @param {string} path */
function groupOf(path) {
    const parts = path.split("/");
    if (parts.length === 1) return "page";
    if (parts[0] !== "views") return parts[0];
    if (parts.length > 2) return parts[1];
    return screens.has(parts[1].replace(".js", "")) ? "screens" : "parts";
}

test("every import of the web client leads to a file, and stays within the groups that docs/web.md names", () => {
    const allowed = new Map(table().map(([group, , from]) => [group, new Set([group, ...from.split(",").map((one) => one.trim())])]));
    const all = modules();
    const wrong = [];
    for (const [path, imported] of all) {
        for (const target of imported) {
            if (!all.has(target)) wrong.push(`${path} imports ${target}, which is not there`);
            else if (!allowed.get(groupOf(path))?.has(groupOf(target))) {
                wrong.push(`${path} (${groupOf(path)}) imports ${target} (${groupOf(target)})`);
            }
        }
    }
    assert.deepEqual(wrong, []);
    for (const name of screens) assert.ok(all.has(`views/${name}.js`), `${name} is no screen`);
});

test("the groups of docs/web.md point one way", () => {
    const seen = new Set();
    for (const [group, , from] of table()) {
        for (const one of from.split(",").map((part) => part.trim()).filter(Boolean)) assert.ok(seen.has(one), `${group} imports ${one}`);
        seen.add(group);
    }
});

test("no module of the web client imports itself, however far around", () => {
    const all = modules();
    const done = new Set();
    const cycles = [];
    const visit = (path, way) => {
        if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(" → "));
        if (way.includes(path) || done.has(path)) return;
        for (const target of all.get(path) ?? []) visit(target, [...way, path]);
        done.add(path);
    };
    for (const path of all.keys()) visit(path, []);
    assert.deepEqual(cycles, []);
});
