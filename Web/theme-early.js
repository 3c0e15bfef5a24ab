// Applies the chosen theme before the first paint, because modules load later.
try {
    const theme = localStorage.getItem("nexus.theme");
    if (theme === "light" || theme === "dark") document.documentElement.setAttribute("data-theme", theme);
} catch {
    // Without storage the system's theme applies.
}
