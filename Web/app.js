// @ts-check
// Composes the application: the shell's client, and the views over it.
import { createClient } from "./shell/client.js";
import { Announcer } from "./views/announcer.js";
import { Application } from "./views/application.js";
import { Notices } from "./views/notices.js";
import { Router } from "./views/router.js";

const context = {
    client: createClient(),
    router: new Router(),
    announcer: new Announcer(),
    notices: new Notices(),
};
new Application(context).run(document.body);
