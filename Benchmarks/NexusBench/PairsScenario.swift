import Foundation
import NIOCore
import NIOPosix
import NexusCore
import NexusServer

/// `pairs`: pairs of users. One of each pair posts texts of 100 bytes, each durable before its acknowledgement, and the
/// other receives them. Either as fast as a window of unanswered messages allows, or at an offered rate, for the
/// latency from sending to the receiver's socket. Each message must be acknowledged once and delivered once, in order.
public struct PairsScenario: Sendable {
    public var pairs: Int
    public var window: Int
    /// Messages a second over all pairs; `nil` sends as the window allows.
    public var rate: Int?
    public var seconds: Int

    public init(pairs: Int = 50, window: Int = 32, rate: Int? = nil, seconds: Int = 8) {
        self.pairs = pairs
        self.window = window
        self.rate = rate
        self.seconds = seconds
    }

    /// Offered at a rate, a second server is measured whose background work is off: `quietLatencyMs` is what posts would have alone.
    public func run(on target: BenchTarget) async throws -> BenchReport {
        var report = try await measure(on: target)
        guard rate != nil, case .ownServer = target else { return report }
        let quiet = try await measure(on: target, environment: ["NEXUS_BACKGROUND": "off"])
        report.add("latencyMs", of: quiet, as: "quietLatencyMs")
        report.add("serverCpuSeconds", of: quiet, as: "quietServerCpuSeconds")
        return report
    }

    private func measure(on target: BenchTarget, environment: [String: String] = [:]) async throws -> BenchReport {
        try await BenchSetting.run(
            "pairs", on: target, environment: environment, seed: { try await BenchTeam.pairs(pairs, $0) }
        ) { setting, team, report in
            try await measure(setting, team, &report)
        }
    }

    /// Measures the first pairs of a team on a server that runs.
    func measure(_ setting: BenchSetting, _ team: BenchTeam, _ report: inout BenchReport) async throws {
        let loop = setting.connector.eventLoop
        let ends = NIOLoopBoundBox.makeBoxSendingValue(
            (0..<pairs).map {
                PairEnd(
                    MessageTemplate(
                        conversation: team.conversations[$0], sender: $0, size: 100, at: BenchServer.now()))
            }, eventLoop: loop)
        let window = rate == nil ? window : .max
        let isPaced = rate != nil
        // The two of a pair are at different nodes if these have a bus.
        let isApart = BenchSetting.hasBus
        let channels = try await setting.open(team.people, at: { $0 / 2 + (isApart ? $0 % 2 : 0) }) {
            index, connection in
            let end = ends.value[index / 2]
            if index.isMultiple(of: 2) {
                end.attachSender(connection, window: window, sendsOnAck: !isPaced)
            } else {
                end.attachReceiver(connection)
            }
        }
        // A second of warm-up, which does not count.
        let pacer = rate.map { PairsPacer(ends: ends, rate: $0, loop: loop) }
        try await loop.submit {
            if let pacer { pacer.start() } else { for end in ends.value { end.sendWindow() } }
        }.get()
        try await Task.sleep(for: .seconds(1))
        let begin = try await loop.submit { () -> Int in
            for end in ends.value { end.latencies.removeAll(keepingCapacity: true) }
            return ends.value.reduce(0) { $0 + $1.delivered }
        }.get()
        let spending = ServerSpending(of: setting.figures)
        let clock = ContinuousClock()
        let start = clock.now
        try await Task.sleep(for: .seconds(seconds))
        let delivered = try await loop.submit { ends.value.reduce(0) { $0 + $1.delivered } }.get() - begin
        let elapsed = (clock.now - start) / .seconds(1)
        let latencies = try await loop.submit { ends.value.flatMap { $0.latencies } }.get()
        report.add("pairs", pairs)
        if let rate { report.add("offeredPerSecond", rate) } else { report.add("window", self.window) }
        report.add("messages", delivered)
        report.add("messagesPerSecond", Double(delivered) / elapsed)
        report.add("latencyMs", Percentiles(latencies.map { Double($0) / 1e6 }))
        spending.add(to: &report)
        try await settle(ends, pacer, loop)
        for channel in channels { try? await channel.close() }
    }

    /// Stops sending and waits until everything is answered and delivered.
    private func settle(
        _ ends: NIOLoopBoundBox<[PairEnd]>, _ pacer: PairsPacer?, _ loop: any EventLoop
    ) async throws {
        try await loop.submit {
            pacer?.stop()
            for end in ends.value { end.isStopped = true }
        }.get()
        for _ in 0..<1_000 {
            let open = try await loop.submit { ends.value.contains { !$0.isSettled } }.get()
            if !open { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        let faults = try await loop.submit { ends.value.compactMap { $0.fault } }.get()
        if let fault = faults.first { throw BenchFailure("pairs: \(fault)") }
    }
}

/// One pair: messages sent, acknowledged and delivered. Confined to the event loop.
final class PairEnd {
    private var template: MessageTemplate
    private var sender: BenchConnection?
    private var window = 0
    private var sent = 0
    private var acknowledged = 0
    private var sentAt: [UInt64] = []
    private(set) var delivered = 0
    private(set) var problem: String?
    var latencies: [UInt64] = []
    var isStopped = false

    init(_ template: MessageTemplate) { self.template = template }

    /// The first error says more than its consequences.
    private func found(_ problem: String) { if self.problem == nil { self.problem = problem } }

    var isSettled: Bool { acknowledged == sent && delivered == sent }

    var fault: String? {
        if let problem { return problem }
        return isSettled ? nil : "\(sent) sent, \(acknowledged) acknowledged, \(delivered) delivered"
    }

    func attachSender(_ connection: BenchConnection, window: Int, sendsOnAck: Bool) {
        sender = connection
        self.window = window
        connection.onFrame = { [self] frame in
            guard let number = FrameScan.acknowledged(frame) else {
                if FrameScan.isType("refusal", frame) { found(String(decoding: frame, as: UTF8.self)) }
                return
            }
            if number != acknowledged { found("acknowledgement \(number) instead of \(acknowledged)") }
            acknowledged += 1
        }
        // Only after the start signal: the others may not be connected yet.
        if sendsOnAck { connection.onReadComplete = { [self] in if sent > 0 { sendWindow() } } }
    }

    func attachReceiver(_ connection: BenchConnection) {
        connection.onFrame = { [self] frame in
            guard let number = FrameScan.posted(frame) else {
                if FrameScan.isType("lagged", frame) { found("a receiver lagged") }
                return
            }
            if number != delivered { found("message \(number) instead of \(delivered)") }
            if number < sentAt.count { latencies.append(DispatchTime.now().uptimeNanoseconds - sentAt[number]) }
            delivered += 1
        }
    }

    /// Counts a delivery that is checked elsewhere.
    func countDelivery() { delivered += 1 }

    /// Sends as many as fit the window, in one write.
    func sendWindow() {
        guard !isStopped else { return }
        send(window - (sent - acknowledged))
    }

    func send(_ count: Int) {
        guard count > 0, let sender else { return }
        var buffer = ByteBuffer()
        buffer.reserveCapacity(count * 340)
        let now = DispatchTime.now().uptimeNanoseconds
        for _ in 0..<count {
            template.append(sent, to: &buffer)
            sentAt.append(now)
            sent += 1
        }
        sender.write(buffer)
    }
}

/// Offers messages at a rate, spread over the pairs, a millisecond at a time.
final class PairsPacer: Sendable {
    private let ends: NIOLoopBoundBox<[PairEnd]>
    private let rate: Int
    private let loop: any EventLoop
    private let task: NIOLoopBoundBox<RepeatedTask?>

    init(ends: NIOLoopBoundBox<[PairEnd]>, rate: Int, loop: any EventLoop) {
        self.ends = ends
        self.rate = rate
        self.loop = loop
        task = NIOLoopBoundBox.makeBoxSendingValue(nil, eventLoop: loop)
    }

    func start() {
        let start = NIODeadline.now()
        let offered = NIOLoopBoundBox(0, eventLoop: loop)
        task.value = loop.scheduleRepeatedTask(initialDelay: .zero, delay: .microseconds(500)) { [self] _ in
            let due = Int(Double((NIODeadline.now() - start).nanoseconds) / 1e9 * Double(rate))
            while offered.value < due {
                ends.value[offered.value % ends.value.count].send(1)
                offered.value += 1
            }
        }
    }

    func stop() { task.value?.cancel() }
}
