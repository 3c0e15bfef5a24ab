extension UploadRequest: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("name", name)
        writer.field("bytes", bytes)
        writer.field("type", type)
        writer.field("sha256", ifPresent: sha256)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        let fields = try MediaFields(from: &reader)
        guard let id = fields.id else { throw reader.missing("id") }
        guard let bytes = fields.bytes else { throw reader.missing("bytes") }
        self.init(id: id, name: fields.name, bytes: bytes, type: fields.type, sha256: fields.sha256)
    }
}

extension UploadState: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("offset", offset)
        writer.field("bytes", bytes)
        if isFinished { writer.field("finished", true) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        let fields = try MediaFields(from: &reader)
        guard let id = fields.id else { throw reader.missing("id") }
        guard let bytes = fields.bytes else { throw reader.missing("bytes") }
        self.init(id: id, offset: fields.offset, bytes: bytes, isFinished: fields.isFinished)
    }
}

extension Media: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("name", name)
        writer.field("type", type)
        writer.field("bytes", bytes)
        if width > 0 { writer.field("width", Int64(width)) }
        if height > 0 { writer.field("height", Int64(height)) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        let fields = try MediaFields(from: &reader)
        guard let id = fields.id else { throw reader.missing("id") }
        guard let bytes = fields.bytes else { throw reader.missing("bytes") }
        self.init(
            id: id, name: fields.name, type: fields.type, bytes: bytes, width: fields.width, height: fields.height)
    }
}

extension Attachment: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("media", media)
        writer.field("kind", kind.name)
        writer.field("name", name)
        writer.field("type", type)
        writer.field("bytes", bytes)
        if width > 0 { writer.field("width", Int64(width)) }
        if height > 0 { writer.field("height", Int64(height)) }
        if duration > 0 { writer.field("duration", duration) }
        if !waveform.isEmpty {
            writer.key("waveform")
            writer.beginArray()
            for value in waveform { writer.int(Int64(value)) }
            writer.endArray()
        }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        let fields = try MediaFields(from: &reader)
        guard let id = fields.id else { throw reader.missing("media") }
        guard let kind = fields.kind else { throw reader.missing("kind") }
        self.init(
            media: id, kind: kind, name: fields.name, type: fields.type, bytes: fields.bytes ?? 0, width: fields.width,
            height: fields.height, duration: fields.duration, waveform: fields.waveform)
    }
}

/// The fields that all of these are made of.
private struct MediaFields: JSONDecodable {
    var id: MediaID?
    var kind: Attachment.Kind?
    var name = ""
    var type = ""
    var bytes: Int64?
    var offset: Int64 = 0
    var width = 0
    var height = 0
    var duration: Int64 = 0
    var waveform: [UInt8] = []
    var sha256: String?
    var isFinished = false

    init(from reader: inout JSONReader) throws(JSONError) {
        var fields = MediaFields()
        try reader.object { (reader, key) throws(JSONError) in try fields.read(key, from: &reader) }
        self = fields
    }

    private init() {}

    private mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "id", "media": id = try reader.id("media")
        case "kind":
            guard let named = Attachment.Kind(named: try reader.string()) else { throw reader.invalid("kind") }
            kind = named
        case "name": name = try reader.string()
        case "type": type = try reader.string()
        case "bytes": bytes = try reader.seq("bytes")
        case "offset": offset = try reader.seq("offset")
        case "width": width = try reader.pixels()
        case "height": height = try reader.pixels()
        case "duration": duration = try reader.seq("duration")
        case "waveform": waveform = try reader.waveform()
        case "sha256": sha256 = try reader.optionalString()
        case "finished": isFinished = try reader.bool()
        default: break
        }
    }
}

extension JSONReader {
    /// A length in pixels; one that no picture has is 0.
    fileprivate mutating func pixels() throws(JSONError) -> Int {
        let value = try seq("width")
        return value <= Int64(Limits.imageSide) ? Int(value) : 0
    }

    fileprivate mutating func waveform() throws(JSONError) -> [UInt8] {
        var values: [UInt8] = []
        try array { (reader) throws(JSONError) in
            guard values.count < Limits.waveformValues else { throw reader.invalid("waveform") }
            values.append(UInt8(Swift.min(try reader.seq("waveform"), 31)))
        }
        return values
    }

    /// What a message carries.
    mutating func attachments() throws(JSONError) -> [Attachment] {
        var attachments: [Attachment] = []
        try array { (reader) throws(JSONError) in
            guard attachments.count < Limits.attachmentsPerMessage else { throw reader.invalid("attachments") }
            attachments.append(try Attachment(from: &reader))
        }
        return attachments
    }
}
