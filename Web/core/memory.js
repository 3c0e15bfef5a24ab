// @ts-check
// The memory of the WebAssembly module: instantiates it, and calls its entry points with JSON.

import { RefusalError } from "./refusal-error.js";

/** @typedef {{[name: string]: Function}} EntryPoints */

/** How bytes cross: see Sources/NexusWeb/WebMemory.swift. */
export class Memory {
    /** @type {EntryPoints & {memory: WebAssembly.Memory}} */
    #exports;
    #encoder = new TextEncoder();
    #decoder = new TextDecoder();

    /** @param {any} exports */
    constructor(exports) {
        this.#exports = exports;
    }

    /** @param {Response | Promise<Response> | BufferSource} source */
    static async load(source) {
        /** @type {WebAssembly.Memory} */
        let memory;
        // The imports of the core's C library: random bytes, and the message of a trap.
        const wasi = {
            /** @param {number} start @param {number} length */
            random_get(start, length) {
                crypto.getRandomValues(new Uint8Array(memory.buffer, start, length));
                return 0;
            },
            /** @param {number} _file @param {number} vectors @param {number} count @param {number} written */
            fd_write(_file, vectors, count, written) {
                const view = new DataView(memory.buffer);
                let total = 0;
                let text = "";
                for (let index = 0; index < count; index += 1) {
                    const start = view.getUint32(vectors + index * 8, true);
                    const length = view.getUint32(vectors + index * 8 + 4, true);
                    text += new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
                    total += length;
                }
                console.error(text);
                view.setUint32(written, total, true);
                return 0;
            },
            fd_close: () => 0,
            fd_seek: () => 0,
        };
        const answer = await source;
        const imports = { wasi_snapshot_preview1: wasi };
        const { instance } = typeof Response !== "undefined" && answer instanceof Response
            ? await WebAssembly.instantiateStreaming(answer, imports)
            : await WebAssembly.instantiate(/** @type {BufferSource} */ (answer), imports);
        memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
        return new Memory(instance.exports);
    }

    get bytes() {
        return this.#exports.memory.buffer.byteLength;
    }

    /**
     * Calls an entry point without a result.
     * @param {string} name
     * @param {...number} rest
     */
    run(name, ...rest) {
        this.#exports[name](...rest);
    }

    /**
     * Calls an entry point that returns a number.
     * @param {string} name
     * @param {...number} rest
     * @returns {number}
     */
    number(name, ...rest) {
        return this.#exports[name](...rest);
    }

    /**
     * Calls an entry point with numbers and, at the end, an argument; throws the Refusal that it returns.
     * @param {string} name @param {object | string} [argument] @param {...number} rest
     * @returns {any}
     */
    ask(name, argument, ...rest) {
        const answer = JSON.parse(argument === undefined ? this.#take(this.#exports[name](...rest)) : this.#give(name, argument, rest));
        if (answer.error) throw new RefusalError(answer.error);
        return answer;
    }

    /** @param {string} name @param {object | string} argument @param {number[]} rest */
    #give(name, argument, rest) {
        const bytes = this.#encoder.encode(typeof argument === "string" ? argument : JSON.stringify(argument));
        const start = this.#exports.nexus_alloc(bytes.length);
        try {
            new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
            return this.#take(this.#exports[name](...rest, start, bytes.length));
        } finally {
            this.#exports.nexus_free(start);
        }
    }

    /** @param {number} block */
    #take(block) {
        const { buffer } = this.#exports.memory;
        const length = new DataView(buffer).getUint32(block, true);
        const text = this.#decoder.decode(new Uint8Array(buffer, block + 4, length));
        this.#exports.nexus_free(block);
        return text;
    }
}
