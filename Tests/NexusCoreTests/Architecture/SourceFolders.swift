import Foundation

/// The folders of a module's sources with the top-level types that each declares and the words that each uses.
///
/// Reads text, not syntax: a name counts as used anywhere outside of comments and string literals, except in
/// interpolations. A name declared in two folders belongs to none. Extensions of foreign types are not detected.
struct SourceFolders {
    /// A use of one folder's type in another.
    struct Arrow: Hashable {
        var from: String
        var to: String
    }

    /// By folder; files beside the folders belong to `.`.
    private(set) var arrows: [Arrow: Set<String>] = [:]

    /// - Parameter root: the folder of a module.
    init(_ root: URL) throws {
        var words: [String: Set<String>] = [:]
        var declared: [String: Set<String>] = [:]
        for (folder, file) in try SourceFolders.files(in: root) {
            let text = SourceFolders.code(of: try String(contentsOf: file, encoding: .utf8))
            words[folder, default: []].formUnion(SourceFolders.matches(of: SourceFolders.name, in: text, group: 0))
            for name in SourceFolders.matches(of: SourceFolders.declaration, in: text, group: 1) {
                declared[name, default: []].insert(folder)
            }
        }
        for (name, folders) in declared {
            guard folders.count == 1, let home = folders.first else { continue }
            for (folder, used) in words where folder != home && used.contains(name) {
                arrows[Arrow(from: folder, to: home), default: []].insert(name)
            }
        }
    }

    private static func files(in root: URL) throws -> [(folder: String, file: URL)] {
        guard let paths = FileManager.default.enumerator(atPath: root.path) else { return [] }
        // Steps of a tutorial are no sources of the module.
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.map {
            path in
            let parts = path.split(separator: "/")
            return (parts.count > 1 ? String(parts[0]) : ".", root.appendingPathComponent(path))
        }
    }

    private static let name = #"\b[A-Z]\w+\b"#
    private static let declaration =
        #"(?m)^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|final|indirect|nonisolated)\s+)*(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)"#

    /// A file's text without comments and literals, except interpolations.
    private static func code(of text: String) -> String {
        var code = text
        for (pattern, isLiteral) in [
            (#"(?s)/\*.*?\*/"#, false), (#"(?s)\"\"\".*?\"\"\""#, true), (#"//[^\n]*"#, false),
            (#"\"(?:[^\"\\\n]|\\.)*\""#, true),
        ] {
            for range in ranges(of: pattern, in: code).reversed() {
                let kept = isLiteral ? matches(of: #"\\\(([^)]*)\)"#, in: String(code[range]), group: 1) : []
                code.replaceSubrange(range, with: " " + kept.joined(separator: " ") + " ")
            }
        }
        return code
    }

    private static func ranges(of pattern: String, in text: String) -> [Range<String.Index>] {
        found(pattern, in: text).compactMap { Range($0.range, in: text) }
    }

    private static func matches(of pattern: String, in text: String, group: Int) -> [String] {
        found(pattern, in: text).compactMap { Range($0.range(at: group), in: text).map { String(text[$0]) } }
    }

    private static func found(_ pattern: String, in text: String) -> [NSTextCheckingResult] {
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
        return expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
    }
}
