// @ts-check

const limits = { least: 1, most: 8 };
/** By how much a wheel's notch and a double click enlarge. */
const steps = { wheel: 1.2, click: 2.5 };
/** Pixels that a finger travels to go on to the next picture. */
const swipe = 60;

/** @typedef {{x: number, y: number}} Point */

/** A picture that is zoomed and panned: by wheel, pinch, double click and drag, around the pointer. */
export class Zoom {
    factor = limits.least;
    /** The picture's centre relative to the stage's. @type {Point} */
    #at = { x: 0, y: 0 };
    /** Fingers that are down, or the mouse. @type {Map<number, Point>} */
    #down = new Map();
    /** The start of a possible swipe. */
    #start = /** @type {Point | null} */ (null);
    #stage;
    #image;
    #parts;

    /**
     * @param {HTMLElement} stage
     * @param {HTMLElement} image
     * @param {{changed: () => void, swiped: (step: number) => void}} parts  swiped: 1 to the next picture, -1 to the one before
     */
    constructor(stage, image, parts) {
        this.#stage = stage;
        this.#image = image;
        this.#parts = parts;
        stage.addEventListener("wheel", (event) => {
            event.preventDefault();
            // A trackpad also scrolls sideways.
            if (event.deltaY === 0) return;
            this.scale(event.deltaY < 0 ? steps.wheel : 1 / steps.wheel, this.#place(event));
        }, { passive: false });
        stage.addEventListener("dblclick", (event) => {
            this.scale(this.factor > limits.least ? 0 : steps.click, this.#place(event));
        });
        stage.addEventListener("pointerdown", (event) => this.#pressed(event));
        stage.addEventListener("pointermove", (event) => this.#moved(event));
        for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
            stage.addEventListener(end, (event) => this.#released(event));
        }
    }

    get isLeast() {
        return this.factor <= limits.least;
    }

    get isMost() {
        return this.factor >= limits.most;
    }

    /** As it was at first. */
    reset() {
        this.scale(0);
    }

    /**
     * Zooms by a factor around a point relative to the stage's centre.
     *
     * @param {number} times
     * @param {Point} [around]
     */
    scale(times, around = { x: 0, y: 0 }) {
        const factor = Math.min(limits.most, Math.max(limits.least, this.factor * times));
        const growth = factor / this.factor;
        const keep = (/** @type {"x" | "y"} */ axis) => around[axis] - (around[axis] - this.#at[axis]) * growth;
        this.#at = factor === limits.least ? { x: 0, y: 0 } : { x: keep("x"), y: keep("y") };
        this.factor = factor;
        this.#draw();
    }

    #draw() {
        const { x, y } = this.#at;
        this.#image.style.setProperty("transform", `translate(${x}px, ${y}px) scale(${this.factor})`);
        this.#parts.changed();
    }

    /** @param {PointerEvent} event */
    #pressed(event) {
        this.#stage.setPointerCapture(event.pointerId);
        this.#down.set(event.pointerId, this.#place(event));
        this.#start = this.#down.size === 1 && this.isLeast ? this.#place(event) : null;
    }

    /** @param {PointerEvent} event */
    #moved(event) {
        const before = this.#down.get(event.pointerId);
        if (!before) return;
        const now = this.#place(event);
        const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
        this.#down.set(event.pointerId, now);
        if (this.#start) return;
        if (other) {
            const apart = distance(before, other);
            this.#shift((now.x - before.x) / 2, (now.y - before.y) / 2);
            if (apart > 0) this.scale(distance(now, other) / apart, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
        } else if (!this.isLeast) {
            this.#shift(now.x - before.x, now.y - before.y);
            this.#draw();
        }
    }

    /** @param {PointerEvent} event */
    #released(event) {
        if (!this.#down.delete(event.pointerId) || !this.#start) return;
        const moved = this.#place(event).x - this.#start.x;
        this.#start = null;
        if (event.type === "pointerup" && Math.abs(moved) > swipe) this.#parts.swiped(moved < 0 ? 1 : -1);
    }

    /** @param {number} x @param {number} y */
    #shift(x, y) {
        this.#at = { x: this.#at.x + x, y: this.#at.y + y };
    }

    /** @param {MouseEvent} event @returns {Point} */
    #place({ clientX, clientY }) {
        const { left, top, width, height } = this.#stage.getBoundingClientRect();
        return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
    }
}

/** @param {Point} one @param {Point} other */
function distance(one, other) {
    return Math.hypot(one.x - other.x, one.y - other.y);
}
