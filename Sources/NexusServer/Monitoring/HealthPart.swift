import NexusCore

/// A part of the server in `GET /health`: its name, its state, and the reason of a failure.
public struct HealthPart: Equatable, Sendable, JSONEncodable {
    public enum State: String, Sendable {
        /// It works.
        case ok
        /// It has failed, while the rest of the server works. It recovers by itself or says what to do.
        case degraded
    }

    public var name: String
    public var state: State
    /// A sentence for the operator, without users' names or texts; nil if there is nothing to say.
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
