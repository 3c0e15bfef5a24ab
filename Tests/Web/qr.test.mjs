// QR codes: the symbols are those that another encoder draws (PyPI: qrcode 8).
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { qrModules } from "../../Web/views/qr.js";

const text = "otpauth://totp/Analytical%20Engines:ada%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Analytical%20Engines&"
    .repeat(5);
/** The beginning of the SHA-256 of the rows, by the number of bytes: the last of each version, and the first of some. */
const symbols = {
    1: "fd01cf331dafb356", 14: "f45a4d73c34279a2", 15: "80fbdcb619d20bce", 26: "934d007d3924a6c8", 42: "6d202dd92327728a",
    62: "1eff389140a87f62", 84: "67f9f0723f750d60", 106: "ba406fc136bdf990", 122: "6411d3f528627303", 152: "a9f7a67c7b9b7dc2",
    180: "de33cdcccc78d2d0", 213: "0d7a93477475517b", 214: "3426912c15b7bd7d", 287: "bb4005c48af0daf3", 331: "59bad56c799ee1a3",
    362: "93ba22cac7e82995", 412: "009e50926426db59",
};

test("versions 1 to 15 are drawn as another encoder draws them", () => {
    for (const [bytes, expected] of Object.entries(symbols)) {
        const rows = qrModules(text.slice(0, Number(bytes))).map((row) => row.map(Number).join("")).join("\n");
        assert.equal(createHash("sha256").update(rows).digest("hex").slice(0, 16), expected, `${bytes} bytes`);
    }
});

test("text that is too long is refused, and other scripts count by their bytes", () => {
    assert.throws(() => qrModules("x".repeat(413)), RangeError);
    assert.equal(qrModules("é".repeat(7)).length, 21);
    assert.equal(qrModules("é".repeat(7) + "x").length, 25);
});
