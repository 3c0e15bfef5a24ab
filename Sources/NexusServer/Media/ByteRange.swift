/// One requested range of a content (RFC 9110 §14.2). Several at once are answered with the whole.
enum ByteRange: Equatable {
    /// No range, or one that is to be ignored.
    case whole
    case part(Range<Int64>)
    /// The range is beyond the content.
    case outside

    /// - Parameters:
    ///   - header: the `Range` field.
    ///   - length: bytes of the content.
    init(_ header: String?, of length: Int64) {
        self = .whole
        guard let header, header.hasPrefix("bytes=") else { return }
        let parts = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !header.contains(",") else { return }
        if parts[0].isEmpty {
            guard let suffix = Int64(parts[1]), suffix >= 0 else { return }
            self = suffix == 0 || length == 0 ? .outside : .part(max(0, length - suffix)..<length)
            return
        }
        guard let first = Int64(parts[0]), first >= 0 else { return }
        guard let last = parts[1].isEmpty ? length - 1 : Int64(parts[1]), parts[1].isEmpty || last >= first else {
            return
        }
        self = first >= length ? .outside : .part(first..<min(last, length - 1) + 1)
    }
}
