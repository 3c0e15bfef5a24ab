// @ts-check
// The context of every view. Types alone.

/**
 * @typedef {object} Context
 * @property {import("../shell/contract.js").Client} client
 * @property {import("./router.js").Router} router
 * @property {import("./announcer.js").Announcer} announcer
 * @property {import("./notices.js").Notices} notices
 */

export {};
