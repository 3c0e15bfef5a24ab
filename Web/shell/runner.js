// @ts-check
// The host of the sync engine: feeds it events and performs its effects, in order. A `store` is complete before the
// next
// effect begins. Events during a store wait, and are then handled together in one transaction.

import { RefusalError } from "../core/refusal-error.js";
import { Conditions } from "./conditions.js";
import { CurrentSocket } from "./current-socket.js";
import { Timers } from "./timers.js";

/**
 * @typedef {import("../core/core.js").Core} Core
 * @typedef {import("../core/core.js").Engine} Engine
 * @typedef {import("../core/core.js").Effect} Effect
 * @typedef {import("./local-store.js").LocalStore} LocalStore
 *
 * @typedef {object} UploadQueue
 * @property {(operation: import("./uploads.js").UploadOperation) => void} start  uploads the attachments of an operation, then tells the engine
 * @property {(operation: import("./uploads.js").UploadOperation) => void} cancel
 * @property {(operation: string) => void} stop
 * @property {() => void} close
 *
 * @typedef {object} RunnerEvents
 * @property {(changes: import("./account-state.js").EngineChanges) => void} changed  the changes of the screens
 * @property {(refusal: import("./contract.js").Refusal) => void} ended  the session is over
 * @property {(error: RefusalError) => void} failed  the store does not work at the moment
 * @property {(mutations: import("./local-store.js").Mutation[]) => void} [stored]  the mutations that the store has just written
 * @property {() => void} [startedOver]  the server was restored: stored rows are fetched again
 * @property {(conversation: string | null) => void} [insightsChanged]  of that conversation; null: of any
 * @property {() => void} [remindersChanged]  the user's own, or one fired
 * @property {(conversation: string | null) => void} [assistantChanged]  topics about that conversation; null: about all
 * @property {() => void} restored  the engine was replaced by one restored from the store: chats must be reopened
 *
 * @typedef {object} Job  something that happens to the engine; or a task that has the engine and the store to itself
 * @property {(engine: Engine) => any} run
 * @property {boolean} isTask
 * @property {(value: any) => void} resolve
 * @property {(error: unknown) => void} reject
 */

export class Runner {
    #core;
    #store;
    #events;
    #uploads;
    /** @type {Engine} */
    #engine;
    /** @type {Job[]} */
    #jobs = [];
    #isRunning = false;
    #isClosed = false;
    /** The core can no longer be used. */
    #isBroken = false;
    #socket;
    #timers;
    /** @type {Map<string, [number, number][]>} */
    #gaps = new Map();
    #conditions;
    /** @type {RefusalError | null} */
    #failure = null;
    #recoveries = 0;
    /** @type {{viewed: string | null, visible: boolean}[]} */
    #screens = [];

    get isOnline() {
        return this.#socket.isOpen;
    }

    /**
     * @param {object} parts
     * @param {Core} parts.core
     * @param {LocalStore} parts.store
     * @param {any} parts.snapshot
     * @param {import("./current-socket.js").Connect} parts.connect
     * @param {import("./clock.js").Clock} parts.clock
     * @param {UploadQueue} parts.uploads
     * @param {RunnerEvents} parts.events
     */
    constructor({ core, store, snapshot, connect, clock, uploads, events }) {
        this.#core = core;
        this.#store = store;
        this.#socket = new CurrentSocket(connect, (input) => this.#tell(input));
        this.#timers = new Timers(clock);
        this.#conditions = new Conditions(clock);
        this.#events = events;
        this.#uploads = uploads;
        this.#engine = core.openEngine(snapshot);
        for (const { record } of snapshot.conversations) this.#gaps.set(record.info.id, record.gaps);
    }

    /**
     * Waits until `isSo` holds, which is checked after each event; resolves to false on time-out or when this closes.
     * @param {() => boolean} isSo @param {number} milliseconds @returns {Promise<boolean>}
     */
    until(isSo, milliseconds) {
        return this.#conditions.until(isSo, milliseconds);
    }

    // Inputs

    /**
     * Passes an input to the engine; resolves once its effects are stored.
     * @param {object | string} input
     * @returns {Promise<void>}
     */
    handle(input) {
        return this.#enqueue((engine) => ({ effects: engine.handle(input) }));
    }

    /**
     * Performs a mutation; resolves once it is durable. Throws a Refusal, and nothing is queued then.
     * @param {{id?: string, operation: object, people?: object[]}} request @returns {Promise<string>} the operation
     */
    async perform(request) {
        return (await this.#enqueue((engine) => engine.perform(request))).operation;
    }

    /** @param {{viewed: string | null, visible: boolean}[]} screens @returns {Promise<void>} */
    screens(screens) {
        this.#screens = screens;
        return this.#enqueue((engine) => ({ effects: engine.screens(screens) }));
    }

    /**
     * Runs a task without concurrent inputs, so that the store equals the engine's state.
     * @template T @param {(engine: Engine, store: LocalStore) => Promise<T>} task @returns {Promise<T>}
     */
    exclusively(task) {
        return this.#enqueue((engine) => task(engine, this.#store), true);
    }

    /**
     * The gaps of a conversation, as the store has them; undefined when it is not here.
     * @param {string} conversation
     */
    gaps(conversation) {
        return this.#gaps.get(conversation);
    }

    /** Closes permanently; the outbox stays queued. Resolves once nothing is written any more. */
    async close() {
        if (this.#isClosed) return;
        this.#isClosed = true;
        this.#socket.drop();
        this.#uploads.close();
        this.#timers.clearAll();
        await new Promise((resolve) => {
            this.#jobs.push({ run: () => undefined, isTask: true, resolve, reject: resolve });
            void this.#work();
        });
        this.#engine.free();
        this.#conditions.close();
    }

    // Serial execution

    /** @param {(engine: Engine) => any} run @param {boolean} [isTask] @returns {Promise<any>} */
    #enqueue(run, isTask = false) {
        if (this.#isClosed) return Promise.reject(new RefusalError({ code: "unavailable", message: "This page is closing." }));
        return new Promise((resolve, reject) => {
            this.#jobs.push({ run, isTask, resolve, reject });
            void this.#work();
        });
    }

    async #work() {
        if (this.#isRunning) return;
        this.#isRunning = true;
        while (this.#jobs.length > 0) {
            const settle = this.#jobs[0].isTask
                ? await this.#runTask(/** @type {Job} */ (this.#jobs.shift()))
                : await this.#runInputs(this.#takeInputs());
            // The caller finds the screens updated when the answer comes.
            this.#tellChanges();
            settle();
            this.#conditions.look();
        }
        this.#isRunning = false;
    }

    #takeInputs() {
        const end = this.#jobs.findIndex((job) => job.isTask);
        return this.#jobs.splice(0, end < 0 ? this.#jobs.length : end);
    }

    /**
     * @param {Job} job
     * @returns {Promise<() => void>} notifies the caller
     */
    async #runTask({ run, resolve, reject }) {
        try {
            const value = await run(this.#engine);
            return () => resolve(value);
        } catch (error) {
            return () => reject(RefusalError.from(error));
        }
    }

    /**
     * @param {Job[]} jobs
     * @returns {Promise<() => void>} notifies the caller
     */
    async #runInputs(jobs) {
        /** @type {Effect[]} */
        const effects = [];
        /** @type {[Job, any][]} */
        const taken = [];
        for (const job of jobs) {
            try {
                if (this.#failure) throw this.#failure;
                const answer = job.run(this.#engine);
                effects.push(...answer.effects);
                taken.push([job, answer]);
            } catch (error) {
                if (error instanceof WebAssembly.RuntimeError) this.#crash(error);
                job.reject(this.#failure ?? error);
            }
        }
        try {
            await this.#perform(effects);
        } catch (error) {
            const failure = RefusalError.from(error);
            await this.#drop(failure);
            return () => taken.forEach(([job]) => job.reject(failure));
        }
        return () => taken.forEach(([job, answer]) => job.resolve(answer));
    }

    #tellChanges() {
        if (this.#isClosed || this.#isBroken) return;
        this.#events.changed(this.#engine.changes());
    }

    // Effects

    /** @param {Effect[]} effects */
    async #perform(effects) {
        const mutations = effects.flatMap((effect) => (effect.type === "store" ? effect.mutations : []));
        if (mutations.length > 0) {
            await this.#store.apply(mutations, mutations.some(isWish));
            for (const mutation of mutations) {
                if (mutation.type === "putConversation") this.#gaps.set(mutation.record.info.id, mutation.record.gaps);
                if (mutation.type === "removeConversation") this.#gaps.delete(mutation.conversation);
            }
            this.#events.stored?.(mutations);
        }
        if (this.#isClosed) return;
        for (const effect of effects) this.#act(effect);
    }

    /** @param {Effect} effect */
    #act(effect) {
        switch (effect.type) {
        case "openSocket": return this.#socket.open();
        case "closeSocket": return this.#socket.drop();
        case "send": return this.#socket.send(effect.frame);
        case "upload": return this.#uploads.start(effect.operation);
        case "cancelUpload": return this.#uploads.cancel(effect.operation);
        case "moveUpload": return this.#uploads.stop(effect.from);
        case "schedule": return this.#timers.set(effect.timer, effect.after, () => this.#tell({ type: "timer", timer: effect.timer }));
        case "cancel": return this.#timers.clear(effect.timer);
        case "signedOut": return this.#events.ended(effect.error);
        case "collect": return void this.#collect(effect.since, effect.limit);
        case "startedOver": return this.#events.startedOver?.();
        case "insightsChanged": return this.#events.insightsChanged?.(effect.conversation ?? null);
        case "remindersChanged": return this.#events.remindersChanged?.();
        case "assistantChanged": return this.#events.assistantChanged?.(effect.conversation ?? null);
        case "renewAccess": return this.#socket.renew(effect.socket);
        default: // store: done; redraw, arrived, refused: told by `changes`
        }
    }

    /**
     * Passes the user's own messages to the engine.
     * @param {number} since @param {number} limit
     */
    async #collect(since, limit) {
        try {
            this.#tell({ type: "collected", messages: await this.#store.messages.own(since, limit) });
        } catch (error) {
            await this.exclusively(() => this.#drop(RefusalError.from(error))).catch(() => {});
        }
    }

    /**
     * Work that no caller awaits: `failed` reports a failure of the store, and invalid frames are ignored.
     * @param {object | string} input
     */
    #tell(input) {
        this.handle(input).catch(() => {});
    }

    /**
     * The core is in an undefined state: it is no longer used.
     * @param {Error} error
     */
    #crash(error) {
        console.error(error);
        this.#isBroken = true;
        this.#failure = new RefusalError({ code: "internal_error", message: "Something went wrong in this page. Reload it." });
        this.#socket.drop();
        this.#timers.clearAll();
        this.#events.failed(this.#failure);
    }

    // Failures of the store

    /**
     * The engine's last changes are not stored: it is dropped, as in a crash, and replaced by one with the store's
     * state. It has no connection and gets no inputs until the store works again.
     * @param {RefusalError} failure
     */
    async #drop(failure) {
        this.#failure = failure;
        this.#socket.drop();
        this.#uploads.close();
        this.#timers.clearAll();
        this.#events.failed(failure);
        try {
            this.#replaceEngine(await this.#store.snapshot());
        } catch {
            // A failed read is retried with the rest.
        }
        this.#recoverLater();
    }

    /** @param {any} snapshot */
    #replaceEngine(snapshot) {
        const engine = this.#core.openEngine(snapshot);
        this.#engine.free();
        this.#engine = engine;
        this.#gaps.clear();
        for (const { record } of snapshot.conversations) this.#gaps.set(record.info.id, record.gaps);
        // It wants a connection and has none: its effects are not performed.
        engine.screens(this.#screens);
        engine.handle({ type: "start" });
        engine.handle({ type: "networkLost" });
        this.#events.restored();
    }

    #recoverLater() {
        this.#recoveries += 1;
        const delay = this.#core.retryDelay(this.#recoveries);
        this.#timers.set("recovery", delay, () => void this.#recover());
    }

    async #recover() {
        try {
            await this.#store.probe();
            const snapshot = await this.#store.snapshot();
            if (this.#isClosed || !snapshot) return;
            this.#replaceEngine(snapshot);
        } catch {
            if (!this.#isClosed) this.#recoverLater();
            return;
        }
        this.#failure = null;
        this.#recoveries = 0;
        this.#tell({ type: "signOfLife" });
    }
}

/**
 * Whether a change of the store is a user's mutation that must not be lost; a receipt is derived again, and a power
 * failure may lose the last words of a draft.
 * @param {import("./local-store.js").Mutation} mutation
 */
function isWish(mutation) {
    return mutation.type === "putOperation" && !["receipt", "updateSettings"].includes(mutation.entry.operation.kind);
}
