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

const few = emojiPattern();

/**
 * Whether a text is one to three emoji and nothing else: those are shown large.
 *
 * @param {string} text
 */
export function isFewEmoji(text) {
    return text.length <= 40 && few.test(text.trim());
}

// A browser that does not know the set of all emoji still knows most of them by their property.
function emojiPattern() {
    try {
        return new RegExp("^\\p{RGI_Emoji}{1,3}$", "v");
    } catch {
        return /^(?:\p{Extended_Pictographic}[\uFE0F\u200D]*){1,3}$/u;
    }
}
