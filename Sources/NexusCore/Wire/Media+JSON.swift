extension UploadRequest: JSONRecord {
    public init(_: Blank) { self.init(id: .blank, name: "", bytes: 0, type: "") }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.present("name", &name)
        coder.required("bytes", &bytes, in: .seqs)
        coder.present("type", &type)
        coder.optional("sha256", &sha256)
    }
}

extension UploadState: JSONRecord {
    public init(_: Blank) { self.init(id: .blank, offset: 0, bytes: 0, isFinished: false) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.present("offset", &offset, in: .seqs)
        coder.required("bytes", &bytes, in: .seqs)
        coder.flag("finished", &isFinished)
    }
}

extension Media: JSONRecord {
    public init(_: Blank) { self.init(id: .blank, name: "", type: "", bytes: 0) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.present("name", &name)
        coder.present("type", &type)
        coder.required("bytes", &bytes, in: .seqs)
        coder.unless(width <= 0, "width", &width, in: .seqs)
        coder.unless(height <= 0, "height", &height, in: .seqs)
    }

    public mutating func finish(_ coder: inout FieldCoder) {
        (width, height) = (Limits.side(width), Limits.side(height))
    }
}

extension Attachment: JSONRecord {
    public init(_: Blank) { self.init(media: .blank, kind: .file, name: "", type: "", bytes: 0) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("media", &media)
        coder.required("kind", &kind)
        coder.present("name", &name)
        coder.present("type", &type)
        coder.present("bytes", &bytes, in: .seqs)
        coder.unless(width <= 0, "width", &width, in: .seqs)
        coder.unless(height <= 0, "height", &height, in: .seqs)
        coder.unless(duration <= 0, "duration", &duration, in: .seqs)
        coder.unlessEmpty("waveform", &waveform, limit: Limits.waveformValues)
    }

    public mutating func finish(_ coder: inout FieldCoder) {
        (width, height) = (Limits.side(width), Limits.side(height))
    }
}

extension Limits {
    /// A length in pixels; 0 for one that no picture has.
    fileprivate static func side(_ pixels: Int) -> Int { pixels <= imageSide ? pixels : 0 }
}

/// A step of a recording's loudness.
extension UInt8: JSONField {
    public func encode(to writer: inout JSONWriter) { writer.int(Int64(self)) }
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = UInt8(Swift.min(try reader.seq(reader.field), 31))
    }
}
