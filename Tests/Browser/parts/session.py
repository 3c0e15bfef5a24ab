"""A session that began over HTTP, put into a browser's store without the sign-in form."""

import itertools
import json

# No tab leads before it holds the lock, and none reads the store before it leads: data written while this script holds the lock is
# there when the client starts. The client's own modules write it.
SCRIPT = """
(({ serial, signedIn: { profile, expiresIn } }) => {
    const done = "test session";
    if (top !== window || localStorage.getItem(done) === serial) return;
    localStorage.setItem(done, serial);
    const isParsed = new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
    void navigator.locks.request("nexus leads", async () => {
        await isParsed;
        const shell = new URL("shell/", document.querySelector("script[src$='/app.js']").src);
        const [{ AccountController }, { SessionStore }] =
            await Promise.all([import(`${shell}account-controller.js`), import(`${shell}session-record.js`)]);
        await AccountController.keep(profile);
        const sessions = await SessionStore.open();
        await sessions.put({ user: profile.user.id, accessUntil: Date.now() + expiresIn });
        sessions.close();
    });
})
"""

serials = itertools.count(1)


class KeptSession:
    """Has the next load of a page find a session that the server answered with."""

    def __init__(self, devtools):
        self.devtools = devtools
        self.script = None
        devtools.send("Page.enable")

    def keep(self, signed_in):
        self.forget()
        argument = json.dumps({"serial": str(next(serials)), "signedIn": signed_in})
        # Not Playwright's `add_init_script`: what that adds stays.
        self.script = self.devtools.send("Page.addScriptToEvaluateOnNewDocument", {"source": f"{SCRIPT}({argument});"})["identifier"]

    def forget(self):
        if self.script is not None:
            self.devtools.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": self.script})
            self.script = None
