import NexusClient
import NexusCore
import NexusTestSupport
import Testing

@Suite("The push registration of a device of Apple") @MainActor
struct PushDeviceViewModelTests {
    /// A server that offers some services, and a session that may end.
    private final class Server: PushDeviceService, PushKeyStore, @unchecked Sendable {
        // Used on the main actor alone.
        var services: [String]
        var session: SessionID? = SessionID(high: 1, low: 1)
        var failure: ClientError?
        var registrations: [PushRegistration] = []
        var held: PushKeys?
        let (changes, change) = AsyncStream.makeStream(of: ClientEvent.self)

        init(_ services: [String]) { self.services = services }

        func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent> { changes }
        func account() async throws(ClientError) -> Account? {
            guard let session else { return nil }
            let user = User(id: UserID(high: 1, low: 2), name: "Ada", email: "ada@example.org")
            return Account(
                server: try ServerAddress("https://chat.example.org"), session: session,
                profile: Profile(user: user, showsPresence: true))
        }
        func pushInfo() async throws(ClientError) -> PushInfo {
            if let failure { throw failure }
            return PushInfo(services: services)
        }
        func registerPush(_ registration: PushRegistration) async throws(ClientError) {
            registrations.append(registration)
        }
        func load() throws(ClientError) -> PushKeys? { held }
        func save(_ keys: PushKeys) throws(ClientError) { held = keys }
        func remove() throws(ClientError) { held = nil }
    }

    private let token: [UInt8] = [0, 171, 255]

    @Test("goes through a relay if there is one, with the device's keys, once for each session and token")
    func relay() async throws {
        let server = Server(["web", "apple", "relay"])
        let model = PushDeviceViewModel(server, keys: server)
        await model.refresh()
        #expect(model.state == .waiting && server.held == nil, "the system has given no token")
        await model.take(token)
        let keys = try #require(server.held)
        #expect(server.registrations == [.relay(.apple(token), keys: keys)] && model.state == .registered("relay"))
        await model.take(token)
        #expect(server.registrations.count == 1)
        server.session = SessionID(high: 1, low: 2)
        await model.refresh()
        await model.take([1])
        #expect(server.registrations.map(\.address) == ["apns:00abff", "apns:00abff", "apns:01"])
        #expect(server.registrations.allSatisfy { $0.key == keys.publicKey })
    }

    @Test("uses the server's own key of Apple without a relay, for an app in development the test service")
    func own() async throws {
        let server = Server(["web", "apple", "appleSandbox"])
        for (isSandbox, name) in [(false, "apple"), (true, "appleSandbox")] {
            let model = PushDeviceViewModel(server, keys: server, isSandbox: isSandbox)
            await model.take(token)
            #expect(server.registrations.last == PushRegistration(service: name, address: "00abff"))
        }
        #expect(server.held == nil, "nothing is encrypted")
        let web = PushDeviceViewModel(Server(["web"]), keys: server)
        await web.take(token)
        #expect(web.state == .unavailable)
    }

    @Test("is tried again with the next connection; a sign-out removes the keys")
    func again() async throws {
        let server = Server(["relay"])
        server.failure = .offline("a test")
        let model = PushDeviceViewModel(server, keys: server)
        await model.take(token)
        #expect(model.state == .failed(.offline("a test")))
        server.failure = nil
        let task = Task { await model.observe() }
        try await eventually("it is registered") { model.state == .registered("relay") }
        server.session = nil
        server.change.yield(.connection(isOnline: false))
        try await eventually("nobody is signed in") { model.state == .waiting }
        #expect(server.held == nil, "what still arrives cannot be read")
        task.cancel()
        await task.value
    }
}
