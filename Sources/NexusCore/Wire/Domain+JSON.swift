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
}
