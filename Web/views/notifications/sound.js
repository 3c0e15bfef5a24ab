// @ts-check

/** @typedef {import("../context.js").Context} Context */

/** Hertz and seconds of the two notes: a fifth, short enough not to disturb. */
const notes = [{ pitch: 660, at: 0 }, { pitch: 990, at: 0.09 }];
const length = 0.22;
const loudness = 0.12;

/**
 * Plays the sound of conversations that have one, in one tab of the browser.
 *
 * @param {Context} context
 * @param {AbortSignal} signal
 */
export function playSounds({ client }, signal) {
    /** @type {AudioContext | null} */
    let audio = null;
    const rowOf = (/** @type {string} */ id) => client.conversations.rows.find((row) => row.id === id);
    // Browsers let a page make sounds only after a gesture.
    const unlock = () => {
        if (audio || !client.conversations.rows.some(({ sound }) => sound)) return;
        audio = new AudioContext();
        void audio.resume();
    };
    for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, unlock, { capture: true, passive: true, signal });
    const arrived = (/** @type {{conversation: string, told: boolean}} */ { conversation, told }) => {
        if (!told || audio?.state !== "running" || !rowOf(conversation)?.sound) return;
        const playing = audio;
        void navigator.locks?.request("nexus sound", { ifAvailable: true }, async (lock) => {
            if (!lock) return;
            play(playing);
            // Tabs that hear of the same message a little later stay silent.
            await new Promise((resolve) => setTimeout(resolve, 1_000));
        });
    };
    signal.addEventListener("abort", client.subscribe({ arrived }), { once: true });
    signal.addEventListener("abort", () => void audio?.close(), { once: true });
}

/** @param {AudioContext} audio */
function play(audio) {
    for (const { pitch, at } of notes) {
        const start = audio.currentTime + at;
        const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
        const envelope = new GainNode(audio, { gain: 0 });
        envelope.gain.setValueAtTime(0, start);
        envelope.gain.linearRampToValueAtTime(loudness, start + 0.01);
        envelope.gain.exponentialRampToValueAtTime(0.001, start + length);
        tone.connect(envelope).connect(audio.destination);
        tone.start(start);
        tone.stop(start + length);
    }
}
