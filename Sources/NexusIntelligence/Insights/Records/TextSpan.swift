/// A part of a text, in UTF-8 bytes from its beginning.
public struct TextSpan: Hashable, Sendable {
    public var start: Int
    public var length: Int

    public init(start: Int, length: Int) {
        self.start = start
        self.length = length
    }

    /// The place of a range in a text.
    public init(_ range: Range<String.Index>, in text: String) {
        start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        length = text.utf8.distance(from: range.lowerBound, to: range.upperBound)
    }
}

/// How likely a record is right, from 0 to 1.
public struct Confidence: Hashable, Comparable, Sendable {
    public var value: Double

    public init(_ value: Double) { self.value = min(1, max(0, value)) }

    public static let certain = Confidence(1)

    public static func < (left: Confidence, right: Confidence) -> Bool { left.value < right.value }
}
