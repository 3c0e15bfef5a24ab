import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NexusCore
import NexusServer
import Synchronization

/// `push`: one message to each of some large groups, whose members all have a device that takes push notifications, sent to a local sink that
/// answers at once; then pairs at a rate while such messages go on, against the same without them.
public struct PushScenario: Sendable {
    public var members: Int
    public var rate: Int
    public var seconds: Int

    public init(members: Int = 10_000, rate: Int = 500, seconds: Int = 8) {
        self.members = members
        self.rate = rate
        self.seconds = seconds
    }

    private static let pairs = 20
    /// The limit of members.
    private static let groupSize = 1_000
    /// The keys of the example of RFC 8291, section 5.
    private static let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let secret = "BTBZMqHH6r4Tts7J_aSIgg"

    public func run() async throws -> BenchReport {
        let sink = try await PushSink()
        let outcome: Result<BenchReport, any Error>
        do { outcome = .success(try await measure(sink)) } catch { outcome = .failure(error) }
        try await sink.close()
        return try outcome.get()
    }

    private func measure(_ sink: PushSink) async throws -> BenchReport {
        let environment = ["NEXUS_PUSH_LOCAL": "127.0.0.1:\(sink.port)"]
        return try await BenchSetting.run(
            "push", on: .ownServer(), environment: environment,
            seed: { seed in
                var team = try await BenchTeam.pairs(Self.pairs, seed)
                let start = team.people.count
                team.people += try await BenchTeam.people(members, from: start, seed).people
                for first in stride(from: start, to: team.people.count, by: Self.groupSize) {
                    let group = team.people[first..<min(first + Self.groupSize, team.people.count)]
                    try await team.addGroup(of: group.map(\.user.id), seed)
                }
                return team
            }
        ) { setting, team, report in
            let server = "http://\(setting.host):\(setting.port)"
            let listeners = Array(team.people.dropFirst(Self.pairs * 2))
            let groups = Array(team.conversations.dropFirst(Self.pairs))
            let recipients = listeners.count - groups.count
            try await register(listeners[...], at: server, sink.port)
            @Sendable func tell(_ text: String) async throws {
                for (number, group) in groups.enumerated() {
                    try await post(text, in: group, by: listeners[number * Self.groupSize], at: server)
                }
            }
            let clock = ContinuousClock()
            let spending = ServerSpending(of: setting.figures)
            let start = clock.now
            try await tell("The first of them")
            report.add("recipients", recipients)
            report.add("postMs", (clock.now - start) / .milliseconds(1) / Double(groups.count))
            try await sink.wait(for: recipients)
            let elapsed = (clock.now - start) / .seconds(1)
            report.add("sendsPerSecond", Double(recipients) / elapsed)
            report.add("lastAfterMs", elapsed * 1_000)
            spending.add(to: &report)

            var talkers = team
            talkers.people = Array(team.people.prefix(Self.pairs * 2))
            let paced = PairsScenario(pairs: Self.pairs, rate: rate, seconds: seconds)
            var quiet = BenchReport(scenario: "pairs")
            try await paced.measure(setting, talkers, &quiet)
            report.add("latencyMs", of: quiet, as: "quietLatencyMs")
            let posting = Task {
                for number in 1... {
                    try await tell("Message \(number) to all")
                    try await Task.sleep(for: .seconds(1))
                }
            }
            var busy = BenchReport(scenario: "pairs")
            try await paced.measure(setting, talkers, &busy)
            posting.cancel()
            report.add("latencyMs", of: busy, as: "latencyMs")
        }
    }

    private func register(_ people: ArraySlice<ServerSeed.Person>, at server: String, _ port: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var rest = people
            for person in rest.prefix(32) { add(person) }
            rest = rest.dropFirst(32)
            func add(_ person: ServerSeed.Person) {
                group.addTask {
                    let registration = PushRegistration(
                        service: "web", address: "http://127.0.0.1:\(port)/\(person.user.id.text)", key: Self.key,
                        secret: Self.secret)
                    try await send(.PUT, "\(server)/v1/push/endpoint", registration.json, person.accessToken)
                }
            }
            while try await group.next() != nil {
                if let person = rest.popFirst() { add(person) }
            }
        }
    }

    private func post(
        _ text: String, in group: ConversationID, by sender: ServerSeed.Person, at server: String
    ) async throws {
        let now = BenchServer.now()
        var random = SystemRandomNumberGenerator()
        let operation = NexusCore.Operation(
            id: OperationID(at: now, using: &random), kind: .post(group, Post(text: text, writtenAt: now)))
        try await send(.POST, "\(server)/v1/operations", operation.json, sender.accessToken)
    }

    private func send(_ method: HTTPMethod, _ url: String, _ body: [UInt8], _ token: String) async throws {
        var request = HTTPClientRequest(url: url)
        request.method = method
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        request.body = .bytes(ByteBuffer(bytes: body))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let answer = try await response.body.collect(upTo: 1 << 16)
        guard response.status == .ok else { throw BenchFailure("The server refused: \(String(buffer: answer))") }
    }
}

/// A push service that takes everything at once and counts it.
private final class PushSink: Sendable {
    let port: Int
    private let channel: any Channel
    private let group: MultiThreadedEventLoopGroup
    private let taken = TakenCount()

    init() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let taken = taken
        channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1_024)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Taker(taken))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        self.group = group
        port = channel.localAddress?.port ?? 0
    }

    /// - Throws: `BenchFailure` if they have not come within two minutes.
    func wait(for count: Int) async throws {
        for _ in 0..<120_000 {
            if taken.value.load(ordering: .relaxed) >= count { return }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw BenchFailure("push: \(taken.value.load(ordering: .relaxed)) of \(count) notifications were sent")
    }

    func close() async throws {
        try await channel.close()
        try await group.shutdownGracefully()
    }

    private final class Taker: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let taken: TakenCount

        init(_ taken: TakenCount) { self.taken = taken }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            taken.value.add(1, ordering: .relaxed)
            let head = HTTPResponseHead(version: .http1_1, status: .created, headers: ["Content-Length": "0"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}

/// Notifications that the sink took.
private final class TakenCount: Sendable {
    let value = Atomic(0)
}
