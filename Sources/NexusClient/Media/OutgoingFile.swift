import Foundation
import NexusCore

/// A local file to attach to a message.
public struct OutgoingFile: Equatable, Sendable {
    public var path: String
    /// The name under which others get it; the file's own without one.
    public var name: String?
    /// The kind to present it as; detected from its bytes by default.
    public var kind: Attachment.Kind?
    /// Milliseconds that a recording lasts.
    public var duration: Int64
    /// Loudness over a recording, 0 to 31 each.
    public var waveform: [UInt8]

    public init(
        _ path: String, name: String? = nil, kind: Attachment.Kind? = nil, duration: Int64 = 0, waveform: [UInt8] = []
    ) {
        self.path = path
        self.name = name
        self.kind = kind
        self.duration = duration
        self.waveform = waveform
    }

    /// The attachment for the message.
    ///
    /// - Throws: ``ClientError/fileUnavailable(_:)``; ``ClientError/refused(_:)`` for one that is empty or too large.
    func described(as media: MediaID) throws(ClientError) -> Attachment {
        let start: Data
        let bytes: Int64
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            start = try file.read(upToCount: 16) ?? Data()
            bytes = Int64(try file.seekToEnd())
        } catch {
            throw .fileUnavailable("\(path) cannot be read")
        }
        guard bytes > 0 else { throw .refused(Refusal(.mediaEmpty, "\(path) is empty.")) }
        guard bytes <= Limits.mediaBytes else {
            throw .refused(
                Refusal(.mediaTooLarge, "\(path) has \(bytes) bytes; at most \(Limits.mediaBytes) are accepted."))
        }
        let picture = OutgoingFile.picture(start)
        return Attachment(
            media: media, kind: kind ?? (picture == nil ? .file : .image),
            name: TextRule.fileName(name ?? URL(fileURLWithPath: path).lastPathComponent),
            type: picture ?? "application/octet-stream", bytes: bytes, duration: duration, waveform: waveform)
    }

    /// The media type of a picture that every client can show; `nil` for other files. The server detects types itself.
    private static func picture(_ start: Data) -> String? {
        let bytes = Array(start)
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if bytes.starts(with: Array("GIF8".utf8)) { return "image/gif" }
        let isWebP = bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        return isWebP ? "image/webp" : nil
    }
}
