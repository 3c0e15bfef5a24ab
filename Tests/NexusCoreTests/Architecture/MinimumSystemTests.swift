import Foundation
import Testing

/// Apps run on iOS 17 and macOS 14, and this code is tested on Linux, where nothing tells what those lack.
@Suite("The modules for apps")
struct MinimumSystemTests {
    /// Names that need iOS 18 and macOS 15, or later.
    private static let later = [
        "import Synchronization", "isolated deinit", "some AsyncSequence<", "any AsyncSequence<", "TaskExecutor",
        "InlineArray<", "Observations(",
    ]

    @Test("use nothing that needs iOS 18 or macOS 15", arguments: ["NexusCore", "NexusClient", "NexusIntelligence"])
    func minimum(module: String) throws {
        let folder = ArchitectureTests.root.appendingPathComponent("Sources/\(module)")
        let paths = try #require(FileManager.default.enumerator(atPath: folder.path))
        let files = paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        #expect(files.count > 20)
        for file in files {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            // Code for Linux alone may use it.
            if text.hasPrefix("#if canImport(Glibc)") || text.hasPrefix("#if os(Linux)") { continue }
            for name in Self.later { #expect(!text.contains(name), "\(module)/\(file): \(name)") }
        }
    }

    @Test("are products of the package, which asks for no later system")
    func products() throws {
        let manifest = try String(
            contentsOf: ArchitectureTests.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        #expect(manifest.contains("[.macOS(.v14), .iOS(.v17)]"))
        for module in ["NexusCore", "NexusClient", "NexusIntelligence"] {
            #expect(manifest.contains(".library(name: \"\(module)\", targets: [\"\(module)\"])"))
        }
    }
}
