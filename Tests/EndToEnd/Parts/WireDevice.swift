import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NexusClient
import NexusCore
import NexusTestSupport
import Synchronization
import Testing

/// A device that speaks the live protocol by hand: it sends the test's frames and records every received one.
final class WireDevice: Sendable {
    let profile: Profile
    let accessToken: String
    private let address: String
    private let server: ServerAddress
    private let heard = Mutex<[ServerFrame]>([])
    private let ended = Atomic(false)
    private let line = Mutex<(socket: any LiveSocket, task: Task<Void, Never>)?>(nil)

    var user: UserID { profile.user.id }

    /// Everything heard so far.
    var frames: [ServerFrame] { heard.withLock { $0 } }

    init(_ signedIn: SignedIn, at address: String) throws {
        profile = signedIn.profile
        accessToken = signedIn.accessToken
        self.address = address
        server = try ServerAddress(address)
    }

    deinit { disconnect() }

    /// A new user's device, connected by default.
    static func signedUp(_ name: String, at address: String, connects: Bool = true) async throws -> WireDevice {
        let body = SignUpRequest(
            email: "\(name.lowercased())@example.org", password: "correct horse", name: name, device: "wire")
        var request = HTTPClientRequest(url: address + "\(Endpoints.signUp.path)")
        request.method = .POST
        request.body = .bytes(ByteBuffer(bytes: body.json))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let device = try WireDevice(
            try SignedIn.decode(Array(buffer: try await response.body.collect(upTo: 1 << 20))), at: address)
        if connects { try await device.connect() }
        return device
    }

    /// Posts to a route of the server.
    func post<Body: JSONEncodable, Answer: JSONDecodable>(
        _ body: Body, to endpoint: Endpoint<Body, Answer>
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: address + "\(endpoint.path)")
        request.method = .POST
        request.headers.add(name: "Authorization", value: "Bearer \(accessToken)")
        request.body = .bytes(ByteBuffer(bytes: body.json))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        return try Answer.decode(Array(buffer: try await response.body.collect(upTo: 1 << 20)))
    }

    /// Opens the socket and waits for its welcome.
    func connect() async throws {
        let socket = try await WebSocketTransport().open(server, accessToken: accessToken)
        let known = welcomes
        ended.store(false, ordering: .relaxed)
        let task = Task { [weak self] in
            while let frames = await socket.receive() { self?.heard.withLock { $0 += frames } }
            self?.ended.store(true, ordering: .relaxed)
        }
        line.withLock { $0 = (socket, task) }
        try await eventually("the welcome came") { welcomes > known }
    }

    /// Whether the server has closed the socket.
    var isClosed: Bool { ended.load(ordering: .relaxed) }

    /// The socket goes as that of a killed program does, without a word.
    func disconnect() {
        line.withLock { line in
            line?.socket.close()
            line?.task.cancel()
            line = nil
        }
    }

    func send(_ frame: ClientFrame) { line.withLock { $0?.socket }?.send(frame) }

    /// Performs an operation and waits until it has taken effect.
    @discardableResult
    func perform(_ kind: NexusCore.Operation.Kind) async throws -> OperationID {
        let operation = NexusCore.Operation(id: WireDevice.identifier(), kind: kind)
        try await perform(operation)
        return operation.id
    }

    func perform(_ operation: NexusCore.Operation) async throws {
        let known = acknowledgements(of: operation.id)
        send(.operation(operation))
        try await eventually("the operation is acknowledged") { acknowledgements(of: operation.id) > known }
    }

    /// Waits until all earlier frames of the server have arrived.
    func settle() async throws {
        let count = moved
        send(.discover(since: nil))
        try await eventually("the server answers") { moved > count }
    }

    /// Forgets the received frames.
    func clear() { heard.withLock { $0 = [] } }

    static func identifier<Subject>() -> ID<Subject> {
        var random = SystemRandomNumberGenerator()
        return ID(at: SystemClock().now(), using: &random)
    }

    private var welcomes: Int { frames.count { if case .welcome = $0 { true } else { false } } }

    private var moved: Int { frames.count { if case .moved = $0 { true } else { false } } }

    private func acknowledgements(of id: OperationID) -> Int {
        frames.count { if case .ack(let acknowledgement) = $0 { acknowledgement.operation == id } else { false } }
    }
}

extension WireDevice {
    /// The received presences of a user, in order.
    func presence(of user: UserID) -> [Presence] {
        frames.flatMap { if case .presence(let people) = $0 { people } else { [] as [Presence] } }
            .filter { $0.user == user }
    }

    /// The received typing of a conversation, in order.
    func typing(in conversation: ConversationID) -> [(user: UserID, isActive: Bool)] {
        frames.compactMap { frame in
            guard case .typing(conversation, let user, let isActive) = frame else { return nil }
            return (user, isActive)
        }
    }

    var hearsOfPresence: Bool { frames.contains { if case .presence = $0 { true } else { false } } }
}
