/// An attachment of a message: an uploaded medium, described well enough to lay out a row before its bytes have loaded.
/// The server sets the fields itself; a client's type and size are claims.
public struct Attachment: Equatable, Sendable {
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        /// A picture that is shown in the message.
        case image
        /// Anything else: named and offered for download.
        case file
        /// A recording that is played in the message.
        case voice
    }

    public var media: MediaID
    public var kind: Kind
    /// A file's name, without a path.
    public var name: String
    /// The media type (RFC 6838), as `image/jpeg`.
    public var type: String
    public var bytes: Int64
    /// Pixels, as displayed; 0 if unknown.
    public var width: Int
    /// Pixels, as displayed; 0 if unknown.
    public var height: Int
    /// Milliseconds that a recording lasts; 0 for anything else.
    public var duration: Int64
    /// Loudness over a recording in equal steps, each 0 to 31; at most ``Limits/waveformValues`` of them.
    public var waveform: [UInt8]

    public init(
        media: MediaID, kind: Kind, name: String, type: String, bytes: Int64, width: Int = 0, height: Int = 0,
        duration: Int64 = 0, waveform: [UInt8] = []
    ) {
        self.media = media
        self.kind = kind
        self.name = name
        self.type = type
        self.bytes = bytes
        self.width = width
        self.height = height
        self.duration = duration
        self.waveform = waveform
    }
}

extension Attachment.Kind {
    /// Its description in previews of a message without text.
    public var label: String {
        switch self {
        case .image: "Photo"
        case .file: "File"
        case .voice: "Voice message"
        }
    }
}

extension [Attachment] {
    /// A short description: "Photo", "3 photos", "plan.pdf", "Voice message".
    public var summary: String {
        guard let first else { return "" }
        if count == 1 { return first.kind == .file ? first.name : first.kind.label }
        return allSatisfy { $0.kind == .image } ? "\(count) photos" : "\(count) files"
    }
}

extension Attachment {
    /// Without what no attachment may have: a name that is a path, more of a waveform than is shown, sizes that cannot be.
    var trimmed: Attachment {
        var result = self
        result.name = TextRule.fileName(name)
        if waveform.count > Limits.waveformValues { result.waveform = Array(waveform.prefix(Limits.waveformValues)) }
        result.waveform = result.waveform.map { Swift.min($0, 31) }
        let sides = 0...Limits.imageSide
        if !sides.contains(width) || !sides.contains(height) { (result.width, result.height) = (0, 0) }
        result.duration = max(0, duration)
        if kind != .voice { (result.duration, result.waveform) = (0, []) }
        return result
    }
}
