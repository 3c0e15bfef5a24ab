// @ts-check
// The emoji that the picker offers, with the names by which they are found and spoken.

/** @type {{name: string, emoji: [string, string][]}[]} */
export const groups = [
    {
        name: "Faces",
        emoji: [
            ["😀", "grinning"],
            ["😄", "happy"],
            ["😁", "beaming"],
            ["😅", "sweat smile"],
            ["😂", "tears of joy"],
            ["🤣", "rolling on the floor"],
            ["🙂", "slight smile"],
            ["😉", "wink"],
            ["😊", "blush"],
            ["😍", "heart eyes"],
            ["🥰", "in love"],
            ["😘", "kiss"],
            ["😋", "yummy"],
            ["😜", "tongue out"],
            ["🤪", "zany"],
            ["🤗", "hug"],
            ["🤔", "thinking"],
            ["🤨", "raised eyebrow"],
            ["😐", "neutral"],
            ["😏", "smirk"],
            ["🙄", "rolling eyes"],
            ["😬", "grimace"],
            ["😌", "relieved"],
            ["😴", "asleep"],
            ["🤒", "ill"],
            ["🤯", "mind blown"],
            ["😎", "cool"],
            ["🤓", "nerd"],
            ["😕", "confused"],
            ["🙁", "frown"],
            ["😮", "surprised"],
            ["😳", "flushed"],
            ["🥺", "pleading"],
            ["😢", "crying"],
            ["😭", "sobbing"],
            ["😱", "scream"],
            ["😤", "huffing"],
            ["😠", "angry"],
            ["😇", "angel"],
            ["🥳", "party"],
        ],
    },
    {
        name: "Hands and people",
        emoji: [
            ["👍", "thumbs up"],
            ["👎", "thumbs down"],
            ["👌", "OK"],
            ["✌️", "victory"],
            ["🤞", "fingers crossed"],
            ["🤝", "handshake"],
            ["👏", "clapping"],
            ["🙌", "raised hands"],
            ["🙏", "thank you, please"],
            ["💪", "strong"],
            ["👋", "wave"],
            ["🤙", "call me"],
            ["👀", "eyes"],
            ["🤷", "shrug"],
            ["🤦", "facepalm"],
            ["🙋", "hand up"],
        ],
    },
    {
        name: "Hearts and signs",
        emoji: [
            ["❤️", "red heart"],
            ["🧡", "orange heart"],
            ["💛", "yellow heart"],
            ["💚", "green heart"],
            ["💙", "blue heart"],
            ["💜", "purple heart"],
            ["💔", "broken heart"],
            ["✨", "sparkles"],
            ["🔥", "fire"],
            ["⭐", "star"],
            ["💯", "hundred"],
            ["✅", "done"],
            ["❌", "no"],
            ["⚠️", "warning"],
            ["❓", "question"],
            ["❗", "exclamation"],
            ["💡", "idea"],
            ["🚀", "rocket"],
            ["🎉", "celebration"],
            ["🎂", "birthday cake"],
            ["🏆", "trophy"],
            ["🎯", "target"],
        ],
    },
    {
        name: "Work and life",
        emoji: [
            ["📌", "pin"],
            ["📎", "paper clip"],
            ["📅", "calendar"],
            ["📈", "chart up"],
            ["📉", "chart down"],
            ["📝", "note"],
            ["📞", "telephone"],
            ["💻", "laptop"],
            ["🔧", "wrench"],
            ["🔒", "locked"],
            ["🔑", "key"],
            ["🐛", "bug"],
            ["⏰", "alarm clock"],
            ["⏳", "hourglass"],
            ["☕", "coffee"],
            ["🍕", "pizza"],
            ["🍎", "apple"],
            ["🍻", "cheers"],
            ["🌱", "seedling"],
            ["🌈", "rainbow"],
            ["☀️", "sun"],
            ["🌧️", "rain"],
            ["❄️", "snow"],
            ["🐱", "cat"],
            ["🐶", "dog"],
            ["🚲", "bicycle"],
            ["🚆", "train"],
            ["✈️", "plane"],
            ["🏠", "home"],
            ["🎵", "music"],
        ],
    },
];

// One emoji: a flag, a keycap, or joined pictures, each with its skin tone, variation or tags. As in
// https://www.unicode.org/reports/tr51/#EBNF_and_Regex, except for text-default symbols such as ©.
const tone = "\\p{Emoji_Modifier}";
const picture = `(?:\\p{Extended_Pictographic}(?:\\uFE0F${tone}?|${tone})|(?!\\p{Regional_Indicator})\\p{Emoji_Presentation})`;
const joined = `\\u200D(?:\\p{Extended_Pictographic}\\uFE0F?${tone}?)`;
const tags = "[\\u{E0020}-\\u{E007E}]+\\u{E007F}";
const emoji = [
    "\\p{Regional_Indicator}{2}",
    "[0-9#*]\\uFE0F?\\u20E3",
    `${picture}${tags}`,
    `(?:${picture}|\\p{Extended_Pictographic}(?=\\u200D))(?:${joined})*`,
].join("|");
const few = new RegExp(`^(?:(?:${emoji})\\s*){1,3}$`, "u");

/** UTF-16 code units of three emoji, at most: a couple of two skin tones has 15. */
const longest = 64;

/**
 * Whether a text is one to three emoji and nothing else: those are shown large.
 *
 * @param {string} text
 */
export function isFewEmoji(text) {
    return text.length <= longest && few.test(text.trim());
}
