/// Reduces a model's text to plain words: no images, markup or invisible characters, and only links that a source has.
enum StatementText {
    /// Characters of a statement, at most.
    static let limit = 600

    /// Endings by which a name without a scheme counts as an address.
    private static let endings: Set<String> = [
        "com", "net", "org", "io", "ai", "dev", "app", "co", "uk", "de", "fr", "ru", "cn", "info", "biz", "xyz", "me",
        "tv",
        "site", "online", "link", "click", "top", "ly", "gg", "sh", "to", "example", "test", "invalid", "onion", "zip",
        "mov",
    ]

    /// - Parameter sources: the texts whose links may be repeated.
    static func clean(_ text: String, heldBy sources: [String]) -> String {
        var plain = QuoteFence.visible(text)
        plain = withoutTags(plain)
        plain = withoutMarkdownLinks(plain, heldBy: sources)
        var words: [String] = []
        // Opening marks of a word that was left out, which belong to the next one.
        var opening = ""
        for word in plain.split(whereSeparator: \.isWhitespace) {
            if !isLabel(word), isKept(word, sources) {
                words.append(opening + word)
                opening = ""
                continue
            }
            let marks = unpairedMarks(of: word)
            opening += marks.opening
            if opening.isEmpty, let last = words.indices.last { words[last] += marks.closing }
        }
        let line = words.joined(separator: " ").replacing("**", with: "").replacing("`", with: "")
        return trimmed(String(line.prefix(limit)))
    }

    /// Drops list markers and spaces before the text.
    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while let first = line.first,
            first == " " || first == "-" || first == "#" || first == ">" || first == "•" || first == "|"
        {
            line.removeFirst()
        }
        while line.last == " " { line.removeLast() }
        return String(line)
    }

    /// Removes `<…>`: elements with their attributes, autolinks, comments; for `<script>` and `<style>` also their
    /// content.
    private static func withoutTags(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            let after = rest.index(after: start)
            guard after < rest.endIndex, rest[after].isLetter || "/!?|".contains(rest[after]) else {
                result += rest[...start]
                rest = rest[after...]
                continue
            }
            result += rest[..<start]
            let name = rest[after...].prefix { $0.isLetter }.lowercased()
            if ["script", "style", "iframe", "svg"].contains(name), let end = rest.firstRange(of: "</\(name)") {
                rest = rest[end.upperBound...]
            }
            // An unclosed element removes the rest.
            guard let end = rest[(rest.startIndex < after ? after : rest.startIndex)...].firstIndex(of: ">") else {
                return result
            }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// Removes `![alt](…)`; of `[words](address)` the words stay, and the address if a source has it.
    private static func withoutMarkdownLinks(_ text: String, heldBy sources: [String]) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "[") {
            let isImage = open > rest.startIndex && rest[rest.index(before: open)] == "!"
            result += rest[..<(isImage ? rest.index(before: open) : open)]
            guard let close = closing(of: open, "[", "]", in: rest) else {
                return result + (isImage ? "" : rest[rest.index(after: open)...])
            }
            let label = rest[rest.index(after: open)..<close]
            let next = rest.index(after: close)
            guard next < rest.endIndex, "([:".contains(rest[next]) else {
                if !isImage { result += "[" + label + "]" }
                rest = rest[next...]
                continue
            }
            var address = Substring()
            if rest[next] == ":" {
                let line = rest[rest.index(after: next)...].drop { $0 == " " }
                address = line.prefix { !$0.isWhitespace }
                rest = rest[address.endIndex...]
            } else {
                let (begin, finish): (Character, Character) = rest[next] == "(" ? ("(", ")") : ("[", "]")
                guard let end = closing(of: next, begin, finish, in: rest) else {
                    return result + (isImage ? "" : String(label))
                }
                address = rest[rest.index(after: next)..<end]
                rest = rest[rest.index(after: end)...]
            }
            guard !isImage else { continue }
            let target = address.prefix { !$0.isWhitespace }
            result += withoutMarkdownLinks(String(label), heldBy: sources)
            if isHeld(target, sources), target != label, !target.isEmpty { result += " (\(target))" }
        }
        return result + rest
    }

    private static func closing(
        of start: Substring.Index, _ open: Character, _ close: Character, in text: Substring
    ) -> Substring.Index? {
        var depth = 0
        var place = start
        while place < text.endIndex {
            if text[place] == open { depth += 1 }
            if text[place] == close {
                depth -= 1
                if depth == 0 { return place }
            }
            place = text.index(after: place)
        }
        return nil
    }

    /// `[m3]`, `(m3)`: message labels mean nothing to users.
    private static func isLabel(_ word: Substring) -> Bool {
        let inner = word.filter { !"[](),.;:".contains($0) }
        guard inner.count < word.count, inner.first == "m" || inner.first == "M" else { return false }
        return inner.count > 1 && inner.dropFirst().allSatisfy(\.isNumber)
    }

    /// Whether a word is no address, or one that a source has.
    private static func isKept(_ word: Substring, _ sources: [String]) -> Bool {
        guard let address = address(in: word) else { return true }
        return isHeld(address, sources)
    }

    /// The brackets and quotation marks around a word that pair with marks around its neighbours.
    private static func unpairedMarks(of word: Substring) -> (opening: String, closing: String) {
        var opening = word.prefix { "(“‘«„".contains($0) }
        var closing = String(word.reversed().prefix { ")”’».,;:!?".contains($0) }.reversed()).filter {
            ")”’»".contains($0)
        }[...]
        while !opening.isEmpty, !closing.isEmpty {
            opening.removeLast()
            closing.removeFirst()
        }
        return (String(opening), String(closing))
    }

    /// Whether a source contains the whole address.
    private static func isHeld(_ address: Substring, _ sources: [String]) -> Bool {
        sources.contains { source in
            var rest = source[...]
            while let range = rest.firstRange(of: address) {
                let before = range.lowerBound > source.startIndex ? source[source.index(before: range.lowerBound)] : " "
                let after = range.upperBound < source.endIndex ? source[range.upperBound] : " "
                let following = source[range.upperBound...].dropFirst().first ?? " "
                if !isOfAddress(before), !isOfAddress(after) || ".,".contains(after) && !isOfAddress(following) {
                    return true
                }
                rest = rest[range.upperBound...]
            }
            return false
        }
    }

    private static func isOfAddress(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "/?#=&%_-+~@:.".contains(character)
    }

    /// The address in a word: with a scheme, an e-mail address, or a host name.
    private static func address(in word: Substring) -> Substring? {
        var address = word
        while let first = address.first, "(\"'“‘«[{*_".contains(first) { address.removeFirst() }
        while let last = address.last, ".,;:!?)\"'”’»]}*_".contains(last) { address.removeLast() }
        let folded = address.lowercased()
        for scheme in ["://", "www.", "javascript:", "data:", "mailto:", "vbscript:", "file:", "tel:", "blob:"]
        where folded.contains(scheme) { return address }
        if folded.hasPrefix("//") || folded.contains("@") && folded.contains(".") { return address }
        let host = folded.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, last.count > 1, last.allSatisfy(\.isLetter) else {
            // 192.0.2.1/x
            let isNumeric = labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
            return isNumeric ? address : nil
        }
        let hasPath = folded.dropFirst(host.count).first.map { "/?#:".contains($0) } ?? false
        return hasPath || endings.contains(String(last)) ? address : nil
    }
}
