/// A line of JSON and, in the next line, its SHA-256: a flipped byte in either is found.
enum CheckedText {
    static func bytes(_ json: [UInt8]) -> [UInt8] {
        json + Array("\nsha256 \(BackupFiles.digest(of: json).text)\n".utf8)
    }

    /// - Returns: the line of JSON; nil if the text is not what ``bytes(_:)`` made.
    static func content(_ text: [UInt8]) -> [UInt8]? {
        guard let end = text.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let json = Array(text[..<end])
        return bytes(json) == text ? json : nil
    }
}
