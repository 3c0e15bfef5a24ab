// @ts-check

/** @typedef {"system" | "light" | "dark"} Theme */

const key = "nexus.theme";

/** @returns {Theme} */
export function chosenTheme() {
    const stored = read();
    return stored === "light" || stored === "dark" ? stored : "system";
}

/** @param {Theme} theme */
export function chooseTheme(theme) {
    try {
        localStorage.setItem(key, theme);
    } catch {
        // Without storage the choice lasts until the page is closed.
    }
    applyTheme(theme);
}

/** Shows the theme; by default the one that was chosen here before. */
export function applyTheme(theme = chosenTheme()) {
    const root = document.documentElement;
    if (theme === "system") {
        root.removeAttribute("data-theme");
    } else {
        root.setAttribute("data-theme", theme);
    }
    // The bars of the browser and of the installed app take the colour of the page.
    for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
        const own = bar.getAttribute("data-color") ?? bar.getAttribute("content") ?? "";
        bar.setAttribute("data-color", own);
        const dark = document.querySelector('meta[name="theme-color"][media*="dark"]');
        const light = document.querySelector('meta[name="theme-color"][media*="light"]');
        const source = theme === "dark" ? dark : theme === "light" ? light : bar;
        bar.setAttribute("content", source?.getAttribute("data-color") ?? source?.getAttribute("content") ?? own);
    }
}

function read() {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}
