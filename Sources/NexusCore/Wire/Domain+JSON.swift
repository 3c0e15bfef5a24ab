// How times and lists are read and written: the vocabulary that every frame and endpoint shares.

extension JSONReader {
    /// A position in a conversation: from 0 to 2^53 - 1, which is what JSON numbers carry exactly everywhere (RFC 7493
    /// §2.2) and what may be counted on from without overflow.
    public mutating func seq(_ field: StaticString) throws(JSONError) -> Seq {
        let seq = try int()
        guard (0..<1 << 53).contains(seq) else { throw invalid(field) }
        return seq
    }

    /// Milliseconds since 1970, within ``Timestamp/wire``.
    public mutating func timestamp() throws(JSONError) -> Timestamp {
        skipWhitespace()
        let start = offset
        let time = Timestamp(milliseconds: try int())
        guard Timestamp.wire.contains(time) else {
            offset = start
            throw JSONError(.numberOutOfRange, at: start)
        }
        return time
    }

    /// Milliseconds since 1970, or `null`.
    mutating func optionalTimestamp() throws(JSONError) -> Timestamp? {
        if try null() { return nil }
        return try timestamp()
    }

    /// A string, or `null`.
    mutating func optionalString() throws(JSONError) -> String? {
        if try null() { return nil }
        return try string()
    }

    /// A list of identifiers.
    ///
    /// - Throws: `invalid` for more than `limit` of them, and for what is no identifier.
    public mutating func ids<Subject>(_ field: StaticString, limit: Int) throws(JSONError) -> [ID<Subject>] {
        var ids: [ID<Subject>] = []
        try array { (reader) throws(JSONError) in
            guard ids.count < limit else { throw reader.invalid(field) }
            ids.append(try reader.id(field))
        }
        return ids
    }

    /// An array of `seq`s; of more than `limit` it says that the field is wrong.
    public mutating func seqs(_ field: StaticString, limit: Int = .max) throws(JSONError) -> [Seq] {
        var seqs: [Seq] = []
        try array { (reader) throws(JSONError) in
            guard seqs.count < limit else { throw reader.invalid(field) }
            seqs.append(try reader.seq(field))
        }
        return seqs
    }
}

extension JSONWriter {
    mutating func field(_ key: StaticString, _ time: Timestamp) { field(key, time.milliseconds) }
    mutating func field(_ key: StaticString, ifPresent time: Timestamp?) {
        if let time { field(key, time.milliseconds) }
    }

    /// A list of identifiers.
    public mutating func ids<Subject>(_ key: StaticString, _ ids: [ID<Subject>]) {
        self.key(key)
        beginArray()
        for id in ids { self.id(id) }
        endArray()
    }

    /// What is empty is left out.
    mutating func seqs(_ key: StaticString, _ seqs: [Seq]) {
        guard !seqs.isEmpty else { return }
        self.key(key)
        beginArray()
        for seq in seqs { int(seq) }
        endArray()
    }

    /// The rows of a change or of a catch-up; what is empty is left out.
    mutating func rows(info: Conversation?, members: [Member], messages: [Message]) {
        field("info", ifPresent: info)
        if !members.isEmpty { field("members", members) }
        if !messages.isEmpty { field("messages", messages) }
    }
}
