import Foundation
import NexusTestSupport
import Testing

@Suite("The Makefile")
struct MakefileTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    /// The commands that make would run for a target.
    private static func commands(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["make", "--dry-run", "--no-print-directory", "-C", root.path] + arguments
        // The tests may themselves run under make, whose options this one would take over.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MAKE") }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilEnded()
        try #require(process.terminationStatus == 0)
        return text
    }

    @Test(
        "passes a folder on as one word, and a leading ~ as the home folder",
        arguments: [
            ("data", "'data'"), ("a  b", "'a  b'"), ("it's", #"'it'\''s'"#), ("$$(id)", "'$(id)'"),
            ("~/a b", "~/'a b'"),
        ])
    func folders(folder: String, word: String) throws {
        #expect(try MakefileTests.commands("run", "DATA=\(folder)").contains("--data \(word) --web"))
        #expect(try MakefileTests.commands("eval", "EVAL=\(folder)").contains("retrieval \(word.dropLast())/locomo"))
    }

    @Test("passes numbers on as one word")
    func numbers() throws {
        #expect(try MakefileTests.commands("run", "PORT=1;id").contains("--port '1;id' --data"))
        #expect(try MakefileTests.commands("simulate", "SEEDS=5 6").contains("NEXUS_SIMULATION_SEEDS='5 6' "))
        #expect(try MakefileTests.commands("test-cluster", "ROUNDS=5 6").contains("NEXUS_CLUSTER_ROUNDS='5 6' "))
    }
}
