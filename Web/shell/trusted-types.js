// @ts-check
// With Trusted Types, scripts can be loaded only through this policy: from this origin, by their path
// relative to the shell.

/** @type {{createScriptURL: (url: string) => any} | undefined} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("nexus", {
    /** @param {string} url */
    createScriptURL(url) {
        const { origin, pathname } = new URL(url, location.href);
        if (origin !== location.origin || !/^\/(sw\.js|assets\/.+\.js)$/.test(pathname)) {
            throw new TypeError(`No script of this app: ${url}`);
        }
        return url;
    },
});

/** @param {URL | string} url @returns {string} */
export function trustedScriptURL(url) {
    return policy ? policy.createScriptURL(String(url)) : String(url);
}
