import NexusCore

/// A part of the server in `GET /health`: its name, its state, and why it is not all right.
public struct HealthPart: Equatable, Sendable, JSONEncodable {
    public enum State: String, Sendable {
        /// It works.
        case ok
        /// It does not, and the rest of the server does. It recovers by itself or says what to do.
        case degraded
    }

    public var name: String
    public var state: State
    /// A sentence for the operator, without names or texts of people; nil where there is nothing to say.
    public var reason: String?

    public init(_ name: String, _ state: State, reason: String? = nil) {
        self.name = name
        self.state = state
        self.reason = reason
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("name", name)
        writer.field("state", state.rawValue)
        writer.field("reason", ifPresent: reason)
        writer.endObject()
    }
}
