import Crypto
import Foundation
import NIOCore
import NexusClient
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

/// A team's server and a relay, both real, before the stand-ins for Apple's and Google's services.
@Suite("The push relay", .serialized)
struct RelayTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "relay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A person whose device the relay reaches.
    private struct Person {
        let signedIn: SignedIn
        let keys = PushKeys()
        var id: UserID { signedIn.profile.user.id }
    }

    /// Ada, who writes, and two whom a message reaches at Apple's and at Google's service.
    private struct Team {
        let server: TestServer
        let running: RunningServer
        let ada: Person
        let ben: Person
        let cyd: Person

        init(_ relay: RelayPushSettings?, apple: [UInt8], google: String, data: String? = nil, log: LogLines)
            async throws
        {
            server = try await TestServer(
                data: data,
                settings: {
                    $0.push.relay = relay
                    $0.push.patience = PushPatience(connect: .minutes(1), whole: .minutes(2))
                    $0.pushPace.firstRetry = 50
                    $0.pushPace.longestRetry = 200
                    $0.settling = .milliseconds(1)
                    $0.transport.shutdownTimeout = .milliseconds(100)
                }, logger: log.logger)
            running = RunningServer(port: server.port, clock: TestClock())
            ada = Person(signedIn: try await running.signUp("Ada"))
            ben = Person(signedIn: try await running.signUp("Ben"))
            cyd = Person(signedIn: try await running.signUp("Cyd"))
            try await register(.relay(.apple(apple), keys: ben.keys), of: ben)
            try await register(.relay(.google(google), keys: cyd.keys), of: cyd)
            for person in [ben, cyd] { try await apply(.createDirect(direct(person), with: person.id), by: ada) }
        }

        func direct(_ person: Person) -> ConversationID { .direct(between: ada.id, and: person.id) }

        func register(_ registration: PushRegistration, of person: Person) async throws {
            let body = String(decoding: registration.json, as: UTF8.self)
            let answer = try await running.ask("PUT", "/v1/push/endpoint", body, token: person.signedIn.accessToken)
            #expect(answer.status == 200, "\(answer.body)")
        }

        func isRegistered(_ person: Person) async throws -> Bool {
            try await running.ask("GET", "/v1/push/endpoint", token: person.signedIn.accessToken).body.contains("true")
        }

        @discardableResult
        func apply(_ kind: NexusCore.Operation.Kind, by person: Person) async throws -> Seq {
            let operation = NexusCore.Operation(id: OperationID(at: PushBench.present()), kind: kind)
            let answer = try await running.apply(operation, token: person.signedIn.accessToken)
            #expect(answer.status == 200, "\(answer.body)")
            return try Acknowledgement.decode(answer.body).seq
        }

        @discardableResult
        func write(_ text: String, to person: Person) async throws -> Seq {
            try await apply(.post(direct(person), Post(text: text, writtenAt: PushBench.present())), by: ada)
        }

        func report() async throws -> PushReport {
            try PushReport.decode(
                try await running.ask("GET", "/v1/admin/push", token: ada.signedIn.accessToken).body)
        }

        func settled() async throws {
            try await eventually("nothing waits") { try await report().waiting == 0 }
        }
    }

    private static func device(_ answer: String) -> [UInt8] {
        Array(answer.utf8) + [UInt8](repeating: 0, count: max(0, 32 - answer.utf8.count))
    }

    @Test("carries messages and withdrawals that only the device can read, to Apple's and to Google's service")
    func delivered() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let apple = try await PhonePushService("apple_push_service.py")
        let google = try await PhonePushService("google_push_service.py")
        let (relayLog, teamLog) = (LogLines(), LogLines())
        let database = folder.appending(path: "relay.sqlite").path
        let relay = try await TestRelay(
            data: database,
            push: try PhonePushService.keys(apple: apple, google: google, roots: folder.appending(path: "roots.pem")),
            logger: relayLog.logger)
        let (device, token) = (Self.device("ben's phone"), "cyd-phone-token")
        let team = try await Team(try relay.settings(), apple: device, google: token, log: teamLog)
        let long = String(repeating: "Zoë \"👩‍🚀\" ", count: 600)
        let seq = try await team.write(long, to: team.ben)
        try await team.write("Lunch?", to: team.cyd)

        let sealed = try #require(try await apple.taken(1).first)
        let shown = try PushedNotification(relayed: sealed, keys: team.ben.keys)
        #expect(shown.kind == .message && shown.senderName == "Ada" && shown.conversation == team.direct(team.ben))
        #expect(shown.text.hasPrefix("Zoë \"👩‍🚀\" Zoë") && shown.text.hasSuffix("…") && shown.badge == 1)
        #expect(throws: PushDecryptionError.wrongKeys) { try PushedNotification(relayed: sealed, keys: team.cyd.keys) }
        let other = try PushedNotification(relayed: try await google.taken(1)[0], keys: team.cyd.keys)
        #expect(other.text == "Lunch?" && other.title == "Ada")

        let conversation = team.direct(team.ben)
        try await team.settled()
        try await team.apply(.receipt(conversation, read: seq, delivered: seq), by: team.ben)
        let withdrawn = try PushedNotification(relayed: try await apple.taken(2)[1], keys: team.ben.keys)
        #expect(withdrawn.kind == .withdrawal && withdrawn.conversation == shown.conversation && withdrawn.badge == 0)
        let test = try await team.running.ask("POST", "/v1/push/test", "{}", token: team.cyd.signedIn.accessToken)
        #expect(try PushTest.decode(test.body).steps.map(\.succeeded) == [true, true])
        #expect(try PushedNotification(relayed: try await google.taken(2)[1], keys: team.cyd.keys).kind == .test)

        let requests = try apple.sofar() + google.sofar()
        #expect(requests.allSatisfy { $0.size <= 4_096 + token.utf8.count })
        // Beside the ciphertext and the token for Apple, which may hold any letters.
        let told = requests.flatMap { request in
            [request.plaintext.replacing(/"nexus":"[^"]*"/, with: "")]
                + request.headers.filter { $0.key != "authorization" }.values
        }
        for secret in ["Ada", "Lunch", "Zoë", conversation.text, conversation.text.filter { $0 != "-" }] {
            #expect(!told.contains { $0.contains(secret) }, "\(secret)")
        }
        #expect(requests.contains { $0.plaintext.contains(#""body":"New message""#) })
        let first = try apple.sofar()
        #expect(Set(first.map { $0.headers["apns-collapse-id"] }).count == 1, "the withdrawal replaces the message")
        #expect(first.map { $0.headers["apns-push-type"] } == ["alert", "background"])

        // What it knows of a server: a hash. What it logs: no token, no secret, no ciphertext.
        let metrics = try await relay.raw.ask("GET", "/metrics").body
        #expect(metrics.contains(#"nexus_relay_pushes_total{outcome="accepted",service="apns"} 2"#))
        #expect(metrics.contains("nexus_relay_registrations_total 1"))
        #expect(try await relay.raw.ask("GET", "/health").body.contains(#""name":"apns","state":"ok""#))
        let hexadecimal = PushRegistration.relay(.apple(device), keys: team.ben.keys).address.dropFirst(5)
        let lines = relayLog.all + teamLog.all
        for secret in [String(hexadecimal), token, sealed, "Lunch", "Bearer"] {
            #expect(!lines.contains { $0.contains(secret) }, "\(secret)")
        }
        #expect(relayLog.all.contains { $0.contains("/v1/pushes") })
        await team.server.stop()
        await relay.stop()
    }

    @Test(
        "passes on what Apple and Google answer: gone, retry with its time, refused; a device that is gone is forgotten"
    )
    func answers() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let apple = try await PhonePushService("apple_push_service.py")
        let google = try await PhonePushService("google_push_service.py")
        let keys = try PhonePushService.keys(apple: apple, google: google, roots: folder.appending(path: "roots.pem"))
        let relay = try await TestRelay(push: keys)
        let settings = try relay.settings()
        try await PushBench.run(local: [], configure: { $0.relay = settings }) { bench in
            #expect(bench.transports.services == [.web, .relay])
            let device = PushKeys()
            func outcome(_ token: RelayedToken) async -> String {
                let registration = PushRegistration.relay(token, keys: device)
                let endpoint = PushEndpoint(
                    id: PushEndpointID(high: 1, low: 1), user: UserID(high: 1, low: 2),
                    session: SessionID(high: 1, low: 3), service: .relay, address: registration.address,
                    publicKey: Base64URL.bytes(of: registration.key) ?? [],
                    secret: Base64URL.bytes(of: registration.secret) ?? [])
                return await bench.send(.example(), to: endpoint).summary
            }
            for (answer, wanted) in [
                ("410:Unregistered", "gone"), ("400:BadDeviceToken", "gone"),
                ("429:TooManyProviderTokenUpdates", "retry rate 1200"), ("429:TooManyRequests", "retry rate"),
                ("503:ServiceUnavailable", "retry service 7"), ("500:InternalServerError", "retry service"),
                ("413:PayloadTooLarge", "refused size"), ("400:BadCollapseId", "refused service"),
                ("403:InvalidProviderToken", "retry service 300"), ("device", "sent"),
            ] {
                #expect(await outcome(.apple(Self.device(answer))) == wanted, "\(answer)")
                guard answer.hasPrefix("403") else { continue }
                let health = try await relay.raw.ask("GET", "/health").body
                #expect(health.contains("InvalidProviderToken"))
            }
            #expect(await outcome(.apple(Self.device("device"), isSandbox: true)) == "sent")
            for (answer, wanted) in [
                ("404:UNREGISTERED", "gone"), ("429:QUOTA_EXCEEDED", "retry rate 60"),
                ("503:UNAVAILABLE", "retry service 9"), ("400:INVALID_ARGUMENT", "refused service"), ("device", "sent"),
            ] { #expect(await outcome(.google(answer)) == wanted, "\(answer)") }
        }
        let team = try await Team(
            settings, apple: Self.device("410:Unregistered"), google: "503:UNAVAILABLE:once", log: LogLines())
        try await team.write("hello", to: team.ben)
        try await eventually("the device is forgotten") { try await !team.isRegistered(team.ben) }
        await team.server.stop()
        await relay.stop()
    }

    @Test("may be down, come back, and lose what it knew: every due notification arrives once")
    func outage() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let apple = try await PhonePushService("apple_push_service.py")
        let google = try await PhonePushService("google_push_service.py")
        let keys = try PhonePushService.keys(apple: apple, google: google, roots: folder.appending(path: "roots.pem"))
        let database = folder.appending(path: "relay.sqlite").path
        let token = "the operator's token".replacing(" ", with: "-")
        func start(on port: Int) async throws -> TestRelay {
            try await TestRelay(data: database, port: port, push: keys, settings: { $0.registrationToken = token })
        }
        var relay = try await start(on: 0)
        let data = folder.appending(path: "nexus.sqlite").path
        let team = try await Team(
            try relay.settings(token: token), apple: Self.device("phone"), google: "phone", data: data, log: LogLines())
        try await team.write("one", to: team.ben)
        _ = try await apple.taken(1)
        await relay.stop()
        try await team.write("two", to: team.ben)
        try await team.write("for Cyd", to: team.cyd)
        try await eventually("it was tried") {
            try await team.report().failures.contains { $0.reason == "connection" && $0.count >= 2 }
        }
        relay = try await start(on: relay.port)
        _ = try await google.taken(1)
        _ = try await apple.taken(2)
        try await team.settled()

        // Its list of servers is lost: this server registers again by itself.
        await relay.stop()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
        relay = try await start(on: relay.port)
        try await team.write("three", to: team.ben)
        let all = try await apple.taken(3)
        try await team.settled()
        #expect(try await relay.raw.ask("GET", "/metrics").body.contains("nexus_relay_registrations_total 1"))
        let texts = try all.map { try PushedNotification(relayed: $0, keys: team.ben.keys).text }
        #expect(texts == ["one", "two", "three"])
        #expect(try await google.taken(1).count == 1)
        await team.server.stop()
        // The account is kept with the database.
        let settings = try relay.settings(token: token)
        let stored = try SQLDatabase(DatabaseConfiguration(storage: .file(data)), migrations: Schema.migrations)
        let account = try await stored.read { try RelayAccountRepository.stored($0) }
        try await stored.close()
        #expect(account?.relay == settings?.url && account?.isValid == true)
        await relay.stop()
    }

    private static func push(
        _ service: RelayedPush.Service = .apns, token: String = String(repeating: "0f", count: 32),
        key: String = "conversation_1", bytes: Int = RelayedPush.ciphertextBytes.upperBound
    ) -> RelayedPush {
        var record = [UInt8](repeating: 0xFB, count: bytes)
        if record.count > 20 { record[20] = 65 }
        return RelayedPush(
            service: service, token: token, urgency: .high, life: 60, collapseKey: key,
            ciphertext: Base64URL.text(of: record))
    }

    @Test("takes what fits, at the edge of every limit, and refuses the rest with a code")
    func limits() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let apple = try await PhonePushService("apple_push_service.py")
        let google = try await PhonePushService("google_push_service.py")
        let relay = try await TestRelay(
            push: try PhonePushService.keys(apple: apple, google: google, roots: folder.appending(path: "roots.pem")))
        let account = try await relay.register()
        let longest = String(repeating: "0f", count: 100)
        let key = String(repeating: "k", count: 32)
        for push in [
            Self.push(token: longest, key: key), Self.push(bytes: RelayedPush.ciphertextBytes.lowerBound),
            Self.push(.fcm, token: String(repeating: "t", count: 4_096), key: key),
        ] {
            let answer = try await relay.send(push, account.bearer)
            #expect(answer.status == 200 && answer.body == #"{"outcome":"accepted"}"#, "\(answer.body)")
        }
        #expect(try apple.sofar().allSatisfy { $0.size <= 4_096 })

        func refusal(_ push: RelayedPush) async throws -> ErrorCode? {
            try await relay.send(push, account.bearer).refusal?.code
        }
        #expect(try await refusal(Self.push(bytes: RelayedPush.ciphertextBytes.upperBound + 1)) == .tooLarge)
        #expect(try await refusal(Self.push(bytes: RelayedPush.ciphertextBytes.lowerBound - 1)) == .invalidRequest)
        #expect(try await refusal(Self.push(token: longest + "0f")) == .invalidRequest)
        #expect(try await refusal(Self.push(token: "../../3/device")) == .invalidRequest)
        #expect(try await refusal(Self.push(.fcm, token: String(repeating: "t", count: 4_097))) == .invalidRequest)
        #expect(try await refusal(Self.push(key: key + "k")) == .invalidRequest)
        #expect(try await refusal(Self.push(key: "a b")) == .invalidRequest)
        var push = Self.push()
        push.ciphertext = String(repeating: "A", count: 200)
        #expect(try await refusal(push) == .invalidRequest, "no record of RFC 8291")
        push.ciphertext = "!"
        #expect(try await refusal(push) == .invalidRequest)
        push = Self.push()
        push.life = Int(RelayedPush.longestLife) + 1
        #expect(try await refusal(push) == .invalidJSON)
        push = Self.push(.fcm, token: "t")
        push.environment = .sandbox
        #expect(try await refusal(push) == .invalidRequest)
        let body = String(repeating: " ", count: RelayedPush.bodyBytes + 1)
        #expect(try await relay.raw.ask("POST", "/v1/pushes", body, token: account.bearer).refusal?.code == .tooLarge)
        #expect(try await relay.raw.ask("POST", "/v1/pushes", "{", token: account.bearer).refusal?.code == .invalidJSON)

        let stranger = RelayedServerID(at: PushBench.present())
        for bearer in [
            nil, "", account.server, account.secret, "\(account.server).", "\(account.server).\(account.secret)x",
            "\(stranger.text).\(account.secret)", "x.\(account.secret)",
        ] {
            let answer = try await relay.send(Self.push(), bearer)
            #expect(answer.status == 401 && answer.refusal?.code == .notSignedIn, "\(bearer ?? "none")")
        }
        #expect(try await relay.raw.ask("GET", "/v1/pushes").status == 405)
        #expect(try await relay.raw.ask("GET", "/v1/server").status == 404)
        await relay.stop()
    }

    @Test("limits pushes by server and registrations by address, and takes servers with the operator's token alone")
    func rates() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = TestClock()
        let token = "0123456789abcdef"
        let relay = try await TestRelay(
            settings: {
                $0.pushesPerMinute = 3
                $0.registrationToken = token
                $0.serverLimit = 3
            }, now: { clock.now })
        let (first, second) = (try await relay.register(token: token), try await relay.register(token: token))
        for _ in 1...3 { #expect(try await relay.send(Self.push(), first.bearer).status == 422, "it has no keys") }
        let limited = try await relay.send(Self.push(), first.bearer)
        #expect(limited.refusal?.code == .rateLimited && limited.headers["retry-after"] == "20")
        #expect(try await relay.send(Self.push(), second.bearer).status == 422, "each server has its own")
        clock.advance(by: 19_999)
        #expect(try await relay.send(Self.push(), first.bearer).status == 429)
        clock.advance(by: 1)
        #expect(try await relay.send(Self.push(), first.bearer).status == 422)

        for wrong in [nil, "0123456789abcdeF"] {
            let answer = try await relay.raw.ask("POST", "/v1/servers", "{}", token: wrong)
            #expect(answer.status == 403 && answer.refusal?.code == .forbidden)
        }
        _ = try await relay.register(token: token)
        let full = try await relay.raw.ask("POST", "/v1/servers", "{}", token: token)
        #expect(full.refusal?.code == .overloaded && full.headers["retry-after"] == "3600")
        for _ in 1...4 { _ = try await relay.raw.ask("POST", "/v1/servers", "{}") }
        let last = try await relay.raw.ask("POST", "/v1/servers", "{}", token: token)
        #expect(last.refusal?.code == .rateLimited, "ten an hour, taken or not")
        // Servers that sent nothing for 90 days are forgotten, and make place.
        clock.advance(by: RelayService.memory - 20_000)
        #expect(try await relay.send(Self.push(), second.bearer).status == 422)
        clock.advance(by: 20_001)
        let replacement = try await relay.register(token: token)
        #expect(try await relay.send(Self.push(), replacement.bearer).status == 422)
        #expect(try await relay.send(Self.push(), second.bearer).status == 422)
        #expect(try await relay.send(Self.push(), first.bearer).status == 401)
        await relay.stop()
    }

    @Test("is a setting that names the variable that is wrong, and an address of a device that has its service")
    func settings() async throws {
        for (variable, value) in [
            ("NEXUS_PUSH_RELAY", "push.example.org"), ("NEXUS_PUSH_RELAY", "http://push.example.org"),
            ("NEXUS_PUSH_RELAY", "https://push.example.org/relay"), ("NEXUS_PUSH_RELAY", "https://u@push.example.org"),
            ("NEXUS_PUSH_RELAY", ""), ("NEXUS_PUSH_RELAY_TOKEN", "short"),
            ("NEXUS_PUSH_RELAY_TOKEN", "0123456789 abcdef"),
        ] {
            let environment = [
                "NEXUS_PUSH_RELAY": "https://push.example.org", "NEXUS_PUSH_RELAY_TOKEN": "0123456789abcdef",
            ].merging([variable: value]) { $1 }
            let error = #expect(throws: PushSettingsError.self, "\(variable) \(value)") {
                try PushSettings(environment: environment, publicOrigin: nil)
            }
            #expect(error?.variable == variable)
        }
        let set = try PushSettings(environment: ["NEXUS_PUSH_RELAY": "https://Push.example.org/"], publicOrigin: nil)
        #expect(set.relay?.url == "https://push.example.org" && set.relay?.token == nil)
        let database = DatabaseConfiguration(storage: .memory)
        let keyless = #expect(throws: PushSettingsError.self) {
            try RelayConfiguration(database: database, environment: [:], now: PushBench.present)
        }
        #expect(keyless?.variable == "NEXUS_APNS_KEY_FILE")
        let apple = try await PhonePushService("apple_push_service.py")
        let weak = #expect(throws: PushSettingsError.self) {
            try RelayConfiguration(
                database: database, environment: apple.settings.merging(["NEXUS_RELAY_TOKEN": "short"]) { $1 },
                now: PushBench.present)
        }
        #expect(weak?.variable == "NEXUS_RELAY_TOKEN")
        let token = String(repeating: "0f", count: 32)
        #expect(RelayedDevice(address: "apns-sandbox:\(token)")?.environment == .sandbox)
        #expect(RelayedDevice(address: "fcm:a:b")?.token == "a:b")
        for address in ["", token, "apns:", "apns:x", "fcm:", "fcm:a b", "web:https://a.example", "apns:\(token)00:"] {
            #expect(RelayedDevice(address: address) == nil, "\(address)")
        }
        // The wire of docs/relay.md, to the byte.
        for (push, wanted) in [
            (
                RelayedPush(
                    service: .apns, environment: .sandbox, token: "0f", urgency: .normal, life: 60, collapseKey: "k",
                    ciphertext: "AA"),
                #"{"service":"apns","environment":"sandbox","token":"0f","urgency":"normal","ttl":60,"collapseKey":"k","ciphertext":"AA"}"#
            ),
            (
                RelayedPush(
                    service: .fcm, token: "t", urgency: .high, life: 0, collapseKey: "k", ciphertext: "AA"),
                #"{"service":"fcm","token":"t","urgency":"high","ttl":0,"collapseKey":"k","ciphertext":"AA"}"#
            ),
        ] {
            #expect(String(decoding: push.json, as: UTF8.self) == wanted)
            #expect(try RelayedPush.decode(wanted) == push)
        }
        #expect(RelayPushTransport.padding(of: 1) == 511 && RelayPushTransport.padding(of: 2_560) == 0)
    }

    @Test("speaks TLS itself: servers register over it, and a renewed certificate is used for new connections")
    func secure() async throws {
        let certificates = try CertificateFolder()
        try certificates.sign("first")
        let relay = try await TestRelay(settings: {
            $0.transport.tls = certificates.files
            $0.transport.tlsInterval = .milliseconds(20)
        })
        func shown() async throws -> (certificate: [UInt8], isOk: Bool) {
            let (socket, shown) = try await RawSocket.connectSecurely(
                port: relay.port, trusting: certificates.authority)
            defer { socket.close() }
            try await socket.send(RunningServer.request("POST", "/v1/servers", "{}"))
            let registered = try await RunningServer.Answer(socket.response())
            #expect(registered.status == 200)
            #expect(registered.headers["strict-transport-security"] == "max-age=31536000")
            try await socket.send(RunningServer.request("GET", "/health"))
            let health = try await RunningServer.Answer(socket.response()).body
            try await socket.send(RunningServer.request("GET", "/metrics"))
            let page = try await RunningServer.Answer(socket.response()).body
            #expect(page.contains("\nnexus_tls_certificate_expiry_timestamp_seconds "))
            return (shown, health.contains(#"{"name":"tls","state":"ok"}"#))
        }
        let first = try await shown()
        #expect(first.isOk)
        try certificates.sign("second")
        // Degraded meanwhile, if it reads the new key beside the earlier certificate.
        try await eventually("the renewed certificate is shown") {
            let now = try await shown()
            return now.isOk && now.certificate != first.certificate
        }
        await relay.stop()
        let error = await #expect(throws: TLSFilesError.self) {
            try await TestRelay(settings: { $0.transport.tls = TLSFiles(certificate: "none.pem", key: "none.key") })
        }
        #expect(error?.text == "The TLS certificate \"none.pem\" does not exist.")
    }
}
