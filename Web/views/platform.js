// @ts-check

/** Whether the keyboard has a ⌘. */
export function isApple() {
    return /mac|iphone|ipad/iu.test(navigator.userAgent);
}
