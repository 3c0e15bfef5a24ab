import NexusCore

// Formatted text as a page reads it: Web/shell/contract.js.

extension FormattedText: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginArray()
        for block in blocks { block.encode(to: &writer) }
        writer.endArray()
    }
}

extension FormattedText.Block: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        var number: String?
        var depth = 0
        var language = ""
        let name =
            switch kind {
            case .paragraph: "paragraph"
            case .quote: "quote"
            case .item: "item"
            case .code: "code"
            }
        if case .item(let typed, let level) = kind { (number, depth) = (typed, level) }
        if case .code(let named) = kind { language = named }
        writer.beginObject()
        writer.field("kind", name)
        writer.field("pieces", pieces)
        writer.field("number", orNull: number)
        writer.field("depth", Int64(depth))
        writer.field("language", language)
        writer.endObject()
    }
}

extension FormattedText.Piece: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        var letters = ""
        if style.contains(.bold) { letters += "b" }
        if style.contains(.italic) { letters += "i" }
        if style.contains(.struck) { letters += "s" }
        if style.contains(.code) { letters += "c" }
        if style.contains(.mention) { letters += "m" }
        writer.beginObject()
        writer.field("text", text)
        writer.field("style", letters)
        writer.field("link", orNull: link)
        writer.endObject()
    }
}
