"""Contrast of the painted colours, as WCAG 2.2 computes it."""

CONTRAST = """(one) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const painted = (colour, under) => {
        canvas.fillStyle = `rgb(${under.join(" ")})`;
        canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const layers = [];
    for (let at = one; at !== null; at = at.parentElement) layers.unshift(getComputedStyle(at).backgroundColor);
    const behind = layers.reduce((under, layer) => painted(layer, under), [255, 255, 255]);
    const ink = painted(getComputedStyle(one).color, behind);
    const luminance = (colour) => {
        const [red, green, blue] = colour.map((value) => {
            const part = value / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [dark, light] = [luminance(ink), luminance(behind)].sort((left, right) => left - right);
    return (light + 0.05) / (dark + 0.05);
}"""


def contrast(locator):
    """The contrast of a text with its background, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio)."""
    return locator.evaluate(CONTRAST)
