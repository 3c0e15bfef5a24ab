extension SearchCollector.Order: JSONWord {}

extension SearchRequest: JSONRecord {
    public init(_: Blank) { self.init(query: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("query", &query)
        coder.present("order", &order)
        coder.present("limit", &limit, in: 1...Int64(Limits.searchResults))
        coder.optional("cursor", &cursor)
        coder.unless(utcOffset == 0, "utcOffset", &utcOffset, in: .utcOffsets)
    }
}

extension SearchSnippet: JSONRecord {
    public init(_: Blank) { self.init(text: "", marks: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("text", &text)
        coder.present("marks", &marks)
    }

    public mutating func finish(_ coder: inout FieldCoder) {
        for mark in marks where mark.isEmpty { coder.refuse("marks") }
    }
}

/// A pair of a start and an end.
extension Range<Int>: JSONEncodable, JSONDecodable, JSONField {
    public func encode(to writer: inout JSONWriter) {
        writer.beginArray()
        writer.int(Int64(lowerBound))
        writer.int(Int64(upperBound))
        writer.endArray()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        let ends = try [Int64](from: &reader)
        guard ends.count == 2, 0 <= ends[0], ends[0] <= ends[1], ends[1] <= Int64(Int32.max) else {
            throw reader.invalid()
        }
        self = Int(ends[0])..<Int(ends[1])
    }
}

extension SearchResult: JSONRecord {
    public init(_: Blank) {
        self.init(
            conversation: .blank, message: .blank, seq: 0, sender: .blank, senderName: "", writtenAt: .zero,
            snippet: SearchSnippet(.blank))
    }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("conversation", &conversation)
        coder.required("message", &message)
        coder.present("seq", &seq, in: .seqs)
        coder.required("sender", &sender)
        coder.present("senderName", &senderName)
        coder.present("writtenAt", &writtenAt)
        coder.required("snippet", &snippet)
    }
}

extension SearchAnswer: JSONRecord {
    public init(_: Blank) { self.init(results: []) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.present("results", &results)
        coder.optional("cursor", &cursor)
        coder.flag("partial", &isPartial)
        coder.flag("byMeaning", &byMeaning)
    }
}
