// The chosen theme, before the first paint: the modules come after it.
try {
    const theme = localStorage.getItem("nexus.theme");
    if (theme === "light" || theme === "dark") document.documentElement.setAttribute("data-theme", theme);
} catch {
    // Without storage the system's theme holds.
}
