// @ts-check
import { loadWorkspace } from "./views/workspace-loader.js";

// After an earlier sign-in, the screens are loaded in parallel with the application, not after it: they are most likely needed
// as soon as the user is known. A page served by a service worker qualifies.
if (navigator.serviceWorker?.controller) {
    // The actual import reports failures.
    const wanted = [loadWorkspace(), import("./shell/account-controller.js"), import("./shell/chat.js")];
    wanted.forEach((loading) => void loading.catch(() => {}));
}
