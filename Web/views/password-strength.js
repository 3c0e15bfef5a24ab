// @ts-check
// How hard a password is to guess: a rough estimate for its owner while they type. It runs here, and nothing of it is sent.

/** @typedef {"short" | "weak" | "fair" | "good"} Strength */

/** Bits from which a password is no longer weak, and from which it is good. */
const fairBits = 40;
const goodBits = 65;
/** Beginnings of common passwords, and rows of keys. */
const known = [
    "password", "passwort", "passw", "letmein", "welcome", "iloveyou", "admin", "login", "nexus", "qwerty", "qwertz", "azerty", "asdf",
    "yxcv", "zxcv", "1q2w3e", "football", "baseball", "dragon", "monkey", "princess", "sunshine", "master",
];

/**
 * @param {string} password
 * @returns {Strength}
 */
export function strengthOf(password) {
    const characters = [...password];
    if (characters.length < 8) return "short";
    const bits = variety(password) * length(characters);
    return bits < fairBits ? "weak" : bits < goodBits ? "fair" : "good";
}

/**
 * Characters that an attacker has to guess: repetitions, sequences and known words count little.
 * @param {string[]} characters
 */
function length(characters) {
    let text = characters.join("").toLowerCase();
    let count = 0;
    for (const word of known) {
        while (text.includes(word)) {
            text = text.replace(word, "\u0000");
            count += 1;
        }
    }
    const seen = new Set();
    let before = NaN;
    for (const character of text.replaceAll("\u0000", "")) {
        const code = character.codePointAt(0) ?? 0;
        count += Math.abs(code - before) <= 1 ? 0.2 : seen.has(character) ? 0.7 : 1;
        seen.add(character);
        before = code;
    }
    return count;
}

/**
 * Bits of one character, by the kinds of characters there are.
 * @param {string} text
 */
function variety(text) {
    const kinds = /** @type {[RegExp, number][]} */ ([
        [/[a-z]/u, 26], [/[A-Z]/u, 26], [/[0-9]/u, 10], [/[ -/:-@[-`{-~]/u, 33], [/[^\u0000-\u007f]/u, 100],
    ]);
    return Math.log2(kinds.reduce((sum, [kind, size]) => kind.test(text) ? sum + size : sum, 0) || 1);
}
