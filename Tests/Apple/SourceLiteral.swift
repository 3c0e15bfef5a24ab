import Foundation

/// A string literal of a source file.
struct SourceLiteral {
    var file: String
    /// As written, with its interpolations.
    var text: String
    /// The part of the line before it.
    var before: String

    /// Whether it reads like a text of the interface: symbols and identifiers have neither spaces nor capitals.
    var isText: Bool {
        let shown = SourceLiteral.pattern(ofSource: text)
        guard shown.contains(where: \.isLetter) else { return false }
        return shown.contains(" ") || shown.first?.isUppercase == true
    }

    /// All literals of the Swift files of a folder, besides those in folders of that name.
    static func all(under folder: String, besides excluded: String) throws -> [SourceLiteral] {
        let root = Catalogue.root.appendingPathComponent(folder)
        let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try files.filter { $0.hasSuffix(".swift") && !$0.contains("/\(excluded)/") }.sorted().flatMap { file in
            let source = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
            return source.split(separator: "\n").flatMap { literals(in: String($0), of: file) }
        }
    }

    private static func literals(in line: String, of file: String) -> [SourceLiteral] {
        if line.drop(while: \.isWhitespace).hasPrefix("//") { return [] }
        var found: [SourceLiteral] = []
        var rest = Substring(line)
        while let start = rest.firstIndex(of: "\"") {
            var end = rest.index(after: start)
            var depth = 0
            while end < rest.endIndex, rest[end] != "\"" || depth > 0 {
                if rest[end] == "\\" {
                    end = rest.index(after: end)
                    if end < rest.endIndex, rest[end] == "(" { depth += 1 }
                } else if depth > 0 {
                    if rest[end] == "(" { depth += 1 }
                    if rest[end] == ")" { depth -= 1 }
                }
                if end < rest.endIndex { end = rest.index(after: end) }
            }
            guard end < rest.endIndex else { break }
            let text = String(rest[rest.index(after: start)..<end])
            found.append(SourceLiteral(file: file, text: text, before: String(line[..<start])))
            rest = rest[rest.index(after: end)...]
        }
        return found
    }

    /// A key or literal with one mark for each value.
    static func pattern(_ key: String) -> String {
        key.replacingOccurrences(of: "${applicationName}", with: "\u{0}").replacingOccurrences(
            of: "%lld", with: "\u{0}"
        ).replacingOccurrences(of: "%@", with: "\u{0}")
            .replacingOccurrences(of: "%%", with: "%")
    }

    static func pattern(ofSource literal: String) -> String {
        var pattern = ""
        var depth = 0
        var isEscaped = false
        for character in literal {
            if depth > 0 {
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
            } else if isEscaped {
                isEscaped = false
                if character == "(" {
                    depth = 1
                    pattern += "\u{0}"
                } else {
                    pattern.append(character)
                }
            } else if character == "\\" {
                isEscaped = true
            } else {
                pattern.append(character)
            }
        }
        return pattern
    }

    /// The specifiers of a text, without their numbers.
    static func values(in text: String) -> [String] {
        text.matches(of: /%(?:\d+\$)?(lld|@)/).map { String($0.output.1) }
    }
}
