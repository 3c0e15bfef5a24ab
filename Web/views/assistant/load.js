// @ts-check
// The screens of the assistant with their styles, loaded on first use.

import { loadStyle } from "../style.js";

function styled() {
    return Promise.all([loadStyle("assistant"), loadStyle("answers")]);
}

/**
 * @param {import("../context.js").Context} context
 * @param {AbortSignal} signal
 */
export async function openNexus(context, signal) {
    const [{ nexusScreen }] = await Promise.all([import("./nexus-screen.js"), styled()]);
    return nexusScreen(context, signal);
}

/**
 * @param {import("../context.js").Context} context
 * @param {Parameters<typeof import("./panel.js").assistantPanel>[1]} parts
 * @param {AbortSignal} signal
 */
export async function openAssistant(context, parts, signal) {
    const [{ assistantPanel }] = await Promise.all([import("./panel.js"), styled()]);
    return assistantPanel(context, parts, signal);
}
