// @ts-check
import { element, icon, setText } from "../element.js";
import { durationText } from "../format.js";

/** @typedef {import("../../shell/contract.js").Attachment} Attachment */
/** @typedef {import("../../shell/contract.js").Media} Media */

const speeds = [1, 1.5, 2];
/** Bars of an empty waveform. */
const flat = new Array(32).fill(6);

/** The recording that plays: another one that starts stops it. */
let playing = /** @type {HTMLAudioElement | null} */ (null);

/** A recording: play and pause, position, and speed. */
export class VoiceView {
    #attachment;
    #media;
    #audio = new Audio();
    #isLoaded = false;
    #speed = 0;
    #play = element("button", { type: "button", class: "icon-button voice-play", onclick: () => void this.#toggle() });
    #bars = element("span", { class: "voice-bars", "aria-hidden": "true" });
    #seek = element("input", { type: "range", class: "voice-seek", min: 0, value: 0, step: 100, "aria-label": "Position" });
    #time = element("span", { class: "voice-time" });
    #rate = element(
        "button",
        { type: "button", class: "voice-speed", "aria-label": "Speed", onclick: () => this.#faster() },
        "1×",
    );
    element = element(
        "div",
        { class: "voice", role: "group", "aria-label": "Voice message" },
        this.#play,
        element("span", { class: "voice-track" }, this.#bars, this.#seek),
        this.#time,
        this.#rate,
    );

    /** @param {Attachment} attachment @param {Media} media */
    constructor(attachment, media) {
        this.#attachment = attachment;
        this.#media = media;
        const waveform = attachment.waveform?.length ? attachment.waveform : flat;
        for (const value of waveform) {
            const bar = element("span", {});
            bar.style.setProperty("height", `${10 + 90 * value / 31}%`);
            this.#bars.append(bar);
        }
        this.#seek.max = String(this.#length);
        this.#seek.addEventListener("input", () => void this.#jump());
        this.#audio.preload = "auto";
        for (const event of ["timeupdate", "play", "pause", "ended"]) this.#audio.addEventListener(event, () => this.#show());
        this.#audio.addEventListener("play", () => {
            if (playing !== this.#audio) playing?.pause();
            playing = this.#audio;
        });
        this.#show();
    }

    get #length() {
        return this.#attachment.duration ?? 0;
    }

    async #load() {
        if (this.#isLoaded) return;
        this.#audio.src = await this.#media.address(this.#attachment, null);
        this.#isLoaded = true;
    }

    async #toggle() {
        try {
            if (!this.#audio.paused) return this.#audio.pause();
            await this.#load();
            if (this.#audio.ended || this.#audio.currentTime * 1000 >= this.#length) this.#audio.currentTime = 0;
            this.#audio.playbackRate = speeds[this.#speed];
            await this.#audio.play();
        } catch (error) {
            setText(this.#time, /** @type {Error} */ (error).message);
        }
    }

    async #jump() {
        const wanted = Number(this.#seek.value) / 1000;
        try {
            await this.#load();
            this.#audio.currentTime = wanted;
            this.#show();
        } catch (error) {
            setText(this.#time, /** @type {Error} */ (error).message);
        }
    }

    #faster() {
        this.#speed = (this.#speed + 1) % speeds.length;
        this.#audio.playbackRate = speeds[this.#speed];
        setText(this.#rate, `${speeds[this.#speed]}×`);
    }

    #show() {
        const isPlaying = !this.#audio.paused && !this.#audio.ended;
        const label = isPlaying ? "Pause" : "Play";
        if (this.#play.getAttribute("aria-label") !== label) {
            this.#play.setAttribute("aria-label", label);
            this.#play.title = label;
            this.#play.replaceChildren(icon(isPlaying ? "pause" : "play"));
        }
        const at = Math.min(this.#audio.currentTime * 1000, this.#length);
        this.#seek.value = String(at);
        this.#seek.setAttribute("aria-valuetext", `${durationText(at)} of ${durationText(this.#length)}`);
        setText(this.#time, durationText(at > 0 ? at : this.#length));
        const share = this.#length > 0 ? at / this.#length : 0;
        const bars = this.#bars.children;
        for (let index = 0; index < bars.length; index += 1) {
            bars[index].classList.toggle("heard", index < share * bars.length);
        }
    }
}
