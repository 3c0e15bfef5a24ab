// @ts-check
import { element, icon, iconButton, setText } from "../element.js";
import { durationText } from "../format.js";
import { longest, Recorder } from "./recorder.js";

/** @typedef {import("../../shell/contract.js").OutgoingFile} OutgoingFile */

/** Replaces the composer during a recording: its duration, and buttons to send or discard it. A recording that was not sent stays in it. */
export class VoiceBar {
    /** @type {Recorder | null} */
    #recorder = null;
    /**
     * A finished recording that was not sent.
     * @type {OutgoingFile | null}
     */
    #unsent = null;
    /** The browser is asking for the microphone, or a recording is being sent. */
    #isBusy = false;
    /** The recording was discarded meanwhile. */
    #isCancelled = false;
    #time = element("span", { class: "recording-time", role: "timer" }, durationText(0));
    #light = element("span", { class: "recording-light", "aria-hidden": "true" });
    #send = element(
        "button",
        {
            type: "button",
            class: "send recording-send",
            "aria-label": "Send recording",
            title: "Send recording",
            onclick: () => void this.#finish(),
        },
        icon("send"),
    );
    element = element(
        "div",
        { class: "recording", hidden: true, role: "group", "aria-label": "Recording" },
        iconButton("delete", "Discard recording", () => this.cancel()),
        this.#light,
        this.#time,
        this.#send,
    );

    /**
     * @param {{changed: (isRecording: boolean) => void, finished: (file: OutgoingFile) => Promise<boolean>, refused: (error: Error) => void}} parts
     *   finished: resolves to true once the recording is queued
     */
    constructor(parts) {
        this.parts = parts;
    }

    get isRecording() {
        return this.#recorder !== null || this.#unsent !== null;
    }

    async start() {
        if (this.isRecording || this.#isBusy) return;
        this.#isBusy = true;
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
            this.#isBusy = false;
        }
        if (this.#isCancelled) {
            recorder.cancel();
            return;
        }
        this.#recorder = recorder;
        setText(this.#time, durationText(0));
        this.#show();
    }

    /** Discards the recording, also one that is about to start. */
    cancel() {
        this.#isCancelled = true;
        this.#take()?.cancel();
    }

    async #finish() {
        if (!this.isRecording) return;
        const unsent = this.#unsent;
        const recorder = this.#take();
        this.#isBusy = true;
        const file = recorder ? await recorder.finish() : unsent;
        const isSent = file === null || await this.parts.finished(file);
        this.#isBusy = false;
        if (isSent || this.#isCancelled) return;
        this.#unsent = file;
        this.#show();
        this.#send.focus();
    }

    #show() {
        this.#light.hidden = this.#recorder === null;
        this.element.hidden = false;
        this.parts.changed(true);
    }

    #take() {
        const recorder = this.#recorder;
        if (this.isRecording) {
            this.#recorder = this.#unsent = null;
            this.element.hidden = true;
            this.parts.changed(false);
        }
        return recorder;
    }
}
