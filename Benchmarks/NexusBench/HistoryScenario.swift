import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NexusCore
import NexusServer

/// `history`: the newest 50 messages of a conversation of 100,000, over HTTP, one request after the other.
public struct HistoryScenario: Sendable {
    public var messages: Int
    public var requests: Int

    public init(messages: Int = 100_000, requests: Int = 2_000) {
        self.messages = messages
        self.requests = requests
    }

    public func run(on target: BenchTarget) async throws -> BenchReport {
        try await BenchSetting.run(
            "history", on: target,
            seed: { seed in
                let team = try await BenchTeam.pairs(1, seed)
                try await BenchTeam.post(messages, in: team.conversations[0], by: team.people[0].user.id, seed)
                return team
            }
        ) { setting, team, report in
            let client = HTTPClient(eventLoopGroupProvider: .shared(setting.group))
            var request = HTTPClientRequest(
                url:
                    "http://\(setting.host):\(setting.port)/v1/conversations/\(team.conversations[0])/messages?limit=50"
            )
            request.headers.add(name: "Authorization", value: "Bearer \(team.people[1].accessToken)")
            var times: [Double] = []
            do {
                for _ in 0..<100 { try await fetch(request, client) }
                let spending = ServerSpending(of: setting.figures)
                let clock = ContinuousClock()
                for _ in 0..<requests {
                    let start = clock.now
                    try await fetch(request, client)
                    times.append((clock.now - start) / .milliseconds(1))
                }
                report.add("messages", messages)
                report.add("pageMs", Percentiles(times))
                if let seconds = spending.serverSeconds {
                    report.add("serverCpuMsPerPage", seconds * 1_000 / Double(requests))
                }
                spending.add(to: &report)
            } catch {
                try await client.shutdown()
                throw error
            }
            try await client.shutdown()
        }
    }

    private func fetch(_ request: HTTPClientRequest, _ client: HTTPClient) async throws {
        let response = try await client.execute(request, timeout: .seconds(10))
        let body = try await response.body.collect(upTo: 1 << 20)
        guard response.status == .ok else { throw BenchFailure("the page was refused: \(String(buffer: body))") }
        let page = try body.withUnsafeReadableBytes { bytes throws(JSONError) in try Page.decode(bytes) }
        guard page.messages.count == 50 else { throw BenchFailure("\(page.messages.count) messages on the page") }
    }
}
