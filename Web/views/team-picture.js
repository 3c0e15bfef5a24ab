// @ts-check
import { element } from "./element.js";

/**
 * The team's picture; null for a team without one.
 *
 * @param {{team?: string, picture?: string}} server
 * @param {string} alt  its alternative text: empty where the name stands beside it
 */
export function teamPicture({ picture }, alt) {
    if (!picture) return null;
    // The identifier makes the address of another picture another one.
    return element("img", { class: "team-picture", src: `/v1/server/picture?size=800&of=${picture}`, alt, draggable: "false" });
}

/**
 * Puts the team's picture above the title of an account card.
 *
 * @param {HTMLElement} card
 * @param {{team?: string, picture?: string}} server
 */
export function addTeamPicture(card, server) {
    const picture = teamPicture(server, server.team ?? "");
    if (picture) card.querySelector("h1")?.before(picture);
}
