import assert from "node:assert/strict";
import test from "node:test";

import { named, typedName } from "../../Web/views/chat/mention-picker.js";

test("a name is being typed after an @ that begins a word", () => {
    assert.deepEqual(typedName("@"), { start: 0, name: "" });
    assert.deepEqual(typedName("ask @Zo"), { start: 4, name: "Zo" });
    assert.deepEqual(typedName("(@Ada Ma"), { start: 1, name: "Ada Ma" });
    for (const text of ["", "Ada", "mail me@ada", "@ada!", "@ada, yes", `@${"a".repeat(50)}`]) {
        assert.equal(typedName(text), null, text);
    }
});

test("people are offered by the beginnings of their names' words, without regard to case and accents", () => {
    const people = [{ name: "Zoë Krüger" }, { name: "Ada Kern" }, { name: "Jean-Luc" }];
    const names = (/** @type {string} */ typed) => named(people, typed).map(({ name }) => name);
    assert.deepEqual(names(""), ["Zoë Krüger", "Ada Kern", "Jean-Luc"]);
    assert.deepEqual(names("zoe"), ["Zoë Krüger"]);
    assert.deepEqual(names("K"), ["Zoë Krüger", "Ada Kern"]);
    assert.deepEqual(names("ada k"), ["Ada Kern"]);
    assert.deepEqual(names("luc"), ["Jean-Luc"]);
    assert.deepEqual(names("da"), []);
    assert.deepEqual(names(" a"), [], "an @ before a space mentions no one");
});
