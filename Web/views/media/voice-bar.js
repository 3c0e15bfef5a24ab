// @ts-check
import { element, icon, iconButton, setText } from "../element.js";
import { durationText } from "../format.js";
import { longest, Recorder } from "./recorder.js";

/** @typedef {import("../../shell/contract.js").OutgoingFile} OutgoingFile */

/** Replaces the composer during a recording: its duration, and buttons to send or discard it. */
export class VoiceBar {
    /** @type {Recorder | null} */
    #recorder = null;
    /** The browser is asking for the microphone. */
    #isStarting = false;
    /** The recording was discarded while the browser asked. */
    #isCancelled = false;
    #time = element("span", { class: "recording-time", role: "timer" }, durationText(0));
    element = element(
        "div",
        { class: "recording", hidden: true, role: "group", "aria-label": "Recording" },
        iconButton("delete", "Discard recording", () => this.cancel()),
        element("span", { class: "recording-light", "aria-hidden": "true" }),
        this.#time,
        element(
            "button",
            {
                type: "button",
                class: "send recording-send",
                "aria-label": "Send recording",
                title: "Send recording",
                onclick: () => void this.#finish(),
            },
            icon("send"),
        ),
    );

    /** @param {{changed: (isRecording: boolean) => void, finished: (file: OutgoingFile) => void, refused: (error: Error) => void}} parts */
    constructor(parts) {
        this.parts = parts;
    }

    get isRecording() {
        return this.#recorder !== null;
    }

    async start() {
        if (this.#recorder || this.#isStarting) return;
        this.#isStarting = true;
        this.#isCancelled = false;
        let recorder;
        try {
            recorder = await Recorder.start((milliseconds) => {
                setText(this.#time, durationText(milliseconds));
                if (milliseconds >= longest) void this.#finish();
            });
        } catch {
            if (!this.#isCancelled) this.parts.refused(new Error("Microphone access is blocked. Allow it in the browser."));
            return;
        } finally {
            this.#isStarting = false;
        }
        if (this.#isCancelled) {
            recorder.cancel();
            return;
        }
        this.#recorder = recorder;
        setText(this.#time, durationText(0));
        this.element.hidden = false;
        this.parts.changed(true);
    }

    /** Discards the recording, also one that is about to start. */
    cancel() {
        this.#isCancelled = true;
        this.#take()?.cancel();
    }

    async #finish() {
        const recorder = this.#take();
        if (recorder) this.parts.finished(await recorder.finish());
    }

    #take() {
        const recorder = this.#recorder;
        this.#recorder = null;
        if (recorder) {
            this.element.hidden = true;
            this.parts.changed(false);
        }
        return recorder;
    }
}
