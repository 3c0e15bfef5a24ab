extension MessageVersion: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("text", text)
        if !mentions.isEmpty { writer.field("mentions", mentions) }
        writer.field("at", at)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var text: String?
        var mentions: [Mention] = []
        var at = Timestamp.zero
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "text": text = try reader.string()
            case "mentions": mentions = try [Mention](from: &reader)
            case "at": at = try reader.timestamp()
            default: break
            }
        }
        guard let text else { throw reader.missing("text") }
        self.init(text: text, mentions: mentions, at: at)
    }
}

extension VersionList: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("versions", versions)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var versions: [MessageVersion] = []
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "versions": versions = try [MessageVersion](from: &reader)
            default: break
            }
        }
        self.init(versions: versions)
    }
}
