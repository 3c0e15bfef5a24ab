// Rules for all style sheets: layers and names decide precedence, not the specificity of selectors.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../Web/styles/", import.meta.url);
const sheets = readdirSync(folder).map((name) => {
    const code = readFileSync(new URL(name, folder), "utf8").replace(/\/\*[\s\S]*?\*\//gu, "");
    return { name, code };
});

/** The selector of each top-level block. @param {string} code */
function outerBlocks(code) {
    const heads = [];
    let depth = 0;
    let from = 0;
    for (const { 0: sign, index } of code.matchAll(/[{}]/gu)) {
        if (sign === "{" && depth === 0) heads.push(code.slice(from, index).trim());
        depth += sign === "{" ? 1 : -1;
        if (depth === 0) from = index + 1;
    }
    assert.equal(depth, 0);
    return heads;
}

test("every rule is in one of the layers that the first style sheet declares", () => {
    const order = "@layer tokens, base, components, views, states;";
    const tokens = sheets.find(({ name }) => name === "tokens.css").code.trim();
    assert.ok(tokens.startsWith(order));
    const page = readFileSync(new URL("../index.html", folder), "utf8");
    assert.match(page.match(/rel="stylesheet" href="([^"]+)"/u)[1], /tokens\.css$/u, "the page asks for it first");
    for (const { name, code } of sheets) {
        for (const head of outerBlocks(code.replace(order, ""))) {
            assert.match(head, /^@layer (tokens|base|components|views|states)$/u, name);
        }
    }
});

test("stacking orders have names, declared in one place", () => {
    for (const { name, code } of sheets) {
        for (const [, value] of code.matchAll(/z-index:\s*([^;]+);/gu)) assert.match(value, /^var\(--z-[a-z]+\)$/u, name);
    }
    const tokens = sheets.find(({ name }) => name === "tokens.css").code;
    const places = [...tokens.matchAll(/--z-[a-z]+: (\d+);/gu)].map(([, place]) => Number(place));
    assert.deepEqual(places, [...places].sort((left, right) => left - right));
    assert.equal(new Set(places).size, places.length);
});

test("one rule styles the user's own messages, and only reduced motion is !important", () => {
    const own = sheets.flatMap(({ name, code }) => [...code.matchAll(/[^{}]*\.mine\b[^{}]*\{/gu)].map(() => name));
    assert.deepEqual(own, ["messages.css"]);
    for (const { name, code } of sheets) {
        const important = [...code.matchAll(/([a-z-]+):[^;{}]*!important/gu)].map(([, property]) => property);
        assert.ok(important.every((property) => ["animation", "transition"].includes(property)), name);
    }
});
