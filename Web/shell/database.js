// @ts-check
// IndexedDB as promises, with errors that say what to do.

import { RefusalError } from "../core/refusal-error.js";

/**
 * @template T @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
export function answer(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(RefusalError.storage(request.error));
    });
}

/**
 * Waits until a transaction is complete: durable, if it was begun so.
 * @param {IDBTransaction} transaction @returns {Promise<void>}
 */
export function completed(transaction) {
    return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(RefusalError.storage(transaction.error));
        transaction.onerror = () => reject(RefusalError.storage(transaction.error));
    });
}

/**
 * @param {string} name @param {number} version
 * @param {(database: IDBDatabase, from: number, transaction: IDBTransaction) => void} migrate  brings the layout from a version to
 *     the newest
 * @returns {Promise<IDBDatabase>}
 */
export function openDatabase(name, version, migrate) {
    return new Promise((resolve, reject) => {
        /** @type {IDBOpenDBRequest} */
        let request;
        try {
            request = indexedDB.open(name, version);
        } catch (error) {
            return reject(RefusalError.storage(error));
        }
        request.onupgradeneeded = ({ oldVersion }) =>
            migrate(request.result, oldVersion, /** @type {IDBTransaction} */ (request.transaction));
        request.onerror = () => reject(RefusalError.storage(request.error));
        request.onsuccess = () => {
            // A newer version of the shell must not wait for this one.
            request.result.onversionchange = () => request.result.close();
            resolve(request.result);
        };
    });
}

/** @param {string} name @returns {Promise<void>} */
export function deleteDatabase(name) {
    return new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = () => resolve();
        request.onerror = () => reject(RefusalError.storage(request.error));
    });
}
