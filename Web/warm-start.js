// @ts-check
import { loadWork } from "./views/work.js";

// Where somebody has signed in before, the work is fetched beside the application that will ask for it, not after it: most likely
// it is wanted as soon as it is known who that is. A page that a service worker answers is such a place.
if (navigator.serviceWorker?.controller) {
    // Who asks for it in earnest sees to it that a failure is shown.
    const wanted = [loadWork(), import("./shell/account-desk.js"), import("./shell/chat.js")];
    wanted.forEach((loading) => void loading.catch(() => {}));
}
