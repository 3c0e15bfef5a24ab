import Foundation

/// A route that docs/api.md lists, with made-up identifiers in its path.
struct DocumentedRoute: Hashable, Sendable {
    let method: String
    /// As in the document.
    let pattern: String

    var path: String {
        pattern.replacing(/\{provider\}/, with: "acme").replacing(/\{kind\}/, with: "action")
            .replacing(/\{\w+\}/, with: "01990000-0000-7000-8000-000000000107")
    }
    /// Whether it changes something, or could.
    var isMutating: Bool { method != "GET" }

    /// All routes of the document.
    static func all() throws -> [DocumentedRoute] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let text = try String(contentsOf: root.appending(path: "docs/api.md"), encoding: .utf8)
        return text.matches(of: /(?m)^\| `([A-Z]+) (\/v1\/[^`]*)` \|/).map { match in
            DocumentedRoute(method: String(match.1), pattern: String(match.2))
        }
    }
}
