/// What a message says when it is posted: all that its sender decides, in one value, so that whatever a message learns to carry
/// is added here and nowhere between.
public struct Post: Equatable, Sendable {
    public var text: String
    /// When it was written, by the sender's clock; for display only.
    public var writtenAt: Timestamp

    public init(text: String, writtenAt: Timestamp) {
        self.text = text
        self.writtenAt = writtenAt
    }
}
