"""Pushes to a browser through DevTools, and its notifications: tabs may all be closed."""

import json

# An event from a script may not extend the worker's life: what the handler waits for is awaited here.
PRESS = """async ({ tag, action, reply }) => {
    const [notification] = await registration.getNotifications({ tag });
    const event = new NotificationEvent("notificationclick", { notification, action, reply });
    const waits = [];
    Object.defineProperty(event, "waitUntil", { value: (work) => waits.push(work) });
    dispatchEvent(event);
    await Promise.all(waits);
}"""
# A script may open no window: what the handler opens is recorded. An app that is not installed has no badge.
RECORD = """() => {
    self.opened = [];
    clients.openWindow = async (path) => void opened.push(path);
    WindowClient.prototype.focus = async function () { opened.push(`focus ${new URL(this.url).pathname}`); };
    navigator.setAppBadge = async (count) => void (self.badge = count);
    navigator.clearAppBadge = async () => void (self.badge = 0);
    self.handled = [];
    const receive = receivePush;
    receivePush = (payload) => receive(payload).then(() => handled.push("done"), (error) => handled.push(String(error)));
}"""


class Pushes:
    """Of a person whose browser has the service worker and the permission."""

    def __init__(self, person):
        self.person, self.context, self.origin = person, person.context, person.line.address
        person.expect_worker()
        self.blank = self.context.new_page()
        self.devtools = self.context.new_cdp_session(self.blank)
        self.registrations = []
        self.devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: self.registrations.extend(event["registrations"]))
        self.devtools.on("ServiceWorker.workerErrorReported", lambda event: person.log.append(f"worker: {event['errorMessage']}"))
        self.devtools.send("ServiceWorker.enable")
        self.worker = self.context.service_workers[-1]
        self.worker.evaluate(RECORD)
        self.wait(lambda: any(each["scopeURL"].startswith(self.origin) for each in self.registrations))

    @property
    def registration(self):
        return next(each["registrationId"] for each in self.registrations if each["scopeURL"].startswith(self.origin))

    def close_tabs(self):
        """Closes every tab of the app; DevTools keeps one that is blank."""
        for page in self.context.pages:
            if page is not self.blank:
                page.close()
        self.wait(lambda: self.worker.evaluate("clients.matchAll({ includeUncontrolled: true }).then((all) => all.length)") == 0)

    def open_tab(self, path="/"):
        self.person.page = self.person.tab()
        self.person.page.goto(path)

    def deliver(self, payload):
        """Resolves once the worker has handled it."""
        before = len(self.handled())
        data = payload if isinstance(payload, str) else json.dumps(payload)
        self.devtools.send(
            "ServiceWorker.deliverPushMessage", {"origin": self.origin, "registrationId": self.registration, "data": data})
        self.wait(lambda: len(self.handled()) > before, self.handled)
        assert set(self.handled()) == {"done"}, self.handled()

    def handled(self):
        return self.worker.evaluate("handled")

    def sync(self, tag="nexus actions"):
        """The network is back, as the browser says it to the worker of a closed page."""
        self.devtools.send(
            "ServiceWorker.dispatchSyncEvent",
            {"origin": self.origin, "registrationId": self.registration, "tag": tag, "lastChance": False})

    def shown(self):
        """The notifications: title, text and tag."""
        return self.worker.evaluate("registration.getNotifications().then((all) => all.map((one) => [one.title, one.body, one.tag]))")

    def expect_shown(self, *notifications):
        self.wait(lambda: self.shown() == [list(one) for one in notifications], lambda: self.shown())

    def press(self, tag, action="", reply=""):
        self.worker.evaluate(PRESS, {"tag": tag, "action": action, "reply": reply})

    def opened(self):
        return self.worker.evaluate("opened")

    def badge(self):
        return self.worker.evaluate("self.badge")

    def stored(self):
        """The kinds of the answers that wait in the worker's store."""
        return self.worker.evaluate(
            "inStore('nexus actions', 'actions', 'readonly', (store) => store.getAll()).then((all) => all.map(({ kind }) => kind))")

    def wait(self, is_so, told=lambda: ""):
        for _ in range(400):
            if is_so():
                return
            # The condition looks at stand-ins outside of the browser, which only moves on while Playwright waits.
            self.blank.wait_for_timeout(50)
        raise AssertionError(f"not in 20 s: {told()}")


def message_push(conversation, message, text, sender="Grace", badge=1, **more):
    """As the server sends it for a message (docs/notifications.md)."""
    return {
        "web_push": 8030,
        "notification": {
            "title": sender, "body": text, "navigate": f"/c/{conversation}", "tag": conversation,
            "data": {"kind": "message", "conversation": conversation, "message": message, "senderName": sender},
            "actions": [{"action": "reply", "title": "Reply"}, {"action": "read", "title": "Mark as read"}], **more,
        },
        "app_badge": badge, "mutable": True,
    }


def withdrawal_push(conversation, badge=0):
    return {"nexus": {"kind": "withdrawal", "conversation": conversation}, "app_badge": badge}


# The browser's push service, and the server's part of it, which the page asks for. Both are kept over a reload.
STAND_IN = """
(() => {
    const kept = JSON.parse(localStorage.getItem("stand-in") ?? "null") ?? { subscription: null, registered: false, asked: [] };
    const keep = () => localStorage.setItem("stand-in", JSON.stringify(kept));
    window.standIn = kept;
    window.keepStandIn = keep;
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
    const subscriptionOf = ({ key }) => ({
        endpoint: "https://push.example.org/ada", options: { applicationServerKey: bytes(key) },
        toJSON: () => ({ endpoint: "https://push.example.org/ada", keys: { p256dh: "public", auth: "secret" } }),
        unsubscribe: async () => { kept.subscription = null; keep(); return true; },
    });
    PushManager.prototype.getSubscription = async () => kept.subscription && subscriptionOf(kept.subscription);
    PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
        kept.subscription = { key: btoa(String.fromCharCode(...applicationServerKey)), userVisibleOnly };
        keep();
        return subscriptionOf(kept.subscription);
    };
    Notification.requestPermission = async () => {
        kept.asked.push("permission");
        keep();
        return window.grantNotifications();
    };
    const answers = {
        "GET /v1/push": () => ({ key: kept.serverKey ?? "AQID" }),
        "GET /v1/push/endpoint": () => ({ registered: kept.registered }),
        "PUT /v1/push/endpoint": () => { kept.registered = true; return {}; },
        "DELETE /v1/push/endpoint": () => { kept.registered = false; return {}; },
        "POST /v1/push/test": () => ({ steps: [{ name: "Permission", ok: true, text: "" }, { name: "Sending", ok: false, text: "The push service did not answer." }] }),
    };
    const send = window.fetch;
    window.fetch = async (path, options = {}) => {
        const answer = answers[`${options.method ?? "GET"} ${path}`];
        if (!answer) return send(path, options);
        if (options.method !== "GET") kept.asked.push([options.method, path, options.body ? JSON.parse(options.body) : null]);
        const body = answer();
        keep();
        return new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });
    };
})();
"""


def stand_in(person):
    """Stands in for the push service and the server's registration of its addresses in the pages of a person."""
    def grant():
        person.context.grant_permissions(["notifications"], origin=person.line.address)
        return "granted"

    person.context.expose_function("grantNotifications", grant)
    person.context.add_init_script(STAND_IN)


def asked(person):
    """What the pages asked the user, the push service and the server for, in order."""
    return person.page.evaluate("standIn.asked")


def set_permission(person, setting):
    """As the user sets it in the browser's settings: granted, denied or prompt."""
    # It holds as long as the session that set it.
    person.devtools = devtools = getattr(person, "devtools", None) or person.context.new_cdp_session(person.page)
    devtools.send("Browser.setPermission", {
        "permission": {"name": "notifications"}, "setting": setting, "origin": person.line.address,
        "browserContextId": devtools.send("Target.getTargetInfo")["targetInfo"]["browserContextId"]})
