/// A password or key of the operator that no description, log or dump shows.
public struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret itself: only for the protocol that carries it.
    public let text: String

    public init(_ text: String) { self.text = text }

    public var description: String { "(secret)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
