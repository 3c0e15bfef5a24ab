/// Content negotiation.
enum ContentNegotiation {
    /// Whether an `Accept-Encoding` accepts a coding (RFC 9110 §12.5.3). A missing one counts as no.
    static func accepts(_ coding: String, in header: String?) -> Bool {
        var everything: Bool?
        for part in (header ?? "").split(separator: ",") {
            let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = pieces.first else { continue }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }
            let isTaken = weight.map { (Double($0.dropFirst(2)) ?? 0) > 0 } ?? true
            if name == coding || name == "x-" + coding { return isTaken }
            if name == "*" { everything = isTaken }
        }
        return everything ?? false
    }

    /// Whether an `If-None-Match` names an entity tag (RFC 9110 §13.1.2). A proxy may have weakened it.
    static func names(_ entityTag: String, in header: String?) -> Bool {
        (header ?? "").split(separator: ",").contains { part in
            let tag = part.drop { $0 == " " || $0 == "\t" }
            let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
            return tag == "*" || strong.prefix { $0 != " " && $0 != "\t" } == entityTag
        }
    }
}
