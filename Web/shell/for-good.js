// @ts-check

/** The end of an unlimited mute: the latest time of JavaScript (ECMA-262 §21.4.1.1). */
export const forGood = 8_640_000_000_000_000;
