// @ts-check
// QR codes (ISO/IEC 18004): text as bytes, error correction M, versions 1 to 15. Enough for links, and drawn here, since their secrets must
// reach no other program.

/** Of each version: error correction codewords of a block, and blocks as [count, data codewords]. ISO/IEC 18004, table 9. */
const versions = [
    [10, [[1, 16]]], [16, [[1, 28]]], [26, [[1, 44]]], [18, [[2, 32]]], [24, [[2, 43]]],
    [16, [[4, 27]]], [18, [[4, 31]]], [22, [[2, 38], [2, 39]]], [22, [[3, 36], [2, 37]]], [26, [[4, 43], [1, 44]]],
    [30, [[1, 50], [4, 51]]], [22, [[6, 36], [2, 37]]], [22, [[8, 37], [1, 38]]], [24, [[4, 40], [5, 41]]], [24, [[5, 41], [5, 42]]],
].map(([correction, groups]) => ({
    correction: /** @type {number} */ (correction),
    blocks: /** @type {number[][]} */ (groups).flatMap(([count, data]) => Array(count).fill(data)),
}));

/**
 * The modules of a text's code, row by row: true is dark. Throws a RangeError for a text of more than 412 bytes.
 *
 * @param {string} text
 * @returns {boolean[][]}
 */
export function qrModules(text) {
    const bytes = new TextEncoder().encode(text);
    const version = versions.findIndex(({ blocks }, index) => bytes.length + (index < 9 ? 2 : 3) <= sum(blocks)) + 1;
    if (version === 0) throw new RangeError("The text is too long for a QR code.");
    const stream = codewords(bytes, version);
    /** @type {boolean[][] | null} */
    let best = null;
    let least = Infinity;
    for (let mask = 0; mask < 8; mask += 1) {
        const modules = draw(stream, version, mask);
        const score = penalty(modules);
        if (score < least) [best, least] = [modules, score];
    }
    return /** @type {boolean[][]} */ (best);
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// Data: §7.4 to §7.6

/** @param {Uint8Array} bytes @param {number} version @returns {number[]} */
function codewords(bytes, version) {
    const { correction, blocks } = versions[version - 1];
    const capacity = sum(blocks);
    /** @type {number[]} */
    const bits = [];
    const push = (/** @type {number} */ value, /** @type {number} */ length) => {
        for (let bit = length - 1; bit >= 0; bit -= 1) bits.push(value >> bit & 1);
    };
    push(4, 4);
    push(bytes.length, version < 10 ? 8 : 16);
    for (const byte of bytes) push(byte, 8);
    push(0, Math.min(4, capacity * 8 - bits.length));
    while (bits.length % 8 !== 0) bits.push(0);
    /** @type {number[]} */
    const data = [];
    for (let start = 0; start < bits.length; start += 8) data.push(bits.slice(start, start + 8).reduce((value, bit) => value << 1 | bit, 0));
    for (let pad = 0; data.length < capacity; pad += 1) data.push(pad % 2 === 0 ? 0xEC : 0x11);

    const parts = blocks.map((length) => data.splice(0, length));
    const checks = parts.map((part) => remainder(part, correction));
    /** @type {number[]} */
    const interleaved = [];
    for (let index = 0; index < Math.max(...blocks); index += 1) {
        for (const part of parts) if (index < part.length) interleaved.push(part[index]);
    }
    for (let index = 0; index < correction; index += 1) for (const check of checks) interleaved.push(check[index]);
    return interleaved;
}

/**
 * Multiplies in the field of 256 elements over x⁸ + x⁴ + x³ + x² + 1.
 * @param {number} left
 * @param {number} right
 */
function times(left, right) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit -= 1) product = product << 1 ^ (product >> 7) * 0x11D ^ (right >> bit & 1) * left;
    return product;
}

/**
 * The Reed-Solomon codewords of a block.
 * @param {number[]} data
 * @param {number} count
 */
function remainder(data, count) {
    let generator = [1];
    for (let index = 0, root = 1; index < count; index += 1, root = times(root, 2)) {
        const next = [...generator, 0];
        generator.forEach((factor, place) => next[place + 1] ^= times(factor, root));
        generator = next;
    }
    const rest = [...data, ...Array(count).fill(0)];
    for (let place = 0; place < data.length; place += 1) {
        const factor = rest[place];
        generator.forEach((coefficient, offset) => rest[place + offset] ^= times(coefficient, factor));
    }
    return rest.slice(data.length);
}

// The symbol: §6.3, §7.7 to §7.10

/** @type {((row: number, column: number) => boolean)[]} */
const masks = [
    (row, column) => (row + column) % 2 === 0,
    (row) => row % 2 === 0,
    (_, column) => column % 3 === 0,
    (row, column) => (row + column) % 3 === 0,
    (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
    (row, column) => row * column % 2 + row * column % 3 === 0,
    (row, column) => (row * column % 2 + row * column % 3) % 2 === 0,
    (row, column) => ((row + column) % 2 + row * column % 3) % 2 === 0,
];

/** @param {number[]} stream @param {number} version @param {number} mask */
function draw(stream, version, mask) {
    const size = version * 4 + 17;
    /** @type {(boolean | null)[][]} */
    const modules = Array.from({ length: size }, () => Array(size).fill(null));
    const set = (/** @type {number} */ row, /** @type {number} */ column, /** @type {boolean} */ isDark) => {
        if (modules[row]?.[column] !== undefined) modules[row][column] = isDark;
    };
    const squares = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ reach, /** @type {number[]} */ light) => {
        for (let down = -reach; down <= reach; down += 1) {
            for (let across = -reach; across <= reach; across += 1) {
                set(row + down, column + across, !light.includes(Math.max(Math.abs(down), Math.abs(across))));
            }
        }
    };
    for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) squares(row, column, 4, [2, 4]);
    const centres = alignment(version);
    const last = centres.length - 1;
    centres.forEach((row, down) => centres.forEach((column, across) => {
        const isInCorner = (down === 0 && (across === 0 || across === last)) || (down === last && across === 0);
        if (!isInCorner) squares(row, column, 2, [1]);
    }));
    for (let place = 8; place < size - 8; place += 1) {
        set(6, place, place % 2 === 0);
        set(place, 6, place % 2 === 0);
    }
    // Level M is 00.
    const format = (mask << 10 | divided(mask, 10, 0x537)) ^ 0x5412;
    for (let bit = 0; bit < 15; bit += 1) {
        const isDark = (format >> bit & 1) === 1;
        set(bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, 8, isDark);
        set(8, bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit, isDark);
    }
    set(size - 8, 8, true);
    if (version >= 7) {
        const information = version << 12 | divided(version, 12, 0x1F25);
        for (let bit = 0; bit < 18; bit += 1) {
            const isDark = (information >> bit & 1) === 1;
            set(Math.floor(bit / 3), size - 11 + bit % 3, isDark);
            set(size - 11 + bit % 3, Math.floor(bit / 3), isDark);
        }
    }
    let bit = 0;
    for (let right = size - 1; right > 0; right -= 2) {
        // The column of the timing pattern is left out.
        if (right === 6) right = 5;
        for (let step = 0; step < size; step += 1) {
            const row = (right + 1 & 2) === 0 ? size - 1 - step : step;
            for (const column of [right, right - 1]) {
                if (modules[row][column] !== null) continue;
                const isDark = (stream[bit >> 3] >> 7 - (bit & 7) & 1) === 1;
                modules[row][column] = isDark !== masks[mask](row, column);
                bit += 1;
            }
        }
    }
    return /** @type {boolean[][]} */ (modules);
}

/**
 * The remainder of a number, shifted by the polynomial's degree, as in §7.9 and §7.10.
 * @param {number} value
 * @param {number} degree
 * @param {number} polynomial
 */
function divided(value, degree, polynomial) {
    let rest = value << degree;
    while (rest >= 1 << degree) rest ^= polynomial << 31 - Math.clz32(rest) - degree;
    return rest;
}

/**
 * Rows and columns of the centres of alignment patterns. ISO/IEC 18004, annex E.
 * @param {number} version
 */
function alignment(version) {
    if (version === 1) return [];
    const last = version * 4 + 10;
    const gaps = Math.floor(version / 7) + 1;
    const step = Math.ceil((last - 6) / gaps / 2) * 2;
    return [6, ...Array.from({ length: gaps }, (_, index) => last - (gaps - 1 - index) * step)];
}

/**
 * How badly a symbol is to scan. §7.8.3
 * @param {boolean[][]} modules
 */
function penalty(modules) {
    const size = modules.length;
    const columns = modules.map((_, column) => modules.map((row) => row[column]));
    let score = 0;
    for (const line of [...modules, ...columns]) {
        let run = 0;
        line.forEach((isDark, place) => {
            run = place > 0 && isDark === line[place - 1] ? run + 1 : 1;
            if (run === 5) score += 3;
            else if (run > 5) score += 1;
        });
        const text = line.map(Number).join("");
        for (const pattern of ["10111010000", "00001011101"]) {
            for (let place = text.indexOf(pattern); place >= 0; place = text.indexOf(pattern, place + 1)) score += 40;
        }
    }
    for (let row = 1; row < size; row += 1) {
        for (let column = 1; column < size; column += 1) {
            const isDark = modules[row][column];
            if (isDark === modules[row - 1][column] && isDark === modules[row][column - 1] && isDark === modules[row - 1][column - 1]) score += 3;
        }
    }
    const dark = sum(modules.map((row) => row.filter(Boolean).length));
    return score + Math.floor(Math.abs(dark * 20 / size / size - 10)) * 10;
}

/**
 * The code of a text as a picture, with the quiet zone around it.
 *
 * @param {string} text
 * @param {string} label  for screen readers
 */
export function qrPicture(text, label) {
    const modules = qrModules(text);
    const size = modules.length + 8;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
    svg.setAttribute("class", "qr");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", modules.flatMap((row, down) =>
        row.flatMap((isDark, across) => isDark ? [`M${across + 4} ${down + 4}h1v1h-1z`] : [])).join(""));
    svg.append(path);
    return svg;
}
