// @ts-check
// The banners of this tab: the core decides which is shown and for how long.

export class BannerQueue {
    #core;
    #banners;
    #show;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    /** @type {string | null} */
    #shown = null;

    /**
     * @param {import("../core/core.js").Core} core
     * @param {(banner: import("./contract.js").Banner | null) => void} show
     */
    constructor(core, show) {
        this.#core = core;
        this.#banners = core.openBanners();
        this.#show = show;
    }

    /** @param {object} banner @param {string | null} viewed  the conversation on the screen */
    add(banner, viewed) {
        this.#handle({ type: "add", banner, conversation: viewed });
    }

    /** @param {string} conversation */
    opened(conversation) {
        this.#handle({ type: "opened", conversation });
    }

    dismiss() {
        this.#handle({ type: "dismiss" });
    }

    /** Another user has signed in. */
    clear() {
        this.#banners.free();
        this.#banners = this.#core.openBanners();
        this.#handle({ type: "tick" });
    }

    /** @param {Parameters<import("../core/core.js").Banners["handle"]>[0]} event */
    #handle(event) {
        const { shown = null, next } = this.#banners.handle(event);
        clearTimeout(this.#timer);
        if (next !== null) this.#timer = setTimeout(() => this.#handle({ type: "tick" }), next);
        const message = shown?.message ?? null;
        if (message === this.#shown) return;
        this.#shown = message;
        this.#show(shown);
    }
}
