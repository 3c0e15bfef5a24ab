import Foundation
import NIOCore
import NexusCore
import NexusServer

/// `catchup`: a client returns to 10,000 missed messages in 20 conversations: the time from its question to the last of
/// them.
public struct CatchupScenario: Sendable {
    public var conversations: Int
    public var messages: Int

    public init(conversations: Int = 20, messages: Int = 10_000) {
        self.conversations = conversations
        self.messages = messages
    }

    public func run(on target: BenchTarget) async throws -> BenchReport {
        let each = messages / conversations
        return try await BenchSetting.run(
            "catchup", on: target,
            seed: { seed in
                var team = try await BenchTeam.people(2, seed)
                for _ in 0..<conversations {
                    try await team.addGroup(of: team.people.map(\.user.id), seed)
                    try await BenchTeam.post(
                        each, in: team.conversations[team.conversations.count - 1], by: team.people[0].user.id, seed)
                }
                return team
            }
        ) { setting, team, report in
            let loop = setting.connector.eventLoop
            var times: [Double] = []
            let spending = ServerSpending(of: setting.figures)
            for _ in 0..<5 {
                let reader = NIOLoopBoundBox.makeBoxSendingValue(
                    CatchupReader(expected: each * conversations), eventLoop: loop)
                let channels = try await setting.connector.open([team.people[1].accessToken]) { _, connection in
                    reader.value.attach(connection)
                }
                let done = loop.makePromise(of: Void.self)
                let clock = ContinuousClock()
                let start = clock.now
                try await loop.submit { reader.value.start(done) }.get()
                try await done.futureResult.get()
                times.append((clock.now - start) / .milliseconds(1))
                for channel in channels { try? await channel.close() }
            }
            report.add("conversations", conversations)
            report.add("messages", each * conversations)
            report.add("caughtUpMs", times.sorted()[times.count / 2])
            spending.add(to: &report)
        }
    }
}

/// A client that is current up to the creation of each conversation. Confined to the event loop.
final class CatchupReader {
    private let expected: Int
    /// Whether more may come, because others post meanwhile.
    private let mayBeMore: Bool
    private var isDone = false
    private var connection: BenchConnection?
    private var done: EventLoopPromise<Void>?
    private var cursors: [ConversationID: Seq] = [:]
    private var received = 0

    init(expected: Int, mayBeMore: Bool = false) {
        self.expected = expected
        self.mayBeMore = mayBeMore
    }

    func attach(_ connection: BenchConnection) {
        self.connection = connection
        connection.onFrame = { [self] frame in take(frame) }
    }

    func start(_ done: EventLoopPromise<Void>) {
        self.done = done
        send(.discover(since: nil))
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        guard !FrameScan.isType("welcome", bytes), !FrameScan.isType("presence", bytes) else { return }
        do {
            switch try ServerFrame.decode(bytes) {
            case .moved(let moved):
                for entry in moved.conversations {
                    cursors[entry.conversation] = 1
                    send(.changes(entry.conversation, after: 1))
                }
            case .changes(let changes):
                guard changes.after == cursors[changes.conversation] else {
                    throw BenchFailure("an answer to another question")
                }
                received += changes.messages.count
                cursors[changes.conversation] = changes.cursor
                if changes.hasMore { send(.changes(changes.conversation, after: changes.cursor)) }
                if received >= expected, !isDone {
                    isDone = true
                    done?.succeed()
                }
                if received > expected, !mayBeMore { throw BenchFailure("\(received) messages instead of \(expected)") }
            default: break
            }
        } catch {
            done?.fail(error)
        }
    }

    private func send(_ frame: ClientFrame) {
        var buffer = ByteBuffer()
        BenchConnection.append(frame.json, to: &buffer)
        connection?.write(buffer)
    }
}
