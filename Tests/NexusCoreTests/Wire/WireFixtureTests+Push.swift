import NexusCore

extension WireFixtureTests {
    static let push =
        bodies(
            "push", Endpoints.push, Nothing(), PushInfo(key: "BAcd", services: ["web", "apple"], hidesContent: true))
        + bodies(
            "pushRegistration", Endpoints.pushRegistration, Nothing(), PushRegistered(isRegistered: true))
        + bodies(
            "registerPush", Endpoints.registerPush,
            PushRegistration(service: "web", address: "https://push.example.org/a", key: "BAcd", secret: "AAAA"),
            Nothing())
        + [
            WireFixture("endpoint.server.response.notifications", ServerInfo(hidesNotifications: true)),
            WireFixture("endpoint.updatePolicy.request.notifications", PolicyChange(hidesNotifications: true)),
        ]
        + bodies("unregisterPush", Endpoints.unregisterPush, Nothing(), Nothing())
        + bodies(
            "testPush", Endpoints.testPush, Nothing(),
            PushTest(steps: [
                .init(name: "registered", succeeded: true, text: "This device is registered."),
                .init(name: "sent", succeeded: false, text: "The push service refused it."),
            ]))
        + bodies(
            "pushReport", Endpoints.pushReport, Nothing(),
            PushReport(
                services: ["web"], devices: 3, sent: 20, failures: [.init(reason: "gone", count: 1)], waiting: 2,
                oldest: WireSamples.before))
}
