// @ts-check

/**
 * The query of an address. A space is `%20`: the server reads `+` as it is.
 *
 * @param {Record<string, string>} parameters
 */
export const queryText = (parameters) => String(new URLSearchParams(parameters)).replaceAll("+", "%20");
