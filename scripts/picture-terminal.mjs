// Draws docs/pictures/terminal.svg: two people talking in two terminals. Every line is what the real program wrote.
//
//   node scripts/picture-terminal.mjs [PROGRAM] [PICTURE]
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const program = process.argv[2] ?? ".build/release/nexus";
const picture = process.argv[3] ?? "docs/pictures/terminal.svg";
const folder = mkdtempSync(join(tmpdir(), "nexus-picture-"));

/** A person's terminal: what was typed in it and what came back. */
class Terminal {
    /** @param {string} name */
    constructor(name) {
        this.name = name;
        /** @type {{kind: "prompt" | "output" | "remark" | "pause", text: string}[]} */
        this.lines = [];
    }

    /** Runs a verb; shown unless `isShown` is false. @param {string[]} words */
    run(words, isShown = true) {
        const result = spawnSync(program, words, {
            encoding: "utf8",
            env: { ...process.env, NEXUS_HOME: join(folder, this.name), NEXUS_PASSWORD: "correct horse" },
        });
        if (result.error) throw result.error;
        if (!isShown) return result.stdout;
        const typed = words.map((word) => (/^[\w@.:/-]+$/.test(word) ? word : `"${word}"`)).join(" ");
        this.lines.push({ kind: "prompt", text: `nexus ${typed}` });
        for (const line of result.stdout.split("\n").filter(Boolean)) this.lines.push({ kind: "output", text: line });
        for (const line of result.stderr.split("\n").filter(Boolean)) this.lines.push({ kind: "remark", text: line });
        return result.stdout;
    }

    /** Leaves lines free until both terminals are equally long. @param {Terminal} other */
    waitFor(other) {
        while (this.lines.length < other.lines.length) this.lines.push({ kind: "pause", text: "" });
    }
}

/** Starts a server and waits until it says where it listens. @param {number} port */
async function serve(port) {
    const server = spawn(program, ["serve", "--join", "open", "--port", `${port}`, "--data", join(folder, "data")]);
    let said = "";
    while (!said.includes("\n")) {
        const [data] = await new Promise((resolve, reject) => {
            server.stdout.once("data", (...values) => resolve(values));
            server.once("exit", () => reject(new Error("the server did not start")));
        });
        said += data;
    }
    const found = /:(\d+)\n/.exec(said);
    if (!found) throw new Error(`the server said ${said}`);
    return { server, port: Number(found[1]) };
}

/** @param {import("node:child_process").ChildProcess} server */
function stop(server) {
    return new Promise((resolve) => {
        server.once("exit", resolve);
        server.kill("SIGTERM");
    });
}

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** @param {string} text */
const escaped = (text) => text.replace(/[&<>]/g, (character) => escapes[/** @type {"&"} */ (character)]);

const row = 19;
const column = 7.85;
const columns = 66;
const inset = 16;
const bar = 30;

/** @param {Terminal} terminal @param {number} x @param {number} height */
function pane(terminal, x, height) {
    const width = columns * column + 2 * inset;
    const out = [
        `<g transform="translate(${x} 0)">`,
        `<rect class="window" width="${width}" height="${height}" rx="8"/>`,
        `<text class="title" x="${width / 2}" y="20" text-anchor="middle">${terminal.name}</text>`,
        `<line class="edge" x1="0" y1="${bar}" x2="${width}" y2="${bar}"/>`,
    ];
    terminal.lines.forEach((line, index) => {
        if (!line.text) return;
        const text = line.text.length > columns - 2 ? `${line.text.slice(0, columns - 3)}…` : line.text;
        const sign = line.kind === "prompt" ? '<tspan class="sign">$ </tspan>' : "";
        const y = bar + 24 + index * row;
        out.push(`<text class="${line.kind}" x="${inset}" y="${y}" xml:space="preserve">${sign}${escaped(text)}</text>`);
    });
    out.push("</g>");
    return { svg: out.join("\n"), width };
}

/** @param {Terminal[]} terminals */
function drawing(terminals) {
    const rows = Math.max(...terminals.map((terminal) => terminal.lines.length));
    const height = bar + 24 + rows * row;
    const gap = 14;
    let x = 0;
    const panes = terminals.map((terminal) => {
        const { svg, width } = pane(terminal, x, height);
        x += width + gap;
        return svg;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${x - gap} ${height}" role="img"
 aria-label="Two people talking in two terminals; one writes while the server is away, and it arrives later">
<style>
text { font: 13px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d6dde6 }
.window { fill: #14181f } .edge { stroke: #2b323d } .title { fill: #8b96a5 }
.prompt { fill: #ffffff } .sign { fill: #6fd08c } .remark { fill: #e0b45a }
</style>
${panes.join("\n")}
</svg>
`;
}

let { server, port } = await serve(0);
try {
    const address = `http://127.0.0.1:${port}`;
    const ada = new Terminal("Ada");
    const grace = new Terminal("Grace");
    for (const person of [ada, grace]) {
        person.run(
            ["signup", "--server", address, "--name", person.name, "--email", `${person.name.toLowerCase()}@example.org`],
            false,
        );
    }
    ada.run(["new", "--direct", "grace@example.org"]);
    ada.run(["send", "Grace", "Is the build green?"]);
    grace.waitFor(ada);
    grace.run(["messages", "Ada"]);
    grace.run(["send", "Ada", "Green on main. Ship it."]);
    grace.run(["read", "Ada"]);
    ada.waitFor(grace);
    ada.run(["messages", "Grace"]);
    await stop(server);
    ada.run(["send", "Grace", "Shipping now, from a train."]);
    ({ server } = await serve(port));
    ada.run(["sync"]);
    grace.waitFor(ada);
    grace.run(["messages", "Ada", "--limit", "1"]);
    mkdirSync(dirname(picture), { recursive: true });
    writeFileSync(picture, drawing([ada, grace]));
} finally {
    await stop(server);
    rmSync(folder, { recursive: true });
}
