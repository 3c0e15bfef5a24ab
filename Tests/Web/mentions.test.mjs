import assert from "node:assert/strict";
import test from "node:test";

import { named, typedName } from "../../Web/views/chat/mention-picker.js";
import { mentionPieces } from "../../Web/views/chat/mention-text.js";

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
    assert.deepEqual(names(" a"), [], "an @ with a space behind it names nobody");
});

test("a text is cut where it mentions people, and the pieces joined are the text", () => {
    const text = "🎉 @Ada and @Ben!";
    const pieces = mentionPieces(text, [{ user: "a", from: 3, to: 7 }, { user: "b", from: 12, to: 16 }]);
    assert.deepEqual(pieces, [
        { text: "🎉 " },
        { text: "@Ada", user: "a" },
        { text: " and " },
        { text: "@Ben", user: "b" },
        { text: "!" },
    ]);
    assert.deepEqual(mentionPieces("plain", []), [{ text: "plain" }]);
});
