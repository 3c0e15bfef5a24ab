import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("A push service that refuses the server's credentials")
struct PushRefusalTests {
    private static let marker = "marker-7f3a"
    private static let refusal = PushOutcome.refused(
        PushFailure(reason: "credentials", text: "HTTP 403: \(marker)"))
    private static let google = "https://fcm.googleapis.com/fcm/send/"

    private let clock = TestClock()
    private let log = LogLines()
    private let refusals: PushRefusals

    init() { refusals = PushRefusals(now: { [clock] in clock.now }, logger: log.logger) }

    private func endpoint(
        _ address: String, of user: UInt64 = 1, _ service: PushEndpoint.Service = .web
    ) -> PushEndpoint {
        PushEndpoint(
            id: PushEndpointID(high: 1, low: user), user: UserID(high: 2, low: user),
            session: SessionID(high: 3, low: user), service: service, address: address, publicKey: [], secret: [])
    }

    @Test("leaves the server's health alone if only one member's endpoints name it")
    func lone() async throws {
        let bench = try NotificationBench()
        let ada = try bench.server.person("Ada")
        let (ben, eve) = (try bench.server.person("Ben"), try bench.server.person("Eve"))
        let group = try bench.server.group(of: ada, with: [ben, eve])
        try bench.device("https://push.example.org/ben", of: ben)
        for path in ["1", "2"] { try bench.device("https://refuses.example.net/\(path)", of: eve) }
        for path in ["1", "2"] { bench.service.answer("https://refuses.example.net/\(path)", with: Self.refusal) }
        try bench.server.post("hello", in: group, by: ada)
        try await bench.run()
        #expect(bench.service.taken.map(\.address) == ["https://push.example.org/ben"])
        #expect(bench.failures == ["credentials"])
        #expect(bench.health == HealthPart("push", .ok))
    }

    @Test("is reported if two members use it, without its name and its answer, which are in the log")
    func shared() {
        refusals.note(Self.refusal, from: endpoint("https://push.example.org/a"))
        #expect(refusals.reason == nil)
        refusals.note(Self.refusal, from: endpoint("https://push.example.org/b", of: 2))
        #expect(refusals.reason == "A web push service refuses the server's credentials. The log has its answer.")
        let errors = log.all.filter { $0.hasPrefix("error") }
        #expect(errors.count == 1)
        #expect(errors.first?.contains("https://push.example.org") == true)
        #expect(errors.first?.contains(Self.marker) == true)
        refusals.note(.sent, from: endpoint("https://push.example.net/c", of: 3))
        #expect(refusals.reason != nil, "that is another host")
        refusals.note(.sent, from: endpoint("https://push.example.org/b", of: 2))
        #expect(refusals.reason == nil)
    }

    @Test("is reported at once if it is a browser's, but one endpoint says little once it has taken others")
    func known() {
        refusals.note(Self.refusal, from: endpoint(Self.google + "a"))
        let reason = "The push service https://fcm.googleapis.com refuses the server's credentials."
        #expect(refusals.reason == reason + " The log has its answer.")
        refusals.note(.sent, from: endpoint(Self.google + "b", of: 2))
        #expect(refusals.reason == nil)
        for _ in 1...2 { refusals.note(Self.refusal, from: endpoint(Self.google + "a")) }
        #expect(refusals.reason == nil)
        refusals.note(Self.refusal, from: endpoint(Self.google + "b", of: 2))
        #expect(refusals.reason?.contains("fcm.googleapis.com") == true)
    }

    @Test("is reported at once if the operator has configured it, and forgotten a day after its last answer")
    func configured() {
        refusals.note(Self.refusal, from: endpoint("abcd", .apple))
        #expect(refusals.reason == "The service apple refuses the server's credentials. The log has its answer.")
        clock.advance(by: PushRefusals.life - 1)
        #expect(refusals.reason != nil)
        clock.advance(by: 1)
        #expect(refusals.reason == nil)
    }

    @Test("keeps the records of hosts that members name within a limit")
    func bounded() {
        for number in 0..<1_000 {
            refusals.note(Self.refusal, from: endpoint("https://h\(number).example.org/a"))
        }
        refusals.note(Self.refusal, from: endpoint(Self.google + "a"))
        #expect(refusals.reason?.contains("fcm.googleapis.com") == true)
    }

    @Test(
        "is known as a browser's by its host, over https",
        arguments: [
            ("https://fcm.googleapis.com/fcm/send/x", true),
            ("https://updates.push.services.mozilla.com/wpush/v2/x", true),
            ("https://web.push.apple.com/x", true), ("https://db5p.notify.windows.com/w/?token=x", true),
            ("http://fcm.googleapis.com/x", false), ("https://fcm.googleapis.com:8443/x", false),
            ("https://fcm.googleapis.com.example.org/x", false),
            ("https://evilpush.apple.com/x", false), ("https://ntfy.example.org/x", false), ("no URL", false),
        ])
    func hosts(address: String, isKnown: Bool) {
        #expect((PushOrigin(of: endpoint(address)).kind == .known) == isKnown)
    }
}
