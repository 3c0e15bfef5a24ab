import Foundation
import Logging
import NIOCore
import NIOPosix
import NexusCore
import NexusDatabase

@testable import NexusServer

/// Transports for a test, closed after it.
struct PushBench: Sendable {
    let transports: PushTransports
    let keys: VAPIDKeys

    /// Runs `body` with transports that allow the local authorities.
    static func run(
        local: [String], keys: VAPIDKeys = VAPIDKeys(), now: @escaping @Sendable () -> Timestamp = PushBench.present,
        configure: (inout PushSettings) -> Void = { _ in }, _ body: (PushBench) async throws -> Void
    ) async throws {
        var settings = PushSettings()
        settings.local = Set(local)
        settings.contact = "mailto:admin@example.org"
        // A busy machine is not a slow push service.
        settings.patience = PushPatience(connect: .minutes(1), whole: .minutes(2))
        configure(&settings)
        var logger = Logger(label: "push")
        logger.logLevel = .critical
        let database = try SQLDatabase(DatabaseConfiguration(storage: .memory), migrations: Schema.migrations)
        let transports = try PushTransports(
            settings, keys: keys, database: database, group: MultiThreadedEventLoopGroup.singleton, now: now,
            logger: logger)
        do {
            try await body(PushBench(transports: transports, keys: keys))
        } catch {
            await transports.shutdown()
            throw error
        }
        await transports.shutdown()
    }

    static let present: @Sendable () -> Timestamp = {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    }

    func send(
        _ content: PushContent, to endpoint: PushEndpoint, key: String = "conversation_1", life: Int = 14_400
    ) async -> PushOutcome {
        await transports.send(OutgoingPush(content: content, collapseKey: key, life: life), to: endpoint)
    }
}

extension PushContent {
    static let conversationID = ConversationID(high: 7, low: 8)
    static let messageID = MessageID(high: 9, low: 10)
    static let senderID = UserID(high: 11, low: 12)

    static func example(_ text: String = "Lunch at \"noon\"? \u{1F371}") -> PushContent {
        PushContent(
            kind: .message, conversation: conversationID, message: messageID, sender: senderID, senderName: "Ada",
            title: "Ada", text: text, badge: 3, picture: "https://chat.example.org/p/1",
            page: "https://chat.example.org/#conversation")
    }

    static let withdrawal = PushContent(
        kind: .withdrawal, conversation: conversationID, title: "", text: "", badge: 0, page: "")
}

extension PushOutcome {
    /// In words, as `retry rate 60`.
    var summary: String {
        switch self {
        case .sent: "sent"
        case .gone: "gone"
        case .retry(let after, let failure): "retry \(failure.reason)" + (after.map { " \($0)" } ?? "")
        case .refused(let failure): "refused \(failure.reason)"
        }
    }
}
