extension SecondFactorState: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("since", ifPresent: since)
        writer.field("recoveryCodes", Int64(recoveryCodes))
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var since: Timestamp?
        var recoveryCodes: Int64 = 0
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "since": since = try reader.timestamp()
            case "recoveryCodes": recoveryCodes = try reader.int()
            default: break
            }
        }
        self.init(since: since, recoveryCodes: Int(clamping: recoveryCodes))
    }
}

extension StepUp: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("password", password)
        writer.field("code", ifPresent: code)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var password: String?
        var code: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "password": password = try reader.string()
            case "code": code = try reader.string()
            default: break
            }
        }
        guard let password else { throw reader.missing("password") }
        self.init(password: password, code: code)
    }
}

extension SecondFactorKey: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("key", key)
        writer.field("link", link)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var value: String?
        var link: String?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "key": value = try reader.string()
            case "link": link = try reader.string()
            default: break
            }
        }
        guard let value else { throw reader.missing("key") }
        guard let link else { throw reader.missing("link") }
        self.init(key: value, link: link)
    }
}

extension SecondFactorCode: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("code", code)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var code: String?
        try reader.object { (reader, key) throws(JSONError) in
            if case "code" = key { code = try reader.string() }
        }
        guard let code else { throw reader.missing("code") }
        self.init(code: code)
    }
}

extension RecoveryCodes: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("codes")
        writer.beginArray()
        for code in codes { writer.string(code) }
        writer.endArray()
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var codes: [String] = []
        try reader.object { (reader, key) throws(JSONError) in
            guard case "codes" = key else { return }
            try reader.array { (reader) throws(JSONError) in codes.append(try reader.string()) }
        }
        self.init(codes: codes)
    }
}
