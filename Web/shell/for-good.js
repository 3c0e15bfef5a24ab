// @ts-check

/** The end of a mute that has none: the latest time that JavaScript can hold (ECMA-262 §21.4.1.1). */
export const forGood = 8_640_000_000_000_000;
