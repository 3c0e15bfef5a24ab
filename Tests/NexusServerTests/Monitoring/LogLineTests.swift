import Foundation
import Logging
import NexusCore
import Synchronization
import Testing

@testable import NexusServer

@Suite("Lines of the log")
struct LogLineTests {
    private static let hostile =
        "a\"b\\c\nnotice nexus: forged\r\u{0}\u{1b}[31m\u{2028}\u{202e}é\u{1F600} </script> {\"x\":1}"

    /// A log that keeps its lines.
    private struct Lines {
        private let stored = Stored()
        let output: LogOutput

        init(_ format: LogOutput.Format) {
            output = LogOutput(level: .debug, format: format) { [stored] in stored.append($0) }
        }

        var all: [String] { stored.all }
        var logger: Logger { Logger(label: "nexus") { [output] in output.handler(label: $0) } }
    }

    private final class Stored: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test("in JSON are one valid object each, whatever their texts are, which come back as they were")
    func json() throws {
        let lines = Lines(.json)
        var logger = lines.logger
        logger[metadataKey: LogLine.requestKey] = "abc-1"
        logger.notice(
            "\(LogLineTests.hostile)",
            metadata: [
                LogLineTests.hostile: "\(LogLineTests.hostile)", "list": ["a", .dictionary(["b": "c"])],
                "number": .stringConvertible(7),
            ])
        let line = try #require(lines.all.first)
        #expect(line.hasSuffix("\n") && line.dropLast().utf8.allSatisfy { $0 != 10 && $0 != 13 })
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["message"] as? String == LogLineTests.hostile)
        #expect(object["level"] as? String == "notice")
        #expect(object["label"] as? String == "nexus")
        #expect(object["request"] as? String == "abc-1")
        let time = try #require(object["time"] as? String)
        #expect(abs(try LogLine.stampStyle.parse(time).timeIntervalSinceNow) < 3_600)
        let metadata = try #require(object["metadata"] as? [String: Any])
        #expect(metadata[LogLineTests.hostile] as? String == LogLineTests.hostile)
        #expect(metadata["number"] as? String == "7")
        let list = try #require(metadata["list"] as? [Any])
        #expect(list.first as? String == "a")
        #expect(list.last as? [String: String] == ["b": "c"])
    }

    @Test("as text stay one line each, without control characters")
    func text() throws {
        let lines = Lines(.text)
        lines.logger.error("\(LogLineTests.hostile)", metadata: ["reason": "\(LogLineTests.hostile)"])
        let line = try #require(lines.all.first)
        #expect(line.split(whereSeparator: \.isNewline).count == 1)
        #expect(!line.dropLast().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        #expect(line.contains(" error nexus: reason=a\"b\\c\\nnotice"))
    }

    @Test("follow the level and the form of their output while the program runs")
    func changes() throws {
        let lines = Lines(.text)
        let logger = lines.logger
        lines.output.level = .warning
        logger.notice("unheard")
        lines.output.level = .debug
        lines.output.format = .json
        logger.debug("heard")
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasPrefix("{") == true)
    }

    @Test("have a request's identifier from X-Request-Id, or one of the server's own, which the answer has too")
    func identifiers() async throws {
        let stored = Stored()
        let output = LogOutput(level: .debug, format: .json) { stored.append($0) }
        let logger = Logger(label: "nexus") { output.handler(label: $0) }
        try await RunningServer.serve(logger: logger) { server in
            let given = try await server.ask("GET", "/health", headers: [("X-Request-Id", "proxy:7f.A_-9")])
            #expect(given.headers["x-request-id"] == "proxy:7f.A_-9")
            for bad in ["a b", "a\"b", String(repeating: "a", count: 65), ""] {
                let answer = try await server.ask("GET", "/health", headers: [("X-Request-Id", bad)])
                let made = try #require(answer.headers["x-request-id"])
                #expect(made != bad && !made.isEmpty)
            }
        }
        #expect(stored.all.contains { $0.contains(#""request":"proxy:7f.A_-9""#) && $0.contains("answered") })
        for line in stored.all {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
    }
}
