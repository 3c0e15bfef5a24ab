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


def keep_session(page, signed_in):
    """Has the next load of the page find the session that the server answered with."""
    argument = json.dumps({"serial": str(next(serials)), "signedIn": signed_in})
    page.add_init_script(f"{SCRIPT}({argument});")
