// The strength hint of a password.
import assert from "node:assert/strict";
import { test } from "node:test";
import { strengthOf } from "../../Web/views/password-strength.js";

const expected = {
    short: ["", "a", "Xy7!abc", "😀😀😀😀😀😀😀"],
    weak: ["password", "Password1", "12345678", "aaaaaaaaaaaaaaaa", "abcdefghijkl", "qwertyuiop", "letmein123", "20112011"],
    fair: ["horsebattery", "kitchenmoon"],
    good: ["correct horse battery", "Tr0ub4dor&3xyz", "한국어 비밀번호 하나", "x".repeat(4) + "Kd9#mQ2!vLp7"],
};

test("repetitions, sequences and known words are weak, and length makes a password good", () => {
    for (const [strength, passwords] of Object.entries(expected)) {
        for (const password of passwords) assert.equal(strengthOf(password), strength, password);
    }
});

test("a longer password is never weaker for one more different letter", () => {
    const order = ["short", "weak", "fair", "good"];
    let before = 0;
    let password = "";
    for (const letter of "kitchen moon dust over paper boats") {
        password += letter;
        const now = order.indexOf(strengthOf(password));
        assert.ok(now >= before, password);
        before = now;
    }
});
