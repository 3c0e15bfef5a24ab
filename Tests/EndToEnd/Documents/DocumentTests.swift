import Foundation
import NexusClient
import NexusCore
import Testing

@Suite("The documents")
struct DocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    private static func read(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The blocks between ```swift and ``` in a document, each as its lines without indentation.
    private static func code(of document: String) -> [[String]] {
        document.components(separatedBy: "```swift\n").dropFirst().compactMap { rest in
            rest.components(separatedBy: "\n```").first.map(trimmed)
        }
    }

    private static func trimmed(_ text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("the guide's code is the code that its tests run")
    func guide() throws {
        let blocks = DocumentTests.code(of: try DocumentTests.read("docs/sdk.md")).filter { block in
            block.first != "// Package.swift" && block.first != "import SwiftUI"
        }
        #expect(blocks.count >= 10)
        let tests = DocumentTests.trimmed(try DocumentTests.read("Tests/EndToEnd/Documents/GuideTests.swift"))
            .joined(separator: "\n")
        for block in blocks {
            #expect(tests.contains(block.joined(separator: "\n")), "not in GuideTests: \(block.first ?? "")")
        }
    }

    @Test("the guide names every error of the SDK, every event and every view model")
    func names() throws {
        let guide = try DocumentTests.read("docs/sdk.md")
        let errors: [ClientError] = [
            .offline(""), .signedOut, .otherAccount(""), .storeDamaged(setAside: ""), .storeTooNew,
            .storeUnavailable(""),
            .profileUnavailable(""), .invalidAddress(""), .invalidAnswer(""), .profileBusy,
        ]
        for error in errors { #expect(guide.contains("`\(error.code)`"), "\(error.code)") }
        for name in [
            "changed", "arrived", "refused", "connection", "presence", "typing", "signedOut", "failed",
            "connectionProgress", "networkReturned", "networkLost", "setActive",
        ] {
            #expect(guide.contains("`\(name)"), "\(name)")
        }
        let folder = DocumentTests.root.appending(path: "Sources/NexusClient/ViewModels")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let models = files.compactMap { ($0 as? URL)?.deletingPathExtension().lastPathComponent }
            .filter { $0.hasSuffix("ViewModel") }
        #expect(models.count > 20)
        for name in models { #expect(guide.contains("`\(name)"), "\(name)") }
    }

    @Test("the protocol's page lists every error code, its HTTP status and whether it is transient")
    func codes() throws {
        let page = try DocumentTests.read("docs/protocol.md")
        for code in ErrorCode.all {
            let row = "| `\(code.text)` | \(code.status) | \(code.isTransient ? "yes" : "") |"
                .replacingOccurrences(of: "|  |", with: "| |")
            #expect(page.contains(row), "\(row)")
        }
    }

    @Test("every verb of the command has a heading, and each of its options and arguments is described below it")
    func verbs() async throws {
        let outcome = try await Terminal().run("--experimental-dump-help")
        let help = try JSONDecoder().decode(Help.self, from: Data(outcome.output.utf8))
        let page = try DocumentTests.read("docs/command-line.md")
        let verbs = (help.command.subcommands ?? []).filter { $0.commandName != "help" }
        #expect(verbs.count > 20)
        for verb in verbs {
            let parts = page.components(separatedBy: "\n### `nexus \(verb.commandName)`\n")
            #expect(parts.count == 2, "nexus \(verb.commandName) has one heading")
            let section = parts.last?.components(separatedBy: "\n##").first ?? ""
            for option in verb.options { #expect(section.contains(option), "\(verb.commandName) \(option)") }
            for part in verb.subcommands ?? [] {
                #expect(section.contains("nexus \(verb.commandName) \(part.commandName)"))
                for option in part.options { #expect(section.contains(option), "\(part.commandName) \(option)") }
            }
        }
        let headings = page.components(separatedBy: "\n### `nexus ").dropFirst().map { $0.prefix { $0 != "`" } }
        #expect(Set(headings.map(String.init)) == Set(verbs.map(\.commandName)), "and no verb is made up")
    }

    @Test("links between the documents lead to files")
    func links() throws {
        let docs = try FileManager.default.contentsOfDirectory(atPath: DocumentTests.root.appending(path: "docs").path)
        let documents = ["README.md"] + docs.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
        #expect(documents.count > 5)
        for document in documents {
            let folder = DocumentTests.root.appending(path: document).deletingLastPathComponent()
            for match in try DocumentTests.read(document).matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
                let target = folder.appending(path: String(match.1)).standardized
                #expect(FileManager.default.fileExists(atPath: target.path), "\(document): \(match.1)")
            }
        }
    }

    /// The argument parser's description of the commands.
    private struct Help: Decodable {
        struct Command: Decodable {
            var commandName: String
            var subcommands: [Command]?
            var arguments: [Argument]?

            /// `--name` for each option and flag of its own.
            var options: [String] {
                (arguments ?? []).filter { $0.kind != "positional" && $0.shouldDisplay }.compactMap { argument in
                    argument.preferredName.map { "--\($0.name)" }
                }.filter { $0 != "--version" && $0 != "--help" }
            }
        }

        struct Argument: Decodable {
            struct Name: Decodable { var name: String }

            var kind: String
            var shouldDisplay: Bool
            var preferredName: Name?
        }

        var command: Command
    }
}
