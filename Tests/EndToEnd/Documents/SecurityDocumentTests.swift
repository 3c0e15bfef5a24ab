import Foundation
import Testing

@Suite("The security document")
struct SecurityDocumentTests {
    @Test("names tests that exist")
    func tests() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let text = try String(contentsOf: root.appending(path: "docs/security.md"), encoding: .utf8)
        var sources: [String: String] = [:]
        let files = try #require(
            FileManager.default.enumerator(at: root.appending(path: "Tests"), includingPropertiesForKeys: nil))
        for case let file as URL in files where ["swift", "py"].contains(file.pathExtension) {
            let name = file.deletingPathExtension().lastPathComponent
            let suite = String(name.prefix { $0 != "+" })
            sources[suite, default: ""] += try String(contentsOf: file, encoding: .utf8)
        }
        let named = text.matches(of: /`(\w+[Tt]ests?)\.(\w+)`/)
        #expect(named.count > 30)
        for match in named {
            let source = sources[String(match.1)] ?? ""
            let isThere = source.contains("func \(match.2)(") || source.contains("def \(match.2)(")
            #expect(isThere, "\(match.0) is not in Tests")
        }
    }
}
