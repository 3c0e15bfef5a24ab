/// How much a reader takes before it refuses, so that a hostile text cannot exhaust stack or memory (RFC 8259 §9).
public struct JSONLimits: Equatable, Sendable {
    /// The deepest that any reader goes, whatever it was asked for: reading recurses, and a thread's stack is finite.
    public static let greatestDepth = 256

    /// How many arrays and objects may stand in each other.
    public var depth: Int {
        didSet { depth = Self.allowed(depth) }
    }
    /// How long the text may be, in bytes.
    public var bytes: Int

    /// - Parameter depth: at most ``greatestDepth``; a greater one is lowered to it.
    public init(depth: Int = 64, bytes: Int = 1 << 20) {
        self.depth = Self.allowed(depth)
        self.bytes = bytes
    }

    /// 64 levels and 1 MiB.
    public static let standard = JSONLimits()

    private static func allowed(_ depth: Int) -> Int {
        min(max(depth, 0), greatestDepth)
    }
}
