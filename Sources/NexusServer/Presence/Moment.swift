import NexusCore

/// Now, by both clocks: wall time for display, and uptime for waits.
struct Moment: Equatable, Sendable {
    var wall: Timestamp
    /// Milliseconds since some beginning.
    var uptime: Int64
}
