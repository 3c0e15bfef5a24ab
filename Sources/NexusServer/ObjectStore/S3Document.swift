/// An element of an answer in XML: as much of the format as S3 uses. Attributes, comments and prefixes of names are dropped.
struct S3Document: Equatable, Sendable {
    /// Levels that an answer may have.
    private static let depth = 16

    var name: String
    var text = ""
    var children: [S3Document] = []

    /// The first child of that name.
    subscript(name: String) -> S3Document? { children.first { $0.name == name } }

    func all(_ name: String) -> [S3Document] { children.filter { $0.name == name } }

    /// - Returns: nil for anything but one well-formed element.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(rest: bytes[...])
        guard let root = reader.document() else { return nil }
        self = root
    }

    private init(name: String) { self.name = name }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func document() -> S3Document? {
            var open: [S3Document] = []
            while let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
                if let last = open.indices.last {
                    guard let text = S3Document.unescaped(rest[rest.startIndex..<mark]) else { return nil }
                    open[last].text += text
                }
                rest = rest[(mark + 1)...]
                if rest.starts(with: "!--".utf8) {
                    guard skip(past: "-->") else { return nil }
                    continue
                }
                if rest.starts(with: "![CDATA[".utf8) {
                    guard let last = open.indices.last, let content = taken(before: "]]>", from: 8) else { return nil }
                    open[last].text += content
                    continue
                }
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
                let tag = rest[rest.startIndex..<end]
                rest = rest[(end + 1)...]
                // A declaration of a document type could define entities: S3 sends none.
                if tag.first == UInt8(ascii: "!") { return nil }
                if tag.first == UInt8(ascii: "?") { continue }
                if tag.first == UInt8(ascii: "/") {
                    guard let closed = open.popLast(), closed.name == S3Document.name(of: tag.dropFirst()) else {
                        return nil
                    }
                    guard let last = open.indices.last else { return closed }
                    open[last].children.append(closed)
                    continue
                }
                let element = S3Document(name: S3Document.name(of: tag))
                guard !element.name.isEmpty, open.count < S3Document.depth else { return nil }
                if tag.last == UInt8(ascii: "/") {
                    guard let last = open.indices.last else { return element }
                    open[last].children.append(element)
                } else {
                    open.append(element)
                }
            }
            return nil
        }

        private mutating func skip(past end: String) -> Bool { taken(before: end, from: 0) != nil }

        private mutating func taken(before end: String, from count: Int) -> String? {
            let end = Array(end.utf8)
            let content = rest.dropFirst(count)
            var place = content.startIndex
            while place + end.count <= content.endIndex {
                if content[place..<(place + end.count)].elementsEqual(end) {
                    rest = content[(place + end.count)...]
                    return String(decoding: content[content.startIndex..<place], as: UTF8.self)
                }
                place += 1
            }
            return nil
        }
    }

    private static func name(of tag: ArraySlice<UInt8>) -> String {
        let end = tag.firstIndex { $0 == UInt8(ascii: "/") || $0 <= UInt8(ascii: " ") } ?? tag.endIndex
        let name = String(decoding: tag[tag.startIndex..<end], as: UTF8.self)
        return name.split(separator: ":").last.map(String.init) ?? name
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
        var parts = String(decoding: bytes, as: UTF8.self).split(separator: "&", omittingEmptySubsequences: false)[...]
        var text = String(parts.removeFirst())
        for part in parts {
            guard let end = part.firstIndex(of: ";"), let character = character(of: part[..<end]) else { return nil }
            text.unicodeScalars.append(character)
            text += part[part.index(after: end)...]
        }
        return text
    }

    private static func character(of entity: Substring) -> Unicode.Scalar? {
        switch entity {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        default:
            if entity.hasPrefix("#x") {
                UInt32(entity.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
            } else if entity.hasPrefix("#") {
                UInt32(entity.dropFirst()).flatMap(Unicode.Scalar.init)
            } else {
                nil
            }
        }
    }
}
