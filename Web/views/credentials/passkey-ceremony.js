// @ts-check
// What browsers do with passkeys (WebAuthn Level 3 §5): making one and signing with one. Binary values go to the server in URL-safe Base64.

/**
 * @typedef {import("../../shell/wire.js").PasskeyAssertion} PasskeyAssertion
 * @typedef {import("../../shell/wire.js").PasskeyChallenge} PasskeyChallenge
 * @typedef {import("../../shell/wire.js").PasskeyCreation} PasskeyCreation
 */

/** Whether this browser has passkeys on this page: with TLS, or on this machine. */
export const hasPasskeys = () => globalThis.PublicKeyCredential !== undefined && isSecureContext;

/** Milliseconds that a person has; the challenge ends then as well. */
const patience = 300_000;

/**
 * Makes a passkey; null if the person called it off.
 *
 * @param {PasskeyCreation} creation
 * @returns {Promise<{clientData: string, attestation: string} | null>}
 */
export async function makePasskey({ challenge, host, hostName, user, email, userName, algorithms, known = [] }) {
    const made = await asked(() => navigator.credentials.create({
        publicKey: {
            challenge: bytesOf(challenge),
            rp: { id: host, name: hostName },
            user: { id: bytesOf(user), name: email, displayName: userName },
            pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
            excludeCredentials: known.map((id) => ({ type: "public-key", id: bytesOf(id) })),
            authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
            attestation: "none",
            timeout: patience,
        },
    }));
    if (!made) return null;
    const response = /** @type {AuthenticatorAttestationResponse} */ (/** @type {PublicKeyCredential} */ (made).response);
    return { clientData: textOf(response.clientDataJSON), attestation: textOf(response.attestationObject) };
}

/**
 * Signs a challenge with a passkey; null if the person called it off.
 *
 * @param {PasskeyChallenge} challenge
 * @param {{signal?: AbortSignal, autofill?: boolean}} options `autofill`: offers passkeys among the browser's suggestions for a field
 * @returns {Promise<PasskeyAssertion | null>}
 */
export async function signWithPasskey({ challenge, host, known = [] }, { signal, autofill = false } = {}) {
    const found = await asked(() => navigator.credentials.get({
        publicKey: {
            challenge: bytesOf(challenge),
            rpId: host,
            allowCredentials: known.map((id) => ({ type: "public-key", id: bytesOf(id) })),
            userVerification: "required",
            timeout: patience,
        },
        ...signal && { signal },
        ...autofill && { mediation: /** @type {any} */ ("conditional") },
    }));
    if (!found) return null;
    const { rawId, response } = /** @type {PublicKeyCredential} */ (found);
    const { clientDataJSON, authenticatorData, signature, userHandle } = /** @type {AuthenticatorAssertionResponse} */ (response);
    return {
        id: textOf(rawId),
        clientData: textOf(clientDataJSON),
        authenticatorData: textOf(authenticatorData),
        signature: textOf(signature),
        ...userHandle && { user: textOf(userHandle) },
    };
}

/**
 * Asks the browser. What the person calls off, or lets pass, is no error.
 *
 * @template T @param {() => Promise<T>} ask @returns {Promise<T | null>}
 */
async function asked(ask) {
    try {
        return await ask();
    } catch (error) {
        const { name } = /** @type {DOMException} */ (error);
        if (name === "NotAllowedError" || name === "AbortError") return null;
        if (name === "InvalidStateError") throw { code: "passkey_invalid", message: "This device has a passkey of yours already." };
        throw { code: "passkey_invalid", message: "This browser cannot use a passkey here. Try another browser or device." };
    }
}

/** @param {string} text */
function bytesOf(text) {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** @param {ArrayBuffer} bytes */
function textOf(bytes) {
    const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
    return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
