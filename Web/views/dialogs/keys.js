// @ts-check
import { element } from "../element.js";
import { isApple } from "../platform.js";
import { makeDialog } from "./dialog.js";

/** @type {() => [string, [string[], string][]][]} */
const sections = () => {
    const command = isApple() ? "⌘" : "Ctrl";
    return [
        ["Everywhere", [
            [[command, "K"], "Find a conversation"],
            [[command, "F"], "Search conversations and messages; also /"],
            [["Esc"], "Close the topmost element; with an empty composer, go back"],
            [["?"], "Show these keys"],
            [["Tab"], "Move between the parts of the window"],
        ]],
        ["In a list", [
            [["↑", "↓"], "Move"],
            [["Home", "End"], "First and last"],
            [["Enter"], "Open; on a message: its actions"],
            [["R"], "On a message: reply to it"],
            [["E"], "On a message: react with an emoji"],
        ]],
        ["While writing", [
            [["Enter"], "Send; on a touch screen with " + command],
            [["Shift", "Enter"], "New line"],
            [["↑"], "In an empty field: edit your last message"],
            [[command, "B"], "**Bold**"],
            [[command, "I"], "_Italic_"],
            [[command, "E"], "`Code`"],
            [[command, "Shift", "X"], "~~Struck through~~"],
        ]],
    ];
};

/** Shows the keys. */
export function openKeys() {
    const dialog = makeDialog("Keys", { className: "keys" });
    // Nothing in it takes the focus, and the arrow keys must scroll it.
    dialog.body.tabIndex = 0;
    for (const [name, rows] of sections()) {
        dialog.body.append(
            element("h3", {}, name),
            element(
                "dl",
                {},
                ...rows.map(([keys, text]) =>
                    element(
                        "div",
                        { class: "keys-row" },
                        element("dt", {}, ...keys.map((key) => element("kbd", {}, key))),
                        element("dd", {}, text),
                    )
                ),
            ),
        );
    }
    dialog.show();
}
