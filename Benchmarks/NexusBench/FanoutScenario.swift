import Foundation
import NIOCore
import NexusCore
import NexusServer

/// `fanout`: one group with every member live. One posts with a window of unanswered messages, all receive; each member's messages
/// are checked to be all there, in order.
public struct FanoutScenario: Sendable {
    public var members: Int
    public var window: Int
    public var seconds: Int

    public init(members: Int = 100, window: Int = 8, seconds: Int = 8) {
        self.members = members
        self.window = window
        self.seconds = seconds
    }

    public func run(on target: BenchTarget) async throws -> BenchReport {
        try await BenchSetting.run("fanout", on: target, seed: { try await BenchTeam.group(members, $0) }) {
            setting, team, report in
            let loop = setting.connector.eventLoop
            let wall = NIOLoopBoundBox.makeBoxSendingValue(
                FanoutWall(
                    PairEnd(
                        MessageTemplate(
                            conversation: team.conversations[0], sender: 0, size: 100, at: BenchServer.now())),
                    members: members), eventLoop: loop)
            let window = window
            let channels = try await setting.open(team.people, at: { $0 }) { index, connection in
                wall.value.attach(connection, member: index, window: window)
            }
            try await loop.submit { wall.value.sender.sendWindow() }.get()
            try await Task.sleep(for: .seconds(1))
            let begin = try await loop.submit { wall.value.deliveries }.get()
            let spending = ServerSpending(of: setting.figures)
            let clock = ContinuousClock()
            let start = clock.now
            try await Task.sleep(for: .seconds(seconds))
            let deliveries = try await loop.submit { wall.value.deliveries }.get() - begin
            let elapsed = (clock.now - start) / .seconds(1)
            report.add("members", members)
            report.add("window", window)
            report.add("deliveriesPerSecond", Double(deliveries) / elapsed)
            report.add("messagesPerSecond", Double(deliveries) / elapsed / Double(members))
            spending.add(to: &report)
            try await loop.submit { wall.value.sender.isStopped = true }.get()
            for _ in 0..<1_000 {
                if try await loop.submit({ wall.value.isSettled }).get() { break }
                try await Task.sleep(for: .milliseconds(10))
            }
            if let fault = try await loop.submit({ wall.value.fault }).get() { throw BenchFailure("fanout: \(fault)") }
            for channel in channels { try? await channel.close() }
        }
    }
}

/// The frames received by each member of the group. Confined to the event loop.
final class FanoutWall {
    let sender: PairEnd
    private var received: [Int]
    private(set) var deliveries = 0
    private var problem: String?

    init(_ sender: PairEnd, members: Int) {
        self.sender = sender
        received = [Int](repeating: 0, count: members)
    }

    /// The first member posts; it is its own receiver in the pair, and one of the many here.
    func attach(_ connection: BenchConnection, member: Int, window: Int) {
        if member == 0 {
            sender.attachSender(connection, window: window, sendsOnAck: true)
            let onAcknowledgement = connection.onFrame
            connection.onFrame = { [self] frame in
                onAcknowledgement(frame)
                take(frame, member: 0)
            }
        } else {
            connection.onFrame = { [self] frame in take(frame, member: member) }
        }
    }

    private func take(_ frame: UnsafeRawBufferPointer, member: Int) {
        guard let number = FrameScan.posted(frame) else {
            if FrameScan.isType("lagged", frame) { found("a member lagged") }
            return
        }
        if number != received[member] { found("member \(member) got \(number) instead of \(received[member])") }
        received[member] += 1
        deliveries += 1
        if member == received.count - 1 { sender.countDelivery() }
    }

    // The first error says more than its consequences.
    private func found(_ problem: String) { if self.problem == nil { self.problem = problem } }

    var isSettled: Bool { sender.isSettled && received.allSatisfy { $0 == received[0] } }

    var fault: String? {
        if let problem { return problem }
        return isSettled ? nil : "not every member has every message"
    }
}
