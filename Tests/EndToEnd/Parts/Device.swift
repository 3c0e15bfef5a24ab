import Foundation
import NexusClient
import NexusCore
import NexusTestSupport
import Synchronization
import Testing

/// A device of a user: a real client with its own folder.
final class Device: Sendable {
    let folder: String
    let client: NexusClient
    private let connection = Mutex<Task<Void, any Error>?>(nil)
    private let ownsFolder: Bool

    /// - Parameters:
    ///   - folder: of a device that was started before; without, a new one.
    ///   - live: opens the live socket; as apps do without.
    ///   - sharesProfile: whether other clients may use the folder at the same time.
    init(
        folder: String? = nil, clock: any ClientClock = SystemClock(), live: (any LiveTransport)? = nil,
        sharesProfile: Bool = true
    ) throws {
        ownsFolder = folder == nil
        self.folder = folder ?? NSTemporaryDirectory() + "nexus-device-" + UUID().uuidString
        var configuration = ClientConfiguration(live: live, clock: clock, sharesProfile: sharesProfile)
        configuration.device = "test device"
        client = NexusClient(try ProfileFolder(self.folder), configuration: configuration)
    }

    deinit {
        connection.withLock { $0?.cancel() }
        if ownsFolder { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// A new user's device, connected.
    static func signedUp(
        _ name: String, at server: String, connects: Bool = true, live: (any LiveTransport)? = nil
    ) async throws -> Device {
        let device = try Device(live: live)
        try await device.client.signUp(
            server: server, name: name, email: "\(name.lowercased())@example.org", password: "correct horse")
        if connects { try await device.connect() }
        return device
    }

    /// Keeps a connection from now on, and waits until it is there.
    func connect() async throws {
        start()
        try await eventually("the device is connected") { await client.isOnline }
    }

    /// Keeps trying to have a connection from now on.
    func start() {
        connection.withLock { task in
            task?.cancel()
            task = Task { [client] in try await client.run() }
        }
    }

    /// Exits like an app; its outbox stays.
    func quit() async {
        let task = connection.withLock { $0 }
        task?.cancel()
        _ = await task?.result
        await client.close()
    }

    /// The end of the connection, if it has ended.
    var ending: Result<Void, any Error>? { get async { await connection.withLock { $0 }?.result } }

    func texts(_ conversation: ConversationID) async throws -> [String] {
        try await client.messages(in: conversation, limit: 200).messages.map(\.text)
    }

    func statuses(_ conversation: ConversationID) async throws -> [MessageStatus] {
        try await client.messages(in: conversation, limit: 200).messages.compactMap(\.status)
    }

    /// The user as found by others.
    var user: User {
        get async throws {
            guard let account = try await client.account() else { throw ClientError.signedOut }
            return account.profile.user
        }
    }
}
