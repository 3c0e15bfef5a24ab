// @ts-check

/**
 * The sign of insights, a list with a tick; decorative. Drawn here, so that the sprite that every first visit loads stays as small as it is.
 *
 * @returns {SVGSVGElement}
 */
export function insightIcon() {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("class", "icon");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("fill", "none");
    svg.setAttribute("stroke", "currentColor");
    svg.setAttribute("stroke-width", "1.75");
    svg.setAttribute("stroke-linecap", "round");
    svg.setAttribute("stroke-linejoin", "round");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", "M3.5 6.5 5 8l2.800-3M3.500 16.500 5 18l2.800-3M11.500 7h9M11.500 17h9M11.500 12h6");
    svg.append(path);
    return svg;
}
