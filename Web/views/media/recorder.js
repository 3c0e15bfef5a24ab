// @ts-check
// A recording from the microphone: its sound, duration and waveform.

/** Milliseconds of a voice message, and values of its waveform, at most (docs/media.md). */
export const longest = 600_000;
const values = 64;
/** Milliseconds between two samples of the level. */
const pace = 50;
/** In the order of wish; Safari records MP4 alone. */
const types = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];

/** @typedef {import("../../shell/contract.js").OutgoingFile} OutgoingFile */

export class Recorder {
    #stream;
    #recorder;
    #context = new AudioContext();
    #analyser;
    /** @type {number[]} */
    #levels = [];
    /** @type {Blob[]} */
    #parts = [];
    #started = performance.now();
    #timer;
    #tick;

    /** @param {MediaStream} stream @param {(milliseconds: number) => void} tick */
    constructor(stream, tick) {
        this.#stream = stream;
        this.#tick = tick;
        const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
        this.#recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: 32_000 });
        this.#recorder.addEventListener("dataavailable", ({ data }) => this.#parts.push(data));
        this.#analyser = this.#context.createAnalyser();
        this.#analyser.fftSize = 1024;
        this.#context.createMediaStreamSource(stream).connect(this.#analyser);
        this.#recorder.start(1_000);
        this.#timer = setInterval(() => this.#look(), pace);
    }

    /**
     * Asks for the microphone and starts.
     * @param {(milliseconds: number) => void} tick  called with the duration
     */
    static async start(tick) {
        const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
        try {
            return new Recorder(stream, tick);
        } catch (error) {
            for (const track of stream.getTracks()) track.stop();
            throw error;
        }
    }

    /** Ends it. @returns {Promise<OutgoingFile>} */
    async finish() {
        const duration = Math.round(Math.min(performance.now() - this.#started, longest));
        const stopped = new Promise((resolve) => this.#recorder.addEventListener("stop", resolve, { once: true }));
        if (this.#recorder.state !== "inactive") this.#recorder.stop();
        else this.#recorder.dispatchEvent(new Event("stop"));
        await stopped;
        this.#release();
        const type = this.#recorder.mimeType.split(";")[0] || "audio/webm";
        const ending = type.split("/")[1];
        return {
            kind: /** @type {const} */ ("voice"),
            blob: new Blob(this.#parts, { type }),
            name: `voice.${ending === "mp4" ? "m4a" : ending}`,
            type,
            duration,
            waveform: waveform(this.#levels),
        };
    }

    /** Throws it away. */
    cancel() {
        if (this.#recorder.state !== "inactive") this.#recorder.stop();
        this.#release();
    }

    #look() {
        const samples = new Float32Array(this.#analyser.fftSize);
        this.#analyser.getFloatTimeDomainData(samples);
        let sum = 0;
        for (const sample of samples) sum += sample * sample;
        this.#levels.push(Math.sqrt(sum / samples.length));
        this.#tick(performance.now() - this.#started);
    }

    #release() {
        clearInterval(this.#timer);
        for (const track of this.#stream.getTracks()) track.stop();
        void this.#context.close();
    }
}

/**
 * Loudness in equal steps, 0 to 31 each, the loudest as 31: a quiet voice is seen too.
 * @param {number[]} levels @returns {number[]}
 */
export function waveform(levels) {
    const count = Math.min(values, levels.length);
    /** @type {number[]} */
    const peaks = [];
    for (let index = 0; index < count; index += 1) {
        const from = Math.floor(index * levels.length / count);
        const end = Math.max(from + 1, Math.floor((index + 1) * levels.length / count));
        peaks.push(Math.max(...levels.slice(from, end)));
    }
    const most = Math.max(...peaks, 0.01);
    return peaks.map((peak) => Math.round(31 * peak / most));
}
